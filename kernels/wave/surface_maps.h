// SPDX-License-Identifier: Apache-2.0
//
// What the frames of a tiling, looping sea are made of: snapped waves, the grid of texels and frames, and the
// maps of one frame. The same for the direct sum (flipbook.h) and for the transform (wave_spectrum.h).
//
// Conventions: x east, y north, z up, metres, seconds; maps have row 0 in the south, interleaved components,
// one value a texel of the window: index = (row*window.width + column)*components.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/math/grid.h"

namespace ocean {

// A wave that fits the tile and the period: k = 2*pi*(n/length_x, m/length_y), omega = 2*pi*cycles/period_s.
struct SnappedWave {
  int32_t n = 0, m = 0;  // whole waves across the tile, not both 0; |n|, |m| < 2^30
  int64_t cycles = 1;    // periods in the loop, |cycles| < 2^31; negative: the crests run along -k
  double phase = 0;      // turns, at the tile's south-west corner at frame 0
  double amplitude = 0;  // m, with the wave's weight
  double steepness = 0;  // Q: horizontal displacement is Q*amplitude
};

// Texel (i, j) has its centre at ((i + 1/2)*length_x/width, (j + 1/2)*length_y/height) from the tile's
// south-west corner; frame f is the time f*period_s/frames.
struct FlipbookGrid {
  int32_t width = 0, height = 0, frames = 1;        // >= 1; width, height <= 2^30
  double length_x = 0, length_y = 0, period_s = 0;  // > 0, finite
};

// Texels and frames need not lie in the tile and the loop: column i0 may be width, frame may be frames. Their
// phases are then computed from those numbers, not from wrapped ones, which is how tile and loop are proven.
struct FrameWindow {
  int64_t frame = 0;  // |frame| < 2^31
  Window texels;      // |i0|, |j0| < 2^30
};
inline FrameWindow whole_frame(const FlipbookGrid& grid, int64_t frame) {
  return {frame, {0, 0, grid.width, grid.height}};
}

// On the Exec's back end; an empty view is not wanted. Values of a map do not depend on which others are
// wanted.
struct SurfaceMaps {
  View<float> displacement;  // 3, m
  View<float> normal;        // 3, unit, of B x T of the sums; (0, 0, 1) where that is 0
  View<float> jacobian;      // 1, raw: below 0 the surface folds over
  View<float> eigenvalue;    // 1, the smaller one of the horizontal deformation, <= sqrt(|jacobian|)
  View<float> velocity;      // 3, m/s, of the particle (not of the crest)
};

// Bytes a texel of the maps that are wanted.
inline int64_t bytes_per_texel(const SurfaceMaps& maps) {
  return 12 * (maps.displacement.data != nullptr) + 12 * (maps.normal.data != nullptr) +
         4 * (maps.jacobian.data != nullptr) + 4 * (maps.eigenvalue.data != nullptr) +
         12 * (maps.velocity.data != nullptr);
}

}  // namespace ocean
