// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/math_probe.h"

#include "kernels/parallel_for.h"
#include "tests/kernels/math_probe_run.h"

namespace ocean {

Buffer<uint32_t> run_math_probe(const Exec& exec, int64_t n) {
  Buffer<uint32_t> out(exec, n * MathProbe::kWords);
  parallel_for(exec, "math probe", n, MathProbe{out.data()}, 256);
  return out;
}

namespace {

template <int plane>
void run_planes(const Exec& exec, float* out, int64_t n) {
  parallel_for(exec, "vector probe", n, VectorProbe<plane>{out + plane * n}, 1024);
  if constexpr (plane + 1 < kVectorPlanes) run_planes<plane + 1>(exec, out, n);
}

}  // namespace

Buffer<float> run_vector_probe(const Exec& exec, int64_t n) {
  Buffer<float> out(exec, n * kVectorPlanes);
  run_planes<0>(exec, out.data(), n);
  return out;
}

}  // namespace ocean
