// SPDX-License-Identifier: Apache-2.0
//
// Where a fluid's domain lies: texture coordinates of world places, and the window that follows a path.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/math/convert.h"

namespace ocean::fluid {

// Texture coordinate along one axis of a domain of `size` metres whose centre is at `centre`: 0 at its low
// side, 1 at its high one. In a domain of 10 m around 0 the place (2, -1) has the coordinates (0.7, 0.4).
OCEAN_HD inline double domain_uv(double x, double centre, double size) { return (x - centre) / size + 0.5; }

// Where what is now at uv_new was in the texture of a window that has moved from x_old to x_new (centres or
// corners, metres): uv_old = uv_new + (x_new - x_old)/size.
OCEAN_HD inline double uv_before_move(double uv_new, double x_new, double x_old, double size) {
  return uv_new + (x_new - x_old) / size;
}

// A component of a velocity image of plain colours: 0…1 stands for -1…1.
OCEAN_HD inline float colour_to_signed(float c) { return 2.0f * c - 1.0f; }

// The whole number of cells by which a window has moved that follows `x`, in cells of `spacing` from its
// first place: the nearest, so that the window's centre is never more than half a cell from the path.
OCEAN_HD inline int64_t window_cells(double x, double first, double spacing) {
  return floor_to<int64_t>((x - first) / spacing + 0.5);
}

}  // namespace ocean::fluid
