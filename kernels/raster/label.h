// SPDX-License-Identifier: Apache-2.0
//
// Connected components of a mask; which uncovered texels are holes.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean {

enum class Connectivity : uint8_t { four, eight };

inline constexpr int32_t kNoLabel = -1;

// labels[at] = the smallest linear index of the component that texel `at` belongs to, kNoLabel where
// mask[at] != value. Components join texels with mask[at] == value across sides, or across sides and corners.
// The result is unique, so it depends on no schedule.
//
// mask, labels: width * height elements, at most 2^31 - 1 (labels are 32-bit; larger maps: mask_runs.h), on
// the Exec's back end. An empty map (a side of 0) does nothing. Throws std::invalid_argument for sizes that
// do not fit.
void label_components(const Exec& exec, View<const uint8_t> mask, int32_t width, int32_t height,
                      uint8_t value, Connectivity connectivity, View<int32_t> labels);

enum class Cover : uint8_t { covered = 0, outside = 1, hole = 2 };

struct CoverCount {
  int64_t uncovered = 0;  // texels with depth kUncovered
  int64_t outside = 0;    // of them, joined to the map's border across sides
  int64_t holes = 0;      // the others
  friend bool operator==(const CoverCount&, const CoverCount&) = default;
};

// Counts and, if `cover` is not empty, writes a Cover for each texel of a depth map. Waits for the result.
CoverCount classify_cover(const Exec& exec, View<const float> depth, int32_t width, int32_t height,
                          View<uint8_t> cover = {});

}  // namespace ocean
