// SPDX-License-Identifier: Apache-2.0
//
// The ground of a bake with --surface section: what is solid at sea level is land, so under an arch is water.
#pragma once

#include "libbake/bake/shore_surface.h"

namespace ocean {

// As make_surface(), of a mesh. The map's depth stays in memory (4 bytes a texel, and 13 a texel of a band
// while it is drawn). Warns where the mesh does not say what is solid: faces that contradict each other,
// surfaces that end above sea level, solids above water without ground.
std::unique_ptr<ShoreSurface> make_section_surface(const Exec& exec, const Mesh& mesh, const Grid& grid,
                                                   const RowBands& bands, const ShoreConfig& config,
                                                   double sea_level_m, RunReport& report);

}  // namespace ocean
