// SPDX-License-Identifier: Apache-2.0
//
// Where the displacement animation texture is read: the engine's side of the surf, once. Shaders that
// `oceanbake snippet` prints take their constants from here.
//
//   D = offset - distance/width
//   u = frac(D - time + noise_u),  v = clamp((D + noise_v - u)*life_speed, 0, 1)
//
// u grows shoreward and v is constant within one wave, growing as that wave comes in. `time` counts wave
// periods, so the loop is 1. noise_u delays the wave along the coast, noise_v moves the line where it breaks.
#pragma once

#include "kernels/exec.h"
#include "kernels/math/convert.h"
#include "kernels/math/elementary.h"
#include "kernels/math/vec.h"

namespace ocean {

// n(p) = sine*sin(sine_k*p) + cosine*cos(cosine_k*p), p in metres.
struct SurfNoise {
  double sine = -0.135, sine_k = 0.242;
  double cosine = 0.0375, cosine_k = 0.752;
};

struct SurfUvSettings {
  double width_m = 1;               // of one wave, > 0
  double offset = 0;                // D at the shoreline, in widths
  double life_speed = 1;            // life (v) per width
  double noise_u = 0, noise_v = 0;  // factors of n
  double fade_m = 0,
         fade_length_m = 0;  // displacement is 0 below fade_m, whole fade_length_m later; 0: never
};

// The classic preset's: factors of the noise, and the fade from 3 m to 4 m.
inline constexpr double kClassicNoiseU = 10, kClassicNoiseV = 5, kClassicFade_m = 3, kClassicFadeLength_m = 1;

OCEAN_HD inline double surf_noise(const SurfNoise& n, double p) {
  return n.sine * elem::sin(n.sine_k * p) + n.cosine * elem::cos(n.cosine_k * p);
}

// n of the world coordinate along the coast: x where the waves travel along y, y where they travel along x,
// and between them both by the squares of the coast's tangent. direction: of the waves, unit or (0, 0).
OCEAN_HD inline double surf_noise_world(const SurfNoise& n, double x, double y, Vec2f direction) {
  const double dx = static_cast<double>(direction.x), dy = static_cast<double>(direction.y);
  const double squares = dx * dx + dy * dy;
  if (!(squares > 0)) return 0;
  return (dy * dy * surf_noise(n, x) + dx * dx * surf_noise(n, y)) / squares;
}

OCEAN_HD inline double fraction(double x) {
  const double f = x - static_cast<double>(floor_to<int64_t>(x));
  return f < 1 ? f : 0;  // a tiny negative x
}

struct SurfUv {
  double u, v;  // u in [0, 1), v in [0, 1]
};
// distance_m: positive in water. noise: n at the point.
OCEAN_HD inline SurfUv surf_uv(const SurfUvSettings& s, double distance_m, double noise, double time) {
  const double along = s.offset - distance_m / s.width_m;
  const double u = fraction(along - time + noise * s.noise_u);
  const double v = (along + noise * s.noise_v - u) * s.life_speed;
  return {u, v > 0 ? (v < 1 ? v : 1) : 0};
}

// The share of the displacement that stays.
OCEAN_HD inline double surf_fade(const SurfUvSettings& s, double distance_m) {
  if (!(s.fade_length_m > 0)) return 1;
  const double f = (distance_m - s.fade_m) / s.fade_length_m;
  return f > 0 ? (f < 1 ? f : 1) : 0;
}

}  // namespace ocean
