// SPDX-License-Identifier: Apache-2.0
//
// Which points of a coast's curves can be left out.
#pragma once

#include "kernels/coast/coastline.h"

namespace ocean {

// The points of all chains, one after the other: chain c has count + 1 of them, from first + c on (its
// segments' starts and the last one's end; of a closed chain the last point is the first again).
inline int64_t first_point(const Coastline& coast, size_t chain) {
  return coast.chains[chain].first + static_cast<int64_t>(chain);
}
Vec2d curve_point(const Coastline& coast, size_t chain, int64_t k);  // k in [0, count]
double curve_arc(const Coastline& coast, size_t chain, int64_t k);   // arc length from the chain's start

// The indices k of the points that stay, ascending, the first and the last among them: no point of the chain
// lies farther than tolerance (texels, >= 0) from the straight line between the two that stay around it.
// Closed chains keep at least three different points if they have them. 0: all. Chains may cross themselves
// and each other by it. Source: Douglas & Peucker 1973, with distances to segments.
std::vector<int64_t> simplify_chain(const Coastline& coast, size_t chain, double tolerance);

}  // namespace ocean
