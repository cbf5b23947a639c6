// SPDX-License-Identifier: Apache-2.0
//
// A plain reference for coasts, written from the definition alone: a point is land if any triangle above it
// is land there. It shares no code with kernels/coast.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/coast/field_coast.h"
#include "kernels/coast/mesh_coast.h"
#include "tests/support/backends.h"

namespace ocean {

struct TestMesh {
  std::vector<TexelPoint> points;
  std::vector<Triangle> triangles;

  int32_t add(double u, double v, double z) {
    points.push_back({u, v, z});
    return static_cast<int32_t>(points.size()) - 1;
  }
  void face(int32_t a, int32_t b, int32_t c) { triangles.push_back({a, b, c}); }
  void quad(int32_t a, int32_t b, int32_t c, int32_t d) {
    face(a, b, c);
    face(a, c, d);
  }
  void append(const TestMesh& m) {
    const auto base = static_cast<int32_t>(points.size());
    points.insert(points.end(), m.points.begin(), m.points.end());
    for (const Triangle& t : m.triangles) face(t.a + base, t.b + base, t.c + base);
  }
};

// A closed box; turned by the angle whose cosine and sine are given around its south-west corner.
inline TestMesh box_mesh(double u0, double v0, double du, double dv, double z0, double z1, double cosine = 1,
                         double sine = 0) {
  TestMesh m;
  for (const double z : {z0, z1})
    for (const auto& [x, y] : {Vec2d{0, 0}, Vec2d{du, 0}, Vec2d{du, dv}, Vec2d{0, dv}})
      m.add(u0 + cosine * x - sine * y, v0 + sine * x + cosine * y, z);
  m.quad(3, 2, 1, 0);
  m.quad(4, 5, 6, 7);
  for (int k = 0; k < 4; ++k) m.quad(k, (k + 1) % 4, (k + 1) % 4 + 4, k + 4);
  return m;
}

// A cone of n faces without a base: apex height z1, rim height z0 at the radius.
inline TestMesh cone_mesh(double u, double v, double radius, double z0, double z1, int n) {
  TestMesh m;
  const int32_t apex = m.add(u, v, z1);
  for (int k = 0; k < n; ++k) {
    const double angle = 6.283185307179586 * k / n;
    m.add(u + radius * std::cos(angle), v + radius * std::sin(angle), z0);
  }
  for (int k = 0; k < n; ++k) m.face(apex, 1 + k, 1 + (k + 1) % n);
  return m;
}

// (nx + 1) x (ny + 1) vertices of unit cells, heights by the function.
template <class Height>
TestMesh sheet_mesh(int nx, int ny, double u0, double v0, double cell, const Height& height) {
  TestMesh m;
  for (int j = 0; j <= ny; ++j)
    for (int i = 0; i <= nx; ++i) m.add(u0 + i * cell, v0 + j * cell, height(u0 + i * cell, v0 + j * cell));
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const int32_t a = j * (nx + 1) + i;
      m.quad(a, a + 1, a + nx + 2, a + nx + 1);
    }
  return m;
}

enum class Ground { uncovered, water, land };

inline Ground ground_at(const TestMesh& m, Vec2d p, double sea) {
  Ground result = Ground::uncovered;
  for (const Triangle& t : m.triangles) {
    const TexelPoint &a = m.points[static_cast<size_t>(t.a)], &b = m.points[static_cast<size_t>(t.b)],
                     &c = m.points[static_cast<size_t>(t.c)];
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area == 0) continue;
    const double wb = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area;
    const double wc = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area;
    if (wb < 0 || wc < 0 || wb + wc > 1) continue;
    if (a.z + wb * (b.z - a.z) + wc * (c.z - a.z) >= sea) return Ground::land;
    result = Ground::water;
  }
  return result;
}

// Signed number of coast crossings on the way from p to q: +1 for each step from water to land.
inline int crossings(const Coastline& coast, Vec2d p, Vec2d q) {
  int sum = 0;
  for (const CoastSegment& s : coast.segments) {
    const double a = cross(q - p, s.a - p), b = cross(q - p, s.b - p);
    if ((a > 0) == (b > 0)) continue;
    const double c = cross(s.b - s.a, p - s.a), d = cross(s.b - s.a, q - s.a);
    if ((c > 0) == (d > 0)) continue;
    sum += c > 0 ? 1 : -1;  // p on the left, in the water
  }
  return sum;
}

inline double distance_to(const CoastSegment& s, Vec2d p) {
  const Vec2d d = s.b - s.a;
  double t = dot(p - s.a, d) / dot(d, d);
  t = std::min(1.0, std::max(0.0, t));
  const Vec2d x = p - (s.a + t * d);
  return std::sqrt(dot(x, x));
}

// The chains' bookkeeping, and that their segments join bit for bit.
inline void check_chains(const Coastline& coast) {
  ASSERT_EQ(coast.start.size(), coast.segments.size());
  int64_t at = 0;
  double total = 0;
  for (const Chain& chain : coast.chains) {
    ASSERT_EQ(chain.first, at);
    ASSERT_GT(chain.count, 0);
    at += chain.count;
    double length = 0, twice = 0;
    for (int64_t k = chain.first; k < at; ++k) {
      const CoastSegment& s = coast.segments[static_cast<size_t>(k)];
      ASSERT_FALSE(s.a == s.b);
      ASSERT_NEAR(coast.start[static_cast<size_t>(k)], length, 1e-9 * (1 + length));
      length += std::hypot(s.b.x - s.a.x, s.b.y - s.a.y);
      twice += cross(s.a, s.b);
      if (k + 1 < at) {
        ASSERT_EQ(s.b, coast.segments[static_cast<size_t>(k + 1)].a);
      }
    }
    const bool ends_meet =
        coast.segments[static_cast<size_t>(at - 1)].b == coast.segments[static_cast<size_t>(chain.first)].a;
    if (chain.closed) {
      ASSERT_TRUE(ends_meet);
      ASSERT_NEAR(chain.signed_area, 0.5 * twice, 1e-6 * (1 + std::abs(twice)));
    }
    ASSERT_NEAR(chain.length, length, 1e-9 * (1 + length));
    total += length;
  }
  ASSERT_EQ(at, static_cast<int64_t>(coast.segments.size()));
  ASSERT_NEAR(coast.length, total, 1e-9 * (1 + total));
}

