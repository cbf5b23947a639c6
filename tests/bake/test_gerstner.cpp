// SPDX-License-Identifier: Apache-2.0
//
// oceanbake gerstner: the files hold the sea of the set that lies beside them, they loop and tile, and the
// atlas holds the frames.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "kernels/wave/flipbook.h"
#include "libbake/bake/flipbook_writer.h"
#include "tests/bake/gerstner_fixture.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

TEST_F(Gerstner, FilesHoldTheSeaOfTheSetBesideThem) {
  const Manifest m = bake(with({{"format", {"exr-float"}},
                                {"maps", {"displacement,normal,jacobian,velocity,height"}},
                                {"tile_origin", {"1000,-777"}}}));
  const WaveSet baked = read_wave_set(path("small.waves.json"));
  ASSERT_TRUE(baked.snapped());
  for (const int frame : {0, 2, 5}) {
    const double t = frame * 1.0;
    const std::vector<Wave> waves = waves_at(baked, t);
    const View<const Wave> view{waves.data(), static_cast<int64_t>(waves.size())};
    const auto read = [&](const char* map) {
      return read_image_float(path("small_" + std::string(map) + ".000" + std::to_string(frame) + ".exr"))
          .samples;
    };
    const auto displacement = read("displacement"), normal = read("normal"), jacobian = read("jacobian"),
               velocity = read("velocity");
    for (int row = 0; row < 32; row += 3)
      for (int column = 0; column < 32; column += 5) {
        const SurfacePoint p =
            surface_point(view, 1000 + column + 0.5, -777 + (31 - row) + 0.5, t);  // rows are north first
        const auto k = static_cast<std::size_t>(row * 32 + column);
        EXPECT_NEAR(displacement[3 * k], p.displacement.x, 1e-5);
        EXPECT_NEAR(displacement[3 * k + 1], p.displacement.y, 1e-5);
        EXPECT_NEAR(displacement[3 * k + 2], p.displacement.z, 1e-5);
        EXPECT_NEAR(normal[3 * k], p.normal.x, 2e-5);
        EXPECT_NEAR(normal[3 * k + 1], p.normal.y, 2e-5);
        EXPECT_NEAR(normal[3 * k + 2], p.normal.z, 2e-5);
        EXPECT_NEAR(jacobian[k], p.jacobian(), 1e-5);
        EXPECT_NEAR(velocity[3 * k], p.velocity.x, 2e-5);
        EXPECT_NEAR(velocity[3 * k + 2], p.velocity.z, 2e-5);
      }
  }
  const OutputRecord& o = output(m, "small_displacement.0002.exr");
  ASSERT_TRUE(o.time && o.world);
  EXPECT_EQ(o.time->time_s, 2);
  EXPECT_EQ(o.time->period_s, 6);
  EXPECT_TRUE(o.tiles_x && o.tiles_y);
  EXPECT_EQ(o.world->x0, 1000);
  EXPECT_NE(m.facts.at("loop").find("\"max_error\":0"), std::string::npos) << m.facts.at("loop");
  EXPECT_NE(m.facts.at("tile").find("\"max_error\":0"), std::string::npos) << m.facts.at("tile");
}

