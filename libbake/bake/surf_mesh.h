// SPDX-License-Identifier: Apache-2.0
//
// Displaced meshes of surf frames for DCC programs: a vertex at each texel centre, two triangles a cell, in
// the target's axes and unit. The calm sea lies at the bake's sea level.
#pragma once

#include "kernels/math/grid.h"
#include "libbake/bake/flipbook_maps.h"
#include "libbake/bake/job.h"
#include "libbake/bake/surf_config.h"
#include "libbake/bake/surf_shore.h"

namespace ocean {

std::string surf_mesh_file(MeshFormat format, const std::string& name, int64_t frame);
int64_t surf_mesh_bytes(MeshFormat format, const Grid& grid);  // upper estimate

// NAME_mesh.####.ply (little endian; x, y, z, foam as floats) or .obj. Faces look up whatever the axes.
void write_surf_mesh(MeshFormat format, const ShoreBakeMaps& shore, const FrameMaps& maps,
                     const TimeRecord& time, const TargetTraits& target, JobContext& job);

}  // namespace ocean
