// SPDX-License-Identifier: Apache-2.0
//
// The maps beyond distance, direction and depth: confidence, swell, arc length, slope, numbers of bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/math/elementary.h"
#include "libbake/core/error.h"
#include "tests/bake/shore_fixture.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

double rough_ground(double x, double y) {
  return 12 * elem::cos(x / 17) * elem::cos(y / 13) + 5 * elem::sin((x + 2 * y) / 7) -
         0.002 * (x * x + y * y) + 3;
}
Terrain rough_terrain() { return sheet(97, -80, -60, 75, 66, rough_ground); }

ShoreConfig all_maps(const std::string& resolution) {
  ShoreConfig config;
  config.resolution = resolution;
  config.maps = {ShoreMap::confidence, ShoreMap::shore_length, ShoreMap::shore_perimeter, ShoreMap::slope,
                 ShoreMap::bodies};
  return config;
}

void expect_equal(const HostMaps& a, const HostMaps& b) {
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.ocean, b.ocean);
  EXPECT_EQ(a.direction, b.direction);
  EXPECT_EQ(a.confidence, b.confidence);
  EXPECT_EQ(a.shore_length, b.shore_length);
  EXPECT_EQ(a.shore_perimeter, b.shore_perimeter);
  EXPECT_EQ(a.slope, b.slope);
  EXPECT_EQ(a.bodies, b.bodies);
}

// --- Same bits ---------------------------------------------------------------------------------------------

TEST(ShoreMaps, BandsEqualTheWhole) {
  ShoreConfig config = all_maps("203x165");
  config.lakes = LakesChoice::water;
  config.min_island = 300;
  for (const double blur_m : {0.0, 2.0, 23.0, 400.0}) {
    SCOPED_TRACE(blur_m);
    config.direction_blur = blur_m;
    config.swell_dir = 70;
    config.swell_blend = 30;
    const HostMaps whole = bake(rough_terrain(), config);
    ASSERT_EQ(whole.confidence.size(), whole.distance.size());
    ASSERT_EQ(whole.bodies.size(), whole.distance.size());
    for (const int32_t rows : {1, 16, 50, 164})
      expect_equal(bake(rough_terrain(), config, Exec::cpu(), rows), whole);
  }
}

TEST(ShoreMaps, EveryBackEndGivesTheSameBits) {
  ShoreConfig config = all_maps("257");
  config.direction_blur = 12;
  config.swell_from_deg = 200;
  config.swell_blend = 25;
  const Terrain terrain = rough_terrain();
  std::vector<Hash128> first;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    RunReport report;
    const Grid grid = shore_grid(terrain.bounds, config, nullptr);
    ShoreBake bake(exec, terrain, config, grid, grid.height, 0.0, report);
    const ShoreMaps& maps = bake.band(0);
    const std::vector<Hash128> hashes{
        content_hash(exec, maps.direction.view()),    content_hash(exec, maps.confidence.view()),
        content_hash(exec, maps.shore_length.view()), content_hash(exec, maps.slope.view()),
        content_hash(exec, maps.bodies.view()),       content_hash(exec, maps.shore_perimeter.view())};
    if (first.empty()) {
      first = hashes;
      expect_golden("shore/maps blurred direction", hashes[0]);
      expect_golden("shore/maps confidence", hashes[1]);
      expect_golden("shore/maps shore_length", hashes[2]);
      expect_golden("shore/maps slope", hashes[3]);
      expect_golden("shore/maps bodies", hashes[4]);
      expect_golden("shore/maps shore_perimeter", hashes[5]);
    }
    EXPECT_EQ(hashes, first);
  }
}

TEST(ShoreMaps, WhatIsNotAskedForIsNotThere) {
  ShoreConfig config = all_maps("64");
  config.maps = {};
  config.direction_blur = 10;
  const HostMaps none = bake(rough_terrain(), config);
  EXPECT_TRUE(none.confidence.empty() && none.shore_length.empty() && none.slope.empty() &&
              none.bodies.empty());
  config.pack = {ShoreChannel::slope, ShoreChannel::one};
  const HostMaps packed = bake(rough_terrain(), config);
  EXPECT_EQ(packed.slope.size(), packed.distance.size());
  EXPECT_TRUE(packed.shore_length.empty() && packed.shore_perimeter.empty());
}

// --- Direction and confidence ------------------------------------------------------------------------------

