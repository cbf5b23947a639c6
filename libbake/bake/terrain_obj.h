// SPDX-License-Identifier: Apache-2.0
//
// A sample island as a Wavefront OBJ file: the ground as a grid, the arch as a second object.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/terrain/island.h"
#include "libbake/bake/terrain_config.h"
#include "libbake/core/progress.h"
#include "libbake/io/safe_file.h"

namespace ocean {

struct WrittenObjCounts {
  int64_t vertices = 0, faces = 0;
};

// resolution² vertices from border to border, south first, each number as the shortest text of its float.
// Faces are counter-clockwise from above. Memory: some MB, whatever the size. Throws Error{output}.
WrittenObjCounts write_terrain_obj(const Exec& exec, const TerrainConfig& config, const IslandLayout& layout,
                                   SafeFile& file, Progress& progress);

// Upper estimate of the file's size.
int64_t estimated_obj_bytes(const TerrainConfig& config);

}  // namespace ocean
