// SPDX-License-Identifier: Apache-2.0
//
// Real inputs (OCEAN_REALDATA=../shared/data): same island through different exporters, orientation, nodata.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "libbake/io/load_terrain.h"
#include "tests/bake/shore_fixture.h"
#include "tests/bake/shore_reference.h"

namespace ocean {
namespace {

std::string data(const std::string& name) {
  const char* root = std::getenv("OCEAN_REALDATA");
  return root == nullptr ? std::string() : std::string(root) + "/" + name;
}

#define NEEDS_REALDATA()                        \
  if (std::getenv("OCEAN_REALDATA") == nullptr) \
  GTEST_SKIP() << "OCEAN_REALDATA does not point to the real inputs"

Terrain read(const Exec& exec, const ShoreConfig& config) {
  Terrain terrain = load_terrain(exec.pool(), config.input_options());
  if (auto* raster = std::get_if<HeightRaster>(&terrain.shape))
    resolve_nodata(exec, *raster, config.nodata, config.sea_level.front(), config.terrain.front());
  return terrain;
}

HostMaps bake_file(const ShoreConfig& config) {
  const Exec exec = Exec::cpu();
  return bake(read(exec, config), config, exec);
}

ShoreConfig file_config(const std::string& name, const std::string& resolution) {
  ShoreConfig config;
  config.terrain = {data(name)};
  config.resolution = resolution;
  return config;
}

struct Difference {
  double distance_m = 0, depth_m = 0;
  int64_t over_bar = 0;  // texels whose depth or distance differs by more than 0.1 m
};

Difference largest_difference(const HostMaps& a, const HostMaps& b) {
  EXPECT_EQ(a.grid.width, b.grid.width);
  EXPECT_EQ(a.grid.height, b.grid.height);
  Difference d;
  for (std::size_t t = 0; t < std::min(a.depth.size(), b.depth.size()); ++t) {
    const double depth = std::abs(double{a.depth[t]} - b.depth[t]);
    const double distance = std::abs(a.distance[t] * a.grid.texel_m - b.distance[t] * b.grid.texel_m);
    d.depth_m = std::max(d.depth_m, depth);
    d.distance_m = std::max(d.distance_m, distance);
    d.over_bar += depth > 0.1 || distance > 0.1;
  }
  return d;
}

constexpr std::array<double, 4> kIslandArea{-28, -28, 28, 28};

ShoreConfig island_config(const std::string& name, const std::string& up, const std::string& unit) {
  ShoreConfig config = file_config("terrain/" + name, "512");
  config.up = up;
  config.unit = unit;
  config.bounds = kIslandArea;
  return config;
}

// How far apart a file's quads lie vertically where their diagonals cross in plan, at most: by that much do
// surfaces differ that cut them along one diagonal or the other. y is up.
double largest_bend(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::array<double, 3>> v;
  double most = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream text(line);
    std::string word;
    text >> word;
    if (word == "v") {
      v.push_back({});
      text >> v.back()[0] >> v.back()[1] >> v.back()[2];
    }
    if (word != "f") continue;
    std::vector<std::array<double, 3>> q;
    for (std::string corner; text >> corner;) q.push_back(v[static_cast<std::size_t>(std::stoi(corner)) - 1]);
    if (q.size() != 4) continue;
    const double rx = q[2][0] - q[0][0], rz = q[2][2] - q[0][2], sx = q[3][0] - q[1][0],
                 sz = q[3][2] - q[1][2], bx = q[1][0] - q[0][0], bz = q[1][2] - q[0][2],
                 area = rx * sz - rz * sx;
    const double t = (bx * sz - bz * sx) / area, u = (bx * rz - bz * rx) / area;
    if (!(t > 0 && t < 1 && u > 0 && u < 1)) continue;
    most = std::max(most, std::abs(q[0][1] + t * (q[2][1] - q[0][1]) - q[1][1] - u * (q[3][1] - q[1][1])));
  }
  return most;
}

TEST(ShoreRealData, SameIslandThroughEveryExporter) {
  NEEDS_REALDATA();
  const double bend = largest_bend(data("terrain/island0_yup_quads.obj"));
  std::printf("the two diagonals of a quad lie up to %.3f m apart\n", bend);
  const HostMaps first = bake_file(island_config("island0_yup_quads.obj", "y", "m"));
  ASSERT_GT(first.counts.ocean, 1000);
  ASSERT_GT(first.counts.texels - first.counts.water, 1000);
  struct Case {
    const char *file, *up, *unit;
    bool same_triangles;
  };
  for (const Case& c :
       {Case{"island0_yup_centimetres.obj", "y", "cm", true}, Case{"island0.glb", "auto", "auto", true},
        Case{"island0_zup.ply", "z", "m", true}, Case{"island0_zup_tri.obj", "z", "m", false},
        Case{"island0_zup.stl", "z", "m", false}}) {
    SCOPED_TRACE(c.file);
    const Difference d = largest_difference(first, bake_file(island_config(c.file, c.up, c.unit)));
    std::printf("%s: depth %.2e m, distance %.2e m, %lld of %lld texels beyond 0.1 m\n", c.file, d.depth_m,
                d.distance_m, static_cast<long long>(d.over_bar),
                static_cast<long long>(first.counts.texels));
    if (c.same_triangles) {
      EXPECT_LE(d.depth_m, 1e-3);
      EXPECT_LE(d.distance_m, 1e-3);
    } else {
      // Some steep, bent quads are cut along the other diagonal in these files: another surface.
      EXPECT_LE(d.depth_m, bend);
      EXPECT_LE(d.distance_m, bend);
      EXPECT_LE(static_cast<double>(d.over_bar), 1e-3 * static_cast<double>(first.counts.texels));
    }
  }
}

TEST(ShoreRealData, IslandAgainstTheReferenceInDouble) {
  NEEDS_REALDATA();
  ShoreConfig config = island_config("island0_yup_quads.obj", "y", "m");
  config.resolution = "256";
  config.lakes = LakesChoice::water;
  const Exec exec = Exec::cpu();
  const Terrain terrain = read(exec, config);
  const Mesh& mesh = std::get<Mesh>(terrain.shape);
  const HostMaps maps = bake(terrain, config, exec);
  const auto segments = reference::level_segments(mesh, 0);
  const reference::TopSurface surface(mesh, 128);
  const double texel = maps.grid.texel_m;
  int64_t mismatches = 0;
  double worst_depth = 0, worst_distance = 0, worst_foot = 0;
  for (int32_t j = 0; j < maps.grid.height; ++j)
    for (int32_t i = 0; i < maps.grid.width; ++i) {
      const double x = maps.x(i), y = maps.y(j), d = maps.distance[maps.at(i, j)],
                   height = surface.height(x, y);
      const Vec2f n = maps.direction[maps.at(i, j)];
      if (std::isinf(height)) continue;  // the sheet is round: its map has corners without it
      mismatches += (d > 0) != (height < 0);
      worst_depth = std::max(worst_depth, std::abs(-height - maps.depth[maps.at(i, j)]));
      worst_distance =
          std::max(worst_distance, std::abs(reference::distance_to(segments, x, y) / texel - std::abs(d)));
      if (std::abs(d) >= 1e-3)
        worst_foot = std::max(
            worst_foot, reference::distance_to(segments, x + d * texel * n.x, y + d * texel * n.y) / texel);
    }
  std::printf("depth %.2e m, distance %.2e texel, foot %.2e texel\n", worst_depth, worst_distance,
              worst_foot);
  EXPECT_EQ(mismatches, 0);
  EXPECT_LE(worst_depth, 1e-4);
  EXPECT_LE(worst_distance, 1e-3);
  EXPECT_LE(worst_foot, 1e-3);
}

// --- Orientation -------------------------------------------------------------------------------------------

struct LonLat {
  double lon, lat;
};

std::vector<LonLat> shoreline_points() {
  std::ifstream file(data("vector/gshhg_hawaii_full.gmt"));
  std::vector<LonLat> points;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '>' || line[0] == '#') continue;
    std::istringstream text(line);
    LonLat p{};
    if (text >> p.lon >> p.lat) points.push_back(p);
  }
  return points;
}

