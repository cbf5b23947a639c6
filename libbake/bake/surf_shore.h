// SPDX-License-Identifier: Apache-2.0
//
// What the surf needs of a shore bake, read from its manifest and images.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/math/grid.h"
#include "kernels/math/vec.h"

namespace ocean {

// South first, metres, world axes, whatever target the bake was for.
struct ShoreBakeMaps {
  Grid grid;
  std::vector<float> distance_m;  // positive in water
  std::vector<Vec2f> direction;   // unit or (0, 0)
  // Along the nearest shoreline, and its whole length; empty unless asked for. They have steps, so that they
  // keep the bake's own grid.
  Grid arc_grid;
  std::vector<float> arc_m, perimeter_m;
  double sea_level_m = 0;
  std::vector<std::string> files;  // that were read besides the manifest
};

// A bake, and of a tide set the number of its level.
struct ShoreBakeLevel {
  std::string manifest;
  std::optional<int64_t> tide = std::nullopt;
};

// The grid alone; opens no image.
Grid shore_bake_grid(const ShoreBakeLevel& level);

// The first images that hold distance and direction. Throws Error{usage} for a level that the bake has not,
// or none of a tide set; Error{input} that names the manifest or the image: missing, no shore bake, without a
// map, not the image that the manifest tells of (verify_output).
ShoreBakeMaps read_shore_bake(const ShoreBakeLevel& level, bool arc);

Vec2f unit_or_zero(Vec2f direction);

// Longest side `side` texels over the same area; unset: as it is.
Grid frame_grid(const Grid& grid, std::optional<int64_t> side);
// Distance and direction on another grid, bilinear.
ShoreBakeMaps resample(ShoreBakeMaps maps, const Grid& grid);
std::vector<float> resample(std::vector<float> map, const Grid& from, const Grid& to);

}  // namespace ocean
