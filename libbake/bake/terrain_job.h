// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake terrain`: a sample island from a seed, as a mesh or a heightmap, for demos, tests and
// benchmarks.
#pragma once

#include "libbake/bake/job.h"
#include "libbake/bake/terrain_config.h"

namespace ocean {

// The heights that the smallest and the largest code of a png16 map stand for, metres.
struct HeightRange {
  double low_m, high_m;
};
HeightRange terrain_height_range(const TerrainConfig& config);

const Job& terrain_job();

}  // namespace ocean