inline bool is_land(Ground ground, bool outside_is_land) {
  return ground == Ground::land || (ground == Ground::uncovered && outside_is_land);
}

// Land on the right and water on the left of every piece at ±1e-6 texel (pieces whose middle is near another
// one are left out), and between random points as many crossings as the change of ground demands.
inline void check_against_ground(const TestMesh& m, const Coastline& coast, double sea, bool outside_is_land,
                                 Vec2d low, Vec2d high, int samples, uint32_t seed) {
  int looked_at = 0;
  for (size_t k = 0; k < coast.segments.size(); ++k) {
    const CoastSegment& s = coast.segments[k];
    const Vec2d d = s.b - s.a;
    const double length = std::sqrt(dot(d, d));
    if (length < 2e-5) continue;
    for (const double t : {0.5, 0.31, 0.83}) {
      const Vec2d p = s.a + t * d, n = (1e-6 / length) * Vec2d{-d.y, d.x};
      bool alone = true;
      for (size_t o = 0; o < coast.segments.size() && alone; ++o)
        alone = o == k || distance_to(coast.segments[o], p) > 2e-6;
      if (!alone) continue;
      ++looked_at;
      ASSERT_FALSE(is_land(ground_at(m, p + n, sea), outside_is_land))
          << "left of segment " << k << " at " << t;
      ASSERT_TRUE(is_land(ground_at(m, p - n, sea), outside_is_land))
          << "right of segment " << k << " at " << t;
    }
  }
  double area = 0;
  for (const Chain& chain : coast.chains) area += std::abs(chain.signed_area);
  if (area > 1e-6) {
    ASSERT_GT(looked_at, 0);
  }
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(low.x, high.x), v(low.y, high.y);
  Vec2d p{u(random), v(random)};
  bool land = is_land(ground_at(m, p, sea), outside_is_land);
  for (int k = 0; k < samples; ++k) {
    const Vec2d q{u(random), v(random)};
    const bool next = is_land(ground_at(m, q, sea), outside_is_land);
    ASSERT_EQ(crossings(coast, p, q), int{next} - int{land})
        << "from " << p.x << " " << p.y << " to " << q.x << " " << q.y;
    p = q;
    land = next;
  }
}

inline void expect_all_closed(const Coastline& coast) {
  for (const Chain& c : coast.chains) EXPECT_TRUE(c.closed) << "chain of " << c.count << " segments is open";
}

// A coast at level 0 whose chains are all closed, with water where no triangle is.
inline void check_closed(const TestMesh& m, const Coastline& coast, int samples = 400) {
  Vec2d low{1e9, 1e9}, high{-1e9, -1e9};
  for (const TexelPoint& p : m.points) {
    low = {std::min(low.x, p.x - 1), std::min(low.y, p.y - 1)};
    high = {std::max(high.x, p.x + 1), std::max(high.y, p.y + 1)};
  }
  check_chains(coast);
  expect_all_closed(coast);
  check_against_ground(m, coast, 0, false, low, high, samples, 5);
}

// Triangles in 10 x 10 texels, most of them with water; on whole numbers they meet in every way.
inline TestMesh random_soup(uint32_t seed, int triangles, bool lattice) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> at(0, 10), height(-2, 1);
  TestMesh m;
  const auto place = [&] { return lattice ? std::floor(at(random)) : at(random); };
  for (int k = 0; k < triangles; ++k) {
    int32_t v[3];
    for (int32_t& i : v) {
      const double u = place(), w = place(), z = lattice ? std::floor(2 * height(random)) : height(random);
      i = m.add(u, w, z);
    }
    m.face(v[0], v[1], v[2]);
  }
  return m;
}

inline Coastline coast_of(const TestMesh& m, const MeshCoastOptions& options = {},
                          MeshCoastStats* stats = nullptr, const Exec& exec = Exec::cpu(1)) {
  const Buffer<TexelPoint> points(exec, "test vertices", m.points);
  const Buffer<Triangle> triangles(exec, "test triangles", m.triangles);
  return mesh_coast(exec, points.view(), triangles.view(), options, stats);
}

inline void expect_same_bits(const Coastline& a, const Coastline& b) {
  ASSERT_EQ(a.segments.size(), b.segments.size());
  for (size_t k = 0; k < a.segments.size(); ++k) {
    ASSERT_EQ(a.segments[k].a, b.segments[k].a);
    ASSERT_EQ(a.segments[k].b, b.segments[k].b);
  }
  ASSERT_EQ(a.start, b.start);
  ASSERT_EQ(a.length, b.length);
  ASSERT_EQ(a.chains.size(), b.chains.size());
  for (size_t k = 0; k < a.chains.size(); ++k) {
    ASSERT_EQ(a.chains[k].first, b.chains[k].first);
    ASSERT_EQ(a.chains[k].closed, b.chains[k].closed);
    ASSERT_EQ(a.chains[k].signed_area, b.chains[k].signed_area);
  }
}

}  // namespace ocean
