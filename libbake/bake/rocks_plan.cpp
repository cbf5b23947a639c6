// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rocks_plan.h"

#include <algorithm>
#include <cmath>

#include "libbake/bake/rock_slices.h"
#include "libbake/bake/texture_options.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int64_t kPictureBytes = 4 << 20, kFixedBytes = 128 << 20;
// Measured: of the voxels of the blocks that a band touches, about a third are active; surface and ids, their
// blocks, and the grid of the rock that is being added are in memory at once.
constexpr double kBlockShare = 0.35, kBytesPerVoxel = 26, kFileBytesPerVoxel = 6;
constexpr int64_t kBytesPerSlice = 13;
constexpr double kFarthestVoxel = 1 << 28;

}  // namespace

Plan plan_rocks(const RocksConfig& config, const JobSettings& settings) {
  Plan plan;
  plan.inputs = rock_files(config);
  plan.inexact = "sizes depend on the meshes";
  plan.remedy = "pass a larger --voxel";
  plan.host_bytes = kFixedBytes;
  plan.outputs.push_back({settings.name + ".vdb", "surface: level set; rock_id", 0});
  if (config.slices) {
    const auto side = static_cast<int32_t>(std::ceil(std::pow(static_cast<double>(*config.slices), 1.5)));
    plan.outputs.push_back({slices_file(config, settings.name), "signed distance, an atlas of slices",
                            estimated_bytes(config.format, side, side, 1)});
    plan.host_bytes += kBytesPerSlice * *config.slices * *config.slices * *config.slices;
  }
  if (config.preview)
    plan.outputs.push_back({settings.name + "_preview.png", "top and side view", kPictureBytes});
  return plan;
}

Plan sized_plan(const RocksConfig& config, const JobSettings& settings, const RockScene& scene,
                double voxel_m) {
  Plan plan = plan_rocks(config, settings);
  plan.inexact.clear();
  double farthest = 0;
  for (const Vec3d& p : {scene.bounds.min, scene.bounds.max})
    farthest = std::max({farthest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  if (farthest / voxel_m > kFarthestVoxel)
    throw Error(ErrorKind::usage, "--voxel",
                "of " + shortest(voxel_m) + " m puts rocks " + shortest(farthest / voxel_m) +
                    " voxels from the origin, beyond 2^28; pass a larger one");
  const double voxels = scene.area / (voxel_m * voxel_m) * (2 * config.half_width + 1) / kBlockShare;
  const double most = 1e18;
  plan.host_bytes += static_cast<int64_t>(std::min(most, voxels * kBytesPerVoxel));
  plan.outputs.front().bytes = static_cast<int64_t>(std::min(most, voxels * kFileBytesPerVoxel));
  if (!config.slices) return plan;
  const SliceGrid grid = slice_grid(scene.bounds, *config.slices);
  check_texture_size(grid.width(), grid.height(), config.format, traits(settings.target),
                     "the atlas of slices", "pass fewer --slices");
  plan.outputs[1].bytes = estimated_bytes(config.format, static_cast<int32_t>(grid.width()),
                                          static_cast<int32_t>(grid.height()), 1);
  return plan;
}

}  // namespace ocean
