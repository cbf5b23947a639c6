// SPDX-License-Identifier: Apache-2.0
//
// Coasts with known shape, in texel coordinates, and their water masks. Every coast has water on its left
// (kernels/math/grid.h): an island runs clockwise. Built with + - x / sqrt alone, so a shape has the same
// bits on every machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/math/grid.h"

namespace ocean::test {

using Coast = std::vector<CoastSegment>;

// Counter-based and well mixed; uniform in [0, 1).
inline double uniform(uint64_t seed, uint64_t index) {
  uint64_t z = (seed + 1) * 0x9e3779b97f4a7c15ull + index * 0xd1342543de82ef95ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-53;
}

inline Coast closed_coast(const std::vector<Vec2d>& points) {
  Coast coast;
  for (size_t i = 0; i < points.size(); ++i)
    if (!(points[i] == points[(i + 1) % points.size()]))
      coast.push_back({points[i], points[(i + 1) % points.size()]});
  return coast;
}

inline Coast reversed(Coast coast) {
  for (CoastSegment& s : coast) std::swap(s.a, s.b);
  std::reverse(coast.begin(), coast.end());
  return coast;
}

// Island: an inscribed polygon with 4*2^halvings corners on the circle.
inline Coast circle_coast(Vec2d centre, double radius, int halvings) {
  std::vector<Vec2d> unit = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
  for (int h = 0; h < halvings; ++h) {
    std::vector<Vec2d> finer;
    for (size_t i = 0; i < unit.size(); ++i) {
      const Vec2d sum = unit[i] + unit[(i + 1) % unit.size()];
      finer.push_back(unit[i]);
      finer.push_back((1 / std::sqrt(dot(sum, sum))) * sum);
    }
    unit = std::move(finer);
  }
  for (Vec2d& p : unit) p = centre + radius * p;
  return closed_coast(unit);
}

// Two circles: land between them, a lagoon inside.
inline Coast annulus_coast(Vec2d centre, double inner, double outer, int halvings) {
  Coast coast = circle_coast(centre, outer, halvings);
  for (const CoastSegment& s : reversed(circle_coast(centre, inner, halvings))) coast.push_back(s);
  return coast;
}

inline Coast square_coast(Vec2d low, double side) {
  return closed_coast({low, {low.x, low.y + side}, {low.x + side, low.y + side}, {low.x + side, low.y}});
}

// One straight piece in `pieces` segments; water on the left of from -> to.
inline Coast line_coast(Vec2d from, Vec2d to, int pieces = 1) {
  Coast coast;
  for (int i = 0; i < pieces; ++i) {
    const double s = static_cast<double>(i) / pieces, t = static_cast<double>(i + 1) / pieces;
    coast.push_back({from + s * (to - from), i + 1 == pieces ? to : from + t * (to - from)});
  }
  return coast;
}

// Island by midpoint displacement: a square of half diagonal `radius`, each edge halved `halvings` times, the
// midpoint moved across the edge by up to roughness * length. 4*2^halvings segments; above a roughness of
// about 0.3 it may cross itself, which distances and the even-odd mask do not mind.
inline Coast fractal_coast(Vec2d centre, double radius, int halvings, double roughness, uint64_t seed) {
  std::vector<Vec2d> points;
  for (const Vec2d& p : {Vec2d{1, 0}, Vec2d{0, -1}, Vec2d{-1, 0}, Vec2d{0, 1}})
    points.push_back(centre + radius * p);
  uint64_t draw = 0;
  for (int h = 0; h < halvings; ++h) {
    std::vector<Vec2d> finer;
    for (size_t i = 0; i < points.size(); ++i) {
      const Vec2d a = points[i], b = points[(i + 1) % points.size()], e = b - a;
      const double shift = roughness * (2 * uniform(seed, draw++) - 1);
      finer.push_back(a);
      finer.push_back(0.5 * (a + b) + shift * Vec2d{-e.y, e.x});
    }
    points = std::move(finer);
  }
  return closed_coast(points);
}

// Unconnected pieces: starts in [low, high]^2, each component of a piece up to length/2.
inline Coast random_coast(int n, double low, double high, double length, uint64_t seed) {
  Coast coast;
  for (uint64_t i = 0; i < static_cast<uint64_t>(n); ++i) {
    const Vec2d a{low + (high - low) * uniform(seed, 4 * i), low + (high - low) * uniform(seed, 4 * i + 1)};
    const Vec2d e{uniform(seed, 4 * i + 2) - 0.5, uniform(seed, 4 * i + 3) - 0.5};
    coast.push_back({a, a + length * e});
  }
  return coast;
}

// The coast that the benchmarks call fractal: pieces of one to two texels on a map of size x size.
inline Coast fractal_benchmark_coast(int32_t size) {
  int halvings = 5;
  for (int32_t s = size; s > 64; s /= 2) ++halvings;
  return fractal_coast({0.5 * size, 0.5 * size}, 0.38 * size, halvings + 1, 0.3, 7);
}

// ... and circle: about one texel a piece, radius 0.35 of the map, centre off the texel raster.
inline Coast circle_benchmark_coast(int32_t size) {
  int halvings = 5;
  for (int32_t s = size; s > 64; s /= 2) ++halvings;
  return circle_coast({0.5 * size + 0.3, 0.5 * size + 0.2}, 0.35 * size, halvings);
}

// 1 = water, 0 = land at the centres of a window of the map, south first: even-odd rule over closed coasts,
// land inside
// (`inside` = 0) or water inside (1). A centre on the coast may go either way.
inline std::vector<uint8_t> water_mask(const Coast& coast, int32_t i0, int32_t j0, int32_t width,
                                       int32_t height, uint8_t inside = 0) {
  std::vector<std::vector<double>> crossings(static_cast<size_t>(height));
  for (const CoastSegment& s : coast) {
    const Vec2d low = s.a.y < s.b.y ? s.a : s.b, high = s.a.y < s.b.y ? s.b : s.a;
    const double first = std::max(std::ceil(low.y - 0.5), static_cast<double>(j0));
    const double last = std::min(std::ceil(high.y - 0.5), static_cast<double>(j0) + height);
    for (double j = first; j < last; ++j)  // low.y <= j + 1/2 < high.y
      crossings[static_cast<size_t>(j - j0)].push_back(low.x + (j + 0.5 - low.y) / (high.y - low.y) *
                                                                   (high.x - low.x));
  }
  std::vector<uint8_t> mask(static_cast<size_t>(int64_t{width} * height));
  for (int32_t j = 0; j < height; ++j) {
    std::vector<double>& row = crossings[static_cast<size_t>(j)];
    std::sort(row.begin(), row.end());
    size_t passed = 0;
    for (int32_t i = 0; i < width; ++i) {
      while (passed < row.size() && row[passed] <= static_cast<double>(i0) + i + 0.5) ++passed;
      mask[static_cast<size_t>(int64_t{j} * width + i)] =
          passed % 2 == 1 ? inside : static_cast<uint8_t>(1 - inside);
    }
  }
  return mask;
}

}  // namespace ocean::test
