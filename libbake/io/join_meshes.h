// SPDX-License-Identifier: Apache-2.0
//
// Mesh files → one terrain in world conventions; and the bounds of a raster.
#pragma once

#include <string>
#include <vector>

#include "kernels/host_pool.h"
#include "libbake/io/input_options.h"
#include "libbake/io/mesh_file.h"
#include "libbake/io/terrain.h"

namespace ocean {

// As load_terrain.h says of meshes. At least one file, each with a triangle.
Terrain join_meshes(HostPool& pool, std::vector<MeshFile> files, const InputOptions& options);

// The area (half a cell beyond the outermost samples, if they stand for cells) and the heights of the valid
// samples. Throws Error{input} if none is valid.
Box raster_bounds(const HeightRaster& raster, const std::string& path);

}  // namespace ocean
