// SPDX-License-Identifier: Apache-2.0
//
// --surface section: boxes, arches and sheets whose section at sea level is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/bake/shore_fixture.h"

namespace ocean {
namespace {

struct Box3 {
  double x0, y0, z0, x1, y1, z1;
  bool holds(double x, double y, double z) const {
    return x >= x0 && x <= x1 && y >= y0 && y <= y1 && z >= z0 && z <= z1;
  }
};

// Closed, faces outward, or inward; turned by an angle about the origin.
void add_box(Mesh& mesh, const Box3& b, bool inward = false, double angle = 0) {
  const auto first = static_cast<int32_t>(mesh.positions.size());
  const double c = std::cos(angle), s = std::sin(angle);
  for (int k = 0; k < 8; ++k) {
    const double x = k & 1 ? b.x1 : b.x0, y = k & 2 ? b.y1 : b.y0, z = k & 4 ? b.z1 : b.z0;
    mesh.positions.push_back({c * x - s * y, s * x + c * y, z});
  }
  constexpr int kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : kFaces) {
    const int32_t v[4] = {first + f[0], first + f[1], first + f[2], first + f[3]};
    for (const Triangle t : {Triangle{v[0], v[1], v[2]}, Triangle{v[0], v[2], v[3]}})
      mesh.triangles.push_back(inward ? Triangle{t.a, t.c, t.b} : t);
  }
}

// A flat sea bed under everything.
void add_bed(Mesh& mesh, double half, double z) {
  const auto a = static_cast<int32_t>(mesh.positions.size());
  for (const Vec2d p : {Vec2d{-half, -half}, Vec2d{half, -half}, Vec2d{half, half}, Vec2d{-half, half}})
    mesh.positions.push_back({p.x, p.y, z});
  mesh.triangles.push_back({a, a + 1, a + 2});
  mesh.triangles.push_back({a, a + 2, a + 3});
}

Terrain terrain_of(Mesh mesh, double half = 50) {
  Terrain t;
  t.bounds = {{-half, -half, -20}, {half, half, 20}};
  t.shape = std::move(mesh);
  return t;
}

ShoreConfig section_config(const char* resolution = "200") {
  ShoreConfig c;
  c.resolution = resolution;
  c.surface = SurfaceChoice::section;
  c.lakes = LakesChoice::water;
  return c;
}

double coast_length(const HostMaps& m) { return m.coast.length * m.grid.texel_m; }

// How often closed curves wind around a point, clockwise: land.
int windings(const HostMaps& m, double u, double v) {
  int sum = 0;
  for (const CoastSegment& s : m.coast.segments) {
    if ((s.a.y > v) == (s.b.y > v)) continue;
    const double x = s.a.x + (v - s.a.y) / (s.b.y - s.a.y) * (s.b.x - s.a.x);
    if (x > u) sum += s.b.y > s.a.y ? -1 : 1;
  }
  return sum;
}

// The mask and the curves tell the same story at every centre, and it is `land`.
void expect_consistent(const HostMaps& m, const std::function<bool(double, double)>& land) {
  for (int32_t j = 0; j < m.grid.height; ++j)
    for (int32_t i = 0; i < m.grid.width; ++i) {
      const bool is_land = land(m.x(i), m.y(j));
      ASSERT_EQ(m.ocean[m.at(i, j)] == 0, is_land) << m.x(i) << ", " << m.y(j);
      ASSERT_EQ(windings(m, i + 0.5, j + 0.5), is_land ? 1 : 0) << m.x(i) << ", " << m.y(j);
      ASSERT_EQ(m.depth[m.at(i, j)] > 0, !is_land);
      ASSERT_EQ(m.distance[m.at(i, j)] > 0, !is_land);
    }
}

TEST(Section, UnderABridgeIsWater) {
  Mesh mesh;
  add_bed(mesh, 50, -10);
  const Box3 west{-30.2, -5.3, -12, -20.1, 5.3, 4}, east{20.1, -5.3, -12, 30.2, 5.3, 4},
      deck{-30.2, -5.3, 2, 30.2, 5.3, 4};
  for (const Box3& b : {west, east, deck}) add_box(mesh, b);
  const Terrain t = terrain_of(std::move(mesh));
  const HostMaps section = bake(t, section_config());
  expect_consistent(section, [&](double x, double y) { return west.holds(x, y, 0) || east.holds(x, y, 0); });
  EXPECT_NEAR(coast_length(section), 2 * 2 * (10.1 + 10.6), 1e-6);
  EXPECT_EQ(section.coast.chains.size(), 2u);
  EXPECT_NEAR(section.depth[section.texel_of(0, 0)], 10, 1e-5) << "the sea bed, not the deck";
  EXPECT_NEAR(section.depth[section.texel_of(-25, 0)], -4, 1e-5) << "the top of what stands in the water";
  EXPECT_TRUE(section.warnings.empty());
  ShoreConfig top = section_config();
  top.surface = SurfaceChoice::top;
  EXPECT_NEAR(coast_length(bake(t, top)), 2 * (60.4 + 10.6), 1e-6);
}

TEST(Section, TouchingOverlappingNestedAndInvertedSolidsAreOne) {
  Mesh mesh;
  add_bed(mesh, 50, -10);
  const std::vector<Box3> boxes{{-30, -10, -5, 0, 10, 5},  // shares a wall with the next
                                {0, -10, -5, 30, 10, 5},
                                {-20, -3, -5, 20, 3, 9},    // inside both
                                {10, 5, -5, 20, 20, 5},     // overlaps
                                {-30, -10, -5, 0, 10, 5}};  // the first again
  for (size_t k = 0; k < boxes.size(); ++k) add_box(mesh, boxes[k], k == 1);
  const HostMaps m = bake(terrain_of(std::move(mesh)), section_config("201"));
  expect_consistent(m, [&](double x, double y) {
    return std::any_of(boxes.begin(), boxes.end(), [&](const Box3& b) { return b.holds(x, y, 0); });
  });
  EXPECT_NEAR(coast_length(m), 2 * (60 + 20) + 2 * 10, 1e-6);
  EXPECT_EQ(m.coast.chains.size(), 1u);
}

// Against boxes at random, turned: no centre lies on a wall.
TEST(Section, RandomSolidsMatchTheirDefinition) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    const auto number = [&](double low, double high) {
      return low + (high - low) * static_cast<double>(random() % 100000) / 1e5;
    };
    Mesh mesh;
    add_bed(mesh, 50, -15);
    struct Turned {
      Box3 box;
      double angle;
    };
    std::vector<Turned> boxes;
    for (int k = 0; k < 14; ++k) {
      const double x = number(-25, 15), y = number(-25, 15), z = number(-8, 4);
      boxes.push_back({{x, y, z, x + number(2, 18), y + number(2, 18), z + number(1, 8)}, number(0, 1.5)});
      add_box(mesh, boxes.back().box, random() % 2 == 0, boxes.back().angle);
    }
    const HostMaps m = bake(terrain_of(std::move(mesh)), section_config("173"));
    expect_consistent(m, [&](double x, double y) {
      return std::any_of(boxes.begin(), boxes.end(), [&](const Turned& t) {
        const double c = std::cos(t.angle), s = std::sin(t.angle);
        return t.box.holds(c * x + s * y, c * y - s * x, 0);
      });
    });
    EXPECT_TRUE(
        std::all_of(m.coast.chains.begin(), m.coast.chains.end(), [](const Chain& c) { return c.closed; }));
  }
}

