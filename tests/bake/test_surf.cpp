// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake surf`: files, facts, frames over an island, what bad input gets.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "libbake/bake/run_job.h"
#include "libbake/bake/shore_job.h"
#include "libbake/bake/surf_frames.h"
#include "libbake/bake/surf_job.h"
#include "libbake/bake/terrain_job.h"
#include "libbake/core/error.h"
#include "libbake/io/image.h"
#include "libbake/io/obj_reader.h"
#include "libbake/io/outputs.h"
#include "libbake/io/ply_reader.h"
#include "libbake/io/verify.h"
#include "tests/io/temp_folder.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;
using Flags = std::vector<CommandLine::Flag>;

std::string run(const Job& job, Flags flags, const std::string& out,
                std::vector<std::string> positionals = {}) {
  flags.push_back({"out", {out}});
  flags.push_back({"progress", {"none"}});
  ConfigSet set(job.make_config(), ConfigSet::with_common, job.frames);
  Problems problems;
  set.load(
      {std::move(flags), std::move(positionals), {}}, job.name,
      [](const std::string&) { return std::string(); }, problems);
  check_job_options(job, set, problems);
  problems.throw_if_any();
  return run_job(job, set);
}

// What all problems of the run say.
std::string refusal(const Flags& flags, const std::string& out, ErrorKind kind) {
  try {
    run(surf_job(), flags, out);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), kind);
    std::string text;
    for (const Problem& p : e.problems()) text += p.where + ": " + p.what + "\n";
    return text;
  }
  ADD_FAILURE() << "was not refused";
  return {};
}

Manifest manifest_of(const std::string& folder, const std::string& name) {
  return read_manifest(manifest_path(folder, name));
}

const OutputRecord& record(const Manifest& m, const std::string& file) {
  for (const OutputRecord& o : m.outputs)
    if (o.file == file) return o;
  ADD_FAILURE() << file << " is not in the manifest";
  return m.outputs.front();
}

class SurfJob : public testing::Test {
 protected:
  // An island of 400 m and its shore bake, once.
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    run(terrain_job(),
        {{"name", {"isle"}},
         {"extent", {"400"}},
         {"resolution", {"200"}},
         {"seed", {"7"}},
         {"format", {"exr-float"}}},
        folder_->path());
    run(shore_job(),
        {{"name", {"isle_shore"}},
         {"extent", {"400,400"}},
         {"resolution", {"160"}},
         {"maps", {"shore_length"}},
         {"preview", {"false"}}},
        folder_->path(), {folder_->file("isle_height.exr")});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string shore() { return manifest_path(folder_->path(), "isle_shore"); }

  static TempFolder* folder_;
  TempFolder out_;
};
TempFolder* SurfJob::folder_ = nullptr;

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

// --- Over a shore

Flags small_sea(const std::string& name) {
  return {{"name", {name}},  {"height", {"0.8"}},  {"period", {"5"}},      {"slope", {"0.06"}},
          {"rows", {"128"}}, {"columns", {"256"}}, {"preview", {"false"}}, {"format", {"exr-float"}}};
}

struct Loop {
  SurfConfig config;
  SurfModel model;
  Exec exec = Exec::cpu();
  Buffer<SurfTexel> texture;
  std::optional<SurfFrames> frames;
  explicit Loop(const std::string& shore, double height = 0.8, double period = 5, double slope = 0.06) {
    config.shore = shore;
    config.height = height;
    config.period = period;
    config.slope = slope;
    config.rows = 128;
    config.columns = 256;
    model = config.model();
    texture = Buffer<SurfTexel>(exec, int64_t{config.columns} * config.rows);
    fill_surf_texture(exec, model, config.columns, config.rows, texture.view());
    frames.emplace(exec, config, model, read_shore_bake(shore, false), texture);
  }
};

