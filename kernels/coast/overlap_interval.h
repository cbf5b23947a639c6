// SPDX-License-Identifier: Apache-2.0
//
// Where along a candidate the points immediately beside it lie in a triangle's land (Cyrus & Beck 1978,
// clipping a line against a convex polygon), and where two candidates coincide. Lines nearer than
// kCoastTolerance over the whole stretch in question count as collinear; there the side on which the triangle
// lies decides, so that coplanar and touching faces give no noise.
#pragma once

#include <cmath>

#include "kernels/coast/mesh_candidates.h"
#include "kernels/coast/predicates.h"

namespace ocean {

struct Interval {
  double low, high;
};

// A linear function along a candidate: at(t) >= 0 is inside; `beside` is its growth from the line to the side
// in question.
struct HalfPlane {
  double at_a, at_b;  // distances in texels at t = 0 and t = 1
  double beside;
  OCEAN_HD double at(double t) const { return at_a + t * (at_b - at_a); }
};

OCEAN_HD inline double length(Vec2d d) { return sqrt(dot(d, d)); }
OCEAN_HD inline Vec2d left_of(Vec2d d) { return {-d.y, d.x}; }

// Narrows [low, high] to at_a + t (at_b - at_a) >= 0.
OCEAN_HD inline void clip(Interval& r, double at_a, double at_b) {
  if (at_a >= 0 && at_b >= 0 && r.low >= 0 && r.high <= 1) return;
  const double slope = at_b - at_a;
  if (slope == 0) {
    if (at_a < 0) r.high = r.low;
    return;
  }
  const double t = -at_a / slope;
  if (slope > 0) {
    if (t > r.low) r.low = t;
  } else {
    if (t < r.high) r.high = t;
  }
}

// Is the function zero over r, up to rounding? Also bounded by the stretch's own length, so that lines that
// merely meet at an acute angle near a corner do not count.
inline constexpr double kCollinearSlope = 1e-6;
OCEAN_HD inline bool collinear_on(const HalfPlane& h, const Interval& r, double texels_per_t) {
  const double slope_bound = kCollinearSlope * ((r.high - r.low) * texels_per_t);
  const double bound = slope_bound < kCoastTolerance ? slope_bound : kCoastTolerance;
  const double low = h.at(r.low), high = h.at(r.high);
  return low <= bound && -low <= bound && high <= bound && -high <= bound;
}

// The triangle's three edges and, if it is partly water and `land_only`, its sea level line.
struct TriangleHalfPlanes {
  HalfPlane h[4];
  int count;
};

OCEAN_HD inline TriangleHalfPlanes half_planes(const CoastCandidate& c, const TexelPoint p[3],
                                               const SeaLevel& sea, bool land_only, int side) {
  TriangleHalfPlanes out;
  out.count = 3;
  const Vec2d q[3] = {{p[0].x, p[0].y}, {p[1].x, p[1].y}, {p[2].x, p[2].y}};
  const Vec2d to_side = static_cast<double>(side) * left_of(c.base_b - c.base_a);
  Vec2d gradient{0, 0};
  double height_a = 0, height_b = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec2d from = q[k], to = q[(k + 1) % 3], e = to - from;
    const double at_a = orient2d(from, to, c.base_a), at_b = orient2d(from, to, c.base_b), size = length(e);
    out.h[k] = {at_a / size, at_b / size, cross(e, to_side)};
    const double above = p[(k + 2) % 3].z - sea.level_m;  // the corner opposite to this edge
    height_a += above * at_a;
    height_b += above * at_b;
    gradient = gradient + above * left_of(e);
  }
  const int land =
      (sea.is_land(p[0].z) ? 1 : 0) | (sea.is_land(p[1].z) ? 2 : 0) | (sea.is_land(p[2].z) ? 4 : 0);
  if (!land_only || !is_crossed(land)) return out;
  const double steep = length(gradient);
  out.h[3] = {height_a / steep, height_b / steep, dot(gradient, to_side)};
  out.count = 4;
  return out;
}

