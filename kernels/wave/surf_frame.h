// SPDX-License-Identifier: Apache-2.0
//
// Frames of surf over a shore map: the displacement animation texture applied by surf_uv.h, as an engine
// does.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"
#include "kernels/math/vec.h"
#include "kernels/wave/surf_texture.h"
#include "kernels/wave/surf_uv.h"

namespace ocean {

struct SurfFrameSettings {
  SurfUvSettings uv;
  float forward_scale = 1, height_scale = 1;
};

// All maps have grid.size() texels, south first, on the Exec's back end.
struct SurfShore {
  Grid grid;
  View<const float> distance_m;  // positive in water
  View<const Vec2f> direction;   // of the waves, world axes, unit or (0, 0)
  View<const float> noise;       // n at each texel
};

// n by the world coordinate along the coast: p = scale*x and scale*y (surf_noise_world).
void surf_noise_of_world(const Exec& exec, const Grid& grid, View<const Vec2f> direction, double scale,
                         View<float> noise);
// n by arc length along the coast that is nearest to each texel, perimeter_m: the whole length of that coast;
// 0: n = 0. Its wave numbers are rounded to whole cycles on it, at least one, so that n has no step where the
// arc begins.
void surf_noise_of_arc(const Exec& exec, View<const float> arc_m, View<const float> perimeter_m, double scale,
                       View<float> noise);

// displacement (world axes, m): direction*forward + up*height, scaled and faded; foam 0 … 1. time: wave
// periods. std::invalid_argument for maps of different sizes.
void surf_frame(const Exec& exec, const SurfShore& shore, View2D<const SurfTexel> texture,
                const SurfFrameSettings& settings, double time, View<Vec3f> displacement, View<float> foam);

// Unit normals of the displaced surface: the cross product of its differences between the neighbours on
// either side, at the border between the texel and its one neighbour; (0, 0, 1) where they span nothing. A
// map of one row or column has (0, 0, 1) everywhere. Where the surface folds over, normals point down.
void surf_normals(const Exec& exec, const Grid& grid, View<const Vec3f> displacement, View<Vec3f> normal);

// The upward part alone.
void surf_heights(const Exec& exec, View<const Vec3f> displacement, View<float> height);

}  // namespace ocean
