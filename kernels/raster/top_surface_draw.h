// SPDX-License-Identifier: Apache-2.0
//
// What the two ways of drawing the top surface (top_surface.h: TopSurfaceMethod) share.
#pragma once

#include "kernels/buffer.h"
#include "kernels/math/grid.h"
#include "kernels/raster/atomic.h"
#include "kernels/raster/triangle_setup.h"

namespace ocean::raster_detail {

struct TopSurfaceMesh {
  View<const TexelPoint> vertices;
  View<const Triangle> triangles;
  int bits;
  OCEAN_HD bool valid(const Triangle& t) const {
    const int64_t n = vertices.size;
    return t.a >= 0 && t.a < n && t.b >= 0 && t.b < n && t.c >= 0 && t.c < n;
  }
  OCEAN_HD TriangleCover cover(const Triangle& t, const Window& window) const {
    return triangle_cover(vertices[t.a], vertices[t.b], vertices[t.c], bits, window);
  }
  OCEAN_HD HeightPlane plane(const Triangle& t) const {
    return height_plane(vertices[t.a], vertices[t.b], vertices[t.c], bits);
  }
};

// kShared: other threads may draw to the same texels at the same time.
template <bool kShared>
struct TopSurfaceTarget {
  Window window;
  double sea_level_m;
  float* depth;
  int32_t* layers;  // null: not wanted
  OCEAN_HD void put(int32_t i, int32_t j, const HeightPlane& plane) const {
    const int64_t at = int64_t{j - window.j0} * window.width + (i - window.i0);
    const float value = static_cast<float>(sea_level_m - plane(i, j)) + 0.0f;  // + 0: no -0
    if constexpr (kShared) {
      atomic_min(&depth[at], value);
      if (layers != nullptr) atomic_add(&layers[at], 1);
    } else {
      depth[at] = value < depth[at] ? value : depth[at];
      if (layers != nullptr) ++layers[at];
    }
  }
};

inline constexpr int64_t kSpanColumns =
    24;  // in wider boxes a row's span is divided out rather than searched

template <bool kShared>
OCEAN_HD void draw_row(const TriangleCover& t, int32_t j, const HeightPlane& plane,
                       const TopSurfaceTarget<kShared>& target) {
  if (t.columns() > kSpanColumns) {
    const RowSpan span = row_span(t, j);
    for (int32_t i = span.lo; i <= span.hi; ++i) target.put(i, j, plane);
    return;
  }
  int64_t a = t.edge[0](t.i_lo, j), b = t.edge[1](t.i_lo, j), c = t.edge[2](t.i_lo, j);
  for (int32_t i = t.i_lo; i <= t.i_hi; ++i) {
    if ((a | b | c) >= 0) target.put(i, j, plane);
    a += t.edge[0].per_i;
    b += t.edge[1].per_i;
    c += t.edge[2].per_i;
  }
}

// Both draw onto depth cleared to kUncovered (and layers to 0), and return the index of the first triangle
// that names no vertex, or INT64_MAX; then the maps hold anything.
int64_t draw_in_bands(const Exec& exec, const TopSurfaceMesh& mesh, const TopSurfaceTarget<false>& target);
int64_t draw_with_atomics(const Exec& exec, const TopSurfaceMesh& mesh, const TopSurfaceTarget<true>& target);

}  // namespace ocean::raster_detail
