// SPDX-License-Identifier: Apache-2.0
//
// A small picture of a large map, by point sampling: what previews draw from without moving the map to the
// host.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/exec.h"

namespace ocean {

// Pixel (x, y) of a width x height picture shows the texel under its centre: column (x + 1/2)*map_width/width
// rounded down. Rows are NORTH first. source: first element of a map (south first) on the Exec's back end,
// `stride` floats a texel; sizes > 0 (std::invalid_argument otherwise).
std::vector<float> sample_thumbnail(const Exec& exec, const float* source, int32_t stride, int32_t map_width,
                                    int32_t map_height, int32_t width, int32_t height);
std::vector<uint8_t> sample_thumbnail(const Exec& exec, const uint8_t* source, int32_t map_width,
                                      int32_t map_height, int32_t width, int32_t height);

}  // namespace ocean
