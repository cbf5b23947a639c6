// SPDX-License-Identifier: Apache-2.0
//
// The one distance expression and the two drop tests, shared by every body (plain, host SIMD, CUDA). Internal
// to this folder.
//
// Expression. The map is cut into blocks of 16 x 16 texels, aligned to the map's origin. Seen from a block's
// centre c, a segment from a along the unit vector u with length L is a Frame: with w = c - a (formed in
// double, so no digits are lost far from the origin), across = cross(u, w), before = -dot(u, w), beyond =
// dot(u, w) - L. At the texel c + o, |o| <= 7.5*sqrt(2),
//   h = across + cross(u, o),  e = max(before - dot(u, o), beyond + dot(u, o), 0),  distance^2 = h^2 + e^2.
// Near blocks, whose centre lies within 1024 texels of the coast (R2 = min over all segments of
// float(distance^2) at c is below 2^20), evaluate it in float. Far blocks compare, in float, what is left
// after subtracting R2 in double (FarFrame), and take the chosen segment's distance and direction in double.
// Which it is depends on all segments and the block's place in the map only, hence is the same everywhere.
//
// Rounding, with v = 2^-24 and d the distance. Near: across, before and beyond are rounded once (v*d), the
// terms in o add at most 4v*(d + 11), squares, sum and root 2v*d: |computed - exact| <= 8v*(d + 22),
// below 5.1e-4 texel for d < 1035. Far, with e0 = max(before, beyond, 0) at c and eta = cross(u, o):
//   distance^2 - R2 = [across^2 + e0^2 - R2] + eta*(2 across + eta) + k*(2 e0 + k),
//   k = e - e0 = max((before - e0) - dot(u, o), (beyond - e0) + dot(u, o), -e0).
// For the nearest segments the bracket is below 50d and |eta|, |k| <= 11 (whichever difference wins the
// maximum is that small), so all terms and their roundings stay below 100d and 10v*100d: a choice that is
// wrong by 500v = 3e-5 texel at most.
//
// Culling (nodes are squares that hold whole blocks, later parts of a block; r = half diagonal over their
// texel centres). With t the segment nearest to the node's centre c, at distance dt, a segment s is dropped
// only if it is farther than t by more than all roundings at every texel centre x of the node, so it can be
// neither the minimum nor a tie:
//   1. d(c, s) > dt + 2r + eps, since d(x, s) >= d(c, s) - r and d(x, t) <= dt + r;
//   2. at the four corners q: d(q, t) + eps < n.(q - p), p the point of s nearest to c, n = (c - p)/|c - p|.
//   s is convex, so
//      d(x, s) >= n.(x - p) for all x; d(., t) minus that linear function is convex, so what holds at the
//      corners holds inside. Multiplied by |c - p| no division is needed; strictly "<", so |c - p| = 0 drops
//      nothing.
// eps = 2^-18*(dt + 2r + 32) = 64v*(...) covers both segments' expressions (16v*(d + 22), far ones less) and
// the rounding of the tests themselves (below 20v*(d + 3r)); under test 1's bound d <= dt + 2r.
#pragma once

#include <cstdint>

#include "kernels/exec.h"

#if defined(__CUDA_ARCH__)
#define OCEAN_SQRTF ::sqrtf
#define OCEAN_SQRT ::sqrt
#else
#define OCEAN_SQRTF __builtin_sqrtf
#define OCEAN_SQRT __builtin_sqrt
#endif

