// SPDX-License-Identifier: Apache-2.0
//
// What texels become that no triangle covers (docs/decisions/0008).
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean {

enum class UncoveredRule : uint8_t {
  surface,  // the smooth continuation of the covered texels
  water,    // open water: the continuation's magnitude as depth, so the ground neither jumps nor reaches the
            // level
  land      // land: the same above the level
};

// Depth or height that water and land get at the least: below it a texel could round to the level.
inline constexpr float kLeastUncoveredDepth_m = 1e-3f;

// Replaces kUncovered in depth (metres, width*height texels). cover: as classify_cover() wrote it. At least
// one texel is covered (std::invalid_argument otherwise); covered texels keep their bits.
void resolve_uncovered(const Exec& exec, View<float> depth, View<const uint8_t> cover, int32_t width,
                       int32_t height, UncoveredRule outside, UncoveredRule holes);

}  // namespace ocean
