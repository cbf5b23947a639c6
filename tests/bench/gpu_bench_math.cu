// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/gpu_bench_math.h"

#include "kernels/math/elementary.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

struct Sin {
  const float* in;
  float* out;
  OCEAN_HD void operator()(int64_t i) const { out[i] = elem::sin(in[i]); }
};

struct Waves {
  float* out;
  OCEAN_HD void operator()(int64_t i) const {
    const float x = static_cast<float>(static_cast<int32_t>(i & 4095)) * 0.37f;
    float height = 0, slope = 0;
    for (int k = 1; k <= 8; ++k) {
      const float wave_number = 0.11f * static_cast<float>(k * k);
      const elem::SinCos<float> a = elem::sincos_small(wave_number * x - 0.7f * static_cast<float>(k));
      height += a.sin;
      slope += wave_number * a.cos;
    }
    out[i] = height + slope;
  }
};

struct Functions {
  const float* in;
  float* out;
  OCEAN_HD void operator()(int64_t i) const {
    const float x = in[i], y = static_cast<float>(static_cast<int32_t>(i & 255)) * 0.1f;
    out[i] = elem::exp(y) + elem::log(y + 1.0f) + elem::tanh(y) + elem::atan2(y, x) + elem::pow(y, 1.7f);
  }
};

}  // namespace

void bench_sin(const Exec& exec, View<const float> in, View<float> out) {
  parallel_for(exec, "sin", out.size, Sin{in.data, out.data});
}
void bench_waves(const Exec& exec, View<float> out) {
  parallel_for(exec, "waves", out.size, Waves{out.data}, 1024);
}
void bench_functions(const Exec& exec, View<const float> in, View<float> out) {
  parallel_for(exec, "functions", out.size, Functions{in.data, out.data}, 1024);
}

}  // namespace ocean
