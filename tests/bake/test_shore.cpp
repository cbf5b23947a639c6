// SPDX-License-Identifier: Apache-2.0
//
// The compute stage of the shore job against a reference in double, and its policies on small terrains.
#include <gtest/gtest.h>

#include <algorithm>
#include "libbake/core/error.h"
#include "tests/bake/shore_fixture.h"
#include "tests/bake/shore_reference.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Bays, islets and a lake, on a sheet.
double rough_ground(double x, double y) {
  return 12 * std::cos(x / 17) * std::cos(y / 13) + 5 * std::sin((x + 2 * y) / 7) - 0.002 * (x * x + y * y) +
         3;
}

Terrain rough_terrain() { return sheet(97, -80, -60, 75, 66, rough_ground); }

ShoreConfig config_of(const std::string& resolution) {
  ShoreConfig config;
  config.resolution = resolution;
  config.lakes = LakesChoice::water;
  return config;
}

// --- Against the reference ---------------------------------------------------------------------------------

TEST(Shore, DepthEqualsTheTrianglesPlane) {
  const Terrain terrain = rough_terrain();
  const HostMaps maps = bake(terrain, config_of("251"));
  const reference::TopSurface surface(std::get<Mesh>(terrain.shape), 97);
  double worst = 0;
  for (int32_t j = 0; j < maps.grid.height; ++j)
    for (int32_t i = 0; i < maps.grid.width; ++i)
      worst = std::max(worst, std::abs(-surface.height(maps.x(i), maps.y(j)) - maps.depth[maps.at(i, j)]));
  EXPECT_LE(worst, 1e-4);
}

TEST(Shore, SignIsTheSurfacesSideOfTheSeaAtEveryCentre) {
  const Terrain terrain = rough_terrain();
  const reference::TopSurface surface(std::get<Mesh>(terrain.shape), 97);
  for (const double sea : {0.0, 2.5, -1.75}) {
    ShoreConfig config = config_of("301");
    config.sea_level = {sea};
    const HostMaps maps = bake(terrain, config);
    int64_t mismatches = 0, water = 0;
    for (int32_t j = 0; j < maps.grid.height; ++j)
      for (int32_t i = 0; i < maps.grid.width; ++i) {
        const bool under = surface.height(maps.x(i), maps.y(j)) < sea;
        water += under;
        mismatches += (maps.distance[maps.at(i, j)] > 0) != under;
      }
    EXPECT_GT(water, 1000);
    EXPECT_EQ(mismatches, 0) << "sea level " << sea;
  }
}

TEST(Shore, DistanceAndDirectionLeadToTheReferenceCoast) {
  const Terrain terrain = rough_terrain();
  const HostMaps maps = bake(terrain, config_of("200"));
  const auto segments = reference::level_segments(std::get<Mesh>(terrain.shape), 0);
  ASSERT_GT(segments.size(), 100u);
  const double texel = maps.grid.texel_m;
  double worst_distance = 0, worst_foot = 0, worst_length = 0;
  for (int32_t j = 0; j < maps.grid.height; ++j)
    for (int32_t i = 0; i < maps.grid.width; ++i) {
      const double x = maps.x(i), y = maps.y(j), d = maps.distance[maps.at(i, j)];
      const Vec2f n = maps.direction[maps.at(i, j)];
      worst_distance =
          std::max(worst_distance, std::abs(reference::distance_to(segments, x, y) / texel - std::abs(d)));
      worst_length = std::max(worst_length, std::abs(std::hypot(double{n.x}, double{n.y}) - 1));
      if (std::abs(d) < 1e-3) continue;
      worst_foot = std::max(
          worst_foot, reference::distance_to(segments, x + d * texel * n.x, y + d * texel * n.y) / texel);
    }
  EXPECT_LE(worst_distance, 1e-3);
  EXPECT_LE(worst_foot, 1e-3);
  EXPECT_LE(worst_length, 1e-6);
}

