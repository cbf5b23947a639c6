// SPDX-License-Identifier: Apache-2.0
//
// The elementary functions of kernels/, with the same bits on every back end and instruction set: + - × ÷ √,
// comparisons and integer operations only. They live in ocean::elem, so that a forgotten include never means
// the system's function.
//
// Largest error in units in the last place, for every argument whose result is a normal number (measured and
// tested: tests/kernels/test_elementary.cpp; a result below the normal numbers is within 1 unit of the
// smallest number):
//
//            sin    cos    tan    exp    log    tanh   atan2  pow    sqrt
//   float    0.85   0.85   2.5    0.85   0.85   2.5    2.5    0.51   0.5
//   double   0.85   0.85   2.5    0.85   0.85   2.5    2.5    -      0.5
//
// Special values. NaN gives NaN; so do sin, cos, tan of ±∞, log and sqrt of a negative number, and pow of a
// negative number to a power that is no integer. That NaN is always quiet_nan(), bit for bit. exp overflows
// to ∞ and underflows through the subnormal numbers to 0; log 0 = -∞; tanh ±∞ = ±1; atan2 and pow follow C
// (atan2(±0, -0) = ±π, pow(x, 0) = 1). Whether a zero result of sin and tan carries the sign of its argument
// is not promised.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/exec.h"
#include "kernels/math/bits.h"
#include "kernels/math/elementary_constants.h"
#include "kernels/math/reduce_angle.h"

