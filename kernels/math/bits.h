// SPDX-License-Identifier: Apache-2.0
//
// The bits of floating-point numbers, and integer products that C++ lacks.
#pragma once

#include <cstdint>
#include <cstring>

#include "kernels/exec.h"

namespace ocean {

OCEAN_HD inline uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
OCEAN_HD inline uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
OCEAN_HD inline float from_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
OCEAN_HD inline double from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// The one NaN that kernels/ returns where a result is not defined: its bits are the same on every back end.
OCEAN_HD inline float quiet_nan(float) { return from_bits(uint32_t{0x7fc00000u}); }
OCEAN_HD inline double quiet_nan(double) { return from_bits(uint64_t{0x7ff8000000000000u}); }

// 2^n, exact, for n in the range of normal numbers (float: -126…127, double: -1022…1023).
OCEAN_HD inline float power_of_two(float, int n) { return from_bits(static_cast<uint32_t>(n + 127) << 23); }
OCEAN_HD inline double power_of_two(double, int n) {
  return from_bits(static_cast<uint64_t>(n + 1023) << 52);
}

// The upper 64 bits of a·b.
OCEAN_HD inline uint64_t multiply_high(uint64_t a, uint64_t b) {
  const uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);  // < 2^64
  const uint64_t other = a0 * b1 + (middle & 0xffffffffu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

// Leading zeros of x != 0.
OCEAN_HD inline int leading_zeros(uint64_t x) {
#if defined(__CUDA_ARCH__)
  return __clzll(static_cast<long long>(x));
#else
  return __builtin_clzll(x);
#endif
}

}  // namespace ocean