// Two shores, in the west and in the east, with the medial axis half way.
Terrain channel() {
  return sheet(64, 0, 0, 64, 64, [](double x, double) { return std::abs(x - 32) - 20.25; });
}

TEST(ShoreMaps, ConfidenceFallsAtTheMedialAxisAlone) {
  ShoreConfig config = all_maps("128");
  config.edge = EdgeChoice::extend;
  config.direction_blur = 4;
  const HostMaps maps = bake(channel(), config);
  for (const double y : {5.25, 32.25, 63.75}) {
    EXPECT_EQ(maps.confidence[maps.texel_of(20.25, y)], 1.0f) << "a straight shore";
    EXPECT_EQ(maps.confidence[maps.texel_of(12.25, y)], 1.0f) << "no land takes part";
    EXPECT_EQ(maps.confidence[maps.texel_of(3.25, y)], 1.0f) << "land";
    // Half a texel from the axis: one of the two sides has all but 7 + … + 1 of 64 parts.
    EXPECT_NEAR(maps.confidence[maps.texel_of(31.75, y)], 1 - 2 * 28.0 / 64, 1e-6);
    EXPECT_EQ(maps.direction[maps.texel_of(31.75, y)], (Vec2f{-1, 0}));
    EXPECT_EQ(maps.direction[maps.texel_of(32.25, y)], (Vec2f{1, 0}));
  }
}

TEST(ShoreMaps, BlurredDirectionsAreUnitVectorsNearTheSharpOnes) {
  ShoreConfig config = all_maps("200");
  const HostMaps sharp = bake(rough_terrain(), config);
  config.direction_blur = 4;
  const HostMaps blurred = bake(rough_terrain(), config);
  int64_t turned = 0, water = 0;
  for (std::size_t t = 0; t < sharp.direction.size(); ++t) {
    const Vec2f a = sharp.direction[t], b = blurred.direction[t];
    EXPECT_EQ(sharp.confidence[t], 1.0f);
    EXPECT_NEAR(std::hypot(b.x, b.y), 1, 1e-6);
    if (!sharp.ocean[t]) {
      ASSERT_EQ(a, b);
      continue;
    }
    ++water;
    turned += dot(a, b) < 0.9f;
    if (blurred.confidence[t] > 0.99f) {
      EXPECT_GT(dot(a, b), 0.8f);
    }
  }
  EXPECT_GT(turned, water / 100);
  EXPECT_LT(turned, water / 3);
  EXPECT_EQ(sharp.distance, blurred.distance);
}

TEST(ShoreMaps, SwellRulesOffshore) {
  ShoreConfig config = all_maps("128");
  const Terrain coast = sheet(64, 0, 0, 64, 64, [](double x, double) { return 10.25 - x; });
  config.swell_dir = 180;  // southwards
  config.swell_blend = 20;
  const HostMaps maps = bake(coast, config);
  const Vec2f beyond = maps.direction[maps.texel_of(40.25, 30.25)];
  EXPECT_EQ(beyond, (Vec2f{0, -1}));
  EXPECT_EQ(maps.direction[maps.texel_of(5.25, 30.25)], (Vec2f{-1, 0})) << "land";
  EXPECT_LT(maps.direction[maps.texel_of(10.75, 30.25)].x, -0.999f) << "at the shore";
  const double t = 10.0 / 20, w = t * t * (3 - 2 * t);  // x = 20.25
  EXPECT_NEAR(maps.direction[maps.texel_of(20.25, 30.25)].x, -(1 - w) / std::hypot(1 - w, w), 1e-6);
  config.swell_dir.reset();
  config.swell_from_deg = 0;
  EXPECT_EQ(bake(coast, config).direction, maps.direction);
  config.max_distance = 5;  // limits what is stored, not the blend
  EXPECT_EQ(bake(coast, config).direction, maps.direction);
}

TEST(ShoreMaps, WithoutAShore) {
  ShoreConfig config = all_maps("32");
  const Terrain sea = sheet(4, 0, 0, 32, 32, [](double, double) { return -5; });
  HostMaps maps = bake(sea, config);
  EXPECT_EQ(maps.confidence, std::vector<float>(1024, 0));
  EXPECT_EQ(maps.shore_length, std::vector<float>(1024, 0));
  EXPECT_EQ(maps.slope, std::vector<float>(1024, 0));
  EXPECT_EQ(maps.bodies, std::vector<float>(1024, 1));
  config.direction_blur = 5;
  config.swell_dir = 90;
  config.swell_blend = 1000;  // farther than the map's diagonal
  maps = bake(sea, config);
  EXPECT_EQ(maps.confidence, std::vector<float>(1024, 0));
  EXPECT_EQ(maps.direction, std::vector<Vec2f>(1024, {1, 0}));
}

