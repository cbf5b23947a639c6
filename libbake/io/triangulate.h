// SPDX-License-Identifier: Apache-2.0
//
// One polygon of a mesh file → triangles.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/math/grid.h"
#include "kernels/math/vec.h"
#include "libbake/io/ear_clipper.h"

namespace ocean {

class Triangulator {
 public:
  // Writes n − 2 triangles to out, as indices into positions, in the polygon's orientation. corners: n >= 3
  // valid indices.
  // Quads split along the diagonal from corner 0 to 2, as exporters fan them, unless that diagonal lies
  // outside the quad, seen along its normal (a reflex corner 1 or 3); then from 1 to 3. Blender decides in
  // the same way, so that its OBJ and glTF files of one mesh agree. Larger polygons are judged in their own
  // plane (Newell's normal, projected along its largest component): fanned from corner 0 where that is a
  // proper triangulation, else cut by ears (ear clipping in order of corners, exact turn signs; straight and
  // repeated corners allowed). Polygons that cross themselves still give n − 2 triangles.
  void polygon(const Vec3d* positions, const int32_t* corners, int64_t n, Triangle* out);

 private:
  std::vector<Vec2d> points_;
  EarClipper ears_;
};

}  // namespace ocean