// How far a height pattern has moved along the waves' direction, by the texels' own gradients: a crest that
// runs along d has dz/dt = -c (d . grad z), c > 0.
struct Speeds {
  int64_t shoreward = 0, seaward = 0;
  int64_t sectors[8] = {};
};
Speeds speeds(const SurfFrames& frames, double time, double step, const Vec2f* single = nullptr) {
  const Grid& g = frames.shore().grid;
  const FrameMaps now = frames.frame(time), next = frames.frame(time + step);
  const std::vector<float> a = now.water.to_host("t"), b = next.water.to_host("t");
  double cx = 0, cy = 0;
  int64_t land = 0;
  for (int32_t j = 0; j < g.height; ++j)
    for (int32_t i = 0; i < g.width; ++i)
      if (frames.shore().distance_m[static_cast<std::size_t>(j * g.width + i)] < 0) cx += i, cy += j, ++land;
  cx /= static_cast<double>(land);
  cy /= static_cast<double>(land);
  Speeds s;
  for (int32_t j = 1; j + 1 < g.height; ++j)
    for (int32_t i = 1; i + 1 < g.width; ++i) {
      const auto k = static_cast<std::size_t>(j * g.width + i), w = static_cast<std::size_t>(g.width);
      const double d = static_cast<double>(frames.shore().distance_m[k]);
      if (d < 3 || d > 40) continue;
      // The shore's normal, from the distance itself: -grad.
      double nx = static_cast<double>(frames.shore().distance_m[k - 1] - frames.shore().distance_m[k + 1]);
      double ny = static_cast<double>(frames.shore().distance_m[k - w] - frames.shore().distance_m[k + w]);
      const double length = std::hypot(nx, ny);
      if (length < 1.6 * g.texel_m) continue;  // where two coasts are as near
      nx /= length, ny /= length;
      if (single != nullptr) nx = static_cast<double>(single->x), ny = static_cast<double>(single->y);
      const double slope = 0.5 * (nx * static_cast<double>(a[k + 1] - a[k - 1]) +
                                  ny * static_cast<double>(a[k + w] - a[k - w]));
      const double rate = static_cast<double>(b[k] - a[k]);
      if (std::abs(slope) < 0.01 || std::abs(rate) < 0.002) continue;
      const bool in = rate * slope < 0;
      ++(in ? s.shoreward : s.seaward);
      const double angle = std::atan2(j - cy, i - cx) + M_PI;
      if (in) ++s.sectors[static_cast<int>(angle / (M_PI / 4)) % 8];
    }
  return s;
}

TEST_F(SurfJob, WavesRunTowardTheShoreOnAllSides) {
  const Loop loop(shore());
  for (const double time : {0.1, 0.4, 0.75}) {
    const Speeds s = speeds(*loop.frames, time, 0.01);
    EXPECT_GT(s.shoreward, 1000);
    EXPECT_GT(static_cast<double>(s.shoreward), 0.93 * static_cast<double>(s.shoreward + s.seaward));
    for (const int64_t sector : s.sectors) EXPECT_GT(sector, 20);
  }
  // And the baked direction is the shore's normal: all around, not one direction.
  const ShoreBakeMaps& maps = loop.frames->shore();
  const Grid& g = maps.grid;
  double least = 1, sum_x = 0, sum_y = 0;
  int64_t count = 0;
  for (int32_t j = 1; j + 1 < g.height; ++j)
    for (int32_t i = 1; i + 1 < g.width; ++i) {
      const auto k = static_cast<std::size_t>(j * g.width + i), w = static_cast<std::size_t>(g.width);
      const double nx = static_cast<double>(maps.distance_m[k - 1] - maps.distance_m[k + 1]);
      const double ny = static_cast<double>(maps.distance_m[k - w] - maps.distance_m[k + w]);
      if (maps.distance_m[k] < 3 || std::hypot(nx, ny) < 1.98 * g.texel_m) continue;
      const double along =
          (nx * static_cast<double>(maps.direction[k].x) + ny * static_cast<double>(maps.direction[k].y)) /
          std::hypot(nx, ny);
      least = std::min(least, along);
      sum_x += static_cast<double>(maps.direction[k].x), sum_y += static_cast<double>(maps.direction[k].y);
      ++count;
    }
  EXPECT_GT(count, 2000);
  EXPECT_GT(least, 0.9);
  EXPECT_LT(std::hypot(sum_x, sum_y) / static_cast<double>(count), 0.5);
}

// One direction for all coasts would have half of them run out to sea: the measure above sees it.
TEST_F(SurfJob, SingleDirectionIsWrongOnTheOtherSide) {
  const Loop loop(shore());
  const Vec2f north{0, 1};
  const Speeds s = speeds(*loop.frames, 0.4, 0.01, &north);
  EXPECT_LT(static_cast<double>(s.shoreward), 0.75 * static_cast<double>(s.shoreward + s.seaward));
}

