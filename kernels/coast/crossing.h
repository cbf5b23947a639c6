// SPDX-License-Identifier: Apache-2.0
//
// Where the sea level crosses edges and triangles. Land and water are decided at the vertices alone; a vertex
// at sea level is one or the other as the caller says (a symbolic perturbation), so the topology never
// depends on rounding.
#pragma once

#include "kernels/math/grid.h"

namespace ocean {

struct SeaLevel {
  double level_m = 0;
  bool at_level_water = false;  // false: a point exactly at sea level is land
  OCEAN_HD bool is_land(double z) const { return at_level_water ? z > level_m : z >= level_m; }
};

// The point of p–q at sea level, p on one side and q on the other or at the level; exactly p or q if that one
// is at the level. Callers pass the end with the smaller index first, so that the triangles of an edge get
// equal bits.
OCEAN_HD inline Vec2d crossing_point(TexelPoint p, TexelPoint q, double level) {
  const double above_p = p.z - level, above_q = q.z - level;
  const double size_p = above_p < 0 ? -above_p : above_p, size_q = above_q < 0 ? -above_q : above_q;
  if (size_p <= size_q) {
    const double t = above_p / (above_p - above_q);
    return {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
  }
  const double t = above_q / (above_q - above_p);
  return {q.x + t * (p.x - q.x), q.y + t * (p.y - q.y)};
}

// The edges of a counter-clockwise triangle through which its coast enters and leaves, water on the left;
// edge k joins the vertices k and (k + 1) % 3. Valid if 1 or 2 vertices are land (bit k of `land`).
struct CrossedEdges {
  int from, to;
};
OCEAN_HD inline bool is_crossed(int land) { return land != 0 && land != 7; }
OCEAN_HD inline CrossedEdges crossed_edges(int land) {
  const bool one_land = land == 1 || land == 2 || land == 4;
  const int single = one_land ? land : 7 - land;  // the vertex that differs from the other two
  const int k = single == 1 ? 0 : (single == 2 ? 1 : 2), before = k == 0 ? 2 : k - 1;
  return one_land ? CrossedEdges{before, k} : CrossedEdges{k, before};
}

}  // namespace ocean
