// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/triangulate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "kernels/coast/predicates.h"

namespace ocean {
namespace {

std::vector<Triangle> cut(const std::vector<Vec3d>& polygon) {
  std::vector<int32_t> corners(polygon.size());
  std::iota(corners.begin(), corners.end(), 0);
  std::vector<Triangle> out(polygon.size() - 2);
  Triangulator().polygon(polygon.data(), corners.data(), static_cast<int64_t>(polygon.size()), out.data());
  return out;
}

double area_z(const std::vector<Vec3d>& p, const Triangle& t) {
  const Vec3d a = p[size_t(t.a)], b = p[size_t(t.b)], c = p[size_t(t.c)];
  return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
}

double polygon_area_z(const std::vector<Vec3d>& p) {
  double twice = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3d a = p[i], b = p[(i + 1) % p.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  return twice / 2;
}

// Triangles that all turn as the polygon does and whose areas add up to its own cover it exactly once.
void expect_exact_cover(const std::vector<Vec3d>& p) {
  const double whole = polygon_area_z(p);
  double sum = 0;
  for (const Triangle& t : cut(p)) {
    EXPECT_GE(area_z(p, t) * (whole < 0 ? -1 : 1), 0);
    sum += area_z(p, t);
  }
  EXPECT_NEAR(sum, whole, 1e-9 * std::fabs(whole));
}

TEST(TurnSign, IsExactWhereDoublesAreNot) {
  EXPECT_EQ(orientation({0, 0}, {1, 0}, {1, 1}), 1);
  EXPECT_EQ(orientation({0, 0}, {1, 0}, {1, -1}), -1);
  EXPECT_EQ(orientation({.5, .5}, {12, 12}, {24, 24}), 0);
  // Kettner et al. 2008, "Classroom examples of robustness problems": one ulp off the diagonal.
  const double ulp = std::ldexp(1, -53);
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      const int expected = j > i ? 1 : j < i ? -1 : 0;
      EXPECT_EQ(orientation({12, 12}, {24, 24}, {.5 + i * ulp, .5 + j * ulp}), expected) << i << ' ' << j;
    }
  }
}

TEST(Triangulate, QuadsSplitFromCornerZeroToTwo) {
  const std::vector<Vec3d> quad{{0, 0, 0}, {1, 0, 5}, {1, 1, 0}, {0, 1, 5}};
  const std::vector<Triangle> t = cut(quad);
  EXPECT_EQ((std::vector<int32_t>{t[0].a, t[0].b, t[0].c, t[1].a, t[1].b, t[1].c}),
            (std::vector<int32_t>{0, 1, 2, 0, 2, 3}));
}

TEST(Triangulate, ArrowQuadsSplitAtTheReflexCorner) {
  const std::vector<Vec3d> arrow{{0, 0, 0}, {4, -1, 0}, {1, 0, 0}, {4, 1, 0}};  // reflex at 2
  for (size_t shift = 0; shift < 4; ++shift) {
    std::vector<Vec3d> p;
    for (size_t i = 0; i < 4; ++i) p.push_back(arrow[(i + shift) % 4]);
    expect_exact_cover(p);
  }
}

TEST(Triangulate, CoversConcavePolygonsOnce) {
  const std::vector<std::vector<Vec3d>> shapes{
      {{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}},  // U
      {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}},  // straight
                                                                                                 // corners
      {{0, 0, 0},
       {6, 0, 0},
       {6, 6, 0},
       {0, 6, 0},
       {0, 0, 0},
       {2, 2, 0},
       {2, 4, 0},
       {4, 4, 0},
       {4, 2, 0},
       {2, 2, 0}},
      {{0, 0, 0},
       {5, 0, 0},
       {5, 5, 0},
       {4, 5, 0},
       {4, 1, 0},
       {1, 1, 0},
       {1, 4, 0},
       {3, 4, 0},
       {3, 2, 0},
       {2, 2, 0},
       {2, 3, 0},
       {1.5, 3, 0},
       {1.5, 1.5, 0},
       {3.5, 1.5, 0},
       {3.5, 5, 0},
       {0, 5, 0}}};  // spiral
  for (const std::vector<Vec3d>& shape : shapes) {
    for (size_t shift = 0; shift < shape.size(); ++shift) {
      std::vector<Vec3d> p;
      for (size_t i = 0; i < shape.size(); ++i) p.push_back(shape[(i + shift) % shape.size()]);
      expect_exact_cover(p);
      expect_exact_cover({p.rbegin(), p.rend()});
    }
  }
}

TEST(Triangulate, CoversRandomStars) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> radius(.1, 10);
  for (int round = 0; round < 300; ++round) {
    const int n = 5 + round % 40;
    std::vector<Vec3d> p;
    for (int i = 0; i < n; ++i) {
      const double a = 6.283185307179586 * i / n, r = radius(random);
      p.push_back({1e6 + r * std::cos(a), r * std::sin(a), .01 * radius(random)});
    }
    expect_exact_cover(p);
  }
}

TEST(Triangulate, UsesThePolygonsOwnPlane) {
  // A U standing upright: seen from above it is a line.
  const std::vector<Vec3d> p{{0, 0, 0}, {4, 4, 0}, {4, 4, 3}, {3, 3, 3},
                             {3, 3, 1}, {1, 1, 1}, {1, 1, 3}, {0, 0, 3}};
  double sum = 0;
  for (const Triangle& t : cut(p)) {
    const Vec3d a = p[size_t(t.a)], u = p[size_t(t.b)] - a, v = p[size_t(t.c)] - a;
    const double along = u.x * v.z - u.z * v.x;  // area in (x, z)
    EXPECT_GE(along, 0);
    sum += along / 2;
  }
  EXPECT_DOUBLE_EQ(sum, 8);
}

TEST(Triangulate, AlwaysGivesTwoLessThanTheCorners) {
  const std::vector<std::vector<Vec3d>> odd{
      {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
      {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {1.5, 0, 0}},
      {{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}},                           // bow tie
      {{0, 1, 0}, {.6, -.8, 0}, {-.95, .3, 0}, {.95, .3, 0}, {-.6, -.8, 0}},  // pentagram
      {{1e300, 0, 0}, {0, 1e300, 0}, {-1e300, 0, 0}, {0, -1e300, 0}, {1, 1, 1}}};
  for (const std::vector<Vec3d>& p : odd) {
    for (const Triangle& t : cut(p)) {
      for (const int32_t v : {t.a, t.b, t.c}) EXPECT_LT(static_cast<size_t>(v), p.size());
    }
  }
}

}  // namespace
}  // namespace ocean
