// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "kernels/terrain/island.h"
#include "libbake/bake/run_job.h"
#include "libbake/bake/terrain_job.h"
#include "libbake/core/error.h"
#include "libbake/io/content_hash.h"
#include "libbake/io/image.h"
#include "libbake/io/obj_reader.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

class TerrainJob : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ocean_terrain_" + std::to_string(getpid()));
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string run(std::vector<CommandLine::Flag> flags, const std::string& sub = "a") {
    flags.push_back({"out", {(folder_ / sub).string()}});
    flags.push_back({"progress", {"none"}});
    ConfigSet set(terrain_job().make_config());
    Problems problems;
    set.load(
        {std::move(flags), {}, {}}, "terrain", [](const std::string&) { return std::string(); }, problems);
    problems.throw_if_any();
    return run_job(terrain_job(), set);
  }
  std::string path(const std::string& file, const std::string& sub = "a") const {
    return (folder_ / sub / file).string();
  }

  fs::path folder_;
};

double normal_z(const Mesh& mesh, const Triangle& t) {
  const Vec3d a = mesh.positions[static_cast<size_t>(t.a)], b = mesh.positions[static_cast<size_t>(t.b)],
              c = mesh.positions[static_cast<size_t>(t.c)];
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

TEST_F(TerrainJob, MeshIsTheIslandsGround) {
  run({{"resolution", {"65"}}, {"seed", {"3"}}, {"extent", {"2048"}}, {"arch", {"false"}}});
  HostPool pool(1);
  const ObjFile file = read_obj(pool, path("terrain_mesh.obj"));
  ASSERT_EQ(file.mesh.positions.size(), 65u * 65u);
  ASSERT_EQ(file.mesh.triangles.size(), 2u * 64u * 64u);
  const IslandLayout layout = island_layout({3, 2048});
  for (size_t k = 0; k < file.mesh.positions.size(); ++k) {
    const Vec3d& p = file.mesh.positions[k];
    EXPECT_EQ(p.x, -1024 + 32.0 * static_cast<double>(k % 65));
    EXPECT_EQ(p.y, -1024 + 32.0 * static_cast<double>(k / 65));
    EXPECT_EQ(static_cast<float>(p.z), island_height(layout, p.x, p.y));
  }
  double area = 0;
  for (const Triangle& t : file.mesh.triangles) {
    EXPECT_GT(normal_z(file.mesh, t), 0);
    area += 0.5 * normal_z(file.mesh, t);
  }
  EXPECT_DOUBLE_EQ(area, 2048.0 * 2048.0);
}

TEST_F(TerrainJob, QuadsAndUpAxisAreTheSameGround) {
  run({{"resolution", {"40"}}, {"arch", {"false"}}});
  run({{"resolution", {"40"}}, {"arch", {"false"}}, {"faces", {"quads"}}, {"up", {"y"}}}, "b");
  HostPool pool(1);
  const ObjFile z = read_obj(pool, path("terrain_mesh.obj")),
                y = read_obj(pool, path("terrain_mesh.obj", "b"));
  ASSERT_EQ(y.faces, 39 * 39);
  ASSERT_EQ(z.mesh.positions.size(), y.mesh.positions.size());
  Mesh turned = y.mesh;
  for (size_t k = 0; k < turned.positions.size(); ++k) {
    const Vec3d p = y.mesh.positions[k];
    turned.positions[k] = {p.x, -p.z, p.y};
    EXPECT_EQ(turned.positions[k], z.mesh.positions[k]);
  }
  for (const Triangle& t : turned.triangles) EXPECT_GT(normal_z(turned, t), 0);
}

TEST_F(TerrainJob, ArchHangsOverWater) {
  run({{"resolution", {"32"}}});
  HostPool pool(1);
  const ObjFile file = read_obj(pool, path("terrain_mesh.obj"));
  EXPECT_EQ(file.objects, 2);
  const size_t ground = 2u * 31u * 31u;
  ASSERT_GT(file.mesh.triangles.size(), ground);
  EXPECT_TRUE(std::any_of(file.mesh.triangles.begin() + static_cast<std::ptrdiff_t>(ground),
                          file.mesh.triangles.end(), [&](const Triangle& t) {
                            const double height = file.mesh.positions[static_cast<size_t>(t.a)].z;
                            return height > 5 && normal_z(file.mesh, t) < 0;
                          }));
}

TEST_F(TerrainJob, SameBytesForAnyNumberOfThreads) {
  run({{"resolution", {"300"}}, {"threads", {"1"}}}, "one");
  run({{"resolution", {"300"}}, {"threads", {"3"}}}, "three");
  EXPECT_EQ(hash_file(path("terrain_mesh.obj", "one")), hash_file(path("terrain_mesh.obj", "three")));
  EXPECT_EQ(hash_file(path("terrain.manifest.json", "one")),
            hash_file(path("terrain.manifest.json", "three")));
}

TEST_F(TerrainJob, HeightmapsAreNorthFirstAndCarryTheirRange) {
  run({{"resolution", {"50"}}, {"seed", {"7"}}, {"format", {"exr-float"}}, {"name", {"isle"}}});
  run({{"resolution", {"50"}}, {"seed", {"7"}}, {"format", {"png16"}}, {"name", {"isle"}}}, "b");
  const FloatImage exr = read_image_float(path("isle_height.exr")),
                   png = read_image_float(path("isle_height.png", "b"));
  ASSERT_EQ(exr.spec.width, 50);
  ASSERT_EQ(exr.spec.height, 50);
  ASSERT_EQ(png.samples.size(), exr.samples.size());
  const IslandLayout layout = island_layout({7, 2000});
  TerrainConfig config;
  const HeightRange range = terrain_height_range(config);
  const Manifest manifest = read_manifest(path("isle.manifest.json", "b"));
  const ChannelRecord& channel = manifest.outputs.at(0).channels.at(0);
  ASSERT_TRUE(channel.quantisation_error.has_value());
  EXPECT_LE(*channel.quantisation_error, 0.5 * channel.decode.scale + 1e-9);
  for (int j = 0; j < 50; ++j)
    for (int i = 0; i < 50; ++i) {
      const size_t at = static_cast<size_t>(j * 50 + i);
      const float height = island_height(layout, -1000 + 40.0 * (i + 0.5), 1000 - 40.0 * (j + 0.5));
      EXPECT_EQ(exr.samples[at], height);
      EXPECT_NEAR(range.low_m + static_cast<double>(png.samples[at]) * (range.high_m - range.low_m),
                  static_cast<double>(height), *channel.quantisation_error + 1e-4);
      EXPECT_NEAR(channel.decode(std::round(static_cast<double>(png.samples[at]) * 65535)),
                  static_cast<double>(height), *channel.quantisation_error + 1e-9);
    }
}

TEST_F(TerrainJob, SecondRunDoesNothing) {
  run({{"resolution", {"20"}}});
  const auto first = fs::last_write_time(path("terrain_mesh.obj"));
  run({{"resolution", {"20"}}});
  EXPECT_EQ(fs::last_write_time(path("terrain_mesh.obj")), first);
  const std::string before = hash_file(path("terrain_mesh.obj"));
  run({{"resolution", {"20"}}, {"seed", {"2"}}});
  EXPECT_NE(hash_file(path("terrain_mesh.obj")), before);
}

TEST_F(TerrainJob, PlannedSizesAreUpperBoundsAndClose) {
  for (const char* faces : {"triangles", "quads"}) {
    run({{"resolution", {"400"}}, {"faces", {faces}}}, faces);
    TerrainConfig config;
    config.resolution = 400;
    config.faces = std::string(faces) == "quads" ? TerrainFaces::quads : TerrainFaces::triangles;
    const int64_t planned = terrain_job().plan(config, JobSettings()).outputs.at(0).bytes;
    const auto real = static_cast<int64_t>(fs::file_size(path("terrain_mesh.obj", faces)));
    EXPECT_LE(real, planned);
    EXPECT_GT(2 * real, planned);
  }
}

TEST_F(TerrainJob, RefusesWhatMakesNoSense) {
  EXPECT_THROW(run({{"resolution", {"1"}}}), Error);
  EXPECT_THROW(run({{"seed", {"-1"}}}), Error);
  EXPECT_THROW(run({{"seed", {"4294967296"}}}), Error);
  EXPECT_THROW(run({{"extent", {"0"}}}), Error);
  EXPECT_THROW(run({{"format", {"png16"}}, {"up", {"y"}}}), Error);
  EXPECT_THROW(run({{"format", {"png16"}}, {"faces", {"quads"}}}), Error);
  EXPECT_THROW(run({{"resolution", {"32769"}}}), Error);
  EXPECT_FALSE(fs::exists(folder_));
  run({{"resolution", {"2"}}, {"seed", {"4294967295"}}});
  EXPECT_TRUE(fs::exists(path("terrain_mesh.obj")));
}

}  // namespace
}  // namespace ocean
