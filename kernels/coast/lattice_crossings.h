// SPDX-License-Identifier: Apache-2.0
//
// Where the coast crosses the lattice lines that join neighbouring texel centres. Internal to
// find_water_bodies.
#pragma once

#include "kernels/buffer.h"
#include "kernels/coast/coastline.h"
#include "kernels/raster/mask_runs.h"

namespace ocean {

// A crossing of the lattice edge from `centre` to its east (direction 0) or north (1) neighbour.
struct LatticeCrossing {
  int64_t edge;  // 2 * centre + direction
  double at;     // from the first centre, in [0, 1]
  int32_t segment;
  int32_t water_first;              // 1: the side of the first centre is water
  int32_t body_first, body_second;  // water components of the two centres, -1 on land
};

struct LatticeView {
  View<const CoastSegment> segments;
  RunView water;
};

// The whole numbers k in [first, last] whose line k + 1/2 is crossed on the way from x0 to x1, half open so
// that the joint of two segments counts once.
struct LineRange {
  int32_t first, last;
};
OCEAN_HD inline int32_t clamped_ceil(double x, int32_t low, int32_t high) {
  if (!(x > low)) return low;
  if (!(x < high)) return high;
  const auto k = static_cast<int32_t>(x);
  return static_cast<double>(k) < x ? k + 1 : k;
}
OCEAN_HD inline LineRange crossed_lines(double x0, double x1, int32_t count) {
  const double low = (x0 < x1 ? x0 : x1) - 0.5, high = (x0 < x1 ? x1 : x0) - 0.5;
  return {clamped_ceil(low, 0, count), clamped_ceil(high, 0, count) - 1};  // low <= k < high
}

// Calls visit(LatticeCrossing) for a segment, in fixed order.
template <class Visit>
OCEAN_HD inline void visit_lattice_crossings(const LatticeView& l, int64_t segment, Visit& visit) {
  const CoastSegment s = l.segments[segment];
  for (int direction = 0; direction < 2; ++direction) {
    // Along rows (direction 0) the line is v = k + 1/2 and the place on it u; along columns the other way
    // round.
    const bool row = direction == 0;
    const double a = row ? s.a.y : s.a.x, b = row ? s.b.y : s.b.x, c = row ? s.a.x : s.a.y,
                 d = row ? s.b.x : s.b.y;
    const int32_t lines = row ? l.water.height : l.water.width, places = row ? l.water.width : l.water.height;
    const LineRange range = crossed_lines(a, b, lines);
    for (int32_t k = range.first; k <= range.last; ++k) {
      const double t = (static_cast<double>(k) + 0.5 - a) / (b - a), x = c + t * (d - c) - 0.5;
      if (!(x >= 0 && x <= places - 1)) continue;
      const auto cell = static_cast<int32_t>(x);
      // Exactly at a centre it belongs to the edges on both sides.
      const int32_t first = static_cast<double>(cell) == x && cell > 0 ? cell - 1 : cell;
      for (int32_t e = first; e <= cell && e < places - 1; ++e) {
        const int64_t centre = row ? int64_t{k} * l.water.width + e : int64_t{e} * l.water.width + k;
        // Water is on the left: going north its west, going east its north.
        const bool water_first = row ? b > a : b < a;
        visit(LatticeCrossing{2 * centre + direction, x - e, static_cast<int32_t>(segment),
                              water_first ? 1 : 0, l.water.component_at(centre),
                              l.water.component_at(centre + (row ? 1 : l.water.width))});
      }
    }
  }
}

// All crossings whose edge has water at an end, in no meaningful order. water lies on the Exec's back end.
std::vector<LatticeCrossing> lattice_crossings(const Exec& exec, const Coastline& coast,
                                               const RunView& water);

}  // namespace ocean
