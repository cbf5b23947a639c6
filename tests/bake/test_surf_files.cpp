// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake surf --shore`: the bakes that it reads, the frames, atlases and meshes that it writes.
#include <algorithm>
#include <cmath>

#include "libbake/io/image.h"
#include "libbake/io/obj_reader.h"
#include "libbake/io/verify.h"
#include "tests/bake/surf_fixture.h"

namespace ocean {
namespace {

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

// A mesh lies where its terrain has the sea.
TEST_F(SurfJob, TideSetsAreReadByLevel) {
  run(shore_job(),
      {{"name", {"t"}},
       {"extent", {"400,400"}},
       {"resolution", {"64"}},
       {"sea_level", {"-1,2.5"}},
       {"preview", {"false"}}},
      out_.path(), {folder_->file("isle_height.exr")});
  run(shore_job(),
      {{"name", {"one"}},
       {"extent", {"400,400"}},
       {"resolution", {"64"}},
       {"sea_level", {"2.5"}},
       {"preview", {"false"}}},
      out_.path(), {folder_->file("isle_height.exr")});
  const std::string tides = manifest_path(out_.path(), "t"), one = manifest_path(out_.path(), "one");
  EXPECT_EQ(read_shore_bake({tides, 2}, false).distance_m, read_shore_bake({one}, false).distance_m);
  EXPECT_NE(read_shore_bake({tides, 1}, false).distance_m, read_shore_bake({one}, false).distance_m);

  const auto flags = [&](const std::string& bake, const std::string& tide) {
    Flags f = small_sea("s");
    f.insert(f.end(), {{"shore", {bake}}, {"maps", {"foam"}}, {"mesh", {"obj"}}, {"loop_frames", {"1"}}});
    if (!tide.empty()) f.push_back({"tide", {tide}});
    return f;
  };
  const auto says = [&](const Flags& f, const std::string& part) {
    const std::string text = refusal(f, out_.path(), ErrorKind::usage);
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  says(flags(tides, ""), "levels are 1 (-1 m), 2 (2.5 m)");
  says(flags(tides, "3"), "of 3 is none of");
  says(flags(one, "1"), "one water level");
  run(surf_job(), flags(tides, "2"), out_.path());
  HostPool pool(1);
  double least = 1e9;
  for (const Vec3d& p : read_obj(pool, out_.file("s_mesh.0000.obj")).mesh.positions)
    least = std::min(least, p.z);
  EXPECT_NEAR(least, 2.5, 1e-6);
}

// The same sea whatever axes, unit and format the shore was baked in.
TEST_F(SurfJob, ShoreBakesOfEveryTargetAndFormatAreReadAlike) {
  const auto bake = [&](const std::string& target, const std::string& format, const std::string& maps) {
    const std::string name = target + "_" + format.substr(0, 4) + (maps.empty() ? "" : "_maps");
    Flags f{{"name", {name}},     {"extent", {"400,400"}}, {"resolution", {"64"}},
            {"target", {target}}, {"format", {format}},    {"preview", {"false"}}};
    if (!maps.empty()) f.insert(f.end(), {{"maps", {maps}}, {"packed", {"false"}}});
    run(shore_job(), f, out_.path(), {folder_->file("isle_height.exr")});
    return read_shore_bake({manifest_path(out_.path(), name)}, false);
  };
  const ShoreBakeMaps exact = bake("world", "exr-float", "");
  const auto compare = [&](const ShoreBakeMaps& is, double distance_m, double direction) {
    ASSERT_EQ(is.distance_m.size(), exact.distance_m.size());
    for (std::size_t k = 0; k < is.distance_m.size(); ++k) {
      ASSERT_NEAR(is.distance_m[k], exact.distance_m[k], distance_m);
      ASSERT_NEAR(is.direction[k].x, exact.direction[k].x, direction);
      ASSERT_NEAR(is.direction[k].y, exact.direction[k].y, direction);
    }
  };
  for (const TargetTraits& target : kTargets) {
    SCOPED_TRACE(target.name);
    compare(bake(std::string(target.name), "exr-float", ""), 1e-4, 1e-6);
    compare(bake(std::string(target.name), "png16", ""), 0.01, 1e-4);
  }
  compare(bake("unreal", "tiff-float", "distance,direction"), 1e-4, 1e-6);
}

TEST_F(SurfJob, MeshesLookUpInEveryTarget) {
  for (const TargetTraits& target : kTargets) {
    const std::string name(target.name);
    Flags flags = small_sea(name);
    flags.insert(flags.end(), {{"shore", {shore()}},
                               {"loop_frames", {"1"}},
                               {"maps", {"foam"}},
                               {"mesh", {"obj"}},
                               {"frame_resolution", {"24"}},
                               {"target", {name}}});
    run(surf_job(), flags, out_.path());
    HostPool pool(1);
    const Mesh mesh = read_obj(pool, out_.file(name + "_mesh.0000.obj")).mesh;
    ASSERT_EQ(mesh.triangles.size(), 2u * 23 * 23);
    const bool y_up = target.axis[1] == 2;
    double area = 0;
    for (const Triangle& t : mesh.triangles) {
      const Vec3d &a = mesh.positions[static_cast<std::size_t>(t.a)],
                  &b = mesh.positions[static_cast<std::size_t>(t.b)],
                  &c = mesh.positions[static_cast<std::size_t>(t.c)];
      area += y_up ? (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z)
                   : (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    }
    const double side_m = 23 * 400.0 / 24 / target.unit_m;
    EXPECT_NEAR(area / 2 / (side_m * side_m), 1, 0.05) << name;  // of the calm map, but for R at the border
  }
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

TEST_F(SurfJob, ArcNoiseNeedsItsMaps) {
  const auto arc = [](const std::string& bake, const std::string& name) {
    Flags flags = small_sea(name);
    flags.insert(flags.end(), {{"shore", {bake}}, {"noise_space", {"arc"}}, {"loop_frames", {"1"}}});
    return flags;
  };
  Flags finer = arc(shore(), "arc");
  finer.push_back({"frame_resolution", {"300"}});
  run(surf_job(), finer, out_.path());
  EXPECT_EQ(record(manifest_of(out_.path(), "arc"), "arc_foam.0000.exr").width, 300);

  for (const std::string maps : {"slope", "shore_length"}) {
    run(shore_job(),
        {{"name", {maps}},
         {"extent", {"400,400"}},
         {"resolution", {"64"}},
         {"maps", {maps}},
         {"preview", {"false"}}},
        out_.path(), {folder_->file("isle_height.exr")});
    EXPECT_NE(refusal(arc(manifest_path(out_.path(), maps), "none"), out_.path(), ErrorKind::input)
                  .find("--maps shore_length,shore_perimeter"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace ocean
