// SPDX-License-Identifier: Apache-2.0
//
// A picture of rocks from above and from the south, a colour for each id, darker under water.
#pragma once

#include <string>

#include "libbake/bake/rock_scene.h"
#include "libbake/io/draw.h"
#include "libbake/io/outputs.h"

namespace ocean {

Picture draw_rocks(const RockScene& scene, double voxel_m, double sea_level_m, const std::string& title);

}  // namespace ocean