TEST_F(SurfJob, LoopsAndFoamsWhereItBreaks) {
  const Loop loop(shore());
  EXPECT_LT(loop.frames->loop_error(), 1e-4);
  const FrameMaps f = loop.frames->frame(0.25);
  const std::vector<float> foam = f.foam.to_host("t"), z = f.water.to_host("t");
  const SurfUvSettings uv = loop.config.uv(loop.model);
  const double breaks_m = loop.model.break_depth_m / loop.model.p.slope;
  double near = 0, most_height = 0;
  int64_t far_foam = 0, far = 0, near_count = 0;
  for (std::size_t k = 0; k < foam.size(); ++k) {
    const double d = static_cast<double>(loop.frames->shore().distance_m[k]);
    ASSERT_TRUE(std::isfinite(foam[k]) && std::isfinite(z[k]));
    most_height = std::max(most_height, static_cast<double>(z[k]));
    // A wave's points lie up to a width from its crest, and noise moves the line by 0.17 of noise_v.
    if (d > breaks_m + (1 + 0.18 * uv.noise_v) * uv.width_m) far_foam += foam[k] > 0, ++far;
    if (d > 0 && d < 0.6 * breaks_m) near += static_cast<double>(foam[k]), ++near_count;
  }
  EXPECT_GT(far, 500);
  EXPECT_EQ(far_foam, 0);
  EXPECT_GT(near / static_cast<double>(near_count), 0.1);
  EXPECT_GT(most_height, 0.7 * loop.model.break_height_m);
  EXPECT_LT(most_height, 1.3 * loop.model.break_height_m);
}

TEST_F(SurfJob, WritesFramesAtlasAndMeshes) {
  Flags flags = small_sea("s");
  for (const CommandLine::Flag& f : Flags{{"shore", {shore()}},
                                          {"loop_frames", {"6"}},
                                          {"frames", {"1-2"}},
                                          {"atlas", {}},
                                          {"cells", {"3x2"}},
                                          {"maps", {"displacement,height,normal,foam"}},
                                          {"mesh", {"ply,obj"}},
                                          {"frame_resolution", {"40"}}})
    flags.push_back(f.values.empty() ? CommandLine::Flag{f.name, {"true"}} : f);
  run(surf_job(), flags, out_.path());
  const Manifest m = manifest_of(out_.path(), "s");
  require(verify(manifest_path(out_.path(), "s"), {}), "s");
  EXPECT_EQ(m.inputs.size(), 2u);  // the manifest and the packed image
  const OutputRecord& d = record(m, "s_displacement.0002.exr");
  EXPECT_EQ(d.width, 40);
  EXPECT_FALSE(d.tiles_x);
  ASSERT_TRUE(d.time.has_value());
  EXPECT_DOUBLE_EQ(d.time->time_s, 2 * 5.0 / 6);
  EXPECT_DOUBLE_EQ(d.time->period_s, 5);
  EXPECT_EQ(record(m, "s_foam_atlas.exr").width, 3 * 40);
  EXPECT_EQ(record(m, "s_normal_atlas.exr").height, 2 * 40);

  // The mesh is the displacement map's.
  const FloatImage map = read_image_float(out_.file("s_displacement.0001.exr"));
  HostPool pool(1);
  const ObjFile obj = read_obj(pool, out_.file("s_mesh.0001.obj"));
  ASSERT_EQ(obj.mesh.positions.size(), 1600u);
  ASSERT_EQ(obj.mesh.triangles.size(), 2u * 39u * 39u);
  const double texel = 400.0 / 40;
  for (int32_t j = 0; j < 40; ++j)
    for (int32_t i = 0; i < 40; ++i) {
      const Vec3d& p = obj.mesh.positions[static_cast<std::size_t>(j * 40 + i)];
      const float* t = &map.samples[static_cast<std::size_t>((39 - j) * 40 + i) * 3];
      ASSERT_NEAR(p.x, d.world->x0 + (i + 0.5) * texel + static_cast<double>(t[0]), 1e-4);
      ASSERT_NEAR(p.y, d.world->y0 + (j + 0.5) * texel + static_cast<double>(t[1]), 1e-4);
      ASSERT_NEAR(p.z, static_cast<double>(t[2]), 1e-6);
    }
  const Vec3d a = obj.mesh.positions[0], b = obj.mesh.positions[1], c = obj.mesh.positions[41];
  EXPECT_GT((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x), 0);
}