// Share of the points that lie in edge texels (a texel with a side neighbour on the other side of the shore),
// dilated by one.
double share_on_coast(const HostMaps& maps, const std::vector<LonLat>& points, bool flip_x, bool flip_y) {
  constexpr double kWest = -162.979988814, kSouth = 17.020016026, kStepX = 0.033310961969,
                   kStepY = 0.033301282051;
  constexpr int kColumns = 299, kRows = 209;
  const int32_t w = maps.grid.width, h = maps.grid.height;
  std::vector<uint8_t> edge(maps.distance.size(), 0);
  const auto land = [&](int32_t i, int32_t j) { return maps.distance[maps.at(i, j)] <= 0; };
  for (int32_t j = 0; j < h; ++j)
    for (int32_t i = 0; i < w; ++i) {
      const bool here = land(i, j);
      if ((i > 0 && land(i - 1, j) != here) || (i + 1 < w && land(i + 1, j) != here) ||
          (j > 0 && land(i, j - 1) != here) || (j + 1 < h && land(i, j + 1) != here))
        for (int32_t y = std::max(0, j - 1); y <= std::min(h - 1, j + 1); ++y)
          for (int32_t x = std::max(0, i - 1); x <= std::min(w - 1, i + 1); ++x) edge[maps.at(x, y)] = 1;
    }
  int64_t inside = 0, hits = 0;
  for (const LonLat& p : points) {
    double u = (p.lon - kWest) / (kColumns * kStepX), v = (p.lat - kSouth) / (kRows * kStepY);
    if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
    if (flip_x) u = 1 - u;
    if (flip_y) v = 1 - v;
    ++inside;
    hits += edge[maps.at(std::min(w - 1, static_cast<int32_t>(u * w)),
                         std::min(h - 1, static_cast<int32_t>(v * h)))];
  }
  EXPECT_GT(inside, 5000);
  return static_cast<double>(hits) / static_cast<double>(inside);
}