TEST(Section, OfASheetIsItsTopSurface) {
  const auto height = [](double x, double y) {
    return 6 * std::sin(x / 7 + 0.3) * std::cos(y / 9) + 0.05 * x + 0.01;
  };
  for (const bool flipped : {false, true}) {
    Terrain t = sheet(70, -50, -50, 50, 50, height);
    if (flipped)
      for (Triangle& k : std::get<Mesh>(t.shape).triangles) std::swap(k.a, k.b);
    ShoreConfig config = section_config();
    const HostMaps section = bake(t, config), bands = bake(t, config, Exec::cpu(), 7);
    config.surface = SurfaceChoice::top;
    const HostMaps top = bake(t, config);
    EXPECT_EQ(section.depth, top.depth);
    EXPECT_EQ(section.ocean, top.ocean);
    EXPECT_EQ(section.coast.segments.size(), top.coast.segments.size());
    EXPECT_NEAR(section.coast.length, top.coast.length, 1e-6);
    for (size_t k = 0; k < top.distance.size(); ++k) ASSERT_NEAR(section.distance[k], top.distance[k], 1e-4);
    EXPECT_EQ(section.distance, bands.distance);
    EXPECT_TRUE(section.warnings.empty());
  }
}

TEST(Section, ASolidThatTouchesTheLevelIsLand) {
  for (const Box3 box : {Box3{-10, -10, 0, 10, 10, 5}, Box3{-10, -10, -5, 10, 10, 0}}) {
    Mesh mesh;
    add_bed(mesh, 50, -10);
    add_box(mesh, box);
    const Terrain t = terrain_of(std::move(mesh));
    const HostMaps land = bake(t, section_config("101"));
    expect_consistent(land, [&](double x, double y) { return box.holds(x, y, 0); });
    EXPECT_NEAR(coast_length(land), 80, 1e-6);
    ShoreConfig config = section_config("101");
    config.at_level = LevelChoice::water;
    EXPECT_EQ(bake(t, config).coast.segments.empty(), box.z1 == 0) << "just above the level";
  }
}

