// SPDX-License-Identifier: Apache-2.0
//
// A height raster's surface (grid.h: two triangles a cell, split along (i, j)–(i+1, j+1), the border
// continues).
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"
#include "kernels/raster/triangle_setup.h"

namespace ocean {

// The surface at texel coordinates (u, v), in double. Exact at samples. The field's sizes are as grid.h says.
OCEAN_HD inline double height_at(const HeightField& field, double u, double v) {
  double x = (u - field.u0) / field.du, y = (v - field.v0) / field.dv;
  const double x_end = field.width - 1, y_end = field.height - 1;
  x = x < 0 ? 0 : x > x_end ? x_end : x;
  y = y < 0 ? 0 : y > y_end ? y_end : y;
  auto i = static_cast<int32_t>(x), j = static_cast<int32_t>(y);
  if (i > field.width - 2) i = field.width - 2;
  if (j > field.height - 2) j = field.height - 2;
  const double fx = x - i, fy = y - j;
  const float* low = field.heights + int64_t{j} * field.width + i;
  const float* high = low + field.width;
  const double z00 = low[0], z11 = high[1];
  if (fx >= fy) {
    const double z10 = low[1];
    return z00 + (fx * (z10 - z00) + fy * (z11 - z10));
  }
  const double z01 = high[0];
  return z00 + (fy * (z01 - z00) + fx * (z11 - z01));
}

// Depth (sea level minus height, metres) at the texel centres of `window` in a map of any size; depth holds
// window.width * window.height elements, south first. Equal bits for any window. Never NaN or -0.
//
// Throws std::invalid_argument for fewer than 2 x 2 samples, steps that are not positive, numbers that are
// not finite, a depth view of the wrong size, or a height that is used and not within ±1e30 m (NaN). Waits
// for the result.
void sample_height_field(const Exec& exec, const HeightField& field, const Window& window, double sea_level_m,
                         View<float> depth);

// The whole map.
void sample_height_field(const Exec& exec, const HeightField& field, int32_t width, int32_t height,
                         double sea_level_m, View<float> depth);

}  // namespace ocean
