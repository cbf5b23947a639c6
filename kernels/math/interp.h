// SPDX-License-Identifier: Apache-2.0
//
// Interpolation. T is float, double or a small vector with + and scalar *. Coordinates are not NaN.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/exec.h"
#include "kernels/math/convert.h"
#include "kernels/math/vec.h"
#include "kernels/math/view2d.h"

namespace ocean {

// a at t = 0 and b at t = 1, exactly.
template <class T, class Scalar>
OCEAN_HD constexpr T lerp(T a, T b, Scalar t) {
  return (Scalar(1) - t) * a + t * b;
}

// 0 for x ≤ low, 1 for x ≥ high, 3t² - 2t³ between; low < high.
template <class Scalar>
OCEAN_HD constexpr Scalar smoothstep(Scalar low, Scalar high, Scalar x) {
  if (x <= low) return Scalar(0);
  if (x >= high) return Scalar(1);
  const Scalar t = (x - low) / (high - low);
  return t * t * (Scalar(3) - Scalar(2) * t);
}

// The cubic through b (t = 0) and c (t = 1) with the slopes (c - a)/2 and (d - b)/2 (Catmull & Rom 1974).
template <class T, class Scalar>
OCEAN_HD constexpr T cubic(T a, T b, T c, T d, Scalar t) {
  const Scalar u = Scalar(1) - t, half = Scalar(0.5);
  const Scalar wa = -half * t * u * u, wd = -half * t * t * u;
  const Scalar wb = (Scalar(1) + t - Scalar(1.5) * t * t) * u, wc = (Scalar(1) + u - Scalar(1.5) * u * u) * t;
  return wa * a + wb * b + wc * c + wd * d;
}

// Between samples: sample (i, j) lies at x = i, y = j; beyond the outermost samples the border value
// continues. For a Grid's map at texel coordinates (u, v), x = u - 1/2 and y = v - 1/2. The map is not empty.
namespace detail {

template <class Scalar>
struct Place {
  int32_t index;  // of the sample at or below, 0…size-1
  Scalar t;       // 0 to below 1
};

template <class Scalar>
OCEAN_HD Place<Scalar> place_of(Scalar x, int32_t size) {
  const Scalar last = static_cast<Scalar>(size - 1);
  const Scalar inside = x <= Scalar(0) ? Scalar(0) : (x >= last ? last : x);
  const int32_t index = static_cast<int32_t>(inside);
  return {index, inside - static_cast<Scalar>(index)};
}

OCEAN_HD constexpr int32_t clamped(int32_t i, int32_t size) { return i < 0 ? 0 : (i < size ? i : size - 1); }

}  // namespace detail

template <class T, class Scalar>
OCEAN_HD std::remove_const_t<T> bilinear(View2D<T> map, Scalar x, Scalar y) {
  const detail::Place<Scalar> px = detail::place_of(x, map.width), py = detail::place_of(y, map.height);
  const int32_t i = detail::clamped(px.index + 1, map.width), j = detail::clamped(py.index + 1, map.height);
  const auto low = lerp<std::remove_const_t<T>>(map(px.index, py.index), map(i, py.index), px.t);
  const auto high = lerp<std::remove_const_t<T>>(map(px.index, j), map(i, j), px.t);
  return lerp(low, high, py.t);
}

// Catmull-Rom in both directions; overshoots between unlike neighbours.
template <class T, class Scalar>
OCEAN_HD std::remove_const_t<T> bicubic(View2D<T> map, Scalar x, Scalar y) {
  const detail::Place<Scalar> px = detail::place_of(x, map.width), py = detail::place_of(y, map.height);
  std::remove_const_t<T> row[4];
  for (int32_t k = 0; k < 4; ++k) {
    const int32_t j = detail::clamped(py.index - 1 + k, map.height);
    const auto sample = [&](int32_t i) -> std::remove_const_t<T> {
      return map(detail::clamped(px.index + i, map.width), j);
    };
    row[k] = cubic<std::remove_const_t<T>>(sample(-1), sample(0), sample(1), sample(2), px.t);
  }
  return cubic(row[0], row[1], row[2], row[3], py.t);
}

}  // namespace ocean
