// SPDX-License-Identifier: Apache-2.0
//
// The level set of one rock, closed or not.
#pragma once

#include "kernels/exec.h"
#include "kernels/solid/winding.h"
#include "libbake/bake/rock_scene.h"
#include "libbake/io/vdb.h"

namespace ocean {

struct RockSurface {
  VdbGridPtr grid;
  VdbMesh caps;               // that close an open mesh, in voxels; empty: closed, or nothing to close
  int64_t inside_voxels = 0;  // active voxels with a negative distance; 0: no point of the grid is inside
};

// Distances are exact (mesh_distance.h). A closed mesh: OpenVDB's sign, which does not look at how faces are
// wound. An open one: what its winding
// number calls inside (above 1/2), closed by caps; distances are to the nearest of mesh and caps; within
// a voxel of a rim they may be a voxel wrong. place: of info; tree: of the mesh. half_width in voxels.
RockSurface rock_surface(const WindingTree& tree, const VdbGridInfo& info, const VdbMesh& mesh, bool closed,
                         double half_width);

}  // namespace ocean
