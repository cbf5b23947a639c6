// SPDX-License-Identifier: Apache-2.0
//
// How far lattice points are from a triangle mesh, and how thick it is below points of its surface. Same bits
// on every back end. Lengths in the mesh's unit.
#pragma once

#include <cstdint>

#include "kernels/solid/winding.h"

namespace ocean {

// Nearest point of a triangle (Ericson 2005, "Real-Time Collision Detection", 5.1.5). Without area: of its
// longest edge's line, or its first corner.
OCEAN_HD Vec3d nearest_on_triangle(const WindingTriangle& t, const Vec3d& q);

// Points first + (i, j, k), k fastest: out[(i*ny + j)*nz + k].
struct Lattice {
  Vec3<int32_t> first{0, 0, 0};
  int32_t nx = 0, ny = 0, nz = 0;
  OCEAN_HD int64_t size() const { return int64_t{nx} * ny * nz; }
};

// Distances to the mesh, not signed; 3.4e38 of an empty mesh. Exact but for rounding. out on the tree's back
// end, of the lattice's size (std::invalid_argument).
void lattice_distances(const WindingTree& mesh, const Lattice& lattice, View<float> out);

// The same at lattice points of any order: out[i] of points[i], which is at most bounds[i] if that is no less
// than the distance (it makes the search short), else bounds[i].
void point_distances(const WindingTree& mesh, View<const Vec3<int32_t>> points, View<const float> bounds,
                     View<float> out);

// A point of the surface and the unit vector into the solid.
struct SurfaceSample {
  Vec3d point, inward;
};
// out[i]: way from samples[i] into the solid to the first face that leaves it, at most reach; beyond that,
// and where no face leaves it, -1. Faces at the point itself count (0).
void exit_depths(const WindingTree& mesh, View<const SurfaceSample> samples, double reach, View<float> out);

}  // namespace ocean