// The part of candidate c whose immediate neighbourhood on its left (side +1) or right (-1) lies in the
// triangle p (corners counter-clockwise), or in its land. False if that is shorter than the tolerance.
OCEAN_HD inline bool covered_interval(const CoastCandidate& c, const TexelPoint p[3], const SeaLevel& sea,
                                      bool land_only, int side, Interval* out) {
  const double base_length = length(c.base_b - c.base_a),
               shortest = kCoastTolerance / base_length;  // inf for a point
  if (!(c.t1 - c.t0 > shortest)) return false;
  const TriangleHalfPlanes planes = half_planes(c, p, sea, land_only, side);
  Interval loose{c.t0, c.t1};
  for (int k = 0; k < planes.count; ++k)
    clip(loose, planes.h[k].at_a + kCoastTolerance, planes.h[k].at_b + kCoastTolerance);
  if (!(loose.high - loose.low > shortest)) return false;
  Interval strict = loose;
  for (int k = 0; k < planes.count; ++k) {
    const HalfPlane& h = planes.h[k];
    if (!collinear_on(h, loose, base_length)) clip(strict, h.at_a, h.at_b);
    else if (!(h.beside > 0)) return false;
  }
  *out = strict;
  return strict.high - strict.low > shortest;
}

// The part of c along which `other` runs in the same direction at the same place, so that one of the two is
// enough. A water rim and a land rim stand apart: where they coincide, the water rim's outer side is covered,
// which removes it and it alone.
OCEAN_HD inline bool coincident_interval(const CoastCandidate& c, const CoastCandidate& other,
                                         Interval* out) {
  const bool both_kinds = (c.kind == CandidateKind::water_rim) != (other.kind == CandidateKind::water_rim);
  if (both_kinds && other.kind != CandidateKind::crossing) return false;
  const Vec2d d = c.base_b - c.base_a, e = other.b - other.a;
  const double squared = dot(d, d), shortest = kCoastTolerance / sqrt(squared), other_length = length(e);
  if (!(c.t1 - c.t0 > shortest) || !(other_length > kCoastTolerance) || !(dot(d, e) > 0)) return false;
  const double from = dot(other.a - c.base_a, d) / squared, to = dot(other.b - c.base_a, d) / squared;
  const Interval r{from > c.t0 ? from : c.t0, to < c.t1 ? to : c.t1};
  if (!(r.high - r.low > shortest)) return false;
  const HalfPlane h{orient2d(other.a, other.b, c.base_a) / other_length,
                    orient2d(other.a, other.b, c.base_b) / other_length, 0};
  if (!collinear_on(h, r, sqrt(squared))) return false;
  *out = r;
  return true;
}

// Do two triangles that share the vertex `apex` have disjoint interiors because their corners there do?
// (next, last): the other two corners counter-clockwise.
OCEAN_HD inline bool corners_apart(Vec2d apex, Vec2d next1, Vec2d last1, Vec2d next2, Vec2d last2) {
  // Both angles are below 180°, so if they are disjoint, the line through the apex along one of the four rays
  // separates them.
  const int a = orientation(apex, next1, next2), b = orientation(apex, next1, last2);
  if (a <= 0 && b <= 0) return true;
  const int c = orientation(apex, last1, next2), d = orientation(apex, last1, last2);
  if (c >= 0 && d >= 0) return true;
  const int e = orientation(apex, next2, next1), f = orientation(apex, next2, last1);
  if (e <= 0 && f <= 0) return true;
  const int g = orientation(apex, last2, next1), h = orientation(apex, last2, last1);
  return g >= 0 && h >= 0;
}

// Does the counter-clockwise triangle `tri` (welded) meet the triangle `owner` only beyond a shared vertex?
OCEAN_HD inline bool neighbour_apart(const MeshView& m, int64_t owner, const Triangle& tri) {
  const Triangle raw = m.triangle(owner);
  const bool flip = orientation(m.plan(raw.a), m.plan(raw.b), m.plan(raw.c)) < 0;
  const int32_t own[3] = {raw.a, flip ? raw.c : raw.b, flip ? raw.b : raw.c},
                other[3] = {tri.a, tri.b, tri.c};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (own[i] == other[j])
        return corners_apart(m.plan(own[i]), m.plan(own[(i + 1) % 3]), m.plan(own[(i + 2) % 3]),
                             m.plan(other[(j + 1) % 3]), m.plan(other[(j + 2) % 3]));
  return false;
}

}  // namespace ocean