TEST(ShoreMaps, BlurIsBounded) {
  ShoreConfig config = all_maps("4x2");
  config.direction_blur = 5000;
  const Terrain small = sheet(4, 0, 0, 4, 2, [](double x, double) { return x - 2.1; });
  EXPECT_THROW(bake(small, config), Error);
  config.direction_blur = 4096;
  EXPECT_NO_THROW(bake(small, config));
  config.direction_blur = 1.2;
  const HostMaps maps = bake(small, config);
  EXPECT_TRUE(std::any_of(maps.warnings.begin(), maps.warnings.end(), [](const std::string& w) {
    return w.find("smooths nothing") != std::string::npos;
  }));
}

// --- The nearest point of the shore ------------------------------------------------------------------------

TEST(ShoreMaps, ArcLengthIsThatOfTheNearestPoint) {
  const HostMaps maps = bake(rough_terrain(), all_maps("160"));
  const Coastline& coast = maps.coast;
  ASSERT_GT(coast.chains.size(), 1u);
  const auto distance = [&](std::size_t s, Vec2d p, double* along) {
    const CoastSegment& g = coast.segments[s];
    const Vec2d d = g.b - g.a;
    const double length = std::hypot(d.x, d.y), t = std::clamp(dot(p - g.a, d) / length, 0.0, length);
    *along = coast.start[s] + t;
    return std::hypot(p.x - g.a.x - t / length * d.x, p.y - g.a.y - t / length * d.y);
  };
  for (int32_t j = 0; j < maps.grid.height; j += 7)
    for (int32_t i = 0; i < maps.grid.width; i += 5) {
      const Vec2d p{i + 0.5, j + 0.5};
      const std::size_t t = maps.at(i, j);
      const double off = std::abs(maps.distance[t]);
      double nearest_error = 1e300, along = 0;
      for (std::size_t s = 0; s < coast.segments.size(); ++s)
        if (distance(s, p, &along) <= off + 1e-3)  // several may be as near
          nearest_error = std::min(nearest_error, std::abs(along - maps.shore_length[t]));
      // Near a centre of curvature a small error of the distance is a long way along the shore.
      EXPECT_LE(nearest_error, 1e-3) << i << ' ' << j;
    }
}

TEST(ShoreMaps, PerimeterIsTheWholeLengthOfTheNearestCurve) {
  const HostMaps maps = bake(rough_terrain(), all_maps("160"));
  ASSERT_GT(maps.coast.chains.size(), 1u);
  std::vector<int> seen(maps.coast.chains.size());
  for (std::size_t t = 0; t < maps.distance.size(); ++t) {
    std::size_t chain = 0;
    while (chain < seen.size() &&
           maps.shore_perimeter[t] != static_cast<float>(maps.coast.chains[chain].length))
      ++chain;
    ASSERT_LT(chain, seen.size()) << maps.shore_perimeter[t];
    ++seen[chain];
    ASSERT_LE(maps.shore_length[t], maps.shore_perimeter[t] * (1 + 1e-6f));
  }
  EXPECT_GT(std::count_if(seen.begin(), seen.end(), [](int n) { return n > 0; }), 1);
}

TEST(ShoreMaps, ArcLengthRunsWithWaterOnTheLeft) {
  ShoreConfig config = all_maps("128");
  const HostMaps maps = bake(sheet(64, 0, 0, 64, 64, [](double x, double) { return 10.25 - x; }), config);
  // The sea lies in the east, so the shore runs southwards from the map's north.
  for (const double y : {60.25, 30.25, 2.25})
    for (const double x : {3.25, 50.25})
      EXPECT_NEAR(maps.shore_length[maps.texel_of(x, y)] * maps.grid.texel_m, 64 - y, 1e-4);
}

TEST(ShoreMaps, SlopeIsTheBeachesAndRastersAgreeWithMeshes) {
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
  const HostMaps a = bake(from_raster, all_maps("150")), b = bake(from_mesh, all_maps("150"));
  int64_t differ = 0;
  for (std::size_t t = 0; t < a.slope.size(); ++t)
    differ += std::abs(a.slope[t] - b.slope[t]) > 1e-4f * b.slope[t];
  EXPECT_LE(differ, static_cast<int64_t>(a.slope.size() / 500)) << "ties between two segments";
}

