// SPDX-License-Identifier: Apache-2.0
//
// From particles to places: what stands over a fixed point of the tile. The particle over the texel centre p
// is at p + u with u + D(p + u) = 0 (D horizontal displacement). Unique where the surface does not fold (sum
// of Q*k*A < 1); where it folds, one of the solutions.
//
// Solved per texel by Newton steps, each accepted if it shrinks the residual to 9/10, else replaced by a
// fixed-point step (which shrinks it by sum of Q*k*A); at most kMostInverseSteps evaluations.
#pragma once

#include <span>

#include "kernels/exec.h"
#include "kernels/wave/surface_maps.h"

namespace ocean {

inline constexpr int kMostInverseSteps = 64;

// Water height, m, over the window's texel centres, one value a texel: the waves themselves are evaluated, in
// double. Error below 1e-6 m and a float's rounding for sum of Q*k*A <= 0.9 and amplitudes up to 100 m;
// tiles and loops bit for bit as Flipbook does. Throws what Flipbook throws. Cost: some 5 evaluations of all
// waves a texel; for sets beyond kMostDirectWaves height_of_map() is the fast way.
void fixed_height(const Exec& exec, const FlipbookGrid& grid, std::span<const SnappedWave> waves,
                  const FrameWindow& window, View<float> height);

// The same from a displacement map (3 components) of the whole tile, which wraps: bicubic between texels, so
// the error is that of the interpolation (below 1e-4 of the amplitude for waves of 32 texels or more, 2e-3
// for 16).
void height_of_map(const Exec& exec, const FlipbookGrid& grid, View<const float> displacement,
                   View<float> height);

// A map of particles (one value a texel of the whole tile) at the fixed texel centres: out(p) = map(p + u),
// bilinear, wrapping; u from the displacement map as in height_of_map(). out may not be map.
void to_world(const Exec& exec, const FlipbookGrid& grid, View<const float> displacement,
              View<const float> map, View<float> out);

}  // namespace ocean
