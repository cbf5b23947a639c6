// SPDX-License-Identifier: Apache-2.0
//
// The displacement animation texture: texel (i, j) is the model at u = (i + 1/2)/width, v = (j + 1/2)/height,
// row 0 first in life.
#pragma once

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/view2d.h"
#include "kernels/wave/surf_profile.h"

namespace ocean {

struct SurfTexel {
  float forward, height, foam;  // m, m, 0 … 1
  float slope, wetness;         // rad, 0 … 1
};
inline constexpr int32_t kSurfTexelFloats = 5;

// texture: width*height texels on the Exec's back end; std::invalid_argument for sides below 2 or another
// size, and where model.p.edge is not 0.5/height (then the first row would not be flat).
void fill_surf_texture(const Exec& exec, const SurfModel& model, int32_t width, int32_t height,
                       View<SurfTexel> texture);

// As a sampler reads it that is linear, repeats in u and clamps in v.
OCEAN_HD inline SurfTexel sample_surf(View2D<const SurfTexel> map, double u, double v) {
  const double x = u * map.width - 0.5, y = v * map.height - 0.5;
  const double whole = static_cast<double>(floor_to<int64_t>(x));
  const auto left = static_cast<int32_t>(whole);
  const int32_t i0 = left < 0 ? left + map.width : left, i1 = i0 + 1 < map.width ? i0 + 1 : 0;
  const detail::Place<double> row = detail::place_of(y, map.height);
  const int32_t j1 = detail::clamped(row.index + 1, map.height);
  const auto s = static_cast<float>(x - whole), t = static_cast<float>(row.t);
  const SurfTexel a = map(i0, row.index), b = map(i1, row.index), c = map(i0, j1), d = map(i1, j1);
  const auto mix = [&](float p, float q, float r, float w) { return lerp(lerp(p, q, s), lerp(r, w, s), t); };
  return {mix(a.forward, b.forward, c.forward, d.forward), mix(a.height, b.height, c.height, d.height),
          mix(a.foam, b.foam, c.foam, d.foam), mix(a.slope, b.slope, c.slope, d.slope),
          mix(a.wetness, b.wetness, c.wetness, d.wetness)};
}

}  // namespace ocean
