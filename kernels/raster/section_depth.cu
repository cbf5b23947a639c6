// SPDX-License-Identifier: Apache-2.0
//
// Three maps in one pass over the triangles: the number of solids at sea level, the top surface, the highest
// ground below the level. Minima and whole numbers do not depend on the order.
#include "kernels/raster/section_depth.h"

#include <stdexcept>

#include "kernels/parallel_for.h"
#include "kernels/raster/atomic.h"
#include "kernels/raster/triangle_setup.h"

namespace ocean {

namespace {

struct ClearSection {
  float *top, *below;
  int32_t* solids;
  OCEAN_HD void operator()(int64_t t) const {
    top[t] = below[t] = kUncovered;
    solids[t] = 0;
  }
};

struct DrawSection {
  View<const TexelPoint> vertices;
  View<const Triangle> triangles;
  int bits;
  double sea_level_m;
  bool level_is_water;
  Window window;
  float *top, *below;
  int32_t* solids;
  OCEAN_HD void operator()(int64_t k) const {
    const Triangle triangle = triangles[k];
    const TexelPoint a = vertices[triangle.a], b = vertices[triangle.b], c = vertices[triangle.c];
    const TriangleCover cover = triangle_cover(a, b, c, bits, window);
    if (cover.empty()) return;
    const HeightPlane plane = height_plane(a, b, c, bits);
    const int64_t ax = snap(a.x, bits), ay = snap(a.y, bits);
    const bool up =
        (snap(b.x, bits) - ax) * (snap(c.y, bits) - ay) > (snap(b.y, bits) - ay) * (snap(c.x, bits) - ax);
    for (int32_t j = cover.j_lo; j <= cover.j_hi; ++j) {
      const RowSpan span = row_span(cover, j);
      for (int32_t i = span.lo; i <= span.hi; ++i) {
        const int64_t t = int64_t{j - window.j0} * window.width + (i - window.i0);
        const float depth = static_cast<float>(sea_level_m - plane(i, j)) + 0.0f;  // + 0: no -0
        const bool land = level_is_water ? depth < 0 : depth <= 0;
        atomic_min(&top[t], depth);
        // A solid that only touches the level counts once, so that its bottom there does not lift it out.
        if (land) atomic_add(&solids[t], (up ? 1 : -1) * (depth < 0 ? 2 : 1));
        else atomic_min(&below[t], depth);
      }
    }
  }
};

struct ChooseSection {
  const float *top, *below;
  const int32_t* solids;
  bool level_is_water;
  SectionViews out;
  OCEAN_HD void operator()(int64_t t) const {
    const bool land_above = level_is_water ? top[t] < 0 : top[t] <= 0;
    out.depth[t] = solids[t] > 0 ? top[t] : below[t];
    out.bare[t] = solids[t] <= 0 && land_above && below[t] == kUncovered ? 1 : 0;
  }
};

}  // namespace

void section_depth(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                   int bits, double sea_level_m, bool level_is_water, const Window& window,
                   const SectionViews& out) {
  const int64_t n = window.size();
  if (out.depth.size != n || out.bare.size != n)
    throw std::invalid_argument("section_depth: views of another size than the window");
  Buffer<float> top(exec, n), below(exec, n);
  Buffer<int32_t> solids(exec, n);
  parallel_for(exec, "section_clear", n, ClearSection{top.data(), below.data(), solids.data()}, 65536);
  parallel_for(exec, "section_draw", triangles.size,
               DrawSection{vertices, triangles, bits, sea_level_m, level_is_water, window, top.data(),
                           below.data(), solids.data()},
               256);
  parallel_for(exec, "section_choose", n,
               ChooseSection{top.data(), below.data(), solids.data(), level_is_water, out}, 65536);
  exec.synchronize();
}

}  // namespace ocean
