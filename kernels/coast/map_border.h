// SPDX-License-Identifier: Apache-2.0
//
// What lies beyond the map, and the coast that this makes on its border.
#pragma once

#include "kernels/coast/coastline.h"

namespace ocean {

// extend: the border is no shore, chains that reach beyond the map stay whole. ocean, land: beyond the map is
// water or land, so chains are cut at the border, and where land or water touches it the border itself is
// coast.
enum class MapEdge : uint8_t { extend, ocean, land };

// south_west_is_land: the ground at the map's corner (0, 0), used only if no chain crosses the border. The
// map is [0, width] x [0, height], both > 0 (std::invalid_argument).
Coastline close_at_border(const Exec& exec, const Coastline& coast, MapEdge edge, double width, double height,
                          bool south_west_is_land);

}  // namespace ocean
