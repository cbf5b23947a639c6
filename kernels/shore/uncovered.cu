// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/uncovered.h"

#include "kernels/parallel_for.h"
#include "kernels/raster/fill.h"
#include "kernels/raster/label.h"

namespace ocean {
namespace {

struct CoveredTexel {
  const uint8_t* cover;
  uint8_t* valid;
  OCEAN_HD void operator()(int64_t t) const { valid[t] = cover[t] == static_cast<uint8_t>(Cover::covered); }
};

struct ApplyRule {
  const uint8_t* cover;
  UncoveredRule outside, holes;
  float* depth;
  OCEAN_HD void operator()(int64_t t) const {
    if (cover[t] == static_cast<uint8_t>(Cover::covered)) return;
    const UncoveredRule rule = cover[t] == static_cast<uint8_t>(Cover::outside) ? outside : holes;
    if (rule == UncoveredRule::surface) return;
    const float continued = depth[t] < 0 ? -depth[t] : depth[t];
    const float magnitude = continued > kLeastUncoveredDepth_m ? continued : kLeastUncoveredDepth_m;
    depth[t] = rule == UncoveredRule::water ? magnitude : -magnitude;
  }
};

}  // namespace

void resolve_uncovered(const Exec& exec, View<float> depth, View<const uint8_t> cover, int32_t width,
                       int32_t height, UncoveredRule outside, UncoveredRule holes) {
  Buffer<uint8_t> valid(exec, depth.size);
  parallel_for(exec, "covered_texels", depth.size, CoveredTexel{cover.data, valid.data()}, 1 << 16);
  fill_holes(exec, depth, valid.view(), width, height);
  parallel_for(exec, "uncovered_rule", depth.size, ApplyRule{cover.data, outside, holes, depth.data},
               1 << 15);
  exec.synchronize();
}

}  // namespace ocean
