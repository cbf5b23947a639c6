// SPDX-License-Identifier: Apache-2.0
//
// How steep the ground is at each piece of a shoreline: the tangent of the slope of the triangle whose sea
// level crossing the piece is a part of, |grad height| with both in metres. Exact, not from differences of a
// map. Where the ground has no slope at the shore (cliffs, overhangs, rims, and the border of the map that
// --edge makes a shore) and where it is steeper, the value is kSteepest. Host code: a coast is small beside
// its terrain.
#pragma once

#include <vector>

#include "kernels/coast/coastline.h"
#include "kernels/coast/crossing.h"

namespace ocean {

inline constexpr float kSteepest = 10.0f;  // tan 84.3 degrees

// Of a mesh: vertices and triangles of the mesh the coast was made from, on the host, texel coordinates, z in
// metres. A segment belongs to the crossing nearest to its middle and within 1e-6 texel, ties to the smaller
// triangle. Indices must be in range; texel_m > 0. Runs on the Exec's pool.
std::vector<float> mesh_slopes(const Exec& exec, const std::vector<CoastSegment>& coast,
                               const std::vector<TexelPoint>& vertices,
                               const std::vector<Triangle>& triangles, SeaLevel sea, double texel_m);

// Of a height field: heights on the host. The triangle on the segment's water side, or on its land side with
// at_level_water, where a segment runs along an edge.
std::vector<float> field_slopes(const std::vector<CoastSegment>& coast, const HeightField& field,
                                SeaLevel sea, double texel_m);

}  // namespace ocean
