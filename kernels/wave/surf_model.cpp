// SPDX-License-Identifier: Apache-2.0
//
// Linear shoaling: H/H0 = sqrt(c0/(2 cg)), cg = n c, n = (1 + 2kh/sinh 2kh)/2, c0 = g/omega (Dean & Dalrymple
// 1991, eq. 4.115). Breaking in closed form: gamma h = H1 (h1/h)^(1/4) gives h = (H1 h1^(1/4)/gamma)^(4/5).
#include "kernels/wave/surf_model.h"

namespace ocean {
namespace {

double power(double x, double y) { return elem::exp(y * elem::log(x)); }

double shoaling(double omega, double depth, double gravity) {
  const double k = wave_number(omega, depth, gravity), q = 2 * k * depth;
  const double e = elem::exp(-q), sinh_scaled = 0.5 * (1 - e * e);  // sinh(q)*e^-q
  const double n = 0.5 * (1 + q * e / sinh_scaled);
  return elem::sqrt(gravity / omega / (2 * n * (omega / k)));
}

}  // namespace

SurfModel surf_model(const SurfParams& p) {
  SurfModel m;
  m.p = p;
  m.omega = 2 * kSurfPi / p.period_s;
  const double deep_length = 2 * kSurfPi * p.gravity / (m.omega * m.omega);
  m.iribarren = p.slope / elem::sqrt(p.height_m / deep_length);
  m.birth_height_m = p.height_m * shoaling(m.omega, p.birth_depth_m, p.gravity);
  m.break_depth_m = power(m.birth_height_m / p.gamma, 0.8) * power(p.birth_depth_m, 0.2);
  m.break_height_m = p.gamma * m.break_depth_m;
  m.width_m = p.width_m > 0 ? p.width_m : 2 * kSurfPi / wave_number(m.omega, m.break_depth_m, p.gravity);
  m.width_periods = p.birth_depth_m / p.slope / m.width_m;
  m.v_swash =
      p.v_swash > 0 ? p.v_swash : m.width_periods * (1 - p.edge) / (m.width_periods + p.swash_periods);
  m.v_break = m.v_swash * (1 - m.break_depth_m / p.birth_depth_m);
  m.crest_u = surf_form(m, m.break_depth_m, m.break_height_m).crest;
  m.runup_m = p.runup * m.iribarren * p.height_m;
  m.reach_m = m.runup_m / p.slope;
  return m;
}

}  // namespace ocean
