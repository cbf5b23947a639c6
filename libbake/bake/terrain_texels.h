// SPDX-License-Identifier: Apache-2.0
//
// A terrain in the texel coordinates of a map grid (kernels/math/grid.h), on a job's back end: what the
// kernels take.
#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/math/grid.h"
#include "libbake/io/terrain.h"

namespace ocean {

struct MeshTexels {
  std::vector<TexelPoint> vertices;  // shifted and scaled in double
  std::vector<Triangle> triangles;
};

// Host-parallel on the Exec's pool.
MeshTexels mesh_texels(const Exec& exec, const Mesh& mesh, const Grid& grid);

// The field whose `heights` points to `heights` (the raster's, already on the back end).
HeightField field_texels(const HeightRaster& raster, const Grid& grid, const float* heights);

// The triangles that stand for filled texels, so that the coast runs through them: two a lattice cell
// (between four texel centres) in which a texel of a `surface` rule takes part and which the coast or the rim
// of the covered texels crosses. filled[t] != 0 where texel t was filled; depth: metres, south first.
// Appended to `mesh`; heights are sea_level - depth.
void append_fill_triangles(const std::vector<float>& depth, const std::vector<uint8_t>& filled, int32_t width,
                           int32_t height, double sea_level_m, MeshTexels& mesh);

}  // namespace ocean
