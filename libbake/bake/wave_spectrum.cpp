// SPDX-License-Identifier: Apache-2.0
//
// All share Phillips' tail alpha*g^2*omega^-5:
//   S = alpha g^2 omega^-5 exp(-5/4 (peak/omega)^4) gamma^exp(-(omega/peak - 1)^2/(2 sigma^2)) Phi
// Pierson-Moskowitz: alpha 8.1e-3, exp(-0.74 (g/(U19.5 omega))^4), gamma 1. JONSWAP: alpha = 0.076
// (U^2/(F g))^0.22, peak = 22 (g^2/(U F))^(1/3), sigma 0.07 below the peak and 0.09 above.
// Phi = tanh^2(kh)/(1 + 2kh/sinh(2kh)), from k^-3 dk/domega at depth h over that of deep water.
#include "libbake/bake/wave_spectrum.h"

#include <algorithm>
#include <cmath>

#include "kernels/math/elementary.h"
#include "kernels/wave/surf_shape.h"
#include "kernels/wave/wave.h"

namespace ocean {
namespace {

constexpr double kPanelsPerUnit = 1200;           // of log omega; the peak is some 0.1 wide
constexpr double kLowest = 0.15, kHighest = 200;  // in peaks; below is nothing, above Phillips' tail

constexpr double kNothing = 0.1;  // exp(-5/4*10^4) is below every double

double power(double x, double y) { return elem::exp(y * elem::log(x)); }

double depth_function(double omega, double depth, double gravity) {
  const double kh = depth * wave_number(omega, depth, gravity);
  if (kh > 20) return 1;
  const double t = elem::tanh(kh), e = elem::exp(2 * kh), sinh = 0.5 * (e - 1 / e);
  return t * t / (1 + 2 * kh / sinh);
}

}  // namespace

double Spectrum::operator()(double omega) const {
  if (!(omega > kNothing * peak)) return 0;
  const double r = peak / omega, r2 = r * r, w = omega / peak;
  const double sigma = omega <= peak ? 0.07 : 0.09, off = (w - 1) / sigma;
  const double enhanced = gamma == 1 ? 0 : elem::log(gamma) * elem::exp(-0.5 * off * off);
  const double omega2 = omega * omega;
  const double deep =
      alpha * gravity * gravity / (omega2 * omega2 * omega) * elem::exp(enhanced - 1.25 * r2 * r2);
  return shallow ? deep * depth_function(omega, depth, gravity) : deep;
}

Spectrum spectrum_of(const WavesConfig& c) {
  Spectrum s;
  s.gravity = c.gravity;
  if (c.spectrum == SeaSpectrum::pierson_moskowitz) {
    s.alpha = 8.1e-3;
    const double wind19 = 1.026 * c.wind_speed;
    s.peak = c.gravity / wind19 * elem::sqrt(elem::sqrt(0.74 / 1.25));
    return s;
  }
  s.alpha = 0.076 * power(c.wind_speed * c.wind_speed / (c.fetch * c.gravity), 0.22);
  s.peak = 22 * power(c.gravity * c.gravity / (c.wind_speed * c.fetch), 1.0 / 3);
  s.gamma = c.peak_enhancement;
  s.shallow = c.spectrum == SeaSpectrum::tma;
  if (s.shallow) s.depth = c.depth_m();
  return s;
}

double energy(const Spectrum& s, double a, double b) {
  const double from = elem::log(a), width = elem::log(b) - from;
  if (!(width > 0)) return 0;
  const auto panels = 2 * std::max<int64_t>(4, static_cast<int64_t>(std::ceil(0.5 * kPanelsPerUnit * width)));
  double sum = 0;
  for (int64_t i = 0; i <= panels; ++i) {
    const double omega = elem::exp(from + width * static_cast<double>(i) / static_cast<double>(panels));
    const double weight = i == 0 || i == panels ? 1 : (i % 2 ? 4 : 2);
    sum += weight * s(omega) * omega;
  }
  return sum * width / (3 * static_cast<double>(panels));
}

double total_energy(const Spectrum& s) {
  const double top = kHighest * s.peak, top2 = top * top;
  return energy(s, kLowest * s.peak, top) + s.alpha * s.gravity * s.gravity / (4 * top2 * top2);
}

double peak_length(const Spectrum& s, double depth) {
  if (!std::isfinite(depth)) return kTwoPi * s.gravity / (s.peak * s.peak);
  return kTwoPi / wave_number(s.peak, depth, s.gravity);
}

}  // namespace ocean
