// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/coast/map_border.h"
#include "kernels/coast/predicates.h"
#include "kernels/coast/water_bodies.h"
#include "tests/kernels/coast_reference.h"

namespace ocean {
namespace {

// A ground as a sheet, its coast and the runs of its water centres.
struct Scene {
  TestMesh mesh;
  int32_t width, height;
  Coastline coast;
  MaskRuns water;
  RunComponents components;

  Scene(TestMesh m, int32_t w, int32_t h, Outside outside = Outside::continues)
      : mesh(std::move(m)), width(w), height(h) {
    MeshCoastOptions options;
    options.outside = outside;
    coast = coast_of(mesh, options);
    const Exec exec = Exec::cpu(1);
    std::vector<uint8_t> centres;
    for (int32_t j = 0; j < h; ++j)
      for (int32_t i = 0; i < w; ++i) centres.push_back(land(i, j) ? 0 : 1);
    const Buffer<uint8_t> mask(exec, "mask", centres);
    water.width = w;
    append_runs(exec, mask.view(), water);
    components = connect_runs(exec, water);
  }
  bool land(int32_t i, int32_t j) const { return ground_at(mesh, {i + 0.5, j + 0.5}, 0) == Ground::land; }
  WaterBodies bodies(std::optional<TexelIndex> seed = {}, const Exec& exec = Exec::cpu(1)) const {
    const RunIndex index(exec, water, components);
    return find_water_bodies(exec, coast, water, components, index, seed);
  }
  ChosenWater choose(const WaterBodies& found, const WaterChoice& choice = {}) const {
    return choose_water(coast, found, choice, width, height);
  }
  std::vector<uint8_t> painted(const WaterBodies& found, const ChosenWater& chosen, const Window& window,
                               const Exec& exec = Exec::cpu(2)) const {
    const RunIndex index(exec, water, components);
    Buffer<uint8_t> out(exec, window.size());
    paint_water(exec, index.view(), found, chosen, window, out.view());
    return out.to_host("water");
  }
};

template <class Height>
Scene sheet_scene(int32_t n, double cell, const Height& height, Outside outside = Outside::continues) {
  const int cells = static_cast<int>(n / cell + 0.5);
  return Scene(sheet_mesh(cells, cells, 0, 0, cell, height), n, n, outside);
}

TEST(WaterBodies, IslandWithALake) {
  const Scene s = sheet_scene(40, 1, [](double u, double v) {
    const double r = std::hypot(u - 20, v - 20);
    return 16.0 - (r - 10) * (r - 10);  // land from radius 6 to 14
  });
  const WaterBodies found = s.bodies();
  ASSERT_EQ(found.bodies.size(), 2u);
  EXPECT_TRUE(found.bodies[0].ocean && found.bodies[0].touches_border);
  EXPECT_FALSE(found.bodies[1].ocean || found.bodies[1].touches_border);
  EXPECT_EQ(found.bodies[0].chains, 1);
  EXPECT_EQ(found.bodies[1].chains, 1);
  EXPECT_TRUE(found.bodies[1].enclosed);
  EXPECT_NEAR(found.bodies[1].area_texels2, 3.14159 * 36, 4);
  EXPECT_NEAR(static_cast<double>(found.bodies[1].texels), 3.14159 * 36, 10);
  EXPECT_EQ(s.choose(found, {.lakes_are_land = false}).coast.chains.size(), 2u);
  const ChosenWater chosen = s.choose(found);
  const Coastline& ocean = chosen.coast;
  ASSERT_EQ(ocean.chains.size(), 1u);
  EXPECT_NEAR(ocean.chains[0].signed_area, -3.14159 * 14 * 14, 10);
  check_chains(ocean);

  const WaterBodies seeded = s.bodies(TexelIndex{20, 20});
  EXPECT_FALSE(seeded.bodies[0].ocean);
  EXPECT_TRUE(seeded.bodies[1].ocean);
  EXPECT_THROW(s.bodies(TexelIndex{20, 30}), std::invalid_argument);
  EXPECT_THROW(s.bodies(TexelIndex{40, 0}), std::invalid_argument);

  for (const Exec& exec : test_backends()) {
    const std::vector<uint8_t> mask = s.painted(found, chosen, {0, 0, 40, 40}, exec);
    EXPECT_EQ(mask[20 * 40 + 20], 0);
    EXPECT_EQ(mask[0], 1);
    EXPECT_EQ(std::count(mask.begin(), mask.end(), 1), found.bodies[0].texels);
    // Any window is a part of the whole.
    const std::vector<uint8_t> part = s.painted(found, chosen, {7, 13, 21, 9}, exec);
    for (int32_t j = 0; j < 9; ++j)
      for (int32_t i = 0; i < 21; ++i)
        ASSERT_EQ(part[static_cast<size_t>(j * 21 + i)], mask[static_cast<size_t>((j + 13) * 40 + i + 7)]);
  }
  EXPECT_EQ(count_water(s.water, s.components, found, chosen), found.bodies[0].texels);
  EXPECT_TRUE(is_water(s.water, s.components, found, chosen, 0));
  EXPECT_FALSE(is_water(s.water, s.components, found, chosen, 20 * 40 + 20));
}

// An island with a lake and an islet in it, and a pebble beside it.
TEST(WaterBodies, SmallLakesAndIslandsAreDropped) {
  const auto height = [](double u, double v) {
    const double r = std::hypot(u - 20, v - 20);
    const bool land = (r > 6 && r < 14) || r < 2 || std::hypot(u - 37, v - 3) < 1.2;
    return land ? 1.0 : -1.0;
  };
  const Scene s = sheet_scene(40, 0.25, height);
  const WaterBodies found = s.bodies();
  ASSERT_EQ(found.bodies.size(), 2u);
  ASSERT_EQ(s.coast.chains.size(), 4u);  // outer shore, lake, islet, pebble
  const auto texels = [&](const ChosenWater& chosen) {
    const std::vector<uint8_t> mask = s.painted(found, chosen, {0, 0, 40, 40});
    const int64_t n = std::count(mask.begin(), mask.end(), 1);
    EXPECT_EQ(count_water(s.water, s.components, found, chosen), n);
    for (size_t t = 0; t < mask.size(); ++t)
      EXPECT_EQ(is_water(s.water, s.components, found, chosen, static_cast<int64_t>(t)), mask[t] == 1) << t;
    return n;
  };
  const ChosenWater all = s.choose(found, {.lakes_are_land = false});
  EXPECT_EQ(all.coast.chains.size(), 4u);
  const int64_t water = texels(all);

  const ChosenWater no_lake = s.choose(found, {.lakes_are_land = false, .least_lake = 200});
  EXPECT_EQ(no_lake.lakes, 1);
  EXPECT_EQ(no_lake.coast.chains.size(), 2u);
  EXPECT_EQ(texels(no_lake), water - found.bodies[1].texels);

  const ChosenWater no_pebble = s.choose(found, {.lakes_are_land = false, .least_island = 8});
  EXPECT_EQ(no_pebble.islands, 1);
  EXPECT_EQ(no_pebble.coast.chains.size(), 3u);
  EXPECT_GT(texels(no_pebble), water);
  EXPECT_EQ(s.painted(found, no_pebble, {0, 0, 40, 40})[3 * 40 + 37], 1);

  // The island goes with its lake and the islet in it.
  const ChosenWater sea = s.choose(found, {.lakes_are_land = true, .least_island = 1000});
  EXPECT_EQ(sea.islands, 2);
  EXPECT_TRUE(sea.coast.segments.empty());
  EXPECT_EQ(texels(sea), 1600);
}

// Islands that the map's borders cut: the last texel of a row and the first of the next are two runs.
TEST(WaterBodies, DroppedIslandsAtBothBorders) {
  const auto height = [](double u, double v) {
    return std::hypot(u - 0.5, v - 11.5) < 1.6 || std::hypot(u - 19.5, v - 10.5) < 1.6 ? 1.0 : -1.0;
  };
  const Scene s(sheet_mesh(80, 80, -10, -10, 0.5, height), 20, 20);
  const WaterBodies found = s.bodies();
  const ChosenWater chosen = s.choose(found, {.lakes_are_land = true, .least_island = 50});
  EXPECT_EQ(chosen.islands, 2);
  for (const TexelRun& r : chosen.dropped) EXPECT_EQ(r.begin / 20, (r.end - 1) / 20) << "one row";
  const std::vector<uint8_t> whole = s.painted(found, chosen, {0, 0, 20, 20});
  EXPECT_EQ(std::count(whole.begin(), whole.end(), 1), 400);
  EXPECT_EQ(count_water(s.water, s.components, found, chosen), 400);
  for (int32_t row = 0; row < 20; ++row) {
    const std::vector<uint8_t> band = s.painted(found, chosen, {0, row, 20, 1});
    EXPECT_EQ(std::count(band.begin(), band.end(), 1), 20) << row;
  }
}

// Edges that run exactly through centres: every centre of a dropped island goes.
TEST(WaterBodies, DroppedIslandsLeaveNoSpecks) {
  TestMesh box = sheet_mesh(4, 4, 0, 0, 5, [](double, double) { return -1.0; });
  box.quad(box.add(5.5, 5.5, 1), box.add(9.5, 5.5, 1), box.add(9.5, 9.5, 1), box.add(5.5, 9.5, 1));
  const Scene s(std::move(box), 20, 20);
  const WaterBodies found = s.bodies();
  const ChosenWater chosen = s.choose(found, {.lakes_are_land = true, .least_island = 17});
  EXPECT_EQ(chosen.islands, 1);
  const std::vector<uint8_t> mask = s.painted(found, chosen, {0, 0, 20, 20});
  EXPECT_EQ(std::count(mask.begin(), mask.end(), 1), 400);
}

// Two basins joined by a channel a third of a texel wide that runs between the centres: one body in exact
// geometry.
TEST(WaterBodies, ChannelsBelowATexelJoinBodies) {
  const auto height = [](double u, double v) {
    const bool basin = std::hypot(u - 10, v - 20) < 5 || std::hypot(u - 30, v - 20) < 5;
    const bool channel = std::abs(v - 20) < 0.05 && u > 10 && u < 30;
    return basin || channel ? -1.0 : 1.0;
  };
  const Scene s = sheet_scene(40, 0.125, height);
  const WaterBodies found = s.bodies();
  ASSERT_EQ(s.components.table.size(), 2u);
  ASSERT_EQ(found.bodies.size(), 1u);
  EXPECT_EQ(found.bodies[0].chains, 1);
  EXPECT_FALSE(found.bodies[0].ocean);
  EXPECT_TRUE(s.choose(found).coast.segments.empty());
}

TEST(WaterBodies, PondsAndIsletsBetweenCentres) {
  const auto height = [](double u, double v) {
    const bool islet = std::hypot(u - 3, v - 3) < 0.3, pond = std::hypot(u - 15, v - 15) < 0.3;
    return islet || (u > 10 && v > 10 && !pond) ? 1.0 : -1.0;
  };
  const Scene s = sheet_scene(20, 0.125, height);
  ASSERT_EQ(s.coast.chains.size(), 3u);
  const WaterBodies found = s.bodies();
  ASSERT_EQ(found.bodies.size(), 1u);
  for (size_t c = 0; c < 3; ++c) {
    const double area = s.coast.chains[c].signed_area;
    EXPECT_EQ(found.chains[c].body, area > 0 ? kNoBody : 0) << c;
    EXPECT_EQ(found.chains[c].ocean, !(area > 0)) << c;
  }
  EXPECT_EQ(s.choose(found).coast.chains.size(), 2u);
}

// Every labelled chain borders its body: a step to the left of any of its crossings with a lattice edge is
// that water.
TEST(WaterBodies, RandomGroundsNameEveryLongChain) {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    std::mt19937 random(seed);
    const Scene s = sheet_scene(
        48, 1, [&](double, double) { return std::uniform_real_distribution<double>(-1, 1.2)(random); });
    const WaterBodies found = s.bodies();
    // The reference: bodies of the exact ground by flood fill over a 16 times finer raster, away from
    // ambiguity.
    for (size_t c = 0; c < s.coast.chains.size(); ++c) {
      const Chain& chain = s.coast.chains[c];
      if (chain.length > 8 && chain.closed && chain.signed_area > 4) {
        EXPECT_NE(found.chains[c].body, kNoBody) << c;
      }
    }
    int64_t texels = 0, water = 0;
    for (const WaterBody& b : found.bodies) texels += b.texels;
    for (const RunComponent& c : s.components.table) water += c.texels;
    EXPECT_EQ(texels, water);
    // An enclosed body's exact area is near its count of centres.
    for (const WaterBody& b : found.bodies)
      if (b.enclosed && b.texels > 30) {
        EXPECT_NEAR(b.area_texels2, static_cast<double>(b.texels), 0.35 * static_cast<double>(b.texels));
      }
    for (const Exec& exec : test_backends()) {
      const WaterBodies other = s.bodies({}, exec);
      ASSERT_EQ(other.body_of, found.body_of) << backend_name(exec);
      for (size_t c = 0; c < found.chains.size(); ++c) ASSERT_EQ(other.chains[c].body, found.chains[c].body);
    }
  }
}

TEST(WaterBodies, NoCoastNoWater) {
  const Scene s = sheet_scene(4, 1, [](double, double) { return 1.0; });
  EXPECT_TRUE(s.bodies().bodies.empty());
  const Scene sea = sheet_scene(4, 1, [](double, double) { return -1.0; });
  const WaterBodies found = sea.bodies();
  ASSERT_EQ(found.bodies.size(), 1u);
  EXPECT_TRUE(found.bodies[0].ocean);
  EXPECT_EQ(found.bodies[0].texels, 16);
  EXPECT_FALSE(found.bodies[0].enclosed);
}

TEST(MapBorder, StraightCoastIsClosedOnEitherSide) {
  const Scene s = sheet_scene(10, 1, [](double u, double) { return u - 3.25; });  // land in the east
  const Exec exec = Exec::cpu(1);
  EXPECT_EQ(close_at_border(exec, s.coast, MapEdge::extend, 10, 10, false).segments.size(),
            s.coast.segments.size());
  const Coastline ocean = close_at_border(exec, s.coast, MapEdge::ocean, 10, 10, false);
  check_chains(ocean);
  ASSERT_EQ(ocean.chains.size(), 1u);
  EXPECT_TRUE(ocean.chains[0].closed);
  EXPECT_NEAR(ocean.chains[0].signed_area, -67.5, 1e-9);
  const Coastline land = close_at_border(exec, s.coast, MapEdge::land, 10, 10, false);
  check_chains(land);
  ASSERT_EQ(land.chains.size(), 1u);
  EXPECT_TRUE(land.chains[0].closed);
  EXPECT_NEAR(land.chains[0].signed_area, 32.5, 1e-9);
}

TEST(MapBorder, ChainsBeyondTheMapAreCut) {
  const Scene s =
      sheet_scene(24, 1, [](double u, double v) { return std::sin(u * 0.7) + std::sin(v * 0.9) + 0.1; });
  const Exec exec = Exec::cpu(1);
  Coastline moved = s.coast;
  for (CoastSegment& c : moved.segments) c = {c.a - Vec2d{4, 5}, c.b - Vec2d{4, 5}};
  const double width = 15.5, height = 13.25;
  const auto land_at = [&](Vec2d p) { return ground_at(s.mesh, p + Vec2d{4, 5}, 0) == Ground::land; };
  double area[2] = {0, 0};
  for (const MapEdge edge : {MapEdge::ocean, MapEdge::land}) {
    const Coastline closed = close_at_border(exec, moved, edge, width, height, land_at({0, 0}));
    check_chains(closed);
    for (const Chain& c : closed.chains) {
      EXPECT_TRUE(c.closed);
      area[edge == MapEdge::land] += c.signed_area;
    }
    for (const CoastSegment& c : closed.segments)
      for (const Vec2d p : {c.a, c.b}) EXPECT_TRUE(p.x >= 0 && p.y >= 0 && p.x <= width && p.y <= height);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> u(-2, width + 2), v(-2, height + 2);
    const auto ground = [&](Vec2d p) {
      const bool inside = p.x >= 0 && p.y >= 0 && p.x <= width && p.y <= height;
      return inside ? land_at(p) : edge == MapEdge::land;
    };
    for (int k = 0; k < 300; ++k) {
      const Vec2d p{u(random), v(random)}, q{u(random), v(random)};
      ASSERT_EQ(crossings(closed, p, q), int{ground(q)} - int{ground(p)});
    }
  }
  EXPECT_NEAR(area[1] - area[0], width * height, 1e-9);  // water inside and land inside make the map
}

TEST(MapBorder, NoCoast) {
  const Exec exec = Exec::cpu(1);
  const Coastline none;
  EXPECT_TRUE(close_at_border(exec, none, MapEdge::ocean, 5, 4, false).segments.empty());
  EXPECT_TRUE(close_at_border(exec, none, MapEdge::land, 5, 4, true).segments.empty());
  const Coastline around = close_at_border(exec, none, MapEdge::ocean, 5, 4, true);
  ASSERT_EQ(around.chains.size(), 1u);
  EXPECT_DOUBLE_EQ(around.chains[0].signed_area, -20);
  EXPECT_DOUBLE_EQ(close_at_border(exec, none, MapEdge::land, 5, 4, false).chains.at(0).signed_area, 20);
  EXPECT_THROW(close_at_border(exec, none, MapEdge::land, 0, 4, false), std::invalid_argument);
}

TEST(Chains, BranchesKeepBodiesOfWaterApart) {
  // Two squares of land that touch at a corner, and two ponds that touch at a corner: one node with four ends
  // each.
  const auto square = [](double u, double v, uint64_t corner, uint64_t base, bool water_inside) {
    std::vector<CoastPiece> p;
    const Vec2d c[4] = {{u, v}, {u + 1, v}, {u + 1, v + 1}, {u, v + 1}};
    for (int k = 0; k < 4; ++k) {
      const auto name = [&](int n) {
        return c[n % 4] == Vec2d{5, 5} ? corner : base + static_cast<uint64_t>(n % 4);
      };
      if (water_inside) p.push_back({c[k], c[(k + 1) % 4], name(k), name(k + 1)});
      else p.push_back({c[(k + 1) % 4], c[k], name(k + 1), name(k)});
    }
    return p;
  };
  for (const bool water_inside : {false, true}) {
    std::vector<CoastPiece> pieces = square(4, 4, 1, 10, water_inside);
    for (const CoastPiece& p : square(5, 5, 1, 20, water_inside)) pieces.push_back(p);
    const Coastline coast = chain_pieces(Exec::cpu(1), pieces);
    check_chains(coast);
    // Water inside: two ponds. Land inside: the land is joined at the corner, so its outer water runs around
    // both at once.
    EXPECT_EQ(coast.chains.size(), water_inside ? 2u : 1u);
    for (const Chain& c : coast.chains) EXPECT_TRUE(c.closed);
  }
}

TEST(Chains, LooseEndsJoinWithinTheDistance) {
  std::vector<CoastPiece> pieces = {
      {{0, 0}, {1, 0}, 1, 2}, {{1 + 1e-9, 0}, {1, 1}, 3, 4}, {{1, 1 + 1e-5}, {0, 0}, 5, 1}};
  join_loose_ends(Exec::cpu(1), pieces, 1e-7);
  const Coastline coast = chain_pieces(Exec::cpu(1), pieces);
  check_chains(coast);
  ASSERT_EQ(coast.chains.size(), 1u);
  EXPECT_FALSE(coast.chains[0].closed);  // 1e-5 apart stays open
  EXPECT_EQ(coast.segments[0].b, coast.segments[1].a);
}

TEST(Predicates, OrientationIsExactNearCollinearPoints) {
  // (x, y) on a lattice of 2^-53 around (0.5, 0.5), against the line through (12, 12) and (24, 24) (Kettner
  // et al. 2008).
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j) {
      const Vec2d p{0.5 + i * 1.1102230246251565e-16, 0.5 + j * 1.1102230246251565e-16};
      const int expected = p.y > p.x ? 1 : (p.y < p.x ? -1 : 0);
      ASSERT_EQ(orientation({12, 12}, {24, 24}, p), expected);
      ASSERT_EQ(orientation(p, {12, 12}, {24, 24}), expected);
      ASSERT_EQ(orientation({24, 24}, {12, 12}, p), -expected);
    }
}

}  // namespace
}  // namespace ocean
