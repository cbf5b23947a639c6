// SPDX-License-Identifier: Apache-2.0
//
// The shape of a shoaling wave, from its Ursell number to one period of its surface.
//
// Ruessink, Ramaeckers & van Rijn 2012, On the parameterization of the free stream non-linear wave orbital
// motion in nearshore morphodynamic models, Coastal Engineering 65: eq. 6 (Ursell number), eq. 9 (total
// non-linearity B), eq. 10 (phase psi); skewness Sk = B cos psi, asymmetry As = B sin psi.
// Abreu, Silva, Sancho & Temperville 2010, Analytical approximate wave form for asymmetric waves, Coastal
// Engineering 57: the wave form; Malarkey & Davies 2012 (ibid. 63): B = 3b/sqrt(2(1 - b^2)) and
// r = 2b/(1 + b^2) hold for it exactly, so that its skewness and asymmetry are Ruessink's, not near them.
#pragma once

#include "kernels/exec.h"
#include "kernels/math/elementary.h"

namespace ocean {

inline constexpr double kSurfPi = 3.141592653589793238463;

// Wave number of a wave of angular frequency omega in water of this depth, rad/m: omega^2 = g k tanh(k
// depth), linear theory, by Newton's method from Eckart's (1952) guess. All arguments above 0.
OCEAN_HD inline double wave_number(double omega, double depth, double gravity) {
  const double alpha = omega * omega * depth / gravity;
  double q = alpha / elem::sqrt(elem::tanh(alpha));  // k*depth
  for (int step = 0; step < 12; ++step) {
    const double t = elem::tanh(q);
    q -= (q * t - alpha) / (t + q * (1 - t * t));
  }
  return q / depth;
}

OCEAN_HD inline double ursell_number(double height, double k, double depth) {
  const double kh = k * depth;
  return 0.375 * height * k / (kh * kh * kh);
}

struct NonLinearity {
  double total;  // B
  double psi;    // rad, 0 (skewed) to -pi/2 (pitched forward)
};
OCEAN_HD inline NonLinearity ruessink(double ursell) {
  constexpr double p1 = 0, p2 = 0.857, p3 = -0.471, p4 = 0.297, p5 = 0.815, p6 = 0.672;
  constexpr double kLog10 = 2.302585092994045684018;
  const double natural = elem::log(ursell);
  const double b = p1 + (p2 - p1) / (1 + elem::exp((p3 - natural / kLog10) / p4));
  return {b, 0.5 * kSurfPi * (elem::tanh(p5 / elem::exp(p6 * natural)) - 1)};
}

// One period, from trough to trough. At rest it is Abreu's y(theta) with theta = trough - 2 pi u: u grows the
// way the wave goes, so the steep face lies at large u.
struct WaveForm {
  double r, phi, c;       // Abreu's parameters; c makes the mean 0
  double trough;          // theta at u = 0
  double crest;           // u of the crest, (0, 1)
  double low, amplitude;  // y at the trough, y at the crest less that
};

OCEAN_HD inline double abreu(const WaveForm& w, double theta) {
  return (elem::sin(theta) + w.c) / (1 - w.r * elem::cos(theta + w.phi));
}

OCEAN_HD inline WaveForm wave_form(const NonLinearity& n) {
  const double b = elem::sqrt(2 * n.total * n.total / (2 * n.total * n.total + 9));
  WaveForm w{};
  w.r = 2 * b / (1 + b * b);
  w.phi = -n.psi - 0.5 * kSurfPi;
  const elem::SinCos<double> phi = elem::sincos(w.phi);
  w.c = w.r * phi.sin / (1 + elem::sqrt(1 - w.r * w.r));
  // y' = 0: (1 - c r sin phi) cos theta - c r cos phi sin theta = r cos phi.
  const double p = 1 - w.c * w.r * phi.sin, q = w.c * w.r * phi.cos, s = w.r * phi.cos;
  const double turn = elem::atan2(q, p), reach = elem::atan2(elem::sqrt(p * p + q * q - s * s), s);
  const double crest = reach - turn;
  w.trough = 2 * kSurfPi - reach - turn;  // after the crest in time, ahead of the next one
  w.crest = (w.trough - crest) / (2 * kSurfPi);
  w.low = abreu(w, w.trough);
  w.amplitude = abreu(w, crest) - w.low;
  return w;
}

// 0 at the troughs, 1 at the crest; and its derivative by u, which is 0 at both.
struct FormPoint {
  double value, slope;
};
OCEAN_HD inline FormPoint form_point(const WaveForm& w, double u) {
  const double theta = w.trough - 2 * kSurfPi * u;
  const elem::SinCos<double> a = elem::sincos(theta), b = elem::sincos(theta + w.phi);
  const double d = 1 - w.r * b.cos, y = (a.sin + w.c) / d;
  const double dy = (a.cos - y * w.r * b.sin) / d;
  const double value = (y - w.low) / w.amplitude;
  return {value > 0 ? value : 0, -2 * kSurfPi * dy / w.amplitude};
}

}  // namespace ocean