TEST_F(Gerstner, TargetsTakeTheirAxesAndUnits) {
  bake(with({{"format", {"exr-float"}}}));
  const auto world = read_image_float(path("small_displacement.0001.exr")).samples,
             normals = read_image_float(path("small_normal.0001.exr")).samples;
  bake(with({{"format", {"exr-float"}}, {"target", {"unreal"}}, {"force", {"true"}}}));
  const auto unreal = read_image_float(path("small_displacement.0001.exr")).samples,
             down = read_image_float(path("small_normal.0001.exr")).samples;
  bake(with({{"format", {"exr-float"}}, {"target", {"godot"}}, {"alpha", {"one"}}, {"force", {"true"}}}));
  const auto godot = read_image_float(path("small_displacement.0001.exr")).samples;
  ASSERT_EQ(godot.size() / 4, world.size() / 3);
  for (std::size_t k = 0; k < world.size() / 3; ++k) {
    EXPECT_FLOAT_EQ(unreal[3 * k], 100 * world[3 * k]);
    EXPECT_FLOAT_EQ(unreal[3 * k + 1], -100 * world[3 * k + 1]);
    EXPECT_FLOAT_EQ(unreal[3 * k + 2], 100 * world[3 * k + 2]);
    EXPECT_EQ(godot[4 * k], world[3 * k]);
    EXPECT_EQ(godot[4 * k + 1], world[3 * k + 2]);
    EXPECT_EQ(godot[4 * k + 2], -world[3 * k + 1]);
    EXPECT_EQ(godot[4 * k + 3], 1);
    EXPECT_EQ(down[3 * k], normals[3 * k]);
    EXPECT_EQ(down[3 * k + 1], -normals[3 * k + 1]);  // green is down
  }
}

TEST_F(Gerstner, MotionLeadsToTheNextFrameAndTheLastToTheFirst) {
  bake(with({{"format", {"exr-float"}}, {"maps", {"displacement,motion"}}}));
  std::vector<std::vector<float>> displacement, motion;
  for (int f = 0; f < 6; ++f) {
    displacement.push_back(
        read_image_float(path("small_displacement.000" + std::to_string(f) + ".exr")).samples);
    motion.push_back(read_image_float(path("small_motion.000" + std::to_string(f) + ".exr")).samples);
  }
  double most = 0;
  for (std::size_t f = 0; f < 6; ++f)
    for (std::size_t k = 0; k < displacement[f].size(); k += 3)
      for (std::size_t c = 0; c < 2; ++c) {
        const double step =
            static_cast<double>(displacement[(f + 1) % 6][k + c] - displacement[f][k + c]) / 32;
        EXPECT_NEAR(motion[f][k + c], step, 1e-6);
        most = std::max(most, std::abs(step));
      }
  EXPECT_GT(most, 1e-3);
}

TEST_F(Gerstner, AtlasHoldsTheFramesAndItsGutterWraps) {
  for (const char* format : {"exr-half", "png8"}) {
    const Manifest m = bake(with({{"format", {format}},
                                  {"maps", {"displacement"}},
                                  {"grid", {"4x2"}},
                                  {"gutter", {"3"}},
                                  {"force", {"true"}}}));
    const std::string ending = std::string(format) == "png8" ? ".png" : ".exr";
    const Image atlas = read_image(path("small_displacement_atlas" + ending));
    ASSERT_EQ(atlas.spec.width, 4 * 38);
    ASSERT_EQ(atlas.spec.height, 2 * 38);
    const auto texel = static_cast<std::size_t>(3 * sample_bytes(atlas.spec.type));
    for (int f = 0; f < 8; ++f) {
      const Image frame =
          f < 6 ? read_image(path("small_displacement.000" + std::to_string(f) + ending)) : Image{};
      for (int y = 0; y < 38; ++y)
        for (int x = 0; x < 38; ++x) {
          const auto at =
              static_cast<std::size_t>((f / 4 * 38 + y) * atlas.spec.width + f % 4 * 38 + x) * texel;
          if (f < 6) {
            const auto from = static_cast<std::size_t>((y - 3 + 32) % 32 * 32 + (x - 3 + 32) % 32) * texel;
            ASSERT_EQ(std::memcmp(&atlas.samples[at], &frame.samples[from], texel), 0)
                << f << " " << x << " " << y;
          } else {
            ASSERT_EQ(atlas.samples[at], std::byte{static_cast<unsigned char>(ending == ".png" ? 128 : 0)});
          }
        }
    }
    const OutputRecord& o = output(m, "small_displacement_atlas" + ending);
    EXPECT_EQ(o.facts.at("frames"), "6");
    EXPECT_EQ(o.facts.at("gutter"), "3");
  }
}

