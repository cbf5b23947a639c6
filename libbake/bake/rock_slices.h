// SPDX-License-Identifier: Apache-2.0
//
// --slices: the signed distance of all rocks on a coarse dense grid, as an atlas of horizontal slices.
#pragma once

#include <cstdint>
#include <vector>

#include "libbake/bake/job.h"
#include "libbake/bake/rock_scene.h"

namespace ocean {

struct SliceGrid {
  VdbPlace place;                                         // of sample (0, 0, 0)
  int32_t nx = 0, ny = 0, nz = 0, columns = 0, rows = 0;  // samples; cells of the atlas
  int64_t samples() const { return int64_t{nx} * ny * nz; }
  int64_t width() const { return int64_t{columns} * nx; }
  int64_t height() const { return int64_t{rows} * ny; }
};

// `texels` along the longest side, a texel of room on every side, cells for about a square.
SliceGrid slice_grid(const Box& bounds, int64_t texels);

// Metres, negative inside, index (i*ny + j)*nz + k. Sizes are exact (mesh_distance.h), signs those of the
// level set. solid: all faces that bound it, metres; not empty.
std::vector<float> slice_distances(const Exec& exec, const SliceGrid& grid, const VdbMesh& solid,
                                   const VdbGridPtr& surface);

std::string slices_file(const RocksConfig& config, const std::string& name);
void write_slices(const RocksConfig& config, const SliceGrid& grid, const std::vector<float>& distances,
                  JobContext& job);

}  // namespace ocean