TEST(Shore, ConeHasACircularCoast) {
  constexpr int kFacets = 2880;
  constexpr double kRadius = 30;
  Mesh cone;
  cone.positions.push_back({0, 0, 30});
  for (int k = 0; k < kFacets; ++k) {
    const double a = 2 * kPi * k / kFacets;
    cone.positions.push_back({100 * std::cos(a), 100 * std::sin(a), 30 - 100});
    cone.triangles.push_back({0, 1 + k, 1 + (k + 1) % kFacets});
  }
  Terrain terrain;
  terrain.bounds = {{-64, -64, 0}, {64, 64, 0}};
  terrain.shape = std::move(cone);
  const HostMaps maps = bake(terrain, config_of("256"));
  double worst = 0;
  for (int32_t j = 0; j < maps.grid.height; ++j)
    for (int32_t i = 0; i < maps.grid.width; ++i) {
      const double exact = std::hypot(maps.x(i), maps.y(j)) - kRadius;
      worst = std::max(worst, std::abs(exact / maps.grid.texel_m - maps.distance[maps.at(i, j)]));
    }
  EXPECT_LE(worst, 1e-3);
  EXPECT_NEAR(maps.coast.length * maps.grid.texel_m, 2 * kPi * kRadius, 1e-3);
}

// A height raster is the same surface as the mesh of its two triangles a cell.
TEST(Shore, RasterEqualsItsMesh) {
  const int n = 60;
  HeightRaster raster;
  raster.width = raster.height = n + 1;
  raster.x0 = -80;
  raster.y0 = -60;
  raster.dx = raster.dy = 2;
  raster.cells = false;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      raster.heights.push_back(static_cast<float>(rough_ground(-80 + 2 * i, -60 + 2 * j)));
  Terrain from_raster;
  from_raster.bounds = {{-80, -60, 0}, {40, 60, 0}};
  const std::vector<float> heights = raster.heights;
  from_raster.shape = std::move(raster);
  const Terrain from_mesh = sheet(n, -80, -60, 40, 60, [&](double x, double y) {
    return heights[static_cast<std::size_t>(std::lround((y + 60) / 2) * (n + 1) + std::lround((x + 80) / 2))];
  });
  const HostMaps a = bake(from_raster, config_of("333")), b = bake(from_mesh, config_of("333"));
  ASSERT_EQ(a.distance.size(), b.distance.size());
  double worst_depth = 0, worst_distance = 0;
  for (std::size_t t = 0; t < a.depth.size(); ++t) {
    worst_depth = std::max(worst_depth, std::abs(double{a.depth[t]} - b.depth[t]));
    worst_distance = std::max(worst_distance, std::abs(double{a.distance[t]} - b.distance[t]));
  }
  EXPECT_LE(worst_depth, 1e-5);
  EXPECT_LE(worst_distance, 1e-3);
}

TEST(Shore, FarFromTheOriginEqualsNearIt) {
  const Terrain near = rough_terrain();
  Terrain far = near;
  const double east = 4194304, north = 8388608;  // powers of two: the shift itself is exact
  for (Vec3d& p : std::get<Mesh>(far.shape).positions) p = {p.x + east, p.y + north, p.z};
  far.bounds.min = {near.bounds.min.x + east, near.bounds.min.y + north, 0};
  far.bounds.max = {near.bounds.max.x + east, near.bounds.max.y + north, 0};
  const HostMaps a = bake(near, config_of("128")), b = bake(far, config_of("128"));
  for (std::size_t t = 0; t < a.depth.size(); ++t) {
    ASSERT_NEAR(a.depth[t], b.depth[t], 1e-4);
    ASSERT_NEAR(a.distance[t], b.distance[t], 1e-3);
  }
}

// --- Same bits ---------------------------------------------------------------------------------------------