namespace ocean::elem {

template <class T>
struct SinCos {
  T sin, cos;
};

namespace detail {

// Sine and cosine of r + tail, then of the whole angle.
template <class T>
OCEAN_HD SinCos<T> sincos_of(const Angle<T>& a) {
  const T z = a.r * a.r, half = T(0.5) * z, near_cos = T(1) - half;
  const T s = a.r + (a.r * z * sin_poly(z) + a.tail * near_cos);
  const T c = near_cos + (((T(1) - near_cos) - half) + (z * z * cos_poly(z) - a.r * a.tail));
  const bool swapped = (a.quadrant & 1u) != 0;
  const T sine = swapped ? c : s, cosine = swapped ? s : c;
  return {(a.quadrant & 2u) != 0 ? -sine : sine, ((a.quadrant + 1u) & 2u) != 0 ? -cosine : cosine};
}

// x = n·ln 2 + (r + tail), then exp(r + tail) - 1. x lies within the limits of exp.
template <class T>
struct ExpParts {
  int n;
  T minus_one;
};
template <class T>
OCEAN_HD ExpParts<T> exp_parts(T x) {
  using C = Constants<T>;
  const T n = (x * C::log2_e + C::round) - C::round;
  const T head = x - n * C::ln2_head, product = n * C::ln2_tail;
  const T r = head - product, tail = (head - r) - product;
  return {static_cast<int>(n), r + (r * r * exp_poly(r) + (tail + r * tail))};
}

// x = m·2^k with √½ ≤ m < √2, for normal x > 0.
OCEAN_HD inline int split(float x, float& m) {
  const uint32_t bits = bits_of(x) + (0x3f800000u - 0x3f3504f3u);
  m = from_bits((bits & 0x7fffffu) + 0x3f3504f3u);
  return static_cast<int>(bits >> 23) - 127;
}
OCEAN_HD inline int split(double x, double& m) {
  const uint64_t bits = bits_of(x) + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
  m = from_bits((bits & 0xfffffffffffffu) + 0x3fe6a09e667f3bcdu);
  return static_cast<int>(bits >> 52) - 1023;
}

OCEAN_HD inline bool is_negative(float x) { return bits_of(x) >> 31 != 0; }
OCEAN_HD inline bool is_negative(double x) { return bits_of(x) >> 63 != 0; }

template <class T>
OCEAN_HD T magnitude(T x) {
  return is_negative(x) ? -x : x;
}

}  // namespace detail

// Branch-free, for loops that should vectorise: |x| ≤ kSmallAngleFloat (2^24), or kSmallAngleDouble (2^20;
// there the error near a multiple of π/2 is 2^-98 absolute instead of relative).
template <class T>
OCEAN_HD SinCos<T> sincos_small(T x) {
  return detail::sincos_of(reduce_small_angle(x));
}

template <class T>
OCEAN_HD SinCos<T> sincos(T x) {
  if (!(x - x == T(0))) return {quiet_nan(x), quiet_nan(x)};  // ±∞ and NaN
  return detail::sincos_of(reduce_angle(x));
}
template <class T>
OCEAN_HD T sin(T x) {
  return sincos(x).sin;
}
template <class T>
OCEAN_HD T cos(T x) {
  return sincos(x).cos;
}
template <class T>
OCEAN_HD T tan(T x) {
  const SinCos<T> a = sincos(x);
  return x - x == T(0) ? a.sin / a.cos : quiet_nan(x);
}

template <class T>
OCEAN_HD T exp(T x) {
  using C = Constants<T>;
  if (!(x == x)) return quiet_nan(x);
  x = x < C::exp_lowest ? C::exp_lowest : (x > C::exp_highest ? C::exp_highest : x);
  const detail::ExpParts<T> e = detail::exp_parts(x);
  // In two steps: 2^n alone may lie outside the normal numbers.
  const int half = e.n / 2;
  return (T(1) + e.minus_one) * power_of_two(x, half) * power_of_two(x, e.n - half);
}

template <class T>
OCEAN_HD T log(T x) {
  using C = Constants<T>;
  if (!(x >= T(0))) return quiet_nan(x);
  if (x == T(0)) return -C::infinity;
  if (x == C::infinity) return x;
  int subnormal = 0;
  if (x < C::smallest_normal) {
    subnormal = C::subnormal_shift;
    x *= power_of_two(x, subnormal);
  }
  T m;
  const T k = static_cast<T>(detail::split(x, m) - subnormal);
  const T f = m - T(1), s = f / (T(2) + f), z = s * s, half = T(0.5) * f * f;
  return k * C::ln2_head - ((half - (s * (half + z * log_poly(z)) + k * C::ln2_tail)) - f);
}

template <class T>
OCEAN_HD T tanh(T x) {
  using C = Constants<T>;
  if (!(x == x)) return quiet_nan(x);
  const T a = detail::magnitude(x);
  const detail::ExpParts<T> e = detail::exp_parts(T(2) * (a < C::tanh_one ? a : C::tanh_one));
  const T scale = power_of_two(x, e.n);
  const T t = scale * e.minus_one + (scale - T(1));  // exp(2a) - 1
  const T result = t / (t + T(2));
  return detail::is_negative(x) ? -result : result;
}

// The angle of the point (x, y) from the x axis, -π … π.
template <class T>
OCEAN_HD T atan2(T y, T x) {
  using C = Constants<T>;
  if (!(x == x && y == y)) return quiet_nan(x);
  const T ax = detail::magnitude(x), ay = detail::magnitude(y);
  const bool steep = ay > ax;
  const T least = steep ? ax : ay, most = steep ? ay : ax;
  T t = least == most ? (most == T(0) ? T(0) : T(1)) : least / most;  // 0/0 and ∞/∞ as C has them
  int eighths = 0;                                                    // of a turn
  if (t > T(0.41421356)) {
    t = (t - T(1)) / (t + T(1));
    eighths = 1;
  }
  const T z = t * t;
  const T correction = t * z * atan_poly(z);
  T sign = T(1);
  if (steep) {
    eighths = 2 - eighths;
    sign = -sign;
  }
  if (detail::is_negative(x)) {
    eighths = 4 - eighths;
    sign = -sign;
  }
  const T k = static_cast<T>(eighths);
  const T head = k * C::pi4_head, first = head + sign * t;
  const T result = eighths == 0
                       ? t + correction
                       : first + (((head - first) + sign * t) + (sign * correction + k * C::pi4_tail));
  return detail::is_negative(y) ? -result : result;
}
template <class T>
OCEAN_HD T atan(T x) {
  return atan2(x, T(1));
}

template <class T>
OCEAN_HD T sqrt(T x) {
  if (!(x >= T(0))) return quiet_nan(x);
  return std::sqrt(x);
}

// x to the power y, through double: its arithmetic is slow on consumer GPUs.
OCEAN_HD inline float pow(float x, float y) {
  const float inf = Constants<float>::infinity;
  if (x == 1.0f || y == 0.0f) return 1.0f;
  if (!(x == x && y == y)) return quiet_nan(x);
  const float ax = detail::magnitude(x), ay = detail::magnitude(y);
  if (ax == 1.0f && ay == inf) return 1.0f;
  const bool whole = ay >= 0x1p23f || (ay + 0x1p23f) - 0x1p23f == ay;
  const bool odd = whole && ay < 0x1p24f && (static_cast<int32_t>(ay) & 1) != 0;
  if (x < 0.0f && x != -inf && !whole) return quiet_nan(x);
  const double result = exp(static_cast<double>(y) * log(static_cast<double>(ax)));
  return static_cast<float>(detail::is_negative(x) && odd ? -result : result);
}

}  // namespace ocean::elem
