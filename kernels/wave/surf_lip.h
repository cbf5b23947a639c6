// SPDX-License-Identifier: Apache-2.0
//
// The lip of a plunging wave: two cubic Bezier curves that take the place of the surface from the crest to
// the foot of the face. The upper one is the thrown water's parabola (tip: forward throw*s, down drop*s^2 of
// its height, s the share of the flight), the lower one the cavity under it. Both meet the surface with its
// tangent. Longuet-Higgins 1982 (Parametric solutions for breaking waves, J. Fluid Mech. 121) has the cavity
// of a parametric cubic as a solution for the underside; its control points here are set by eye.
#pragma once

#include "kernels/exec.h"
#include "kernels/math/vec.h"

namespace ocean {

struct SurfLip {
  double share = 0;              // 0: no lip, 1: all lip
  double back_u, tip_u, foot_u;  // where the curves begin, meet and end
  Vec2d upper[4], lower[4];      // x, z in m; x from the wave's rear
};

OCEAN_HD inline Vec2d bezier(const Vec2d* p, double t) {
  const double s = 1 - t;
  return s * s * s * p[0] + 3 * s * s * t * p[1] + 3 * s * t * t * p[2] + t * t * t * p[3];
}

// back, tip, foot: the surface at the three places; slopes: its derivatives by u at back and foot. throw_m:
// of the tip, whole; s: share of the flight, 0 … 1; scale_m: the wave's height.
OCEAN_HD inline void set_lip_curves(Vec2d back, Vec2d back_slope, Vec2d tip, Vec2d foot, Vec2d foot_slope,
                                    double throw_m, double s, double scale_m, SurfLip& lip) {
  constexpr double kDrop = 0.88;
  const double fall = kDrop * s * s * tip.y;
  const Vec2d end{tip.x + throw_m * s, tip.y - fall};
  lip.upper[0] = back;
  lip.upper[1] = back + ((lip.tip_u - lip.back_u) / 3) * back_slope;
  lip.upper[2] = {tip.x + 0.5 * throw_m * s, tip.y + 0.04 * scale_m};
  lip.upper[3] = end;
  // The underside starts back along the jet, a thickness below it, and returns along the trough's tangent.
  const double reach = tip.x - (0.15 + 0.8 * s) * scale_m;
  lip.lower[0] = end;
  lip.lower[1] = {tip.x + 0.25 * throw_m * s, tip.y - 0.08 * scale_m - 0.02 * fall};
  const double length = (foot.x - reach) / foot_slope.x;
  lip.lower[2] = foot - length * foot_slope;
  lip.lower[3] = foot;
}

// The point that stands for u, where the lip has one; else `surface`.
OCEAN_HD inline Vec2d with_lip(const SurfLip& lip, double u, Vec2d surface) {
  if (!(lip.share > 0) || u <= lip.back_u || u >= lip.foot_u) return surface;
  const Vec2d at = u < lip.tip_u ? bezier(lip.upper, (u - lip.back_u) / (lip.tip_u - lip.back_u))
                                 : bezier(lip.lower, (u - lip.tip_u) / (lip.foot_u - lip.tip_u));
  return (1 - lip.share) * surface + lip.share * at;
}

}  // namespace ocean
