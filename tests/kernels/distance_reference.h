// SPDX-License-Identifier: Apache-2.0
//
// What the distance tests compare with: the nearest point in double, by the textbook formula, without any
// code of kernels/distance; and one call that runs compute_distance() and brings the maps back.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/distance/distance.h"
#include "tests/support/coast_shapes.h"

namespace ocean::test {

inline double point_distance(const CoastSegment& s, Vec2d p) {
  const Vec2d e = s.b - s.a, w = p - s.a;
  const double ee = dot(e, e);
  const double t = ee > 0 ? std::clamp(dot(w, e) / ee, 0.0, 1.0) : 0.0;
  const Vec2d v = w - t * e;
  return std::hypot(v.x, v.y);
}

inline double reference_distance(const Coast& coast, Vec2d p) {
  double best = std::numeric_limits<double>::infinity();
  for (const CoastSegment& s : coast) best = std::min(best, point_distance(s, p));
  return best;
}

struct Maps {
  std::vector<float> distance;
  std::vector<Vec2f> direction;
  std::vector<int32_t> nearest;
};

inline Maps bake(const Exec& exec, const Coast& coast, Window window, int32_t width, int32_t height,
                 const std::vector<uint8_t>& mask, const DistanceOptions& options = {}) {
  const Buffer<CoastSegment> segments(exec, "test.segments", coast);
  const Buffer<uint8_t> water(exec, "test.water", mask);
  Buffer<float> distance(exec, window.size());
  Buffer<Vec2f> direction(exec, window.size());
  Buffer<int32_t> nearest(exec, window.size());
  compute_distance(exec, segments.view(), window, width, height, water.view(),
                   {distance.view(), direction.view(), nearest.view()}, options);
  return {distance.to_host("test.distance"), direction.to_host("test.direction"),
          nearest.to_host("test.nearest")};
}

inline Maps bake_whole(const Exec& exec, const Coast& coast, int32_t width, int32_t height,
                       const std::vector<uint8_t>& mask, const DistanceOptions& options = {}) {
  return bake(exec, coast, {0, 0, width, height}, width, height, mask, options);
}

// Number of texels whose distance, direction or nearest segment differ in any bit.
inline int64_t differing_texels(const Maps& a, const Maps& b) {
  if (a.distance.size() != b.distance.size()) return -1;
  int64_t n = 0;
  for (size_t i = 0; i < a.distance.size(); ++i)
    n += std::memcmp(&a.distance[i], &b.distance[i], sizeof(float)) != 0 ||
         std::memcmp(&a.direction[i], &b.direction[i], sizeof(Vec2f)) != 0 || a.nearest[i] != b.nearest[i];
  return n;
}

inline double float_ulp(double v) {
  const float f = static_cast<float>(v);
  return static_cast<double>(std::nextafter(f, std::numeric_limits<float>::infinity())) -
         static_cast<double>(f);
}

// Every promise of distance.h at one texel, centre c.
inline void expect_texel(const Coast& coast, Vec2d c, bool water, float distance, Vec2f direction,
                         int32_t nearest) {
  const double exact = reference_distance(coast, c);
  const double bar = std::max(1e-3, float_ulp(exact));
  ASSERT_EQ(distance > 0, water) << "at " << c.x << ", " << c.y;
  ASSERT_NEAR(std::abs(static_cast<double>(distance)), exact, bar) << "at " << c.x << ", " << c.y;
  const Vec2d dir{direction.x, direction.y};
  ASSERT_NEAR(std::hypot(dir.x, dir.y), 1.0, 1e-6) << "at " << c.x << ", " << c.y;
  ASSERT_GE(nearest, 0);
  ASSERT_LT(nearest, static_cast<int32_t>(coast.size()));
  const CoastSegment& s = coast[static_cast<size_t>(nearest)];
  ASSERT_NEAR(point_distance(s, c), exact, bar) << "at " << c.x << ", " << c.y;
  if (std::abs(distance) >= 1e-3f) {
    const Vec2d end = c + static_cast<double>(distance) * dir;
    ASSERT_LE(reference_distance(coast, end), bar) << "at " << c.x << ", " << c.y;
  } else if (!(s.a == s.b)) {
    const Vec2d e = s.b - s.a;
    const double length = std::hypot(e.x, e.y);
    ASSERT_NEAR(dir.x, e.y / length, 1e-6);
    ASSERT_NEAR(dir.y, -e.x / length, 1e-6);
  }
}

inline void expect_maps(const Coast& coast, Window w, const std::vector<uint8_t>& mask, const Maps& maps,
                        int64_t step = 1) {
  for (int64_t i = 0; i < w.size(); i += step) {
    const auto k = static_cast<size_t>(i);
    const double x = static_cast<double>(w.i0 + i % w.width) + 0.5,
                 y = static_cast<double>(w.j0 + i / w.width) + 0.5;
    expect_texel(coast, {x, y}, mask[k] != 0, maps.distance[k], maps.direction[k], maps.nearest[k]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace ocean::test