TEST_F(Gerstner, CodesDecodeToTheValuesWithinTheirSteps) {
  bake(with({{"format", {"exr-float"}}}));
  const auto exact = read_image_float(path("small_displacement.0003.exr")).samples;
  const Manifest m = bake(with({{"format", {"png16"}}, {"force", {"true"}}}));
  const OutputRecord& o = output(m, "small_displacement.0003.png");
  const Image codes = read_image(path("small_displacement.0003.png"));
  for (std::size_t k = 0; k < exact.size(); ++k) {
    uint16_t code;
    std::memcpy(&code, &codes.samples[2 * k], 2);
    const Decode& d = o.channels[k % 3].decode;
    EXPECT_NEAR(d(code), exact[k], 0.5 * d.scale * (1 + 1e-3) + 1e-7);
  }
}

TEST_F(Gerstner, GatheredFoamLoopsAndStaysWhereItWas) {
  const auto foam = [&](std::vector<CommandLine::Flag> flags) {
    flags.insert(
        flags.end(),
        {{"maps", {"foam"}}, {"format", {"exr-float"}}, {"foam_threshold", {"0.75"}}, {"force", {"true"}}});
    bake(with(std::move(flags)));
    std::vector<std::vector<float>> frames;
    for (int f = 0; f < 6; ++f)
      frames.push_back(read_image_float(path("small_foam.000" + std::to_string(f) + ".exr")).samples);
    return frames;
  };
  const auto now = foam({}), gathered = foam({{"foam_decay", {"2"}}, {"foam_rate", {"0.2"}}});
  // F(f) = d*F(f - 1) + rate*dt*c(f) around the loop, while nothing reaches 1.
  const double d = std::exp(-1.0 / 2);
  double most = 0;
  for (std::size_t f = 0; f < 6; ++f)
    for (std::size_t k = 0; k < now[f].size(); ++k) {
      const double expected =
          d * static_cast<double>(gathered[(f + 5) % 6][k]) + 0.2 * static_cast<double>(now[f][k]);
      EXPECT_NEAR(gathered[f][k], expected, 2e-6);
      most = std::max(most, static_cast<double>(gathered[f][k]));
    }
  EXPECT_GT(most, 0.05);
  EXPECT_LT(most, 1);
}

TEST_F(Gerstner, APartOfTheLoopIsThatPart) {
  const std::vector<CommandLine::Flag> flags = {
      {"maps", {"foam,motion"}}, {"foam_decay", {"3"}}, {"force", {"true"}}};
  const Manifest whole = bake(with(flags));
  auto part = flags;
  part.push_back({"frames", {"3-4"}});
  const Manifest m = bake(with(part));
  EXPECT_EQ(m.outputs.size(), 2u * 2 + 3) << "the set and two previews too";
  for (const char* file : {"small_foam.0003.exr", "small_motion.0004.exr"})
    EXPECT_EQ(output(m, file).content_hash, output(whole, file).content_hash);
}

TEST_F(Gerstner, ManyWavesGoThroughTransformsAndAgree) {
  WaveSet sea;
  for (int i = 0; i < 90; ++i)
    sea.waves.push_back(wave(3 + 0.1 * i, 137.5 * i, 0.02, 0.5, 0.37 * i - std::floor(0.37 * i)));
  write("many.waves.json", wave_set_text(sea));
  bake({{"tile", {"60,60"}},
        {"period", {"12"}},
        {"loop_frames", {"4"}},
        {"resolution", {"64"}},
        {"name", {"lots"}},
        {"format", {"exr-float"}},
        {"maps", {"displacement,normal"}}},
       "many.waves.json");
  const WaveSet baked = read_wave_set(path("lots.waves.json"));
  ASSERT_GT(baked.waves.size(), static_cast<std::size_t>(kMostDirectWaves));
  const auto displacement = read_image_float(path("lots_displacement.0003.exr")).samples;
  const std::vector<Wave> waves = waves_at(baked, 9);
  for (int k = 0; k < 64 * 64; k += 61) {
    const SurfacePoint p = surface_point({waves.data(), static_cast<int64_t>(waves.size())},
                                         (k % 64 + 0.5) * 60 / 64, (63 - k / 64 + 0.5) * 60 / 64, 9);
    EXPECT_NEAR(displacement[static_cast<std::size_t>(3 * k + 2)], p.displacement.z, 2e-5);
    EXPECT_NEAR(displacement[static_cast<std::size_t>(3 * k)], p.displacement.x, 2e-5);
  }
}

