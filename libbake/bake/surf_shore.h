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
  std::vector<float> arc_m;       // empty unless asked for
  double coast_m = 0;             // length of all shorelines
  int64_t coasts = 0;
  std::vector<std::string> files;  // that were read besides the manifest
};

// The grid alone; opens no image.
Grid shore_bake_grid(const std::string& manifest);

// The first images that hold distance and direction (of a tide set: the first level's). Throws Error{input}
// that names the manifest or the image: missing, no shore bake, without a map, of another size than stated.
ShoreBakeMaps read_shore_bake(const std::string& manifest, bool arc);

// The maps at another resolution: longest side `side` texels over the same area; bilinear. The grid of them
// is frame_grid(). Unset: as they are.
Grid frame_grid(const Grid& grid, std::optional<int64_t> side);
ShoreBakeMaps resample(ShoreBakeMaps maps, const Grid& grid);

}  // namespace ocean
