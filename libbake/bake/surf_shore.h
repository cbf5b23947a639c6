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
  int64_t coasts = 0;              // shorelines
  std::vector<std::string> files;  // that were read besides the manifest
};

// The grid alone; opens no image.
Grid shore_bake_grid(const std::string& manifest);

// The first images that hold distance and direction (of a tide set: the first level's). Throws Error{input}
// that names the manifest or the image: missing, no shore bake, without a map, not the image that the
// manifest tells of (verify_output).
ShoreBakeMaps read_shore_bake(const std::string& manifest, bool arc);

// Longest side `side` texels over the same area; unset: as it is.
Grid frame_grid(const Grid& grid, std::optional<int64_t> side);
// Distance and direction on another grid, bilinear.
ShoreBakeMaps resample(ShoreBakeMaps maps, const Grid& grid);
std::vector<float> resample(std::vector<float> map, const Grid& from, const Grid& to);

}  // namespace ocean
