// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/coast/field_coast.h"
#include "kernels/coast/map_border.h"
#include "kernels/coast/mesh_coast.h"
#include "kernels/coast/slope.h"
#include "tests/support/backends.h"

namespace ocean {
namespace {

constexpr double kTexel_m = 2.5;

// Ground that is bent everywhere, as a field of n x n samples of 1.25 texels.
std::vector<float> bent(int32_t n) {
  std::vector<float> heights;
  for (int32_t j = 0; j < n; ++j)
    for (int32_t i = 0; i < n; ++i)
      heights.push_back(
          static_cast<float>(7 * std::cos(i / 5.0) * std::cos(j / 4.0) + 0.3 * std::sin(i * j)));
  return heights;
}

HeightField field_of(const std::vector<float>& heights, int32_t n) {
  return {heights.data(), n, n, -2.0, -1.0, 1.25, 1.25};
}

struct Soup {
  std::vector<TexelPoint> vertices;
  std::vector<Triangle> triangles;
};

// The field's surface as a mesh.
Soup mesh_of(const HeightField& f) {
  Soup mesh;
  for (int32_t j = 0; j < f.height; ++j)
    for (int32_t i = 0; i < f.width; ++i)
      mesh.vertices.push_back(
          {f.u0 + i * f.du, f.v0 + j * f.dv, static_cast<double>(f.heights[j * f.width + i])});
  for (int32_t j = 0; j + 1 < f.height; ++j)
    for (int32_t i = 0; i + 1 < f.width; ++i) {
      const int32_t a = j * f.width + i, b = a + 1, d = a + f.width, c = d + 1;
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, d, c});  // either way round
    }
  return mesh;
}

Coastline coast_of(const Exec& exec, const Soup& mesh, SeaLevel sea) {
  const Buffer<TexelPoint> vertices(exec, "vertices", mesh.vertices);
  const Buffer<Triangle> triangles(exec, "triangles", mesh.triangles);
  MeshCoastOptions options;
  options.sea = sea;
  return mesh_coast(exec, vertices.view(), triangles.view(), options);
}

