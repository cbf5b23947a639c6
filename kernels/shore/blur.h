// SPDX-License-Identifier: Apache-2.0
//
// Smoothing of a direction map, whose unit vectors turn at once along the medial axis of the water.
//
// The kernel is a tent (two box averages) along the columns times one along the rows: the texel at (k, l) has
// the weight max(0, n - |k|) * max(0, n - |l|), n the reach in texels; like a Gaussian of sigma n/sqrt(6).
//   sum    = sum of weight * direction over the texels that are water and lie in the map
//   mean   = sum / the sum of their weights, so land and what lies beyond the map take no part
//   confidence = |mean| in [0, 1], direction = mean / |mean|.
// A texel of land keeps its own direction, with the confidence 1 (0 where the direction is 0).
//
// Same bits for any window, thread count and back end: components are rounded to whole multiples of 2^-q, q =
// min(30, 62 - 4*ceil(log2 n)), and all sums are whole numbers below 2^63, hence exact in any order; what is
// left is one division and one root a texel. A length below 2^-q, which that rounding alone could make,
// counts as 0: opposite directions in balance have direction (0, 0) and confidence 0.
// Cost: a constant number of operations a texel, whatever the reach.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

inline constexpr int32_t kMostBlurReach = 4096;  // texels: the sums fit 64 bits up to it

// The texels of a map that a blur of `window` looks at.
Window blur_window(const Window& window, int32_t reach, int32_t map_width, int32_t map_height);

// direction, water (non-zero = water): of the window `from`, which holds blur_window(window, …); all views
// south first on the Exec's back end. out, confidence: of `window`; they do not overlap the inputs. reach 1:
// out = direction but for the rounding to 2^-30. Scratch: up to 256 MiB. Returns when the host may reuse
// the inputs on the CPU. Throws std::invalid_argument: a reach that is not 1…4096, views or windows that do
// not fit each other.
void blur_direction(const Exec& exec, View<const Vec2f> direction, View<const uint8_t> water,
                    const Window& from, const Window& window, int32_t reach, View<Vec2f> out,
                    View<float> confidence);

// The confidence without a blur: 1, or 0 where the direction is 0. Views of one size (std::invalid_argument).
void sharp_confidence(const Exec& exec, View<const Vec2f> direction, View<float> confidence);

}  // namespace ocean
