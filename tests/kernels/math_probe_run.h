// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean {

Buffer<uint32_t> run_math_probe(const Exec& exec, int64_t n);  // MathProbe::kWords words an index
Buffer<float> run_vector_probe(const Exec& exec, int64_t n);   // kVectorPlanes planes of n

}  // namespace ocean

// The same functors compiled for another instruction set (x86-64 builds only).
extern "C" {
void ocean_math_probe_avx2(uint32_t* out, int64_t n);
void ocean_vector_probe_avx2(float* out, int64_t n);
void ocean_math_probe_avx512(uint32_t* out, int64_t n);
void ocean_vector_probe_avx512(float* out, int64_t n);
}