TEST(ShoreRealData, HawaiiLiesWhereItsShorelineDoes) {
  NEEDS_REALDATA();
  const std::vector<LonLat> points = shoreline_points();
  const HostMaps maps = bake_file(file_config("heightmaps/hawaii_2min.asc", "299"));
  const double straight = share_on_coast(maps, points, false, false),
               north_south = share_on_coast(maps, points, false, true),
               east_west = share_on_coast(maps, points, true, false);
  std::printf("on the coast %.4f, flipped north-south %.4f, flipped east-west %.4f\n", straight, north_south,
              east_west);
  EXPECT_GE(straight, 0.97);
  EXPECT_LT(north_south, 0.1);
  EXPECT_LT(east_west, 0.2);
}

TEST(ShoreRealData, HawaiiFromItsPictureAndItsTiffIsTheSame) {
  NEEDS_REALDATA();
  const HostMaps asc = bake_file(file_config("heightmaps/hawaii_2min.asc", "299"));
  ShoreConfig png = file_config("heightmaps/hawaii_u16.png", "299");
  png.height_range = {{-6200.0, 6200.0}};
  const double width_m = asc.grid.width * asc.grid.texel_m, height_m = asc.grid.height * asc.grid.texel_m;
  png.extent = {{width_m, height_m}};
  const HostMaps from_png = bake_file(png);
  ShoreConfig tif = file_config("heightmaps/hawaii_i16.tif", "299");
  const HostMaps from_tif = bake_file(tif);
  const Difference tif_difference = largest_difference(asc, from_tif);
  EXPECT_LE(tif_difference.depth_m, 1.0);
  ASSERT_EQ(from_png.grid.width, asc.grid.width);
  int64_t other_side = 0;
  for (std::size_t t = 0; t < std::min(asc.distance.size(), from_png.distance.size()); ++t)
    other_side += (asc.distance[t] > 0) != (from_png.distance[t] > 0);
  EXPECT_LE(static_cast<double>(other_side) / static_cast<double>(asc.distance.size()), 0.002);
}

// --- Nodata ------------------------------------------------------------------------------------------------

// The steepest step of depth between neighbouring texels.
double steepest(const HostMaps& maps) {
  double worst = 0;
  for (int32_t j = 0; j + 1 < maps.grid.height; ++j)
    for (int32_t i = 0; i + 1 < maps.grid.width; ++i) {
      const double d = maps.depth[maps.at(i, j)];
      worst = std::max(
          {worst, std::abs(d - maps.depth[maps.at(i + 1, j)]), std::abs(d - maps.depth[maps.at(i, j + 1)])});
    }
  return worst;
}

TEST(ShoreRealData, NodataSeaIsNoCliff) {
  NEEDS_REALDATA();
  ShoreConfig config = file_config("heightmaps/celt_landonly_f32_nan.tif", "600");
  config.texel = 1000;
  const HostMaps nan = bake_file(config);
  config.terrain = {data("heightmaps/celt_landonly_f32_nodata-9999.tif")};
  const HostMaps number = bake_file(config);
  EXPECT_EQ(nan.depth, number.depth);
  EXPECT_EQ(nan.distance, number.distance);
  ASSERT_GT(nan.counts.ocean, 1000);
  float deepest = 0, highest = 0;
  for (const float d : nan.depth) deepest = std::max(deepest, d), highest = std::max(highest, -d);
  std::printf("deepest %.1f m, highest %.1f m, steepest step %.1f m\n", deepest, highest, steepest(nan));
  EXPECT_LE(deepest, highest);
  EXPECT_LE(steepest(nan), highest);
}

TEST(ShoreRealData, SrtmVoidsInTheSeaAreSea) {
  NEEDS_REALDATA();
  ShoreConfig config = file_config("heightmaps/N19W156.hgt", "601");
  const HostMaps maps = bake_file(config);
  const double ocean = static_cast<double>(maps.counts.ocean) / static_cast<double>(maps.counts.texels);
  std::printf("ocean %.3f of the tile\n", ocean);
  EXPECT_GT(ocean, 0.2);
  EXPECT_LT(ocean, 0.5);
  for (const float d : maps.depth) ASSERT_LT(d, 3000.0f) << "a void became a hole";
}

}  // namespace
}  // namespace ocean
