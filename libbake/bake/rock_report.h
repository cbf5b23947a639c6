// SPDX-License-Identifier: Apache-2.0
//
// What is said of each rock: in the log, in --report, in the manifest.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/rock_scene.h"
#include "libbake/bake/rock_surface.h"
#include "libbake/bake/rock_thin.h"
#include "libbake/core/run_report.h"

namespace ocean {

struct RockResult {
  int64_t cap_triangles = 0, inside_voxels = 0;
  RockThin thin;  // metres here
};

// "closed", "floor" or "winding": how inside is told from outside.
const char* sign_of(const RockMesh& mesh);

// One object a rock: id, mesh file, how it was signed, faces, bounds, thin parts.
std::string rocks_json(const RockScene& scene, const std::vector<RockResult>& results);

// Warns of open meshes, thin plates, rocks without an inside, rocks that do not reach the water.
void report_rocks(const RockScene& scene, const std::vector<RockResult>& results, double voxel_m,
                  double sea_level_m, RunReport& report);

}  // namespace ocean
