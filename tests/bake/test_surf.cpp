// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake surf`: the texture's file and facts, what bad input gets.
#include <cmath>
#include <map>

#include "libbake/core/read_file.h"
#include "libbake/core/text.h"
#include "libbake/io/image.h"
#include "libbake/io/verify.h"
#include "tests/bake/surf_fixture.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

TEST_F(SurfJob, TextureHasPromisedChannelsAndVerifies) {
  run(surf_job(), {{"preset", {"plunging"}}, {"name", {"p"}}, {"rows", {"128"}}, {"columns", {"256"}}},
      out_.path());
  const Manifest m = manifest_of(out_.path(), "p");
  require(verify(manifest_path(out_.path(), "p"), {}), "p");
  const OutputRecord& o = record(m, "p_surf.exr");
  ASSERT_EQ(o.channels.size(), 4u);
  EXPECT_EQ(o.channels[0].key, "surf_forward");
  EXPECT_EQ(o.channels[1].key, "surf_height");
  EXPECT_EQ(o.channels[2].key, "surf_foam");
  EXPECT_EQ(o.channels[3].key, "surf_slope");
  EXPECT_TRUE(o.tiles_x);
  EXPECT_FALSE(o.tiles_y);
  EXPECT_EQ(o.facts.at("breaker"), "\"plunging\"");
  EXPECT_NE(o.facts.at("sampler").find("repeat"), std::string::npos);
  EXPECT_NE(o.facts.at("sampler").find("clamp"), std::string::npos);
  EXPECT_GT(*o.channels[3].max, 1.5707963);  // it overhangs
  EXPECT_TRUE(fs::exists(out_.file("p_preview.png")));
  // Row 0 is v = 1, the last row v = 0: both flat.
  const FloatImage image = read_image_float(out_.file("p_surf.exr"));
  for (int32_t x = 0; x < 256; ++x)
    for (const int32_t y : {0, 127})
      for (std::size_t c : {0u, 1u})
        EXPECT_NEAR(image.samples[static_cast<std::size_t>(y * 256 + x) * 4 + c], 0, 1e-5f);
}

TEST_F(SurfJob, TargetsTurnAndScaleTheTexture) {
  const Flags common{
      {"rows", {"64"}}, {"columns", {"64"}}, {"format", {"exr-float"}}, {"preview", {"false"}}};
  Flags world = common, unreal = common;
  world.push_back({"name", {"w"}});
  unreal.push_back({"name", {"u"}});
  unreal.push_back({"target", {"unreal"}});
  run(surf_job(), world, out_.path());
  run(surf_job(), unreal, out_.path());
  const FloatImage w = read_image_float(out_.file("w_surf.exr")),
                   u = read_image_float(out_.file("u_surf.exr"));
  EXPECT_EQ(record(manifest_of(out_.path(), "u"), "u_surf.exr").channels[0].unit, "cm");
  EXPECT_EQ(record(manifest_of(out_.path(), "u"), "u_surf.exr").facts.at("row_0"), "\"v = 0\"");
  for (int32_t y = 0; y < 64; ++y)
    for (int32_t x = 0; x < 64; ++x) {
      const auto a = static_cast<std::size_t>(y * 64 + x) * 4,
                 b = static_cast<std::size_t>((63 - y) * 64 + x) * 4;
      ASSERT_FLOAT_EQ(u.samples[b], 100 * w.samples[a]);
      ASSERT_FLOAT_EQ(u.samples[b + 1], 100 * w.samples[a + 1]);
      ASSERT_EQ(u.samples[b + 2], w.samples[a + 2]);
    }
}

TEST_F(SurfJob, EveryFormatKeepsTheValuesWithinItsError) {
  run(surf_job(),
      {{"name", {"f"}},
       {"rows", {"64"}},
       {"columns", {"64"}},
       {"format", {"exr-float"}},
       {"preview", {"false"}}},
      out_.path());
  const FloatImage exact = read_image_float(out_.file("f_surf.exr"));
  for (const std::string format : {"exr-half", "png16", "png8", "tga8", "tiff-float"}) {
    run(surf_job(),
        {{"name", {format}},
         {"rows", {"64"}},
         {"columns", {"64"}},
         {"format", {format}},
         {"preview", {"false"}}},
        out_.path());
    const Manifest m = manifest_of(out_.path(), format);
    const OutputRecord& o = m.outputs.front();
    for_each_decoded_row(o, out_.path(), [&](int32_t y, std::span<const float> row) {
      for (std::size_t k = 0; k < row.size(); ++k)
        ASSERT_NEAR(row[k], exact.samples[static_cast<std::size_t>(y) * row.size() + k],
                    *o.channels[k % 4].quantisation_error * 1.001 + 1e-6)
            << format;
    });
  }
}

