// SPDX-License-Identifier: Apache-2.0
//
// Water masks from depth, and counts: one byte a texel, 1 = yes. All maps have the same size and lie
// on the Exec's back end; a view of another size throws std::invalid_argument.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

struct LevelCount {
  int64_t water = 0;            // texels under water
  int64_t at_level = 0;         // texels exactly at sea level (depth 0)
  int64_t at_level_border = 0;  // of them, in the map's first or last row or column
  friend bool operator==(const LevelCount&, const LevelCount&) = default;
};
// water[t] = depth[t] > 0, or >= 0 with level_is_water, and what it counts. A band of whole rows of a map of
// map_height rows: depth and water have window.size() texels, south first. kUncovered must be resolved
// before.
LevelCount water_mask(const Exec& exec, View<const float> depth, bool level_is_water, const Window& window,
                      int32_t map_height, View<uint8_t> water);

// Number of texels with depth[t] == kUncovered.
int64_t count_uncovered(const Exec& exec, View<const float> depth);

// Number of texels with mask[t] != 0.
int64_t count_mask(const Exec& exec, View<const uint8_t> mask);

// distance[t], limited to ±limit (both in texels; what --max-distance stores).
void limit_distance(const Exec& exec, float limit, View<float> distance);

}  // namespace ocean
