// SPDX-License-Identifier: Apache-2.0
//
// The map grid of a job: square texels over an area of the world (kernels/math/grid.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/math/grid.h"

namespace ocean {

inline constexpr int32_t kMaxMapSide = 131072;  // texels

struct GridRequest {
  std::array<double, 4> area{0, 0, 1, 1};  // x0, y0, x1, y1 in metres
  double pad_m = 0;                        // added on every side
  int32_t width = 2048, height = 0;        // height 0: width texels on the longest side
  std::optional<double> texel_m;           // instead of width and height
  bool pow2 = false;
};

// - width alone: texel = longest side/width; the shorter side is rounded to whole texels, so every texel
// centre
//   lies in the area.
// - width and height: the smallest square texel that covers the area; the area grows evenly on both sides of
//   the axis that has room to spare (said in notes).
// - pow2: both sides rounded up to a power of two at the same texel; the area grows to the east and north.
// Throws Error{usage} for an area without extent, or a side above kMaxMapSide.
Grid choose_grid(const GridRequest& request, std::vector<std::string>* notes);

// "N" (longest side; height = 0) or "WxH", each 1…kMaxMapSide; unset for any other text.
struct Resolution {
  int32_t width = 0, height = 0;
};
std::optional<Resolution> parse_resolution(const std::string& text);

}  // namespace ocean