TEST(Shore, EveryBackEndGivesTheSameBits) {
  const Terrain terrain = rough_terrain();
  ShoreConfig config = config_of("257");
  config.lakes = LakesChoice::land;
  std::vector<Hash128> first;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    RunReport report;
    const Grid grid = shore_grid(terrain.bounds, config, nullptr);
    ShoreBake bake(exec, terrain, config, grid, grid.height, config.sea_level.front(), report);
    const ShoreMaps& maps = bake.band(0);
    const std::vector<Hash128> hashes{content_hash(exec, maps.depth.view()),
                                      content_hash(exec, maps.distance.view()),
                                      content_hash(exec, maps.direction.view())};
    if (first.empty()) {
      first = hashes;
      expect_golden("shore/rough depth", hashes[0]);
      expect_golden("shore/rough distance", hashes[1]);
      expect_golden("shore/rough direction", hashes[2]);
    }
    EXPECT_EQ(hashes, first);
  }
}

void expect_equal(const HostMaps& a, const HostMaps& b) {
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(a.ocean, b.ocean);
  EXPECT_TRUE(std::equal(a.direction.begin(), a.direction.end(), b.direction.begin(), b.direction.end(),
                         [](Vec2f p, Vec2f q) { return p.x == q.x && p.y == q.y; }));
  EXPECT_EQ(a.counts.water, b.counts.water);
  EXPECT_EQ(a.counts.ocean, b.counts.ocean);
  EXPECT_EQ(a.counts.at_level_border, b.counts.at_level_border);
  EXPECT_EQ(a.counts.holes, b.counts.holes);
  EXPECT_EQ(a.counts.outside, b.counts.outside);
  EXPECT_EQ(a.coast.length, b.coast.length);
}

TEST(Shore, BandsEqualTheWholeMap) {
  Terrain holed = rough_terrain();
  auto& triangles = std::get<Mesh>(holed.shape).triangles;
  triangles.erase(triangles.begin() + 700, triangles.begin() + 760);
  for (const Terrain& terrain : {rough_terrain(), holed})
    for (const LakesChoice lakes : {LakesChoice::land, LakesChoice::water}) {
      ShoreConfig config = config_of("257");
      config.lakes = lakes;
      config.min_island = 30;
      config.min_lake = 20;
      config.pad = 2;  // uncovered texels around the terrain
      const HostMaps whole = bake(terrain, config);
      ASSERT_GT(whole.coast.segments.size(), 100u);
      for (const int32_t rows : {1, 50, 256}) {
        SCOPED_TRACE("bands of " + std::to_string(rows) + " rows");
        expect_equal(bake(terrain, config, Exec::cpu(), rows), whole);
      }
      config.pad = 0;
      expect_equal(bake(terrain, config, Exec::cpu(), 64), bake(terrain, config));
    }
}

// --- Policies ----------------------------------------------------------------------------------------------

// A ring of land around a lake, in the sea.
Terrain ring_terrain() {
  return sheet(120, -60, -60, 60, 60, [](double x, double y) { return 8 - std::abs(std::hypot(x, y) - 25); });
}

TEST(Shore, LakesAreLandUnlessAskedFor) {
  ShoreConfig config = config_of("240");
  config.lakes = LakesChoice::land;
  const HostMaps land = bake(ring_terrain(), config);
  EXPECT_LT(land.distance[land.texel_of(0, 0)], 0);
  EXPECT_NEAR(-land.distance[land.texel_of(0, 0)] * land.grid.texel_m, 33, 0.5);  // to the outer coast
  EXPECT_EQ(land.coast.chains.size(), 1u);
  EXPECT_GT(land.depth[land.texel_of(0, 0)], 0) << "depth is not masked by lakes";
  EXPECT_GT(land.counts.water, land.counts.ocean);

  config.lakes = LakesChoice::water;
  const HostMaps water = bake(ring_terrain(), config);
  EXPECT_NEAR(water.distance[water.texel_of(0, 0)] * water.grid.texel_m, 17, 0.5);
  EXPECT_EQ(water.coast.chains.size(), 2u);
}