namespace ocean::distance_detail {

inline constexpr int32_t kBlock = 16;                     // texels
inline constexpr float kFarReach2 = 1048576.0f;           // (1024 texels)^2
inline constexpr double kCoordinateLimit = 1073741824.0;  // texels
inline constexpr float kDropSlack = 3.814697265625e-06f;  // 2^-18
inline constexpr float kNormalBelow = 1e-3f;              // texels
inline constexpr float kTiny = 1.17549435e-38f;           // smallest positive normal float

// Segments as structure of arrays: start, unit direction, length.
struct SegmentTable {
  const double *ax, *ay, *ux, *uy, *length;
};

template <class T>
struct Frame {
  T across, before, beyond, ux, uy;
};

// Functions below are static: the instruction-set variants of the host body must not share one inline copy.
// Frames, moved and measure also take T = a vector of lanes.

template <class T>
static inline OCEAN_HD Frame<T> frame_at(double ax, double ay, double ux, double uy, double length, double cx,
                                         double cy) {
  const double wx = cx - ax, wy = cy - ay;
  const double along = ux * wx + uy * wy;
  return {static_cast<T>(ux * wy - uy * wx), static_cast<T>(-along), static_cast<T>(along - length),
          static_cast<T>(ux), static_cast<T>(uy)};
}

template <class T>
static inline OCEAN_HD Frame<T> frame_at(const SegmentTable& s, int64_t i, double cx, double cy) {
  return frame_at<T>(s.ax[i], s.ay[i], s.ux[i], s.uy[i], s.length[i], cx, cy);
}

// The same segment seen from c + o.
template <class T>
static inline OCEAN_HD Frame<T> moved(const Frame<T>& f, T ox, T oy) {
  const T along = ox * f.ux + oy * f.uy;
  return {(f.across + oy * f.ux) - ox * f.uy, f.before - along, f.beyond + along, f.ux, f.uy};
}

template <class T>
static inline OCEAN_HD T excess(const Frame<T>& f) {
  const T end = f.before > f.beyond ? f.before : f.beyond;
  return end > T{} ? end : T{};
}

template <class T>
static inline OCEAN_HD T distance2(const Frame<T>& f) {
  const T e = excess(f);
  return f.across * f.across + e * e;
}

// See above; R2 is the block's.
template <class T>
struct FarFrame {
  T rest, across2, excess2, before, beyond, inside, ux, uy;
};

static inline OCEAN_HD FarFrame<float> far_frame(const Frame<double>& f, float reach2) {
  const double e = excess(f);
  return {static_cast<float>(distance2(f) - static_cast<double>(reach2)),
          static_cast<float>(2.0 * f.across),
          static_cast<float>(2.0 * e),
          static_cast<float>(f.before - e),
          static_cast<float>(f.beyond - e),
          static_cast<float>(-e),
          static_cast<float>(f.ux),
          static_cast<float>(f.uy)};
}

// What the choice of the nearest segment compares at c + o.
template <class T>
static inline OCEAN_HD T measure(const Frame<T>& f, T ox, T oy) {
  return distance2(moved(f, ox, oy));
}
template <class T>
static inline OCEAN_HD T measure(const FarFrame<T>& f, T ox, T oy) {
  const T along = ox * f.ux + oy * f.uy;
  const T eta = oy * f.ux - ox * f.uy;
  const T before = f.before - along, beyond = f.beyond + along;
  const T end = before > beyond ? before : beyond;
  const T k = end > f.inside ? end : f.inside;
  return (f.rest + eta * (f.across2 + eta)) + k * (f.excess2 + k);
}

// centre - nearest point.
template <class T>
struct Offset {
  T x, y;
};
template <class T>
static inline OCEAN_HD Offset<T> offset_from_nearest(const Frame<T>& f) {
  const T e = excess(f);
  const T along = f.before > f.beyond ? -e : e;
  return {along * f.ux - f.across * f.uy, along * f.uy + f.across * f.ux};
}

// What the drop tests need of the nearest segment t. half: from the node's centre to its outermost texel
// centres, texels.
struct DropBound {
  float half_x, half_y;
  float reach;           // dt + 2r + eps
  float ne, nw, se, sw;  // d(corner, t) + eps
};

static inline OCEAN_HD DropBound drop_bound(const Frame<float>& t, float half_x, float half_y) {
  const float dt = OCEAN_SQRTF(distance2(t));
  const float diagonal = 2.0f * OCEAN_SQRTF(half_x * half_x + half_y * half_y);
  const float eps = kDropSlack * ((dt + diagonal) + 32.0f);
  DropBound b;
  b.half_x = half_x;
  b.half_y = half_y;
  b.reach = (dt + diagonal) + eps;
  b.ne = OCEAN_SQRTF(distance2(moved(t, half_x, half_y))) + eps;
  b.nw = OCEAN_SQRTF(distance2(moved(t, -half_x, half_y))) + eps;
  b.se = OCEAN_SQRTF(distance2(moved(t, half_x, -half_y))) + eps;
  b.sw = OCEAN_SQRTF(distance2(moved(t, -half_x, -half_y))) + eps;
  return b;
}

// f: a segment seen from the node's centre. False: it cannot matter inside the node.
static inline OCEAN_HD bool may_matter(const DropBound& b, const Frame<float>& f) {
  const Offset<float> v = offset_from_nearest(f);
  const float d2 = distance2(f);
  const float d = OCEAN_SQRTF(d2);
  const float x = b.half_x * v.x, y = b.half_y * v.y;
  const bool inside_reach = d <= b.reach;
  const bool beaten = (b.ne * d < (d2 + x) + y) & (b.nw * d < (d2 - x) + y) & (b.se * d < (d2 + x) - y) &
                      (b.sw * d < (d2 - x) - y);
  return inside_reach & !beaten;
}

struct Texel {
  float signed_distance, direction_x, direction_y;
};

// f: the nearest segment seen from the texel centre.
template <class T>
static inline OCEAN_HD Texel finish(const Frame<T>& f, bool water) {
  const T d2 = distance2(f);
  const T d = sizeof(T) == sizeof(float) ? static_cast<T>(OCEAN_SQRTF(static_cast<float>(d2)))
                                         : static_cast<T>(OCEAN_SQRT(static_cast<double>(d2)));
  const Offset<T> v = offset_from_nearest(f);
  const bool on_coast = d < T(kNormalBelow);
  const T divisor = on_coast ? T(1) : water ? -d : d;
  const float df = static_cast<float>(d);
  const float positive = df > kTiny ? df : kTiny;
  return {water ? positive : 0.0f - df, static_cast<float>(on_coast ? f.uy : v.x / divisor),
          static_cast<float>(on_coast ? -f.ux : v.y / divisor)};
}

}  // namespace ocean::distance_detail
