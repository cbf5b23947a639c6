// SPDX-License-Identifier: Apache-2.0
//
// Fills holes of a map smoothly.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean {

// Replaces map[at] where valid[at] == 0 by the harmonic interpolation of the valid texels (a membrane: each
// filled texel is the mean of its neighbours; across the map's border the value does not change). Valid
// texels keep their bits, filled ones lie within the valid ones' extremes. A linear map is restored in holes
// that do not touch the border, to 1e-5 of its range over the hole plus float rounding. What invalid texels
// held before does not matter.
//
// map, valid: width * height elements, at most 2^31 - 1, on the Exec's back end. Without invalid texels
// nothing is written. Throws std::invalid_argument for sizes that do not fit, a map without a valid texel, or
// a valid texel that is not finite. Scratch: about 4 bytes a texel and 8 a filled one.
void fill_holes(const Exec& exec, View<float> map, View<const uint8_t> valid, int32_t width, int32_t height);

}  // namespace ocean