TEST(Shore, TheSeedChoosesTheOcean) {
  ShoreConfig config = config_of("240");
  config.lakes = LakesChoice::land;
  config.ocean_seed = {{0.0, 0.0}};
  const HostMaps maps = bake(ring_terrain(), config);
  EXPECT_GT(maps.distance[maps.texel_of(0, 0)], 0);
  EXPECT_LT(maps.distance[maps.texel_of(55, 55)], 0);
  config.ocean_seed = {{25.0, 0.0}};  // on land
  EXPECT_THROW(bake(ring_terrain(), config), Error);
  config.ocean_seed = {{500.0, 0.0}};  // off the map
  EXPECT_THROW(bake(ring_terrain(), config), Error);
}

// Land in the west, sea in the east.
Terrain half_terrain() {
  return sheet(64, 0, 0, 64, 64, [](double x, double) { return 20.3 - x; });
}

TEST(Shore, EdgeSaysWhatLiesBeyondTheMap) {
  ShoreConfig config = config_of("128");
  const HostMaps extend = bake(half_terrain(), config);
  EXPECT_NEAR(extend.distance[extend.texel_of(0.25, 32)] * 0.5, -20.05, 1e-3);
  config.edge = EdgeChoice::ocean;
  const HostMaps ocean = bake(half_terrain(), config);
  EXPECT_NEAR(ocean.distance[ocean.texel_of(0.25, 32)] * 0.5, -0.25, 1e-3);
  EXPECT_NEAR(ocean.distance[ocean.texel_of(60.25, 32)] * 0.5, 39.95, 1e-3);
  config.edge = EdgeChoice::land;
  const HostMaps land = bake(half_terrain(), config);
  EXPECT_NEAR(land.distance[land.texel_of(63.75, 32)] * 0.5, 0.25, 1e-3);
  EXPECT_NEAR(land.distance[land.texel_of(0.25, 32)] * 0.5, -20.05, 1e-3);
}

TEST(Shore, ExactlyAtSeaLevelIsLandUnlessAskedFor) {
  const Terrain terrain = sheet(32, 0, 0, 32, 32, [](double x, double) { return std::max(0.0, x - 16.0); });
  ShoreConfig config = config_of("64");
  const HostMaps land = bake(terrain, config);
  EXPECT_TRUE(land.coast.segments.empty());
  EXPECT_LT(land.distance[0], 0);
  const auto names_flag = [](const std::vector<std::string>& warnings) {
    return std::any_of(warnings.begin(), warnings.end(),
                       [](const std::string& w) { return w.find("--at-level water") != std::string::npos; });
  };
  EXPECT_TRUE(names_flag(land.warnings)) << "half the map is at sea level and touches the border";
  config.at_level = LevelChoice::water;
  const HostMaps water = bake(terrain, config);
  EXPECT_FALSE(names_flag(water.warnings));
  EXPECT_NEAR(water.distance[water.texel_of(6.25, 16.25)] * 0.5, 9.75, 1e-3);
  EXPECT_LT(water.distance[water.texel_of(20.25, 16.25)], 0);
}

TEST(Shore, WithoutACoastDistancesAreTheDiagonal) {
  for (const double height : {5.0, -5.0}) {
    const HostMaps maps =
        bake(sheet(4, 0, 0, 30, 40, [&](double, double) { return height; }), config_of("40"));
    EXPECT_TRUE(maps.coast.segments.empty());
    for (std::size_t t = 0; t < maps.distance.size(); ++t) {
      ASSERT_NEAR(maps.distance[t], height > 0 ? -50 : 50, 1e-4);
      ASSERT_EQ(maps.direction[t], (Vec2f{0, 0}));
      ASSERT_EQ(maps.depth[t], -height);
    }
  }
}

// The rough sheet with a window cut out of it: over its coast, or over its land.
Terrain cut_terrain(double x0, double y0, double x1, double y1) {
  Terrain terrain = rough_terrain();
  Mesh& mesh = std::get<Mesh>(terrain.shape);
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    const Vec3d& p = mesh.positions[t.a];
    return p.x > x0 && p.x < x1 && p.y > y0 && p.y < y1;
  });
  return terrain;
}