TEST_F(Gerstner, AFadingSetIsASequenceWithoutLoop) {
  WaveSet sea = small_sea();
  sea.waves[0].fade = WaveFade();
  sea.waves[0].fade->out_start_s = 4;
  sea.waves[0].fade->out_end_s = 12;
  write("fade.waves.json", wave_set_text(sea));
  const Manifest m = bake(with({{"frames", {"0-12"}}, {"maps", {"displacement"}}, {"format", {"exr-float"}}}),
                          "fade.waves.json");
  EXPECT_NE(m.facts.at("loop").find("\"loops\":false"), std::string::npos);
  EXPECT_EQ(output(m, "small_displacement.0012.exr").time->period_s, 0);
  const WaveSet baked = read_wave_set(path("small.waves.json"));
  for (const int frame : {3, 8, 12}) {
    const auto displacement =
        read_image_float(path("small_displacement." + std::string(frame < 10 ? "000" : "00") +
                              std::to_string(frame) + ".exr"))
            .samples;
    const std::vector<Wave> waves = waves_at(baked, frame);
    const SurfacePoint p =
        surface_point({waves.data(), static_cast<int64_t>(waves.size())}, 7.5, 31.5, frame);
    EXPECT_NEAR(displacement[7 * 3 + 2], p.displacement.z, 1e-5) << frame;
  }
  EXPECT_NE(refusal(with({{"foam_decay", {"1"}}}), "fade.waves.json").find("--foam-decay"),
            std::string::npos);
}

TEST_F(Gerstner, ThreadsDoNotMatter) {
  const std::vector<CommandLine::Flag> flags = {
      {"maps", {"displacement,normal,jacobian,foam,velocity,motion,height"}},
      {"foam_decay", {"1"}},
      {"foam_space", {"world"}},
      {"force", {"true"}}};
  auto one = flags, three = flags;
  one.push_back({"threads", {"1"}});
  three.push_back({"threads", {"3"}});
  const Manifest a = bake(with(one)), b = bake(with(three));
  ASSERT_EQ(a.outputs.size(), b.outputs.size());
  for (std::size_t i = 0; i < a.outputs.size(); ++i) {
    EXPECT_EQ(a.outputs[i].file, b.outputs[i].file);
    EXPECT_EQ(a.outputs[i].content_hash, b.outputs[i].content_hash) << a.outputs[i].file;
  }
  for (const char* map : {"displacement", "normal", "jacobian", "foam", "velocity", "motion", "height"})
    expect_golden_hex(std::string("gerstner/") + map,
                      output(a, std::string("small_") + map + ".0002.exr").content_hash.substr(0, 32));
}

