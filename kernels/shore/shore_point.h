// SPDX-License-Identifier: Apache-2.0
//
// What the shoreline says at the point nearest to a texel: its arc length, and any value that a segment has.
// nearest: the index of the nearest segment (DistanceMaps::nearest), -1 where there is none, which gives 0.
// Views lie on the Exec's back end, south first; other sizes throw std::invalid_argument.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

// out = start[s] + the length from the segment's first point to its point nearest to the texel's centre, in
// texels, rounded once from double. start: one a segment (Coastline::start).
void shore_arc_length(const Exec& exec, View<const CoastSegment> segments, View<const double> start,
                      View<const int32_t> nearest, const Window& window, View<float> out);

// out = value[s].
void shore_value(const Exec& exec, View<const float> value, View<const int32_t> nearest, View<float> out);

}  // namespace ocean
