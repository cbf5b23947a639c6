// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rock_surface.h"

#include <algorithm>
#include <cmath>

#include "kernels/solid/mesh_distance.h"
#include "libbake/bake/rock_caps.h"
#include "libbake/core/interrupt.h"

namespace ocean {
namespace {

constexpr size_t kBatch = size_t{1} << 20;  // voxels
// How much nearer than the faces are meshToVolume may believe them to be: 0.1 was seen.
constexpr float kBoundSlack = 1;  // voxels

// Calls visit(points, indices of their values) for batches of active voxels.
template <class Visit>
void for_each_batch(const VdbBlocks<float>& blocks, const Visit& visit) {
  std::vector<Vec3<int32_t>> points;
  std::vector<size_t> places;
  const auto flush = [&] {
    check_interrupt();
    visit(points, places);
    points.clear();
    places.clear();
  };
  for (size_t b = 0; b < blocks.blocks.size(); ++b) {
    const VdbBlock& block = blocks.blocks[b];
    for (int32_t n = 0; n < kVdbBlockVoxels; ++n) {
      if (!block.is_active(n)) continue;
      points.push_back({block.x + (n >> 6), block.y + ((n >> 3) & 7), block.z + (n & 7)});
      places.push_back(b * kVdbBlockVoxels + static_cast<size_t>(n));
    }
    if (points.size() >= kBatch) flush();
  }
  flush();
}

// meshToVolume spreads the nearest face from voxel to voxel and smooths where bands meet: wrong by up to a
// tenth of a voxel. Signs stay.
void measure_exactly(const WindingTree& solid, double voxel_m, VdbBlocks<float>& blocks) {
  const Exec& exec = solid.exec();
  const auto voxel = static_cast<float>(voxel_m);
  for_each_batch(blocks, [&](const std::vector<Vec3<int32_t>>& points, const std::vector<size_t>& places) {
    std::vector<float> bounds;
    for (const size_t at : places) bounds.push_back(std::abs(blocks.values[at]) / voxel + kBoundSlack);
    const Buffer<Vec3<int32_t>> where(exec, "band voxels", points);
    const Buffer<float> most(exec, "band bounds", bounds);
    Buffer<float> out(exec, where.size());
    point_distances(solid, where.view(), most.view(), out.view());
    const std::vector<float> found = out.to_host("band distances");
    for (size_t k = 0; k < places.size(); ++k) {
      float& value = blocks.values[places[k]];
      value = std::copysign(std::min(found[k] * voxel, blocks.background), value);
    }
  });
}

// Makes distances of active voxels negative where the winding number is above 1/2.
void sign_by_winding(const WindingTree& winding, VdbBlocks<float>& blocks) {
  for_each_batch(blocks, [&](const std::vector<Vec3<int32_t>>& points, const std::vector<size_t>& places) {
    const std::vector<float> w = winding.evaluate(points);
    for (size_t k = 0; k < w.size(); ++k)
      if (w[k] > 0.5f) blocks.values[places[k]] = -blocks.values[places[k]];
  });
}

int64_t count_inside(const VdbBlocks<float>& blocks) {
  int64_t count = 0;
  for (size_t b = 0; b < blocks.blocks.size(); ++b)
    for (int32_t n = 0; n < kVdbBlockVoxels; ++n)
      count +=
          blocks.blocks[b].is_active(n) && blocks.values[b * kVdbBlockVoxels + static_cast<size_t>(n)] < 0
              ? 1
              : 0;
  return count;
}

}  // namespace

RockSurface rock_surface(const WindingTree& winding, const VdbGridInfo& info, const VdbMesh& mesh,
                         bool closed, double half_width) {
  const Exec& exec = winding.exec();
  const auto band = [&](const VdbMesh& of, MeshSign sign) {
    VdbBlocks<float> blocks = blocks_of<float>(mesh_to_level_set(info, of, half_width, sign, exec.threads()));
    blocks.tiles.clear();
    return blocks;
  };
  RockSurface out;
  VdbBlocks<float> blocks;
  if (closed) {
    blocks = band(mesh, MeshSign::inside);
    measure_exactly(winding, info.place.voxel_m, blocks);
  } else {
    out.caps = find_caps(winding, band(mesh, MeshSign::none), info.place.voxel_m);
    VdbMesh whole = mesh;
    append_mesh(out.caps, whole);
    blocks = band(whole, MeshSign::none);
    measure_exactly(WindingTree(exec, whole.corners, whole.triangles), info.place.voxel_m, blocks);
    sign_by_winding(winding, blocks);
  }
  out.inside_voxels = count_inside(blocks);
  out.grid = make_vdb_grid<float>(info, blocks);
  return out;
}

}  // namespace ocean