// A dome whose sides fall by r/40 at the radius r, 1 in 2 at its shore, and a bowl beside it with 6 in 10.
TEST(ShoreMaps, SlopeIsTheGroundsAtTheNearestShore) {
  const Terrain terrain = sheet(300, -60, -30, 60, 30, [](double x, double y) {
    const double dome = (20 * 20 - (x + 30) * (x + 30) - y * y) / 80,
                 bowl = ((x - 30) * (x - 30) + y * y - 12 * 12) / 40;
    return x < 0 ? dome : bowl;
  });
  ShoreConfig config = all_maps("240x120");
  config.lakes = LakesChoice::water;
  const HostMaps maps = bake(terrain, config);
  for (const double x : {-58.25, -40.25, -33.25, -28.25})
    EXPECT_NEAR(maps.slope[maps.texel_of(x, 3.25)], 0.5, 0.01) << x;
  for (const double x : {22.25, 29.25, 37.25, 45.25, 58.25})
    EXPECT_NEAR(maps.slope[maps.texel_of(x, -3.25)], 0.6, 0.01) << x;
  config.surface = SurfaceChoice::section;  // a sheet is its own section
  const HostMaps section = bake(terrain, config);
  for (std::size_t t = 0; t < maps.slope.size(); ++t) ASSERT_NEAR(section.slope[t], maps.slope[t], 0.02) << t;
}

TEST(ShoreMaps, SlopeOfFilledHolesAndMadeBorders) {
  ShoreConfig config = all_maps("64");
  config.edge = EdgeChoice::ocean;
  const HostMaps maps =
      bake(sheet(16, 0, 0, 64, 64, [](double x, double) { return (20.25 - x) / 8; }), config);
  EXPECT_FLOAT_EQ(maps.slope[maps.texel_of(24.5, 30.5)], 0.125f);
  EXPECT_FLOAT_EQ(maps.slope[maps.texel_of(1.5, 30.5)], 10.0f) << "the border is no beach";
}

// --- Bodies ------------------------------------------------------------------------------------------------

// A sea around an island with a lake, in which there is an islet.
Terrain ring() {
  return sheet(80, -40, -40, 40, 40, [](double x, double y) {
    const double r = std::hypot(x, y);
    return r < 4.3 ? 1 : r < 12.3 ? -1 : r < 25.3 ? 2 : -3;
  });
}

TEST(ShoreMaps, BodiesAreNumberedAsTheyAreListed) {
  ShoreConfig config = all_maps("160");
  for (const LakesChoice lakes : {LakesChoice::land, LakesChoice::water}) {
    config.lakes = lakes;
    const HostMaps maps = bake(ring(), config);
    ASSERT_EQ(maps.water_bodies.size(), 2u);
    std::vector<int64_t> texels(3);
    for (std::size_t t = 0; t < maps.bodies.size(); ++t) {
      ASSERT_EQ(maps.bodies[t] > 0, maps.depth[t] > 0) << "whether or not the lake counts";
      ++texels[static_cast<std::size_t>(maps.bodies[t])];
    }
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(texels[k + 1], maps.water_bodies[k].texels);
      EXPECT_EQ(maps.bodies[static_cast<std::size_t>(maps.water_bodies[k].label)], static_cast<float>(k + 1));
    }
    EXPECT_EQ(maps.bodies[maps.texel_of(-39, -39)], 1.0f);
    EXPECT_EQ(maps.bodies[maps.texel_of(8, 0)], 2.0f);
    EXPECT_EQ(maps.bodies[maps.texel_of(0, 0)], 0.0f);
  }
}

TEST(ShoreMaps, DroppedIslandsBelongToTheWaterAroundThem) {
  ShoreConfig config = all_maps("160");
  config.lakes = LakesChoice::water;
  config.min_island = 100;  // the islet
  HostMaps maps = bake(ring(), config);
  EXPECT_EQ(maps.bodies[maps.texel_of(0, 0)], 2.0f);
  EXPECT_EQ(maps.bodies[maps.texel_of(18, 0)], 0.0f);
  config.min_island = 4000;  // the island with all that is in it
  maps = bake(ring(), config);
  EXPECT_EQ(maps.bodies, std::vector<float>(maps.bodies.size(), 1.0f));
}

}  // namespace
}  // namespace ocean
