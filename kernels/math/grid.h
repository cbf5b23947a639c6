// SPDX-License-Identifier: Apache-2.0
//
// The map grid and the coordinates that all kernels of the shore job share.
//
// World: metres, x east, y north, z up. Texel coordinates: u = (x - x0)/texel, v = (y - y0)/texel, so texel
// (i, j) is a sample at (i + 1/2, j + 1/2) and the map covers [0, width] x [0, height]. Maps inside the
// kernels are stored SOUTH FIRST: index = j*width + i with j = 0 at the smallest y. Only the pack stage turns
// rows north first.
#pragma once

#include <cstdint>

#include "kernels/math/vec.h"

namespace ocean {

struct Grid {
  double x0 = 0, y0 = 0;  // world position of the south-west corner (not of a texel centre), metres
  double texel_m = 1;     // metres
  int32_t width = 0, height = 0;
  OCEAN_HD int64_t size() const { return int64_t{width} * height; }
};

// A part of a map: texels [i0, i0 + width) x [j0, j0 + height).
struct Window {
  int32_t i0 = 0, j0 = 0, width = 0, height = 0;
  OCEAN_HD int64_t size() const { return int64_t{width} * height; }
};

// A linear index as row and column; a division of 32 bits where it can be, since one of 64 costs a device
// some hundred instructions.
struct RowColumn {
  int64_t row;
  int32_t column;
};
OCEAN_HD inline RowColumn row_column(int64_t index, int32_t width) {
  if (index <= 0xffffffff) {
    const auto i = static_cast<uint32_t>(index), w = static_cast<uint32_t>(width);
    return {i / w, static_cast<int32_t>(i % w)};
  }
  return {index / width, static_cast<int32_t>(index % width)};
}

// A mesh vertex or point in texel coordinates with its height in metres (world z).
using TexelPoint = Vec3d;  // x = u, y = v (texels), z (metres)

struct Triangle {
  int32_t a, b, c;  // vertex indices
};

// A piece of shoreline in texel coordinates, oriented with water on its left. Never of zero length.
struct CoastSegment {
  Vec2d a, b;
};

// A regular height raster in texel coordinates: sample (i, j) lies at (u0 + i*du, v0 + j*dv), south first, du
// > 0, dv > 0. Its surface is two triangles a cell, split along the diagonal from (i, j) to (i+1, j+1);
// beyond the outermost samples the border value continues.
struct HeightField {
  const float* heights = nullptr;  // metres, width*height, all valid (nodata is resolved before)
  int32_t width = 0, height = 0;   // samples, both >= 2
  double u0 = 0, v0 = 0, du = 1, dv = 1;
};

// The depth map's value where no triangle covers the texel centre.
inline constexpr float kUncovered = 3.402823466e+38f;

}  // namespace ocean
