// SPDX-License-Identifier: Apache-2.0
//
// Which side of a mesh's triangles is solid. What lies below a sheet is ground, what lies inside a closed
// surface is solid, however its faces are wound (docs/decisions/0011).
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/math/grid.h"

namespace ocean {

// An edge of the oriented mesh whose triangles do not cancel: the surface ends there. i → j as `count` more
// triangles use it than j → i.
struct OpenEdge {
  int32_t i, j, count;
};

struct OrientedSolids {
  // Welded indices, counter-clockwise seen from outside; without those whose corners coincide.
  std::vector<Triangle> triangles;
  std::vector<OpenEdge> open_edges;  // ascending
  int64_t closed = 0, sheets = 0;    // components
  int64_t turned = 0;                // triangles that were wound the other way than is right
  int64_t contradictions = 0;        // edges at which no turning of triangles makes neighbours agree
  int32_t first_contradiction = -1;  // a vertex of the first of them
};

// weld: vertex → the smallest equal one. Components are triangles joined by edges of two triangles; where
// more meet, those that share the edge by the mesh's own indices are joined, else all are, as they are wound.
// Of a closed component the enclosed volume becomes positive, of a sheet the area seen from above.
OrientedSolids orient_solids(const std::vector<TexelPoint>& vertices, const std::vector<Triangle>& triangles,
                             const std::vector<int32_t>& weld);

}  // namespace ocean
