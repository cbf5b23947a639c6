// SPDX-License-Identifier: Apache-2.0
//
// One point of the displacement animation texture. A row (one life v) is prepared once: surf_row(); then each
// point of it is cheap: surf_point().
//
//   forward  R, m: the way the wave goes     height  G, m above the troughs' level, >= 0
//   foam     0 … 1                           slope   angle of the surface's tangent, rad, -pi … pi: beyond
//   wetness  0 … 1 of the beach's ground             +-pi/2 where the surface overhangs
//
// The curve (u*width + R, G) is the surface across one wave. Before breaking it is Abreu's form with
// Ruessink's skewness and asymmetry (surf_shape.h), whatever R: R moves the points of that curve along it, as
// orbits do. Then the face is sheared forward by R ~ (G/H)^2, short of vertical; a plunging wave's lip leaves
// it in ballistic flight (surf_lip.h); and the tongue of the swash follows the plane beach. R and G are 0
// with slope 0 at u = 0 and 1, and 0 at both ends of the life.
#pragma once

#include "kernels/exec.h"
#include "kernels/math/elementary.h"
#include "kernels/math/interp.h"
#include "kernels/wave/surf_lip.h"
#include "kernels/wave/surf_model.h"

namespace ocean {

struct SurfPoint {
  double forward_m = 0, height_m = 0, foam = 0, slope = 0, wetness = 0;
};

struct SurfRow {
  double v = 0, height_m = 0;  // of the wave, with its rise at birth and its end in the swash
  WaveForm form{};
  double since_break = -1;  // periods, below 0 before
  double orbit_m = 0;       // amplitude of R before breaking
  double shear_m = 0;       // R of the crest of a broken wave
  SurfLip lip{};
  double lip_foam = 0;
  double roller = 0;    // foam on the face
  double swash = -1;    // of the swash's time, 0 … 1; below 0 before
  double tongue_m = 0;  // inland end of the tongue
  double tongue_depth_m = 0;
};

namespace surf_detail {

// The lip begins this far behind its tip, widths; tip and foot at these shares of the face's height.
inline constexpr double kLipBack = 0.1, kLipTip = 0.93, kLipFoot = 0.05, kLipSpray = 0.05;
inline constexpr double kTaper = 0.14;  // foam ends before the rear of the wave, widths
inline constexpr double kTongueFront = 0.035, kTongueFoam = 0.05;  // widths
inline constexpr int kFormSteps = 64;

// Zero at the ends with slope 0, zero at the crest: + behind it, - ahead, largest value about 1. Its slope is
// never below -kOrbitSlope.
inline constexpr double kOrbitSlope = 2.9;
OCEAN_HD inline double orbit_shape(double u, double crest) {
  const double w = 4 * u * (1 - u);
  return kOrbitSlope * (crest - u) * w * w;
}

OCEAN_HD inline double bump(double t) {  // 1 at 0, 0 from |t| = 1 on, C1
  const double a = t < 0 ? -t : t;
  return a < 1 ? 1 - smoothstep(0.0, 1.0, a) : 0;
}

// Where the face is at this share of the wave's height: between crest and front trough, by bisection.
OCEAN_HD inline double face_u(const WaveForm& f, double share) {
  double low = f.crest, high = 1;
  for (int step = 0; step < 40; ++step) {
    const double mid = 0.5 * (low + high);
    if (form_point(f, mid).value > share) low = mid;
    else high = mid;
  }
  return low;
}

// Largest of -g g' on the face: R = P g^2 makes it vertical where P = width/(2 of it).
OCEAN_HD inline double steepest_face(const WaveForm& f) {
  double most = 0;
  for (int i = 0; i < kFormSteps; ++i) {
    const FormPoint g = form_point(f, f.crest + (1 - f.crest) * (i + 0.5) / kFormSteps);
    const double s = -g.value * g.slope;
    most = s > most ? s : most;
  }
  return most;
}

}  // namespace surf_detail

namespace surf_detail {

// The wave without lip and tongue: x from its rear, z.
OCEAN_HD inline Vec2d surface(const SurfModel& m, const SurfRow& r, double u) {
  double g = form_point(r.form, u).value, orbit = 0;
  if (r.orbit_m > 0) {
    orbit = r.orbit_m * orbit_shape(u, r.form.crest);
    g = form_point(r.form, u + orbit / m.width_m).value;  // the point of the same curve that lies there
  }
  return {u * m.width_m + orbit + r.shear_m * g * g, r.height_m * g};
}

}  // namespace surf_detail

// Foam at the crest at life v: 0 before breaking, then rising; a plunging wave's comes with the touch-down.
OCEAN_HD inline double surf_crest_foam(const SurfModel& m, double v) {
  const double since = (v - m.v_break) / m.life_speed();
  if (!(since > 0)) return 0;
  const double start = m.p.plunging ? 0.8 * m.p.lip_periods : 0;
  const double rise = smoothstep(start, start + m.p.foam_rise_periods, since);
  const double swash = (v - m.v_swash) / (1 - m.p.edge - m.v_swash);
  return rise * (1 - smoothstep(0.0, 0.6, swash));
}

OCEAN_HD inline SurfRow surf_row(const SurfModel& m, double v) {
  using namespace surf_detail;
  const SurfParams& p = m.p;
  SurfRow r;
  r.v = v;
  // The bore's form lasts to the end of the beach: its Ursell number has no bound there.
  const double depth = surf_depth(m, v), least = 0.05 * m.break_depth_m;
  const double form_depth = depth > least ? depth : least;
  r.form = surf_form(m, form_depth, surf_height(m, form_depth));
  const double swash = (v - m.v_swash) / (1 - p.edge - m.v_swash);
  const double rise = smoothstep(p.edge, p.edge + p.grow + 1e-12, v);
  const double end = 1 - smoothstep(0.0, 0.5, swash);
  r.height_m = surf_height(m, depth) * rise * end;
  r.since_break = (v - m.v_break) / m.life_speed();

  const double broken = smoothstep(0.0, p.front_periods, r.since_break);
  const double k = wave_number(m.omega, form_depth, p.gravity);
  r.orbit_m = p.orbit * 0.5 * r.height_m / elem::tanh(k * form_depth) * (1 - broken);
  r.shear_m = p.front * broken * end * m.width_m / (2 * steepest_face(r.form));

  if (p.plunging && r.since_break > 0) {
    const double s = r.since_break / p.lip_periods;
    r.lip.share = smoothstep(0.0, 0.35, s) * (1 - smoothstep(1.0, 1.9, s)) * end;
    r.lip.tip_u = face_u(r.form, kLipTip);
    r.lip.back_u = r.lip.tip_u - kLipBack;
    r.lip.foot_u = face_u(r.form, kLipFoot);
    const double h = 1e-5;
    const Vec2d back = surface(m, r, r.lip.back_u), foot = surface(m, r, r.lip.foot_u);
    set_lip_curves(back, (1 / h) * (surface(m, r, r.lip.back_u + h) - back), surface(m, r, r.lip.tip_u), foot,
                   (1 / h) * (surface(m, r, r.lip.foot_u + h) - foot), p.lip_throw * m.break_height_m,
                   s < 1 ? s : 1, r.height_m, r.lip);
    r.lip_foam = smoothstep(0.35, 1.0, s) * (1 - smoothstep(1.0, 1.9, s));
  }
  r.roller = surf_crest_foam(m, v);
  if (swash > 0) {
    r.swash = swash < 1 ? swash : 1;
    r.tongue_m = m.reach_m * 4 * r.swash * (1 - r.swash);
    r.tongue_depth_m = p.swash_depth * m.break_height_m * 4 * r.swash * (1 - r.swash) * (1 - 0.6 * r.swash);
  }
  return r;
}

namespace surf_detail {

// Distance inland from the still-water line, m, of the undisplaced point u.
OCEAN_HD inline double inland_m(const SurfModel& m, const SurfRow& r, double u) {
  return m.width_m * ((r.v - m.v_swash) / m.life_speed() + u - m.crest_u);
}

OCEAN_HD inline double seam(double u) {  // 0 with slope 0 at the ends, else 1
  return smoothstep(0.0, kTaper, u) * smoothstep(0.0, 0.06, 1 - u);
}

// Height of the swash's tongue: the plane beach and the water on it, up to the tongue's front.
OCEAN_HD inline double tongue_height(const SurfModel& m, const SurfRow& r, double u) {
  if (!(r.swash > 0)) return 0;
  const double x = inland_m(m, r, u), front = kTongueFront * m.width_m;
  const double inside = smoothstep(0.0, front, r.tongue_m - x);
  // Seaward the tongue goes over into the sea within one of its own lengths.
  const double sea = smoothstep(-m.reach_m - front, 0.0, x);
  return ((x > 0 ? m.p.slope * x : 0) + r.tongue_depth_m * sea) * inside * seam(u);
}

OCEAN_HD inline Vec2d curve_point(const SurfModel& m, const SurfRow& r, double u) {
  const Vec2d wave = with_lip(r.lip, u, surface(m, r, u));
  return {wave.x - u * m.width_m, wave.y + tongue_height(m, r, u)};
}

OCEAN_HD inline double wave_foam(const SurfModel& m, const SurfRow& r, double u) {
  if (!(r.since_break > 0)) return 0;
  const FormPoint g = form_point(r.form, u);
  double foam = 0;
  if (u >= r.form.crest) {
    foam = r.roller * smoothstep(0.02, 0.3, g.value);
  } else {
    // What the crest left here, one width a period ago for each width behind it.
    const double age = r.form.crest - u;
    foam = surf_crest_foam(m, r.v - age * m.life_speed()) * elem::exp(-age / m.p.foam_periods);
  }
  const double spray = r.lip_foam * bump((u - r.lip.tip_u) / kLipSpray);
  return spray > foam ? spray : foam;
}

// When, in shares of the swash's time, the tongue's front passes x inland on its way up.
OCEAN_HD inline double passed_up(const SurfModel& m, double x) {
  return 0.5 * (1 - elem::sqrt(1 - x / m.reach_m));
}

OCEAN_HD inline double swash_foam(const SurfModel& m, const SurfRow& r, double u) {
  if (!(r.swash > 0)) return 0;
  const double x = inland_m(m, r, u), behind = (r.tongue_m - x) / (kTongueFoam * m.width_m);
  const double edge = behind > -1 ? smoothstep(-0.3, 0.4, behind) * elem::exp(-(behind > 0 ? behind : 0)) : 0;
  double thin = 0;
  if (x > 0 && x < m.reach_m && r.swash > passed_up(m, x)) {
    const double up = passed_up(m, x), age = (r.swash - up) * m.swash_periods();
    // More where the water stood longest: near the highest line.
    thin = m.p.thin_foam * (0.5 + 0.5 * x / m.reach_m) * elem::exp(-age / (2 * m.p.foam_periods)) *
           smoothstep(0.0, 0.08, r.swash - up);
  }
  const double lively = 0.9 * edge * smoothstep(0.0, 0.15, r.swash) * (1 - smoothstep(0.55, 1.0, r.swash));
  return lively > thin ? lively : thin;
}

OCEAN_HD inline double wetness(const SurfModel& m, const SurfRow& r, double u) {
  const double x = inland_m(m, r, u);
  if (x <= 0) return 1;
  if (!(r.swash > 0) || x >= m.reach_m || r.swash < passed_up(m, x)) return 0;
  const double left = 1 - passed_up(m, x);  // when the front passes down again
  const double dry = r.swash > left ? (r.swash - left) * m.swash_periods() : 0;
  return elem::exp(-dry / m.p.wet_periods);
}

}  // namespace surf_detail

OCEAN_HD inline SurfPoint surf_point(const SurfModel& m, const SurfRow& r, double u) {
  using namespace surf_detail;
  constexpr double kStep = 1.0 / 8192;
  const Vec2d at = curve_point(m, r, u);
  const double before = u > kStep ? u - kStep : 0, after = u < 1 - kStep ? u + kStep : 1;
  const Vec2d a = curve_point(m, r, before), b = curve_point(m, r, after);
  SurfPoint s;
  s.forward_m = at.x;
  s.height_m = at.y;
  s.slope = elem::atan2(b.y - a.y, (after - before) * m.width_m + (b.x - a.x));
  const double wave = wave_foam(m, r, u), swash = swash_foam(m, r, u);
  // None at the end of the life, whose row holds for all that lies farther inland.
  s.foam = (wave > swash ? wave : swash) * seam(u) * (1 - smoothstep(0.85, 1.0, r.swash));
  s.wetness = wetness(m, r, u);
  return s;
}

}  // namespace ocean
