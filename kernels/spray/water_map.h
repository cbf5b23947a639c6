// SPDX-License-Identifier: Apache-2.0
//
// The height of the water over any point of the region at one tick, for millions of particles: the waves'
// displacement on a grid of undisplaced points, interpolated, and inverted by fixed-point steps. Beyond the
// grid its border continues.
#pragma once

#include "kernels/math/interp.h"
#include "kernels/spray/particles.h"
#include "kernels/wave/wave.h"

namespace ocean {

inline constexpr int kWaterMapSteps = 4;

struct WaterMap {
  Vec2f low{0, 0};  // of the first node, relative to the spray's origin
  float per_m = 1;  // nodes
  View2D<const Vec3f> displacement;
  float level = 0;    // of the still water, relative to the origin
  float crest_m = 0;  // no crest is higher above it

  struct Water {
    float z;     // relative to the origin
    Vec2f from;  // the undisplaced point
  };
  OCEAN_HD Water at(float x, float y) const {
    Vec2f u{x, y};
    Vec3f d{0, 0, 0};
    for (int step = 0; step < kWaterMapSteps; ++step) {
      d = bilinear(displacement, (u.x - low.x) * per_m, (u.y - low.y) * per_m);
      u = {x - d.x, y - d.y};
    }
    return {level + d.z, u};
  }
};

}  // namespace ocean
