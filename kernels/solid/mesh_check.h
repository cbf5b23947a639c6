// SPDX-License-Identifier: Apache-2.0
//
// Is a triangle mesh the boundary of a solid? Corners at equal places are one; faces are turned so that
// neighbours agree and every component faces outward.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/math/grid.h"
#include "kernels/math/vec.h"

namespace ocean {

struct MeshCheck {
  // Welded corners, counter-clockwise seen from outside; without those that have no area.
  std::vector<Triangle> triangles;
  int64_t without_area = 0;    // left out
  int64_t components = 0;      // joined by edges of two triangles
  int64_t open_edges = 0;      // of an odd number of triangles
  int64_t crowded_edges = 0;   // of more than two
  int64_t turned = 0;          // triangles that were wound the other way
  int64_t contradictions = 0;  // edges at which no turning makes neighbours agree
  double area = 0;             // in the corners' unit squared
  // Every edge ends a whole number of pairs of triangles, so what is inside does not depend on how they are
  // wound. True of an empty mesh.
  bool closed() const { return open_edges == 0; }
};

// corners: finite; indices in range. Of a component the volume about the middle of its corners becomes
// positive, so what a shell inside another one encloses is solid too. Deterministic.
MeshCheck check_mesh(const std::vector<Vec3d>& corners, const std::vector<Triangle>& triangles);

}  // namespace ocean