TEST_F(SurfJob, FramesDoNotDependOnThreadsOrOnTheRestOfTheLoop) {
  std::vector<std::string> hashes;
  for (const std::string threads : {"1", "3"}) {
    Flags flags = small_sea("t" + threads);
    for (const CommandLine::Flag& f : Flags{{"shore", {shore()}},
                                            {"loop_frames", {"8"}},
                                            {"frames", {threads == "1" ? "3" : "2-4"}},
                                            {"threads", {threads}}})
      flags.push_back(f);
    run(surf_job(), flags, out_.path());
    hashes.push_back(record(manifest_of(out_.path(), "t" + threads), "t" + threads + "_displacement.0003.exr")
                         .content_hash);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_F(SurfJob, ArcNoiseNeedsOneShorelineAndItsMap) {
  const auto arc = [](const std::string& bake) {
    Flags flags = small_sea("arc");
    flags.insert(flags.end(), {{"shore", {bake}}, {"noise_space", {"arc"}}, {"loop_frames", {"1"}}});
    return flags;
  };
  ASSERT_GT(read_shore_bake(shore(), true).coasts, 1);
  EXPECT_NE(refusal(arc(shore()), out_.path(), ErrorKind::input).find("--noise-space world"),
            std::string::npos);

  const auto bake = [&](const std::string& name, Flags more) {
    more.insert(more.end(), {{"name", {name}},
                             {"extent", {"400,400"}},
                             {"resolution", {"160"}},
                             {"min_island", {"8000"}},
                             {"preview", {"false"}}});
    run(shore_job(), more, out_.path(), {folder_->file("isle_height.exr")});
    return manifest_path(out_.path(), name);
  };
  const std::string one = bake("one", {{"maps", {"shore_length"}}});
  ASSERT_EQ(read_shore_bake(one, true).coasts, 1);
  run(surf_job(), arc(one), out_.path());
  EXPECT_EQ(record(manifest_of(out_.path(), "arc"), "arc_foam.0000.exr").width, 160);

  const std::string without = bake("without", {});
  EXPECT_NE(refusal(arc(without), out_.path(), ErrorKind::input).find("--maps shore_length"),
            std::string::npos);
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
}

TEST(SurfRealData, WavesRunTowardIsland0OnAllSides) {
  const char* data = std::getenv("OCEAN_REALDATA");
  if (data == nullptr) GTEST_SKIP() << "OCEAN_REALDATA does not name the folder of real inputs";
  const TempFolder out;
  run(shore_job(), {{"name", {"i"}}, {"resolution", {"160"}}, {"preview", {"false"}}}, out.path(),
      {std::string(data) + "/terrain/island0_zup_tri.obj"});
  const Loop loop(manifest_path(out.path(), "i"), 0.25, 2.2, 0.12);
  const ShoreBakeMaps& maps = loop.frames->shore();
  int64_t toward = 0, all = 0;
  int quadrants[4] = {};
  const Grid& g = maps.grid;
  const FrameMaps now = loop.frames->frame(0.3), next = loop.frames->frame(0.31);
  const std::vector<float> a = now.water.to_host("t"), b = next.water.to_host("t");
  for (int32_t j = 1; j + 1 < g.height; ++j)
    for (int32_t i = 1; i + 1 < g.width; ++i) {
      const auto k = static_cast<std::size_t>(j * g.width + i), w = static_cast<std::size_t>(g.width);
      const double nx = static_cast<double>(maps.distance_m[k - 1] - maps.distance_m[k + 1]),
                   ny = static_cast<double>(maps.distance_m[k - w] - maps.distance_m[k + w]);
      if (maps.distance_m[k] < 0.5 || maps.distance_m[k] > 8 || std::hypot(nx, ny) < 1.9 * g.texel_m)
        continue;
      EXPECT_GT(nx * static_cast<double>(maps.direction[k].x) + ny * static_cast<double>(maps.direction[k].y),
                0);
      const double slope =
          nx * static_cast<double>(a[k + 1] - a[k - 1]) + ny * static_cast<double>(a[k + w] - a[k - w]);
      const double rate = static_cast<double>(b[k] - a[k]);
      if (std::abs(slope) < 0.01 * std::hypot(nx, ny) || std::abs(rate) < 0.001) continue;
      ++all;
      if (rate * slope >= 0) continue;
      ++toward;
      ++quadrants[(nx > 0 ? 1 : 0) + (ny > 0 ? 2 : 0)];
    }
  EXPECT_GT(all, 300);
  EXPECT_GT(static_cast<double>(toward), 0.9 * static_cast<double>(all));
  for (const int q : quadrants) EXPECT_GT(q, 20);
  EXPECT_LT(loop.frames->loop_error(), 1e-4);
}

}  // namespace
}  // namespace ocean
