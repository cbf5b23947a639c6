// SPDX-License-Identifier: Apache-2.0
//
// Where a rock is thinner than its voxels can hold.
#pragma once

#include "kernels/solid/winding.h"
#include "libbake/io/vdb_level_set.h"

namespace ocean {

// A level set of that voxel size holds plates of this thickness: some voxel lies a voxel inside, so drops
// that are swept along with steps of the interpolated distance cannot pass.
inline constexpr double kThinVoxels = 2;

struct RockThin {
  double area = 0, share = 0;  // of the surface: square voxels, and of the whole
  double thinnest = 0;         // voxels; meaningless where area is 0
  Vec3d where{0, 0, 0};        // a point of the surface there, voxels
};

// Thickness is measured from the surface straight into the solid, at points about a voxel apart. tree: of the
// mesh; open meshes are measured between their faces alone. Same bits on every back end.
RockThin find_thin(const WindingTree& tree, const VdbMesh& mesh);

}  // namespace ocean
