// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "libbake/bake/job.h"
#include "libbake/bake/rock_scene.h"

namespace ocean {

// Before the meshes are read.
Plan plan_rocks(const RocksConfig& config, const JobSettings& settings);
// With the sizes that the rocks give. Throws Error{usage} where indices of voxels do not reach.
Plan sized_plan(const RocksConfig& config, const JobSettings& settings, const RockScene& scene,
                double voxel_m);

}  // namespace ocean