TEST_F(SurfJob, ManifestSaysWhereTheTextureIsRead) {
  run(surf_job(),
      {{"coordinates", {"classic"}},
       {"name", {"c"}},
       {"rows", {"32"}},
       {"columns", {"32"}},
       {"preview", {"false"}}},
      out_.path());
  SurfConfig config;
  config.rows = 32;
  const SurfModel m = config.model();
  const std::string is = manifest_of(out_.path(), "c").outputs.front().facts.at("coordinates");
  for (const std::string& part :
       {"\"width_m\":" + shortest(m.width_m), "\"offset\":" + shortest(m.offset()),
        "\"life_speed\":" + shortest(m.life_speed()), std::string("\"noise_u\":10"),
        std::string("\"noise_v\":5"), std::string("\"noise_scale\":1"), std::string("\"fade_m\":3"),
        std::string("\"fade_length_m\":1"), std::string("n = -0.135*sin(0.242*p) + 0.0375*cos(0.752*p)")})
    EXPECT_NE(is.find(part), std::string::npos) << part << " in " << is;
}

TEST_F(SurfJob, PresetsAreSeasOfTheirOwn) {
  std::map<std::string, std::string> breakers;
  for (const std::string preset : {"gentle", "spilling", "plunging", "storm"}) {
    run(surf_job(),
        {{"preset", {preset}},
         {"name", {preset}},
         {"rows", {"32"}},
         {"columns", {"32"}},
         {"preview", {"false"}}},
        out_.path());
    breakers[preset] = manifest_of(out_.path(), preset).outputs.front().facts.at("breaker");
  }
  EXPECT_EQ(breakers["gentle"], "\"spilling\"");
  EXPECT_EQ(breakers["spilling"], "\"spilling\"");
  EXPECT_EQ(breakers["plunging"], "\"plunging\"");
  EXPECT_EQ(breakers["storm"], "\"spilling\"");
}

// The example configurations at full size.
TEST_F(SurfJob, ExampleConfigurationsRun) {
  for (const std::string name : {"surf_gentle", "surf_spilling", "surf_plunging"}) {
    run(surf_job(), {{"config", {OCEAN_SOURCE_DIR "/configs/" + name + ".json"}}}, out_.path());
    require(verify(manifest_path(out_.path(), name), {}), name);
  }
}

TEST_F(SurfJob, GoldenTextures) {
  for (const std::string preset : {"spilling", "plunging"}) {
    run(surf_job(),
        {{"preset", {preset}},
         {"name", {preset}},
         {"format", {"exr-float"}},
         {"preview", {"false"}},
         {"alpha", {"wetness"}}},
        out_.path());
    expect_golden_hex("surf/job " + preset, manifest_of(out_.path(), preset)
                                                .outputs.front()
                                                .content_hash.substr(std::string("xxh3-128:").size()));
  }
}

// --- Bad input

TEST_F(SurfJob, ShoreManifestThatIsGoneIsNamed) {
  Flags flags = small_sea("bad");
  flags.push_back({"shore", {out_.file("nowhere.manifest.json")}});
  const std::string text = refusal(flags, out_.path(), ErrorKind::input);
  EXPECT_NE(text.find("nowhere.manifest.json"), std::string::npos);
  EXPECT_NE(text.find("oceanbake shore"), std::string::npos);

  // The manifest is there, the image that it names is not.
  fs::copy_file(shore(), out_.file("moved.manifest.json"));
  flags.back() = {"shore", {out_.file("moved.manifest.json")}};
  const std::string gone = refusal(flags, out_.path(), ErrorKind::input);
  EXPECT_NE(gone.find("isle_shore_shore.exr"), std::string::npos) << gone;
  EXPECT_NE(gone.find("gone"), std::string::npos) << gone;
  EXPECT_FALSE(fs::exists(manifest_path(out_.path(), "bad")));

  // Another job's manifest.
  flags.back() = {"shore", {manifest_path(folder_->path(), "isle")}};
  EXPECT_NE(refusal(flags, out_.path(), ErrorKind::input).find("'terrain'"), std::string::npos);
}

