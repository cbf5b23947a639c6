// SPDX-License-Identifier: Apache-2.0
//
// Compiled once per instruction set, with the namespace `ocean` renamed by the build: inline functions of two
// instruction sets must not share a name, or the linker keeps one of them for both.
#include "tests/kernels/math_probe.h"

#define OCEAN_JOIN_(a, b) a##b
#define OCEAN_JOIN(a, b) OCEAN_JOIN_(a, b)

extern "C" void OCEAN_JOIN(ocean_math_probe_, OCEAN_ISA)(uint32_t* out, int64_t n) {
  const ocean::MathProbe probe{out};
  for (int64_t i = 0; i < n; ++i) probe(i);
}

template <int plane>
static void run_planes(float* out, int64_t n) {
  const ocean::VectorProbe<plane> probe{out + plane * n};
  for (int64_t i = 0; i < n; ++i) probe(i);
  if constexpr (plane + 1 < ocean::kVectorPlanes) run_planes<plane + 1>(out, n);
}

extern "C" void OCEAN_JOIN(ocean_vector_probe_, OCEAN_ISA)(float* out, int64_t n) { run_planes<0>(out, n); }
