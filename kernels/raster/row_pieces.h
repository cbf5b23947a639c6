// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

// A map's rows cut into pieces, one an item of parallel_for: of one texel on a device (neighbouring threads
// touch neighbouring texels), longer on the host (no division a texel, and what is constant along a row is
// computed once).
struct RowPieces {
  int32_t width, length, a_row;
  // width, length >= 1
  RowPieces(int32_t map_width, int32_t texels_a_piece)
      : width(map_width),
        length(texels_a_piece),
        a_row(map_width / texels_a_piece + (map_width % texels_a_piece > 0)) {}
  int64_t items(int32_t height) const { return int64_t{a_row} * height; }
  OCEAN_HD int64_t row(int64_t item) const { return row_column(item, a_row).row; }
  OCEAN_HD int32_t begin(int64_t item) const { return row_column(item, a_row).column * length; }
  OCEAN_HD int32_t end(int64_t item) const {
    const int32_t first = begin(item);
    return width - first > length ? first + length : width;
  }
};

}  // namespace ocean
