// SPDX-License-Identifier: Apache-2.0
//
// What spray computes with vectors beyond kernels/math/vec.h.
#pragma once

#include "kernels/math/elementary.h"
#include "kernels/math/vec.h"

namespace ocean {

template <class T>
OCEAN_HD constexpr T dot(Vec3<T> a, Vec3<T> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
OCEAN_HD constexpr Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
OCEAN_HD T length(Vec3<T> a) {
  return elem::sqrt(dot(a, a));
}
// a of length 1; (0, 0, 0) where a has none.
template <class T>
OCEAN_HD Vec3<T> normalized(Vec3<T> a) {
  const T l = length(a);
  return l > T(0) ? (T(1) / l) * a : Vec3<T>{0, 0, 0};
}
OCEAN_HD inline Vec3f to_float(Vec3d a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}
// Any unit vector across the unit vector n: the same for the same n.
OCEAN_HD inline Vec3f across(Vec3f n) {
  const bool flat = n.z > 0.7f || n.z < -0.7f;
  return normalized(flat ? cross(n, Vec3f{1, 0, 0}) : cross(n, Vec3f{0, 0, 1}));
}

}  // namespace ocean
