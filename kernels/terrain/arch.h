// SPDX-License-Identifier: Apache-2.0
//
// The sample island's rock arch: a closed, rough tube that leaves the sea floor, crosses above the water and
// goes down again, so that water lies under rock. A height map cannot hold it; it is a mesh of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/math/grid.h"
#include "kernels/math/vec.h"
#include "kernels/terrain/island.h"

namespace ocean {

struct ArchMesh {
  std::vector<Vec3d> positions;     // metres, z up
  std::vector<Triangle> triangles;  // closed, counter-clockwise seen from outside
};

// sides >= 3 around the tube, rings >= 2 along it; throws std::invalid_argument otherwise. The feet end below
// the sea floor.
ArchMesh arch_mesh(const IslandLayout& layout, int32_t sides = 24, int32_t rings = 64);

}  // namespace ocean
