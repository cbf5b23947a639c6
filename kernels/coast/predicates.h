// SPDX-License-Identifier: Apache-2.0
//
// Orientation of three points with an exact sign, for doubles of any magnitude whose products neither
// overflow nor underflow (texel coordinates do not). No fused multiply-add is used, so both back ends agree
// bit for bit.
//
// Source: Shewchuk 1997, "Adaptive precision floating-point arithmetic and fast robust geometric predicates":
// his error bound decides the usual case; behind it the six products are summed exactly as one expansion,
// without his middle stages.
#pragma once

#include "kernels/math/vec.h"

namespace ocean {

struct TwoTerms {
  double high, low;  // high + low is the exact result, high the rounded one
};

OCEAN_HD inline TwoTerms two_sum(double a, double b) {
  const double x = a + b, bv = x - a, av = x - bv;
  return {x, (a - av) + (b - bv)};
}

OCEAN_HD inline TwoTerms split(double a) {
  const double c = 134217729.0 * a;  // 2^27 + 1
  const double high = c - (c - a);
  return {high, a - high};
}

OCEAN_HD inline TwoTerms two_product(double a, double b) {
  const double x = a * b;
  const TwoTerms s = split(a), t = split(b);
  return {x, s.low * t.low - (((x - s.high * t.high) - s.low * t.high) - s.high * t.low)};
}

namespace predicate_detail {

// Adds b to the expansion e (n terms of increasing magnitude).
OCEAN_HD inline int grow(double* e, int n, double b) {
  double q = b;
  for (int i = 0; i < n; ++i) {
    const TwoTerms s = two_sum(q, e[i]);
    q = s.high;
    e[i] = s.low;
  }
  e[n] = q;
  return n + 1;
}

OCEAN_HD inline double orient2d_exact(Vec2d a, Vec2d b, Vec2d c) {
  const double x[6] = {a.x, -a.x, b.x, -b.x, c.x, -c.x}, y[6] = {b.y, c.y, c.y, a.y, a.y, b.y};
  double e[12];
  int n = 0;
  for (int i = 0; i < 6; ++i) {
    const TwoTerms p = two_product(x[i], y[i]);
    n = grow(e, n, p.low);
    n = grow(e, n, p.high);
  }
  for (int i = n - 1; i >= 0; --i)
    if (e[i] != 0) return e[i];  // the largest non-zero term has the sign of the sum
  return 0;
}

}  // namespace predicate_detail

// Twice the area of the triangle a, b, c: positive if c lies to the left of a → b, exactly 0 if the three are
// collinear. The sign is exact, the value is rounded. The arguments' order does not change the sign beyond
// its parity.
OCEAN_HD inline double orient2d(Vec2d a, Vec2d b, Vec2d c) {
  const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x), det = left - right;
  const double sum = (left < 0 ? -left : left) + (right < 0 ? -right : right);
  const double bound = 3.3306690738754716e-16 * sum;  // (3 + 16 eps) eps, eps = 2^-53
  if (det > bound || -det > bound) return det;
  return predicate_detail::orient2d_exact(a, b, c);
}

OCEAN_HD inline int orientation(Vec2d a, Vec2d b, Vec2d c) {
  const double det = orient2d(a, b, c);
  return det > 0 ? 1 : (det < 0 ? -1 : 0);
}

}  // namespace ocean
