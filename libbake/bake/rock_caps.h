// SPDX-License-Identifier: Apache-2.0
//
// What closes an open mesh: the surface where its winding number is 1/2, away from the mesh itself.
#pragma once

#include <vector>

#include "kernels/solid/winding.h"
#include "libbake/io/vdb.h"
#include "libbake/io/vdb_level_set.h"

namespace ocean {

// near: distances to the mesh in a band around it (metres), from which the search begins; voxel_m: of its
// grid. Corners in voxels. Empty where nothing is enclosed beyond the mesh. Deterministic, same bits on every
// back end. Every edge of the lattice whose ends lie on different sides has a mesh face or a cap across it,
// except within a voxel of the mesh.
VdbMesh find_caps(const WindingTree& winding, const VdbBlocks<float>& near, double voxel_m);

}  // namespace ocean
