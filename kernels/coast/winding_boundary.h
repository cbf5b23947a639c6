// SPDX-License-Identifier: Apache-2.0
//
// The boundary of the places in the plane that directed curves wind around at least once: the union of solids
// in section, of overlapping, touching and nested outlines.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/coast/coastline.h"

namespace ocean {

// The winding number is higher by `jump` on the right of a → b than on its left. Together pieces form closed
// curves, so the number is 0 far away.
struct WindingPiece {
  Vec2d a, b;
  int32_t jump = 1;
  bool open_rim = false;  // handed on
};

struct BoundaryPiece {
  CoastPiece piece;  // water (winding number below 1) on the left, land on the right
  bool open_rim;     // of open rims alone
};

// Ends nearer than 2e-8 texels become one; pieces are cut where they cross or touch, and equal ones are added
// up. Exact signs (orient2d); the winding number is found once a run of pieces between places where others
// meet it. Deterministic. At most 2^29 pieces; std::invalid_argument beyond.
std::vector<BoundaryPiece> winding_boundary(const Exec& exec, const std::vector<WindingPiece>& pieces);

}  // namespace ocean
