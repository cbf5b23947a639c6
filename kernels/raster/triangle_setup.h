// SPDX-License-Identifier: Apache-2.0
//
// One triangle made ready for sampling at texel centres: exact coverage and an accurate height.
//
// Coverage is decided on vertices snapped to a lattice of 2^-bits texel, with 64-bit integer edge functions
// and the top-left rule (Pineda 1988; the fill rule of Direct3D and OpenGL), so a centre on a shared edge or
// vertex belongs to exactly one of the triangles around it. Height is that of the plane through the unsnapped
// vertices, in double, relative to the vertex opposite the longest edge (which keeps the cross product's
// error least), and bounded by the triangle's own lowest and highest vertex: for a point of the triangle that
// is no change, and for a centre that only the snapping brought in it is the nearest height there is. A
// triangle whose two shorter edges enclose an angle below 2^-30 has no usable plane of its own; it takes the
// plane of its snapped vertices.
//
// Ranges: |coordinate| * 2^bits <= kLatticeLimit, so differences stay below 2^30, products below 2^60 and
// edge functions over the map below 2^62.
#pragma once

#include <cstdint>

#include "kernels/math/grid.h"

namespace ocean {

inline constexpr int kMaxSnapBits = 16;  // finer steps are below a float's step at 128 texels
inline constexpr int kMinSnapBits = 4;
inline constexpr double kLatticeLimit = 536870912.0;  // 2^29

// Round half up to the lattice.
OCEAN_HD inline int64_t snap(double coordinate, int bits) {
  const double scaled = coordinate * static_cast<double>(int64_t{1} << bits) + 0.5;
  const auto truncated = static_cast<int64_t>(scaled);
  return truncated - (static_cast<double>(truncated) > scaled ? 1 : 0);
}

struct SnappedPoint {
  int64_t x, y;
};

// e(i, j) >= 0 at the centre of texel (i, j) if it lies on the edge's inner side, the top-left rule included.
struct EdgeFunction {
  int64_t at_origin, per_i, per_j;
  OCEAN_HD int64_t operator()(int64_t i, int64_t j) const { return at_origin + i * per_i + j * per_j; }
};

// From a to b with the inside on the left.
OCEAN_HD inline EdgeFunction edge_function(SnappedPoint a, SnappedPoint b, int bits) {
  const int64_t dx = b.x - a.x, dy = b.y - a.y, half = int64_t{1} << (bits - 1);
  const bool owns_its_points = dy < 0 || (dy == 0 && dx < 0);  // left edges go down, top edges go left
  return {dx * (half - a.y) - dy * (half - a.x) - (owns_its_points ? 0 : 1), -dy * (2 * half),
          dx * (2 * half)};
}

struct HeightPlane {
  double u, v, z;  // reference point
  double slope_u, slope_v;
  double lowest, highest;
  // Height at the centre of texel (i, j).
  OCEAN_HD double operator()(int32_t i, int32_t j) const {
    const double h = z + ((i + 0.5 - u) * slope_u + (j + 0.5 - v) * slope_v);
    return h < lowest ? lowest : h > highest ? highest : h;
  }
};

// Which centres the triangle may cover, and its edges. Empty (i_hi < i_lo or j_hi < j_lo) for a triangle of
// zero snapped area and where its box holds no centre of the window.
struct TriangleCover {
  EdgeFunction edge[3];
  int32_t i_lo, i_hi, j_lo, j_hi;  // inclusive, within the window
  OCEAN_HD bool empty() const { return i_hi < i_lo || j_hi < j_lo; }
  OCEAN_HD int64_t columns() const { return int64_t{i_hi} - i_lo + 1; }
  OCEAN_HD int64_t rows() const { return int64_t{j_hi} - j_lo + 1; }
};

// The covered centres of one row are lo…hi (none if hi < lo).
struct RowSpan {
  int32_t lo, hi;
};

namespace raster_detail {

OCEAN_HD inline int64_t min3(int64_t a, int64_t b, int64_t c) {
  const int64_t m = a < b ? a : b;
  return m < c ? m : c;
}
OCEAN_HD inline int64_t max3(int64_t a, int64_t b, int64_t c) {
  const int64_t m = a > b ? a : b;
  return m > c ? m : c;
}
OCEAN_HD inline double square(const TexelPoint& p, const TexelPoint& q) {
  return (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
}
OCEAN_HD inline int32_t first_centre(int64_t low, int bits, int64_t bound) {
  const int64_t i = (low - (int64_t{1} << (bits - 1)) + (int64_t{1} << bits) - 1) >> bits;
  return static_cast<int32_t>(i > bound ? i : bound);
}
OCEAN_HD inline int32_t last_centre(int64_t high, int bits, int64_t bound) {
  const int64_t i = (high - (int64_t{1} << (bits - 1))) >> bits;
  return static_cast<int32_t>(i < bound ? i : bound);
}

}  // namespace raster_detail

OCEAN_HD inline TriangleCover triangle_cover(const TexelPoint& a, const TexelPoint& b, const TexelPoint& c,
                                             int bits, const Window& window) {
  using namespace raster_detail;
  const SnappedPoint p{snap(a.x, bits), snap(a.y, bits)};
  SnappedPoint q{snap(b.x, bits), snap(b.y, bits)}, r{snap(c.x, bits), snap(c.y, bits)};
  TriangleCover t;
  t.i_lo = first_centre(min3(p.x, q.x, r.x), bits, window.i0);
  t.i_hi = last_centre(max3(p.x, q.x, r.x), bits, int64_t{window.i0} + window.width - 1);
  t.j_lo = first_centre(min3(p.y, q.y, r.y), bits, window.j0);
  t.j_hi = last_centre(max3(p.y, q.y, r.y), bits, int64_t{window.j0} + window.height - 1);
  if (t.empty()) return t;
  const int64_t area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  if (area == 0) {
    t.i_hi = t.i_lo - 1;
    return t;
  }
  if (area < 0) {  // a flipped face
    const SnappedPoint swap = q;
    q = r;
    r = swap;
  }
  t.edge[0] = edge_function(p, q, bits);
  t.edge[1] = edge_function(q, r, bits);
  t.edge[2] = edge_function(r, p, bits);
  return t;
}

// Exact: each edge bounds the row by an integer division.
OCEAN_HD inline RowSpan row_span(const TriangleCover& t, int32_t j) {
  int64_t lo = t.i_lo, hi = t.i_hi;
  for (int k = 0; k < 3; ++k) {
    const int64_t e = t.edge[k](0, j), d = t.edge[k].per_i;  // e + i*d >= 0
    if (d > 0) {
      const int64_t i = e >= 0 ? -(e / d) : (-e + d - 1) / d;
      if (i > lo) lo = i;
    } else if (d < 0) {
      const int64_t i = e >= 0 ? e / -d : -1 - (-e - 1) / -d;
      if (i < hi) hi = i;
    } else if (e < 0) {
      return {0, -1};
    }
  }
  if (hi < lo) return {0, -1};
  return {static_cast<int32_t>(lo), static_cast<int32_t>(hi)};
}

OCEAN_HD inline HeightPlane height_plane(TexelPoint a, TexelPoint b, TexelPoint c, int bits) {
  const double ab = raster_detail::square(a, b), bc = raster_detail::square(b, c),
               ca = raster_detail::square(c, a);
  if (ab > bc && ab >= ca) {  // rotate the vertex opposite the longest edge to the front
    const TexelPoint t = a;
    a = c;
    c = b;
    b = t;
  } else if (ca > bc && ca > ab) {
    const TexelPoint t = a;
    a = b;
    b = c;
    c = t;
  }
  HeightPlane plane;
  plane.lowest = a.z < b.z ? a.z : b.z;
  plane.lowest = c.z < plane.lowest ? c.z : plane.lowest;
  plane.highest = a.z > b.z ? a.z : b.z;
  plane.highest = c.z > plane.highest ? c.z : plane.highest;
  Vec2d p{b.x - a.x, b.y - a.y}, q{c.x - a.x, c.y - a.y};
  double area = cross(p, q);
  constexpr double kAngleSquare = 1.0 / (1073741824.0 * 1073741824.0);  // 2^-60
  if (!(area * area > kAngleSquare * (dot(p, p) * dot(q, q)))) {
    const double step = 1.0 / static_cast<double>(int64_t{1} << bits);
    a.x = static_cast<double>(snap(a.x, bits)) * step;
    a.y = static_cast<double>(snap(a.y, bits)) * step;
    p = {static_cast<double>(snap(b.x, bits)) * step - a.x,
         static_cast<double>(snap(b.y, bits)) * step - a.y};
    q = {static_cast<double>(snap(c.x, bits)) * step - a.x,
         static_cast<double>(snap(c.y, bits)) * step - a.y};
    area = cross(p, q);                 // exact in 64-bit integers, and not zero where the cover is not empty
    if (area == 0) area = step * step;  // lost to rounding: any value, the bounds hold
  }
  const double dp = b.z - a.z, dq = c.z - a.z;
  plane.u = a.x;
  plane.v = a.y;
  plane.z = a.z;
  plane.slope_u = (dp * q.y - dq * p.y) / area;
  plane.slope_v = (dq * p.x - dp * q.x) / area;
  return plane;
}

}  // namespace ocean
