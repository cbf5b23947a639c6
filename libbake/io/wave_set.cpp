// SPDX-License-Identifier: Apache-2.0
//
// Dispersion: linear (Airy) theory, omega^2 = g*k*tanh(k*depth). Loops: the horizontal map (x, y) + D has the
// derivative I - sum of QkA*sin(theta)*d*d^T, which stays positive for all phases if and only if the largest
// eigenvalue of the sum of QkA*d*d^T is at most 1; its trace, the sum of QkA, bounds that.
#include "libbake/io/wave_set.h"

#include <algorithm>
#include <cmath>

#include "kernels/math/interp.h"

namespace ocean {
namespace {

double ramp(double start, double end, double t) {
  if (start < end) return smoothstep(start, end, t);
  return t < start ? 0 : 1;
}

double weight_at(const SetWave& wave, std::optional<double> time_s) {
  return wave.fade && time_s ? wave.weight * wave.fade->weight(*time_s) : wave.weight;
}

}  // namespace

double WaveFade::weight(double time_s) const {
  const double rise = std::isfinite(in_end_s) ? ramp(in_start_s, in_end_s, time_s) : 1;
  const double fall = std::isfinite(out_start_s) ? 1 - ramp(out_start_s, out_end_s, time_s) : 1;
  return rise * fall;
}

double SetWave::k() const { return elem::sqrt(kx * kx + ky * ky); }
double SetWave::length() const { return kTwoPi / k(); }

bool WaveSet::fades() const {
  return std::any_of(waves.begin(), waves.end(), [](const SetWave& w) { return w.fade.has_value(); });
}

double dispersion(double k, double gravity, double depth, double time_scale) {
  const double shallow = std::isfinite(depth) ? elem::tanh(k * depth) : 1;
  return time_scale * elem::sqrt(gravity * k * shallow);
}

std::vector<Wave> waves_at(const WaveSet& set, double time_s) {
  std::vector<Wave> waves;
  waves.reserve(set.waves.size());
  for (const SetWave& w : set.waves)
    waves.push_back({w.kx, w.ky, w.omega, w.phase, w.amplitude * weight_at(w, time_s), w.steepness});
  return waves;
}

FoldLimits fold_limits(const WaveSet& set, std::optional<double> time_s) {
  double sum = 0, xx = 0, xy = 0, yy = 0;
  for (const SetWave& w : set.waves) {
    const double k = w.k(), fold = w.steepness * k * w.amplitude * weight_at(w, time_s);
    const double dx = w.kx / k, dy = w.ky / k;
    sum += fold;
    xx += fold * dx * dx;
    xy += fold * dx * dy;
    yy += fold * dy * dy;
  }
  const double half_gap = 0.5 * (xx - yy);
  return {sum, 0.5 * (xx + yy) + elem::sqrt(half_gap * half_gap + xy * xy)};
}

}  // namespace ocean
