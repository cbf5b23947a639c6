// SPDX-License-Identifier: Apache-2.0
//
// How much of a direction map lies on its ridge: where the nearest shore changes sides, neighbouring
// directions jump.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/vec.h"

namespace ocean {

struct RidgeCount {
  int64_t directions = 0;  // ocean texels with a direction
  int64_t ridge = 0;  // of them, those that differ by more than 90 degrees from their west or south neighbour
  friend bool operator==(const RidgeCount&, const RidgeCount&) = default;
};

// Of a band of whole rows (south first). below_*: the row south of the band, empty views for the map's first
// one; so the sum over bands does not depend on them. All views lie on the Exec's back end;
// std::invalid_argument for sizes that do not fit. Waits for the result.
RidgeCount count_ridge(const Exec& exec, View<const Vec2f> direction, View<const uint8_t> ocean,
                       int32_t width, View<const Vec2f> below_direction, View<const uint8_t> below_ocean);

}  // namespace ocean
