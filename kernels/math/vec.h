// SPDX-License-Identifier: Apache-2.0
//
// Small vectors as PODs. Every operation is one IEEE 754 operation a component, in the order written.
#pragma once

#include <cstdint>

#include "kernels/exec.h"

namespace ocean {

template <class T>
struct Vec2 {
  T x, y;
  friend bool operator==(const Vec2&, const Vec2&) = default;
};

template <class T>
struct Vec3 {
  T x, y, z;
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

using Vec2f = Vec2<float>;
using Vec2d = Vec2<double>;
using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;

template <class T>
OCEAN_HD constexpr Vec2<T> operator+(Vec2<T> a, Vec2<T> b) {
  return {a.x + b.x, a.y + b.y};
}
template <class T>
OCEAN_HD constexpr Vec2<T> operator-(Vec2<T> a, Vec2<T> b) {
  return {a.x - b.x, a.y - b.y};
}
template <class T>
OCEAN_HD constexpr Vec2<T> operator*(T s, Vec2<T> a) {
  return {s * a.x, s * a.y};
}
template <class T>
OCEAN_HD constexpr T dot(Vec2<T> a, Vec2<T> b) {
  return a.x * b.x + a.y * b.y;
}
// z of the cross product: positive when b lies to the left of a.
template <class T>
OCEAN_HD constexpr T cross(Vec2<T> a, Vec2<T> b) {
  return a.x * b.y - a.y * b.x;
}

template <class T>
OCEAN_HD constexpr Vec3<T> operator+(Vec3<T> a, Vec3<T> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
OCEAN_HD constexpr Vec3<T> operator-(Vec3<T> a, Vec3<T> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
OCEAN_HD constexpr Vec3<T> operator*(T s, Vec3<T> a) {
  return {s * a.x, s * a.y, s * a.z};
}

}  // namespace ocean
