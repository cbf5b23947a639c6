// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean {

// out[i] = a function of in[i] or of i; equal sizes.
void bench_sin(const Exec& exec, View<const float> in, View<float> out);
void bench_waves(const Exec& exec, View<float> out);
void bench_functions(const Exec& exec, View<const float> in, View<float> out);

}  // namespace ocean
