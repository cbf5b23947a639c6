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

Buffer<float> run_vector_probe(const Exec& exec, int64_t n) {
  Buffer<float> out(exec, n * VectorProbe::kPlanes);
  parallel_for(exec, "vector probe", n, VectorProbe{out.data(), n}, 1024);
  return out;
}

}  // namespace ocean
