// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/terrain_texels.h"

#include <unordered_map>

#include "kernels/host_pool.h"

namespace ocean {
namespace {

constexpr int64_t kGrain = 1 << 15;

}  // namespace

MeshTexels mesh_texels(const Exec& exec, const Mesh& mesh, const Grid& grid) {
  MeshTexels out;
  out.vertices.resize(mesh.positions.size());
  out.triangles = mesh.triangles;
  for_chunks(exec.pool(), static_cast<int64_t>(mesh.positions.size()), kGrain,
             [&](int64_t begin, int64_t end) {
               for (int64_t i = begin; i < end; ++i) {
                 const Vec3d& p = mesh.positions[static_cast<std::size_t>(i)];
                 out.vertices[static_cast<std::size_t>(i)] = {(p.x - grid.x0) / grid.texel_m,
                                                              (p.y - grid.y0) / grid.texel_m, p.z};
               }
             });
  return out;
}

HeightField field_texels(const HeightRaster& raster, const Grid& grid, const float* heights) {
  return {heights,
          raster.width,
          raster.height,
          (raster.x0 - grid.x0) / grid.texel_m,
          (raster.y0 - grid.y0) / grid.texel_m,
          raster.dx / grid.texel_m,
          raster.dy / grid.texel_m};
}

void append_fill_triangles(const std::vector<float>& depth, const std::vector<uint8_t>& filled, int32_t width,
                           int32_t height, double sea_level_m, MeshTexels& mesh) {
  std::unordered_map<int64_t, int32_t> vertex_of;  // looked up only; its order does not matter
  const auto vertex = [&](int64_t texel) {
    const auto [found, is_new] = vertex_of.try_emplace(texel, static_cast<int32_t>(mesh.vertices.size()));
    if (is_new)
      mesh.vertices.push_back({static_cast<double>(texel % width) + 0.5,
                               static_cast<double>(texel / width) + 0.5,
                               sea_level_m - depth[static_cast<std::size_t>(texel)]});
    return found->second;
  };
  for (int64_t j = 0; j + 1 < height; ++j)
    for (int64_t i = 0; i + 1 < width; ++i) {
      const int64_t corner[4] = {j * width + i, j * width + i + 1, (j + 1) * width + i + 1,
                                 (j + 1) * width + i};
      int filled_corners = 0, water_corners = 0;
      for (const int64_t c : corner) {
        filled_corners += filled[static_cast<std::size_t>(c)] != 0;
        water_corners += depth[static_cast<std::size_t>(c)] > 0;
      }
      const bool on_rim = filled_corners < 4, on_coast = water_corners != 0 && water_corners != 4;
      if (filled_corners == 0 || !(on_rim || on_coast) || water_corners == 4) continue;
      const int32_t a = vertex(corner[0]), b = vertex(corner[1]), c = vertex(corner[2]),
                    d = vertex(corner[3]);
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
}

}  // namespace ocean