TEST_F(Gerstner, WhatCannotBeBakedIsRefusedWithWhatCan) {
  struct Case {
    std::vector<CommandLine::Flag> flags;
    const char* says;
  };
  for (const Case& c :
       {Case{{{"tile", {"5,5"}}}, "the tile must be at least"},
        Case{{{"period", {"1"}}}, "shorter than the period of every wave"},
        Case{{{"grid", {"2x2"}}}, "4 cells for 6 frames"},
        Case{{{"grid", {"8x8"}}, {"resolution", {"1024"}}, {"target", {"unreal"}}, {"gutter", {"1"}}},
             "8208x8208"},
        Case{{{"frames", {"2-6"}}}, "the loop's last frame 5"},
        Case{{{"frames", {"2-3"}}, {"grid", {"3x2"}}}, "drop one"},
        Case{{{"resolution", {"12"}}}, "which need more than two texels each"},
        Case{{{"resolution", {"64x32"}}}, "must be square"},
        Case{{{"tile", {"32,30.7"}}}, "must make whole texels"}, Case{{{"gutter", {"2"}}}, "--gutter"},
        Case{{{"singles", {"false"}}}, "turn one of them on"},
        Case{{{"maps", {"foam"}}, {"alpha", {"foam"}}}, "--alpha"}}) {
    auto flags = c.flags;
    for (const CommandLine::Flag& f : kSmall)
      if (std::none_of(flags.begin(), flags.end(), [&](const auto& g) { return g.name == f.name; }))
        flags.push_back(f);
    const std::string text = refusal(flags);
    EXPECT_NE(text.find(c.says), std::string::npos) << text;
  }
  WaveSet steep = small_sea();
  for (SetWave& w : steep.waves) w.steepness *= 4;
  write("steep.waves.json", wave_set_text(steep));
  const std::string text = refusal(with({}), "steep.waves.json");
  EXPECT_NE(text.find("--allow-loops"), std::string::npos) << text;
  EXPECT_NO_THROW(bake(with({{"allow_loops", {"true"}}}), "steep.waves.json"));
}

TEST_F(Gerstner, TheResolutionThatARefusalNamesIsTheLeastThatWorks) {
  std::vector<CommandLine::Flag> flags = kSmall;
  for (CommandLine::Flag& f : flags)
    if (f.name == "resolution") f.values = {"7"};
  const std::string text = refusal(flags);
  const std::string before = "pass at least ";
  const auto at = text.find(before);
  ASSERT_NE(at, std::string::npos) << text;
  const int least = std::stoi(text.substr(at + before.size()));
  for (CommandLine::Flag& f : flags)
    if (f.name == "resolution") f.values = {std::to_string(least - 1)};
  EXPECT_NE(refusal(flags).find(before), std::string::npos);
  for (CommandLine::Flag& f : flags)
    if (f.name == "resolution") f.values = {std::to_string(least)};
  EXPECT_NO_THROW(bake(flags));
}

TEST_F(Gerstner, TheAnimatedPreviewRunsAsFastAsTheSea) {
  bake(with({{"maps", {"displacement"}}}));
  const std::string gif = [&] {
    std::ifstream file(path("small_preview.gif"), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  ASSERT_GT(gif.size(), 800U);
  EXPECT_EQ(gif.substr(0, 6), "GIF89a");
  EXPECT_NE(gif.find("NETSCAPE2.0"), std::string::npos) << "it repeats";
  // Graphic control extensions: 21 F9 04, flags, delay in hundredths of a second. Six frames in six seconds.
  int frames = 0;
  const std::string control("\x21\xF9\x04", 3);
  for (auto at = gif.find(control); at != std::string::npos; at = gif.find(control, at + 1)) {
    if (gif[at + 7] != 0) continue;
    ++frames;
    EXPECT_EQ(static_cast<uint8_t>(gif[at + 4]) + 256 * static_cast<uint8_t>(gif[at + 5]), 100);
  }
  EXPECT_EQ(frames, 6);
}

TEST_F(Gerstner, PreviewShowsSeasWhoseWavesAreFinerThanItsPanels) {
  WaveSet fine;
  for (int i = 0; i < 100; ++i) fine.waves.push_back(wave(16.0 / (i + 40), 0, 1e-4, 0, 0));
  write("fine.waves.json", wave_set_text(fine));
  const Manifest m = bake({{"tile", {"16,16"}},
                           {"period", {"20"}},
                           {"loop_frames", {"2"}},
                           {"resolution", {"300"}},
                           {"maps", {"displacement"}},
                           {"name", {"shown"}}},
                          "fine.waves.json");
  EXPECT_EQ(output(m, "shown_preview.png").role, "preview");
}

}  // namespace
}  // namespace ocean