// By the definition: the gradient of the crossed triangle that holds the segment's middle.
double slope_at(const Soup& mesh, SeaLevel sea, const CoastSegment& s) {
  const Vec2d p = 0.5 * (s.a + s.b);
  double nearest = 1e300, slope = -1;
  for (const Triangle& t : mesh.triangles) {
    const Vec3d a = mesh.vertices[static_cast<std::size_t>(t.a)],
                b = mesh.vertices[static_cast<std::size_t>(t.b)],
                c = mesh.vertices[static_cast<std::size_t>(t.c)];
    if (sea.is_land(a.z) == sea.is_land(b.z) && sea.is_land(a.z) == sea.is_land(c.z)) continue;
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const double wb = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area,
                 wc = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area;
    const double outside = std::max({-wb, -wc, wb + wc - 1});
    const double nz = area, nx = (b.z - a.z) * (c.y - a.y) - (b.y - a.y) * (c.z - a.z),
                 ny = (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
    if (outside < nearest) nearest = outside, slope = std::hypot(nx, ny) / std::abs(nz) / kTexel_m;
  }
  return std::min(slope, static_cast<double>(kSteepest));
}

TEST(Slope, IsThatOfTheCrossedTriangle) {
  const int32_t n = 41;
  const std::vector<float> heights = bent(n);
  const HeightField field = field_of(heights, n);
  const Soup mesh = mesh_of(field);
  for (const bool at_level_water : {false, true}) {
    const SeaLevel sea{0.4, at_level_water};
    const Coastline coast = coast_of(Exec::cpu(), mesh, sea);
    ASSERT_GT(coast.segments.size(), 200u);
    const std::vector<float> of_mesh =
        mesh_slopes(Exec::cpu(), coast.segments, mesh.vertices, mesh.triangles, sea, kTexel_m);
    const std::vector<float> of_field = field_slopes(coast.segments, field, sea, kTexel_m);
    int compared = 0;
    for (std::size_t k = 0; k < coast.segments.size(); ++k) {
      const CoastSegment& s = coast.segments[k];
      const Vec2d middle = 0.5 * (s.a + s.b);
      const double right = field.u0 + (n - 1) * field.du, top = field.v0 + (n - 1) * field.dv;
      const double rim = std::min(std::min(middle.x - field.u0, right - middle.x),
                                  std::min(middle.y - field.v0, top - middle.y));
      if (rim < 1e-6) {  // the land's edge, beyond which the options put water
        EXPECT_EQ(of_mesh[k], kSteepest);
        continue;
      }
      ++compared;
      const double expected = slope_at(mesh, sea, s);
      EXPECT_NEAR(of_mesh[k], expected, 1e-5 * expected) << k;
      EXPECT_NEAR(of_field[k], expected, 1e-5 * expected) << k;
    }
    EXPECT_GT(compared, 150);
  }
}

TEST(Slope, TheSameForAnyNumberOfThreads) {
  const int32_t n = 150;
  const std::vector<float> heights = bent(n);
  const Soup mesh = mesh_of(field_of(heights, n));
  const SeaLevel sea{0, false};
  const Coastline coast = coast_of(Exec::cpu(), mesh, sea);
  std::vector<float> first;
  for (const Exec& exec : test_backends()) {
    const std::vector<float> slopes =
        mesh_slopes(exec, coast.segments, mesh.vertices, mesh.triangles, sea, kTexel_m);
    if (first.empty()) first = slopes;
    EXPECT_EQ(slopes, first);
  }
}

// A wedge that rises by one in four from the west, cut off in the east by a cliff into the water.
TEST(Slope, CliffsAreTheSteepest) {
  const Soup mesh{{{0, 0, -4}, {40, 0, 6}, {40, 30, 6}, {0, 30, -4}}, {{0, 1, 2}, {0, 2, 3}}};
  const SeaLevel sea{0, false};
  const Coastline coast = coast_of(Exec::cpu(), mesh, sea);
  const std::vector<float> slopes =
      mesh_slopes(Exec::cpu(), coast.segments, mesh.vertices, mesh.triangles, sea, kTexel_m);
  int beaches = 0;
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    const CoastSegment& s = coast.segments[k];
    const bool beach = std::abs(s.a.x - 16) < 1e-9 && std::abs(s.b.x - 16) < 1e-9;
    beaches += beach;
    EXPECT_FLOAT_EQ(slopes[k], beach ? 0.25f / static_cast<float>(kTexel_m) : kSteepest);
  }
  EXPECT_EQ(beaches, 2);
}

// Beyond its outermost samples the field goes on level outwards; a shore on the map's border is none of the
// ground's.
TEST(Slope, BeyondTheFieldAndOnTheBorder) {
  const std::vector<float> heights{-1, -1, -1, 3, 3, 3};  // rises northwards
  const HeightField field{heights.data(), 3, 2, 4, 4, 2, 8};
  const SeaLevel sea{0, false};
  Coastline coast = field_coast(Exec::cpu(), field, sea, 20, 20);
  ASSERT_FALSE(coast.segments.empty());
  bool beyond = false;
  for (const CoastSegment& s : coast.segments) beyond |= std::max(s.a.x, s.b.x) > 9;
  EXPECT_TRUE(beyond);
  for (const float slope : field_slopes(coast.segments, field, sea, 0.5)) EXPECT_FLOAT_EQ(slope, 1.0f);
  coast = close_at_border(Exec::cpu(), coast, MapEdge::ocean, 20, 20, false);
  const std::vector<float> closed = field_slopes(coast.segments, field, sea, 0.5);
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const CoastSegment& s = coast.segments[k];
    const bool shore = std::abs(s.a.y - 6) < 1e-9 && std::abs(s.b.y - 6) < 1e-9;
    EXPECT_FLOAT_EQ(closed[k], shore ? 1.0f : kSteepest);
  }
  EXPECT_GT(closed.size(), coast.chains.size() * 3);
}

TEST(Slope, WithoutACoastNothing) { EXPECT_TRUE(mesh_slopes(Exec::cpu(), {}, {}, {}, {}, 1).empty()); }

}  // namespace
}  // namespace ocean
