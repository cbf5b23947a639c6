// SPDX-License-Identifier: Apache-2.0
//
// Range reduction of angles: x = n·π/2 + (r + tail) with |r| ≤ π/4 and a little, n modulo 4.
//
// Up to a bound by Cody and Waite's method (Software Manual for the Elementary Functions, 1980), whose
// products are exact here without fused operations; above it, and where the result nearly cancels, by
// integers after Payne and Hanek (Radian Reduction for Trigonometric Functions, 1983), which serves every
// finite number.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/math/bits.h"
#include "kernels/math/elementary_constants.h"

namespace ocean::elem {

template <class T>
struct Angle {
  T r, tail;
  uint32_t quadrant;  // its two lowest bits count
};

// |x| = mantissa·2^exponent, mantissa < 2^53, -62 ≤ exponent ≤ 971. The product with 2/π, without the
// multiples of 4, keeps at least 130 bits below the point; no double lies closer than 2^-62 to a multiple of
// π/2.
OCEAN_HD inline Angle<double> reduce_by_integers(uint64_t mantissa, int exponent, bool negative) {
  const uint32_t two_over_pi[] = {
      0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u,
      0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u, 0x2ebb4484u,
      0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu, 0xde05980fu,
      0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u, 0xebe5f17bu,
      0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u, 0x9af4361du};
  constexpr int kWindow = 7;             // words of 2/π that count
  constexpr int kProduct = kWindow + 2;  // words of the product, lowest first
  const int skipped = exponent > 2 ? (exponent - 2) / 32 : 0;
  const int point = exponent - 32 * skipped;  // the window's lowest bit weighs 2^(point - 32·kWindow)
  uint32_t product[kProduct] = {};
  for (int half = 0; half < 2; ++half) {
    const uint64_t m = mantissa >> 32 * half & 0xffffffffu;
    uint64_t carry = 0;
    for (int w = 0; w < kWindow; ++w) {
      carry += m * two_over_pi[skipped + kWindow - 1 - w] + product[half + w];
      product[half + w] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    product[half + kWindow] = static_cast<uint32_t>(carry);
  }
  // Shift left until the quadrant stands in the two highest bits; take the 160 bits that follow the highest.
  const int shift = 32 * kProduct - (32 * kWindow - point) - 2;  // > 0
  uint32_t top[5];
  for (int k = 0; k < 5; ++k) {
    const int word = kProduct - 1 - k - shift / 32, bit = shift % 32;
    const uint64_t high = word >= 0 ? product[word] : 0u, low = word >= 1 ? product[word - 1] : 0u;
    top[k] = static_cast<uint32_t>((high << 32 | low) << bit >> 32);
  }
  uint32_t quadrant = top[0] >> 30;
  // 158 bits of fraction as 64 + 64 + the rest, rounded to the nearest quadrant: f or f - 1.
  uint64_t f1 = (uint64_t{top[0]} << 34) | (uint64_t{top[1]} << 2) | (top[2] >> 30);
  uint64_t f0 = (uint64_t{top[2]} << 34) | (uint64_t{top[3]} << 2) | (top[4] >> 30);
  const bool up = f1 >> 63 != 0;
  if (up) {
    ++quadrant;
    f0 = ~f0 + 1;
    f1 = ~f1 + (f0 == 0 ? 1 : 0);
  }
  if (f1 == 0 && f0 == 0) return {0.0, 0.0, quadrant};
  const int zeros = f1 != 0 ? leading_zeros(f1) : 64 + leading_zeros(f0);
  const uint64_t fraction =
      zeros == 0 ? f1 : (zeros < 64 ? f1 << zeros | f0 >> (64 - zeros) : f0 << (zeros - 64));
  // times π/2 = 0xc90fdaa22168c235·2^-63
  const uint64_t angle = multiply_high(fraction, 0xc90fdaa22168c235u);
  const double unit = power_of_two(0.0, -63 - zeros);
  double r = static_cast<double>(static_cast<int64_t>(angle >> 11 << 11 >> 1)) * 2.0 * unit;
  double tail = static_cast<double>(static_cast<int64_t>(angle & 2047)) * unit;
  if (up != negative) {
    r = -r;
    tail = -tail;
  }
  return {r, tail, negative ? 0u - quadrant : quadrant};
}

OCEAN_HD inline Angle<double> reduce_by_integers(double x) {
  const uint64_t bits = bits_of(x);
  const int exponent = static_cast<int>(bits >> 52 & 2047u);  // of a normal number
  return reduce_by_integers((bits & 0xfffffffffffffu) | 0x10000000000000u, exponent - 1075, bits >> 63 != 0);
}

// Angles below need no integers.
inline constexpr float kSmallAngleFloat = 0x1p24f;
inline constexpr double kSmallAngleDouble = 0x1p20;

// |x| ≤ kSmallAngleFloat.
OCEAN_HD inline Angle<float> reduce_small_angle(float x) {
  const double wide = static_cast<double>(x);
  const double n = (wide * kTwoOverPi + Constants<double>::round) - Constants<double>::round;
  const double r = (wide - n * kHalfPiHead25) - n * kHalfPiTail25;
  const float head = static_cast<float>(r);
  return {head, static_cast<float>(r - static_cast<double>(head)),
          static_cast<uint32_t>(static_cast<int32_t>(n))};
}

// |x| ≤ kSmallAngleDouble.
OCEAN_HD inline Angle<double> reduce_small_angle(double x) {
  const double n = (x * kTwoOverPi + Constants<double>::round) - Constants<double>::round;
  const double a = x - n * kHalfPiHead33;  // exact, and so is the next product
  const double b = n * kHalfPiMiddle33;
  // a - b with its rounding error (Knuth 1969, TwoSum)
  const double sum = a - b, from_b = a - sum;
  const double error = (a - (sum + from_b)) + (from_b - b);
  const double rest = error - n * kHalfPiTail33;
  const double r = sum + rest;
  return {r, (sum - r) + rest, static_cast<uint32_t>(static_cast<int32_t>(n))};
}

// Any finite x.
OCEAN_HD inline Angle<float> reduce_angle(float x) {
  if (x >= -kSmallAngleFloat && x <= kSmallAngleFloat) return reduce_small_angle(x);
  const Angle<double> a = reduce_by_integers(static_cast<double>(x));
  const float head = static_cast<float>(a.r);
  return {head, static_cast<float>(a.r - static_cast<double>(head)), a.quadrant};
}

OCEAN_HD inline Angle<double> reduce_angle(double x) {
  if (!(x >= -kSmallAngleDouble && x <= kSmallAngleDouble)) return reduce_by_integers(x);
  const Angle<double> a = reduce_small_angle(x);
  const bool cancelled = a.r < 0x1p-20 && a.r > -0x1p-20 && (x > 1.0 || x < -1.0);
  return cancelled ? reduce_by_integers(x) : a;
}

}  // namespace ocean::elem
