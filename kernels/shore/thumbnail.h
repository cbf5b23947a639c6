// SPDX-License-Identifier: Apache-2.0
//
// A small picture of a large map, by point sampling: what previews draw from without moving the map to the
// host.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

// Pixel (x, y) of a width x height picture shows the texel under its centre: column (x + 1/2)*map_width/width
// rounded down. Rows are NORTH first. Writes those rows of `picture` (width * height values on the host)
// whose texels lie in `window`, a band of whole rows of the map. source: the window's first element (south
// first) on the Exec's back end, `stride` values a texel. std::invalid_argument for empty sizes or a window
// that is no band of the map.
struct ThumbnailShape {
  int32_t map_width, map_height, width, height;
};
void sample_thumbnail(const Exec& exec, const float* source, int32_t stride, const Window& window,
                      const ThumbnailShape& shape, std::vector<float>& picture);
void sample_thumbnail(const Exec& exec, const uint8_t* source, int32_t stride, const Window& window,
                      const ThumbnailShape& shape, std::vector<uint8_t>& picture);

}  // namespace ocean
