// SPDX-License-Identifier: Apache-2.0
#include "kernels/wave/foam.h"

#include <stdexcept>

#include "kernels/math/elementary.h"
#include "kernels/math/interp.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

struct Step {
  FoamSource source;
  float decay;
  View<const float> jacobian;
  View<float> history, coverage;
  OCEAN_HD float added(float j) const {
    if (!(j == j) || j >= source.threshold) return 0.0f;
    const float low = source.threshold - source.edge;
    if (!(source.edge > 0.0f) || j <= low) return source.gain;
    return source.gain * (1.0f - smoothstep(low, source.threshold, j));
  }
  OCEAN_HD void operator()(int64_t i) const {
    const float foam = decay * history[i] + added(jacobian[i]);
    history[i] = foam;
    if (coverage.data != nullptr) coverage[i] = foam < 1.0f ? foam : 1.0f;
  }
};

struct Close {
  View<float> history;
  float divisor;
  OCEAN_HD void operator()(int64_t i) const { history[i] = history[i] / divisor; }
};

[[noreturn]] void refuse(const char* what) { throw std::invalid_argument(std::string("foam: ") + what); }

void check_decay(float decay) {
  if (!(decay >= 0 && decay < 1)) refuse("the decay must be in [0, 1)");
}

}  // namespace

float foam_decay(double dt_s, double tau_s) {
  if (!(dt_s > 0 && dt_s < 1e300) || !(tau_s >= 0 && tau_s < 1e300))
    refuse("dt must be above 0, tau not below");
  if (tau_s == 0) return 0;
  const auto decay = static_cast<float>(elem::exp(-dt_s / tau_s));
  if (decay >= 1) refuse("tau is so much longer than dt that nothing would fade");
  return decay;
}

void foam_step(const Exec& exec, const FoamSource& source, float decay, View<const float> jacobian,
               View<float> history, View<float> coverage) {
  check_decay(decay);
  if (!(source.edge >= 0) || !(source.gain > 0) || !(source.threshold == source.threshold))
    refuse("the edge must not be below 0 and the gain above 0");
  if (history.size != jacobian.size || (coverage.data != nullptr && coverage.size != jacobian.size))
    refuse("sizes do not fit each other");
  if (coverage.data != nullptr && coverage.data == history.data) refuse("coverage may not be the history");
  parallel_for(exec, "foam step", jacobian.size, Step{source, decay, jacobian, history, coverage});
}

void foam_close(const Exec& exec, float decay, int32_t frames, View<float> history) {
  check_decay(decay);
  if (frames < 1) refuse("a loop has at least one frame");
  double power = 1, base = static_cast<double>(decay);
  for (int32_t n = frames; n > 0; n /= 2) {
    if (n % 2 == 1) power *= base;
    base *= base;
  }
  parallel_for(exec, "foam close", history.size, Close{history, static_cast<float>(1 - power)});
}

}  // namespace ocean
