// SPDX-License-Identifier: Apache-2.0
//
// The shoreline of solids in section at sea level: the crossings of all triangles with the plane, vertical
// and downward ones too, without what lies inside other solids (docs/decisions/0011).
#pragma once

#include "kernels/coast/coastline.h"
#include "kernels/coast/crossing.h"
#include "kernels/coast/orient_solids.h"

namespace ocean {

struct SectionCoast {
  Coastline coast;
  double open_rim = 0;  // texels of the coast that are rims of open surfaces above sea level
  Vec2d first_rim{};    // a point of them
};

// Below an open surface is solid, so its rim above sea level, seen from above, is coast too, but not on the
// border of the map [0, width] x [0, height] and beyond it: there the ground goes on. vertices: texel
// coordinates. std::invalid_argument for more than 2^29 pieces.
SectionCoast section_coast(const Exec& exec, const std::vector<TexelPoint>& vertices,
                           const OrientedSolids& solids, SeaLevel sea, double width, double height);

}  // namespace ocean