TEST(Section, SaysWhatTheMeshDoesNot) {
  const auto warned = [](Mesh mesh, const char* words) {
    const HostMaps m = bake(terrain_of(std::move(mesh)), section_config("100"));
    return std::any_of(m.warnings.begin(), m.warnings.end(),
                       [&](const std::string& w) { return w.find(words) != std::string::npos; });
  };
  Mesh closed;
  add_bed(closed, 50, -10);
  add_box(closed, {-10, -10, -5, 10, 10, 5});
  Mesh roof = closed;
  add_bed(roof, 20, 6);
  EXPECT_TRUE(warned(roof, "ends above sea level"));
  EXPECT_FALSE(warned(closed, "ends above sea level"));

  Mesh floating;
  add_box(floating, {-10, -10, 2, 10, 10, 5});
  add_box(floating, {-40, -40, -5, -30, -30, 5});
  EXPECT_TRUE(warned(floating, "no ground lies below"));

  Mesh moebius = closed;
  const auto first = static_cast<int32_t>(moebius.positions.size());
  constexpr int kSteps = 12;
  for (int k = 0; k < kSteps; ++k) {
    const double a = 2 * M_PI * k / kSteps, half = a / 2;
    for (const double r : {-3.0, 3.0})
      moebius.positions.push_back({(30 + r * std::cos(half)) * std::cos(a),
                                   (30 + r * std::cos(half)) * std::sin(a), r * std::sin(half)});
  }
  for (int k = 0; k < kSteps; ++k) {
    const bool last = k + 1 == kSteps;
    const int32_t a = first + 2 * k, b = a + 1, c = last ? first + 1 : a + 2, d = last ? first : a + 3;
    moebius.triangles.push_back({a, c, b});
    moebius.triangles.push_back({b, c, d});
  }
  EXPECT_TRUE(warned(moebius, "cannot be made to agree"));
  EXPECT_FALSE(warned(closed, "cannot be made to agree"));
}

// A hole in the sea bed and in the land around it.
TEST(Section, HolesFollowTheirPolicy) {
  Terrain t = sheet(50, -50, -50, 50, 50, [](double x, double y) { return 20 - std::hypot(x, y); });
  auto& mesh = std::get<Mesh>(t.shape);
  std::erase_if(mesh.triangles, [&](const Triangle& k) {
    const Vec3d p = mesh.positions[static_cast<size_t>(k.a)];
    return std::hypot(p.x - 4, p.y) < 6 || std::hypot(p.x - 40, p.y) < 5;
  });
  ShoreConfig config = section_config();
  config.holes = HolesChoice::fill;
  const HostMaps fill = bake(t, config);
  EXPECT_GT(fill.counts.holes, 0);
  EXPECT_EQ(fill.coast.chains.size(), 1u);
  EXPECT_NEAR(coast_length(fill), 2 * M_PI * 20, 0.5);
  config.holes = HolesChoice::water;
  EXPECT_GE(bake(t, config).coast.chains.size(), 2u);
  config.holes = HolesChoice::land;
  const HostMaps land = bake(t, config);
  EXPECT_EQ(land.ocean[land.texel_of(40, 0)], 0);
  for (int32_t j = 0; j < land.grid.height; ++j)
    for (int32_t i = 0; i < land.grid.width; ++i)
      ASSERT_EQ(windings(land, i + 0.5, j + 0.5), land.ocean[land.at(i, j)] == 0 ? 1 : 0);
}

}  // namespace
}  // namespace ocean
