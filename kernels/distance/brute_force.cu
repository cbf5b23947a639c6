// SPDX-License-Identifier: Apache-2.0
//
// The definition of the maps, without culling: slow, short, and what every other body is compared with.
#include "kernels/distance/bodies.h"
#include "kernels/parallel_for.h"

namespace ocean::distance_detail {
namespace {

// The window's 16 x 16 blocks.
struct Blocks {
  int32_t x0, y0, nx, ny;
};

Blocks blocks_of(const Window& w) {
  const int32_t x0 = w.i0 / kBlock, y0 = w.j0 / kBlock;
  return {x0, y0, (w.i0 + w.width - 1) / kBlock - x0 + 1, (w.j0 + w.height - 1) / kBlock - y0 + 1};
}

OCEAN_HD double block_centre(int64_t block) { return static_cast<double>(block * kBlock) + 0.5 * kBlock; }

struct BlockReach2 {
  Problem p;
  Blocks blocks;
  float* reach2;
  OCEAN_HD void operator()(int64_t i) const {
    const double cx = block_centre(blocks.x0 + i % blocks.nx), cy = block_centre(blocks.y0 + i / blocks.nx);
    float best = distance2(frame_at<float>(p.segments, 0, cx, cy));
    for (int32_t k = 1; k < p.count; ++k) {
      const float d2 = distance2(frame_at<float>(p.segments, k, cx, cy));
      if (d2 < best) best = d2;
    }
    reach2[i] = best;
  }
};

struct TexelMinimum {
  Problem p;
  Blocks blocks;
  const float* reach2;

  OCEAN_HD void operator()(int64_t index) const {
    const int64_t i = p.window.i0 + index % p.window.width, j = p.window.j0 + index / p.window.width;
    const int64_t bx = i / kBlock, by = j / kBlock;
    const double cx = block_centre(bx), cy = block_centre(by);
    const float ox = static_cast<float>(i % kBlock) - 7.5f, oy = static_cast<float>(j % kBlock) - 7.5f;
    const float r2 = reach2[(by - blocks.y0) * blocks.nx + (bx - blocks.x0)];
    const bool near = r2 < kFarReach2;
    float best = 0.0f;
    int32_t nearest = -1;
    for (int32_t k = 0; k < p.count; ++k) {
      const float m = near ? measure(frame_at<float>(p.segments, k, cx, cy), ox, oy)
                           : measure(far_frame(frame_at<double>(p.segments, k, cx, cy), r2), ox, oy);
      if (nearest < 0 || m < best) {
        best = m;
        nearest = k;
      }
    }
    const bool water = p.water[index] != 0;
    const Texel t = near ? finish(moved(frame_at<float>(p.segments, nearest, cx, cy), ox, oy), water)
                         : finish(moved(frame_at<double>(p.segments, nearest, cx, cy),
                                        static_cast<double>(ox), static_cast<double>(oy)),
                                  water);
    p.out.signed_distance[index] = t.signed_distance;
    p.out.direction[index] = {t.direction_x, t.direction_y};
    if (p.out.nearest.size != 0) p.out.nearest[index] = nearest;
  }
};

}  // namespace

void distance_brute_force(const Exec& exec, const Problem& problem) {
  const Blocks blocks = blocks_of(problem.window);
  Buffer<float> reach2(exec, int64_t{blocks.nx} * blocks.ny);
  parallel_for(exec, "distance.brute_reach", reach2.size(), BlockReach2{problem, blocks, reach2.data()}, 16);
  parallel_for(exec, "distance.brute_force", problem.window.size(),
               TexelMinimum{problem, blocks, reach2.data()}, 256);
}

}  // namespace ocean::distance_detail
