// SPDX-License-Identifier: Apache-2.0
//
// Conversions between number types with the same bits everywhere. The language leaves float → integer open
// where the value does not fit, and x86 and CUDA differ there; kernels use these instead of a cast wherever
// the value is not known to fit.
#pragma once

#include <cstdint>
#include <limits>

#include "kernels/exec.h"
#include "kernels/math/bits.h"

namespace ocean {

template <class Integer>
inline constexpr Integer kLeast = std::numeric_limits<Integer>::min();
template <class Integer>
inline constexpr Integer kMost = std::numeric_limits<Integer>::max();

// x without its fraction (toward zero); below the type's range its smallest value, above it its largest; NaN
// gives 0.
template <class Integer, class Float>
OCEAN_HD Integer saturate_to(Float x) {
  constexpr Integer least = kLeast<Integer>, most = kMost<Integer>;
  constexpr Float above = Float(2) * static_cast<Float>(most / 2 + 1);  // most + 1, a power of two
  if (x >= above) return most;
  if (x <= static_cast<Float>(least)) return least;
  return x == x ? static_cast<Integer>(x) : Integer{0};
}

// The largest integer ≤ x, saturated in the same way.
template <class Integer, class Float>
OCEAN_HD Integer floor_to(Float x) {
  const Integer whole = saturate_to<Integer>(x);
  return static_cast<Float>(whole) > x && whole > kLeast<Integer> ? whole - 1 : whole;
}

// The integer nearest to x as a float, ties to even, for |x| ≤ 2^22 (float) or 2^51 (double).
OCEAN_HD inline float round_small(float x) { return (x + 0x1.8p+23f) - 0x1.8p+23f; }
OCEAN_HD inline double round_small(double x) { return (x + 0x1.8p+52) - 0x1.8p+52; }

// --- Integer codes of 2 to 16 bits, ties to even

// Signed: code = 2^(n-1) + round(v·(2^(n-1) - 1)), so that 0 is exact (128, 32768) and -1, 1 are codes 1 and
// 2^n - 1. v outside -1…1 saturates (the caller counts such values); NaN gives the code of 0.
template <int bits>
OCEAN_HD uint32_t encode_signed(float v) {
  static_assert(bits >= 2 && bits <= 16);
  constexpr int32_t zero = int32_t{1} << (bits - 1);
  const float unit = v >= 1.0f ? 1.0f : (v <= -1.0f ? -1.0f : (v == v ? v : 0.0f));
  return static_cast<uint32_t>(zero + static_cast<int32_t>(round_small(unit * static_cast<float>(zero - 1))));
}

// Its inverse: encode(decode(c)) = c for the codes 1…2^n - 1. Code 0, which encode never gives, lies below
// -1.
template <int bits>
OCEAN_HD float decode_signed(uint32_t code) {
  static_assert(bits >= 2 && bits <= 16);
  constexpr int32_t zero = int32_t{1} << (bits - 1);
  return static_cast<float>(static_cast<int32_t>(code) - zero) / static_cast<float>(zero - 1);
}

// Unsigned: code = round(v·(2^n - 1)). v outside 0…1 saturates; NaN gives code 0.
template <int bits>
OCEAN_HD uint32_t encode_unsigned(float v) {
  static_assert(bits >= 1 && bits <= 16);
  constexpr float most = static_cast<float>((uint32_t{1} << bits) - 1);
  const float unit = v >= 1.0f ? 1.0f : (v > 0.0f ? v : 0.0f);
  return static_cast<uint32_t>(round_small(unit * most));
}

template <int bits>
OCEAN_HD float decode_unsigned(uint32_t code) {
  static_assert(bits >= 1 && bits <= 16);
  return static_cast<float>(code) / static_cast<float>((uint32_t{1} << bits) - 1);
}

// --- IEEE 754 binary16

inline constexpr float kHalfMax = 65504.0f;

// Rounded to nearest, ties to even, subnormal halves included; |x| ≥ 65520 gives ±∞; NaN gives 0x7e00.
OCEAN_HD inline uint16_t float_to_half(float x) {
  const uint32_t bits = bits_of(x), magnitude = bits & 0x7fffffffu;
  const uint32_t sign = bits >> 16 & 0x8000u;
  if (magnitude > 0x7f800000u) return 0x7e00u;
  if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);
  if (magnitude < 0x38800000u) {
    // Below 2^-14: one half step is 2^-24, the step of floats from 0.5 to 1, so this sum rounds as wanted.
    const uint32_t sum = bits_of(from_bits(magnitude) + 0.5f);
    return static_cast<uint16_t>(sign | (sum - 0x3f000000u));
  }
  const uint32_t rebased = magnitude - (112u << 23);
  return static_cast<uint16_t>(sign | (rebased + 0xfffu + (rebased >> 13 & 1u)) >> 13);
}

// Exact; a NaN gives quiet_nan().
OCEAN_HD inline float half_to_float(uint16_t half) {
  const uint32_t sign = uint32_t{half} << 16 & 0x80000000u, exponent = half >> 10 & 31u,
                 fraction = half & 1023u;
  if (exponent == 31) return fraction != 0 ? quiet_nan(0.0f) : from_bits(sign | 0x7f800000u);
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return from_bits(sign | bits_of(magnitude));
  }
  return from_bits(sign | (exponent + 112u) << 23 | fraction << 13);
}

// half_to_float(float_to_half(x)) for |x| <= kHalfMax, without the detour and without branches.
OCEAN_HD inline float half_rounded(float x) {
  const uint32_t bits = bits_of(x), magnitude = bits & 0x7fffffffu;
  const uint32_t normal = (magnitude + 0xfffu + (magnitude >> 13 & 1u)) & 0xffffe000u;
  const uint32_t small = bits_of((from_bits(magnitude) + 0.5f) - 0.5f);
  return from_bits((bits & 0x80000000u) | (magnitude < 0x38800000u ? small : normal));
}

}  // namespace ocean
