// SPDX-License-Identifier: Apache-2.0
//
// The exact shoreline of a height field (kernels/math/grid.h: two triangles a cell), without a mesh. Where
// the field ends inside the map, its border value continues, so the coast runs on straight outwards to the
// map's border.
#pragma once

#include "kernels/coast/coastline.h"
#include "kernels/coast/crossing.h"

namespace ocean {

// field.heights lies on the Exec's back end, width and height >= 2 (std::invalid_argument otherwise).
// map_width, map_height: the map [0, map_width] x [0, map_height] up to which the border continues; 0:
// nothing is added.
Coastline field_coast(const Exec& exec, const HeightField& field, SeaLevel sea, double map_width,
                      double map_height);

}  // namespace ocean
