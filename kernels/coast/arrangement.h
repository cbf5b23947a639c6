// SPDX-License-Identifier: Apache-2.0
//
// Directed edges in the plane, cut wherever they meet: what winding_boundary.h counts along.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/coast/coastline.h"

namespace ocean {

// The winding number is higher by `jump` on the right of from → to than on its left.
struct ArrangementEdge {
  int32_t from, to, jump;  // from, to: nodes
  bool open_rim;           // handed on; of edges that become one, whether all have it
};

struct Arrangement {
  std::vector<Vec2d> nodes;
  std::vector<ArrangementEdge> edges;  // no two between the same nodes, jump > 0, ascending by nodes
};

// Nodes nearer than 2e-8 texels become one; edges are cut where they cross or touch, and equal or opposite
// ones become one with the sum of their jumps, which leaves none if that is 0. Exact signs (orient2d).
// Deterministic. std::invalid_argument for more than 2^31 nodes, or
// more than a quarter of the free memory holds.
void cut_at_meetings(Arrangement& arrangement);

}  // namespace ocean
