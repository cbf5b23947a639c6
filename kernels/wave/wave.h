// SPDX-License-Identifier: Apache-2.0
//
// One Gerstner wave and the surface that a set of them makes, at any point, in double precision: what probes,
// previews, spray and the tests of every faster path evaluate.
//
// Gerstner waves: Finch, Effective Water Simulation from Physical Models, GPU Gems 1, ch. 1, eq. 9 to 11,
// with the phase k.(x, y) - omega*t + 2*pi*phase, so that crests run along +k. Normals come from the sums of
// eq. 10 and 11, not from the short form of eq. 12, which is another surface's for several directions.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/elementary.h"
#include "kernels/math/vec.h"

namespace ocean {

// World axes (x east, y north, z up), metres, seconds, radians.
struct Wave {
  double kx = 0, ky = 0;  // wave vector, rad/m, not (0, 0)
  double omega = 0;       // rad/s
  double phase = 0;       // turns
  double amplitude = 0;   // m, times the wave's weight at the time of evaluation
  double steepness = 0;   // Q: horizontal displacement is Q*amplitude
};

// The surface over the undisplaced point (x, y).
struct SurfacePoint {
  Vec3d displacement{0, 0, 0};  // m: the particle is at (x, y, 0) + displacement
  Vec3d normal{0, 0, 1};        // unit, of B x T; (0, 0, 1) where |B x T| is 0
  Vec3d velocity{0, 0, 0};      // m/s, of the particle
  // Derivatives of the horizontal displacement D: Jxx = 1 + dDx/dx, Jyy = 1 + dDy/dy, Jxy = dDx/dy = dDy/dx.
  double jxx = 1, jyy = 1, jxy = 0;
  double slope_x = 0, slope_y = 0;                                    // dDz/dx, dDz/dy
  OCEAN_HD double jacobian() const { return jxx * jyy - jxy * jxy; }  // below 0: the surface folds over
};

inline constexpr double kTwoPi = 6.283185307179586476925;

OCEAN_HD inline SurfacePoint surface_point(View<const Wave> waves, double x, double y, double t) {
  SurfacePoint s;
  for (int64_t i = 0; i < waves.size; ++i) {
    const Wave& w = waves[i];
    const elem::SinCos<double> a = elem::sincos((w.kx * x + w.ky * y) - w.omega * t + kTwoPi * w.phase);
    const double k = elem::sqrt(w.kx * w.kx + w.ky * w.ky);
    const double dx = w.kx / k, dy = w.ky / k;
    const double height = w.amplitude * a.sin, forward = w.steepness * w.amplitude * a.cos;
    s.displacement.x += forward * dx;
    s.displacement.y += forward * dy;
    s.displacement.z += height;
    const double fold = w.steepness * height;  // -d forward / d theta
    s.jxx -= fold * dx * w.kx;
    s.jyy -= fold * dy * w.ky;
    s.jxy -= fold * dx * w.ky;
    const double slope = w.amplitude * a.cos;
    s.slope_x += slope * w.kx;
    s.slope_y += slope * w.ky;
    s.velocity.x += w.omega * fold * dx;
    s.velocity.y += w.omega * fold * dy;
    s.velocity.z -= w.omega * slope;
  }
  // B = (jxx, jxy, slope_x), T = (jxy, jyy, slope_y).
  const double nx = s.jxy * s.slope_y - s.slope_x * s.jyy, ny = s.slope_x * s.jxy - s.jxx * s.slope_y;
  const double nz = s.jacobian();
  const double length = elem::sqrt(nx * nx + ny * ny + nz * nz);
  if (length > 0) s.normal = {nx / length, ny / length, nz / length};
  return s;
}

}  // namespace ocean
