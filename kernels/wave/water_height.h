// SPDX-License-Identifier: Apache-2.0
//
// The height of the water over a fixed point of the world: what buoyancy and gameplay ask for, and what a
// texture of Gerstner waves shows there.
//
// The particle p that stands over x solves p + D(p) = x (D: horizontal displacement, kernels/wave/wave.h).
// Newton steps, each taken if it shrinks the residual to 9/10, else replaced by a fixed-point step
// p = x - D(p), which shrinks it at least by the largest eigenvalue of the sum of Q*k*A*d*d^T. Unique and
// convergent where that is below 1; where the surface folds over, one of the solutions or none is found, and
// the result says which.
#pragma once

#include "kernels/wave/wave.h"

namespace ocean {

inline constexpr int kMostWaterSteps = 64;           // evaluations of all waves
inline constexpr double kWaterResidual_m = 1e-8;     // aimed at; a residual r makes an error of about r*slope
inline constexpr double kWaterConverged_m = 1e-6;    // at most, to count as found
inline constexpr double kMostWaterDistance_m = 1e5;  // |x|, |y| for which the promises hold

struct WaterHeight {
  double height_m = 0;
  Vec2d particle{0, 0};    // the undisplaced point whose particle stands over (x, y)
  double residual_m = 0;   // how far from (x, y) it stands
  bool converged = false;  // residual_m <= kWaterConverged_m
  int evaluations = 0;     // of the surface
  SurfacePoint surface;    // at the particle
};

// Error below 1e-4 m for a sum of Q*k*A up to 0.9, waves of 0.1 m or longer and |x|, |y| up to
// kMostWaterDistance_m (tested: below 1e-6 m). No waves: height 0. Not finite: not converged.
OCEAN_HD inline WaterHeight water_height(View<const Wave> waves, double x, double y, double t) {
  WaterHeight best;
  double ux = 0, uy = 0;  // particle - (x, y)
  double worst = 0;       // residual that the next Newton step has to beat
  bool newton = false;    // was the last step one?
  Vec2d fixed{0, 0};      // where a fixed-point step from the last good place leads
  for (int step = 0; step < kMostWaterSteps; ++step) {
    const SurfacePoint s = surface_point(waves, x + ux, y + uy, t);
    const double rx = ux + s.displacement.x, ry = uy + s.displacement.y;
    const double residual = elem::sqrt(rx * rx + ry * ry);
    best.evaluations = step + 1;
    if (step == 0 || residual < best.residual_m) {
      best.height_m = s.displacement.z;
      best.particle = {x + ux, y + uy};
      best.residual_m = residual;
      best.surface = s;
    }
    if (!(residual > kWaterResidual_m)) break;
    if (newton && residual > 0.9 * worst) {
      ux = fixed.x, uy = fixed.y;
      newton = false;
      continue;
    }
    worst = residual;
    fixed = {-s.displacement.x, -s.displacement.y};
    const double determinant = s.jacobian();
    newton = determinant > 0x1p-20 || determinant < -0x1p-20;
    if (newton) {
      ux -= (s.jyy * rx - s.jxy * ry) / determinant;
      uy -= (s.jxx * ry - s.jxy * rx) / determinant;
    } else {
      ux = fixed.x, uy = fixed.y;
    }
  }
  best.converged = best.residual_m <= kWaterConverged_m;
  return best;
}

}  // namespace ocean