// What somebody changed in a manifest by hand, and what the run then says.
TEST_F(SurfJob, EditedShoreManifestsAreNamed) {
  const auto edited = [&](const std::string& from, const std::string& to) {
    std::string text = read_small_file(shore()).text;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    write_text(out_.file("edited.manifest.json"), text);
    Flags flags = small_sea("bad");
    flags.push_back({"shore", {out_.file("edited.manifest.json")}});
    return refusal(flags, out_.path(), ErrorKind::input);
  };
  const std::string image = "isle_shore_shore.exr";
  fs::copy_file(folder_->file(image), out_.file(image));
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(edited("\"manifest\": 1,", "\"manifest\": 2,"), "newer than the 1 that this program reads");
  expect(edited("\"manifest\": 1,", "\"manifest\": \"x\","), "is no manifest of this tool");
  expect(edited("\"texel_m\": 2.5", "\"texel_m\": -2.5"), "bounds = texels * texel size");
  expect(edited("\"width\": 160", "\"width\": 80"), "texels: expected 80");
  expect(edited("\"key\": \"distance\"", "\"key\": \"depth\""), "has no image with 'distance'");
  expect(edited("\"target\": \"world\",\n        \"axes\"", "\"target\": \"maya\",\n        \"axes\""),
         "unknown target, 'maya'");
  expect(edited("\"outputs\"", "\"output\""), "outputs");
}

// The image of another bake of the same name and size.
TEST_F(SurfJob, ShoreImageOfAnotherBakeIsRefused) {
  for (const std::string level : {"1", "0"}) {
    run(shore_job(),
        {{"name", {"s"}},
         {"extent", {"400,400"}},
         {"resolution", {"160"}},
         {"sea_level", {level}},
         {"preview", {"false"}}},
        out_.file("at" + level), {folder_->file("isle_height.exr")});
  }
  fs::copy_file(out_.file("at1/s_shore.exr"), out_.file("at0/s_shore.exr"),
                fs::copy_options::overwrite_existing);
  Flags flags = small_sea("bad");
  flags.push_back({"shore", {manifest_path(out_.file("at0"), "s")}});
  const std::string text = refusal(flags, out_.path(), ErrorKind::input);
  EXPECT_NE(text.find("s_shore.exr: is not what"), std::string::npos) << text;
  EXPECT_NE(text.find("--force"), std::string::npos) << text;
}

TEST_F(SurfJob, BadNumbersAreRefusedWithTheValueThatWorks) {
  const auto says = [&](Flags flags, const std::string& part) {
    const std::string text = refusal(flags, out_.path(), ErrorKind::usage);
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  says({{"birth_depth", {"1"}}}, "give at least");
  says({{"slope", {"0.9"}}, {"height", {"0.5"}}}, "surge");
  says({{"runup", {"9"}}, {"preset", {"plunging"}}}, "--width");
  says({{"grow", {"0.5"}}, {"preset", {"plunging"}}}, "deeper --birth-depth");
  says({{"orbit", {"1"}}, {"width", {"4"}}}, "orbit");
  says({{"frames", {"0-3"}}}, "without --shore");
  says({{"columns", {"16384"}}, {"target", {"unreal"}}}, "8192");
  says({{"height", {"-1"}}}, "height");
  says({{"shore", {shore()}}, {"loop_frames", {"8"}}, {"frames", {"4-8"}}}, "0 to 7");
  says({{"shore", {shore()}}, {"loop_frames", {"8"}}, {"atlas", {"true"}}, {"cells", {"2x2"}}}, "8 frames");
  says({{"shore", {shore()}}, {"atlas", {"true"}}, {"target", {"unreal"}}, {"frame_resolution", {"8000"}}},
       "the atlas");
  says({{"shore", {shore()}}, {"singles", {"false"}}}, "nowhere");
  says({{"height", {"5"}}, {"period", {"3"}}}, "give at most 1.99");  // Michell: 0.142*9.81*9/(2 pi)
  says({{"v_swash", {"0.97"}}, {"rows", {"16"}}}, "give 0.875 or less");
  says({{"runup", {"9"}}, {"preset", {"plunging"}}}, " or less");
  for (const Flags& flags :
       {Flags{{"atlas", {"true"}}}, Flags{{"mesh", {"ply"}}}, Flags{{"noise_space", {"arc"}}},
        Flags{{"scale", {"1,2"}}}, Flags{{"loop_frames", {"8"}}}, Flags{{"frame_resolution", {"64"}}},
        Flags{{"singles", {"false"}}}})
    says(flags, "has no effect without --shore");
}

}  // namespace
}  // namespace ocean