TEST(Shore, HolesAreFilledSmoothly) {
  const HostMaps whole = bake(rough_terrain(), config_of("256"));
  const HostMaps maps = bake(cut_terrain(-12, -9, 9, 8), config_of("256"));
  EXPECT_GT(maps.counts.holes, 300);
  EXPECT_EQ(maps.counts.outside, 0);
  // Far from the hole nothing changes; in it the sign changes only where a coast runs.
  for (int32_t j = 0; j < maps.grid.height; ++j)
    for (int32_t i = 0; i + 1 < maps.grid.width; ++i) {
      const float a = maps.distance[maps.at(i, j)], b = maps.distance[maps.at(i + 1, j)];
      if ((a > 0) != (b > 0)) {
        EXPECT_LE(std::abs(a) + std::abs(b), 1.001f) << i << ' ' << j;
      }
    }
  EXPECT_EQ(maps.depth[maps.at(3, 3)], whole.depth[whole.at(3, 3)]);
}

TEST(Shore, HolesFollowTheirPolicy) {
  const Terrain terrain = cut_terrain(-12, -9, 9, 8);
  ShoreConfig config = config_of("256");
  for (const HolesChoice holes : {HolesChoice::water, HolesChoice::land}) {
    config.holes = holes;
    const HostMaps maps = bake(terrain, config);
    const float d = maps.distance[maps.texel_of(-2, 0)];
    EXPECT_EQ(d > 0, holes == HolesChoice::water);
    for (int32_t j = 0; j < maps.grid.height; ++j)
      for (int32_t i = 0; i + 1 < maps.grid.width; ++i) {
        const float a = maps.distance[maps.at(i, j)], b = maps.distance[maps.at(i + 1, j)];
        if ((a > 0) != (b > 0)) {
          ASSERT_LE(std::abs(a) + std::abs(b), 1.001f) << i << ' ' << j;
        }
      }
  }
  config.holes = HolesChoice::error;
  EXPECT_THROW(bake(terrain, config), Error);
}

// An island without a seabed.
TEST(Shore, OutsideIsOpenWaterUnlessAskedFor) {
  Terrain terrain = sheet(40, -20, -20, 20, 20, [](double, double) { return 3.0; });
  ShoreConfig config = config_of("160");
  config.pad = 20;
  const HostMaps water = bake(terrain, config);
  EXPECT_GT(water.counts.outside, 0);
  EXPECT_NEAR(water.distance[water.texel_of(-30.25, 0.25)] * 0.5, 10.25, 1e-3);
  EXPECT_NEAR(water.distance[water.texel_of(0.25, 0.25)] * 0.5, -19.75, 1e-3);
  EXPECT_GT(water.depth[water.texel_of(-30.25, 0.25)], 0);
  EXPECT_LE(water.depth[water.texel_of(-30.25, 0.25)], 3.001f) << "no cliff";
  config.outside = OutsideChoice::extend;
  const HostMaps extended = bake(terrain, config);
  EXPECT_TRUE(extended.coast.segments.empty());
  EXPECT_LT(extended.distance[extended.texel_of(-30.25, 0.25)], 0);
}

TEST(Shore, AMapThatNoTriangleTouchesIsRefused) {
  ShoreConfig config = config_of("64");
  config.bounds = {{1000.0, 1000.0, 1100.0, 1100.0}};
  EXPECT_THROW(bake(rough_terrain(), config), Error);
}

TEST(Shore, OddSizes) {
  for (const char* size : {"1", "2", "1x7", "9x1", "3x5", "127"}) {
    const HostMaps maps = bake(rough_terrain(), config_of(size));
    ASSERT_EQ(static_cast<int64_t>(maps.distance.size()), maps.grid.size()) << size;
    for (const float d : maps.distance) ASSERT_TRUE(std::isfinite(d)) << size;
  }
}

}  // namespace
}  // namespace ocean
