// SPDX-License-Identifier: Apache-2.0
//
// Small triangles are rasterised by one iteration each; large ones give their rows, cut into lanes, as work
// items of a second launch (one scan finds a lane's triangle), so neither many triangles nor a few huge ones
// serialise a thread. A centre's depth is a function of its triangle and its place alone, and the minimum of
// depths does not depend on the order, so neither do the bits.
//
// Floor on a device, n triangles over a map of m texels: 12n + 24·vertices bytes read, 4m written to clear,
// one 4-byte atomic minimum per covered centre and layer (a 32-byte sector each where triangles are narrower
// than a sector). 1 M triangles, 16384²: 1.1 GB cleared, 8.6 GB of sectors at most, which is about 2 ms at an
// H200's 4.8 TB/s and below that where the second cache holds the atomics; arithmetic is some 20 integer
// operations a box centre, 10 in double a covered one: 1 ms.
#include "kernels/raster/top_surface.h"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/atomic.h"

namespace ocean {

namespace {

// Bits of non-negative doubles order like the doubles, infinity and NaN above all.
OCEAN_HD uint64_t magnitude_bits(double x) {
  union {
    double number;
    uint64_t bits;
  } u{x};
  return u.bits & 0x7fffffffffffffffULL;
}

struct Findings {
  uint64_t coordinate = 0, height = 0;  // magnitude_bits of the largest
  int64_t bad_triangle = INT64_MAX;     // the first with an index out of range
  int64_t lanes = 0;                    // work items of the large triangles
};

constexpr int64_t kVerticesAnItem = 8;

struct FindExtent {
  View<const TexelPoint> vertices;
  Findings* findings;
  OCEAN_HD void operator()(int64_t item) const {
    const int64_t begin = item * kVerticesAnItem;
    const int64_t end = begin + kVerticesAnItem < vertices.size ? begin + kVerticesAnItem : vertices.size;
    uint64_t coordinate = 0, height = 0;
    for (int64_t i = begin; i < end; ++i) {
      const TexelPoint p = vertices[i];
      const uint64_t x = magnitude_bits(p.x), y = magnitude_bits(p.y), z = magnitude_bits(p.z);
      if (x > coordinate) coordinate = x;
      if (y > coordinate) coordinate = y;
      if (z > height) height = z;
    }
    if (coordinate > atomic_load(&findings->coordinate)) atomic_max(&findings->coordinate, coordinate);
    if (height > atomic_load(&findings->height)) atomic_max(&findings->height, height);
  }
};

struct Target {
  MapWindow window;
  double sea_level_m;
  float* depth;
  int32_t* layers;  // null: not wanted
  OCEAN_HD void put(int32_t i, int32_t j, const HeightPlane& plane) const {
    const int64_t at = int64_t{j - window.j0} * window.width + (i - window.i0);
    atomic_min(&depth[at], static_cast<float>(sea_level_m - plane(i, j)) + 0.0f);  // + 0: no -0
    if (layers != nullptr) atomic_add(&layers[at], 1);
  }
};

struct Clear {
  Target target;
  OCEAN_HD void operator()(int64_t at) const {
    target.depth[at] = kUncovered;
    if (target.layers != nullptr) target.layers[at] = 0;
  }
};

struct Mesh {
  View<const TexelPoint> vertices;
  View<const Triangle> triangles;
  int bits;
  OCEAN_HD bool valid(const Triangle& t) const {
    const int64_t n = vertices.size;
    return t.a >= 0 && t.a < n && t.b >= 0 && t.b < n && t.c >= 0 && t.c < n;
  }
  OCEAN_HD TriangleCover cover(const Triangle& t, const MapWindow& window) const {
    return triangle_cover(vertices[t.a], vertices[t.b], vertices[t.c], bits, window);
  }
  OCEAN_HD HeightPlane plane(const Triangle& t) const {
    return height_plane(vertices[t.a], vertices[t.b], vertices[t.c], bits);
  }
};

// How large triangles are cut: up to `widest` lanes a row, each of about kTexelsALane texels.
constexpr int64_t kTexelsALane = 4;
struct Cut {
  int64_t direct_box;  // boxes of at most so many centres are not cut
  int32_t widest;      // power of two
  OCEAN_HD int32_t lanes_a_row(const TriangleCover& t, int bits) const {
    const int64_t twice_area =
        (t.edge[0].at_origin + t.edge[1].at_origin + t.edge[2].at_origin) >> (2 * bits);
    const int64_t wanted = twice_area / 2 / t.rows() / kTexelsALane;
    int32_t lanes = 1;
    while (lanes < widest && lanes < wanted) lanes *= 2;
    return lanes;
  }
};
constexpr Cut kHostCut{16384, 1}, kDeviceCut{512, 32};

constexpr int64_t kSpanColumns = 24;  // in wider boxes a row's span is divided out rather than searched

OCEAN_HD void draw_row(const TriangleCover& t, int32_t j, const HeightPlane& plane, const Target& target) {
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

struct DrawSmall {
  Mesh mesh;
  Target target;
  Cut cut;
  int64_t* lanes;  // of each triangle: 0 unless it is large
  Findings* findings;
  OCEAN_HD void operator()(int64_t n) const {
    const Triangle triangle = mesh.triangles[n];
    lanes[n] = 0;
    if (!mesh.valid(triangle)) {
      atomic_min(&findings->bad_triangle, n);
      return;
    }
    const TriangleCover t = mesh.cover(triangle, target.window);
    if (t.empty()) return;
    if (t.rows() * t.columns() > cut.direct_box) {
      lanes[n] = t.rows() * cut.lanes_a_row(t, mesh.bits);
      atomic_add(&findings->lanes, lanes[n]);
      return;
    }
    const HeightPlane plane = mesh.plane(triangle);
    for (int32_t j = t.j_lo; j <= t.j_hi; ++j) draw_row(t, j, plane, target);
  }
};

struct DrawLanes {
  Mesh mesh;
  Target target;
  Cut cut;
  View<const int64_t> first_lane;  // of each triangle, and the total
  OCEAN_HD void operator()(int64_t item) const {
    int64_t low = 0, high = first_lane.size - 1;  // first_lane[low] <= item < first_lane[high]
    while (high - low > 1) {
      const int64_t middle = low + (high - low) / 2;
      if (first_lane[middle] <= item) low = middle;
      else high = middle;
    }
    const Triangle triangle = mesh.triangles[low];
    const TriangleCover t = mesh.cover(triangle, target.window);
    const int32_t lanes = cut.lanes_a_row(t, mesh.bits);
    const int64_t place = item - first_lane[low];
    const auto j = static_cast<int32_t>(t.j_lo + place / lanes);
    const RowSpan span = row_span(t, j);
    const auto lane = static_cast<int32_t>(place % lanes);
    if (int64_t{span.lo} + lane > span.hi) return;
    const HeightPlane plane = mesh.plane(triangle);
    for (int64_t i = int64_t{span.lo} + lane; i <= span.hi; i += lanes)
      target.put(static_cast<int32_t>(i), j, plane);
  }
};

double from_bits(uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

[[noreturn]] void reject(const std::string& what) { throw std::invalid_argument("top surface: " + what); }

void check_map(int32_t width, int32_t height, double sea_level_m, const MapWindow& w,
               const View<float>& depth, const View<int32_t>& layers) {
  if (width < 1 || height < 1) reject("a map of " + std::to_string(width) + " x " + std::to_string(height));
  if (w.i0 < 0 || w.j0 < 0 || w.width < 1 || w.height < 1 || int64_t{w.i0} + w.width > width ||
      int64_t{w.j0} + w.height > height)
    reject("window " + std::to_string(w.width) + " x " + std::to_string(w.height) + " at (" +
           std::to_string(w.i0) + ", " + std::to_string(w.j0) + ") does not lie within a map of " +
           std::to_string(width) + " x " + std::to_string(height));
  const int64_t texels = int64_t{w.width} * w.height;
  if (depth.size != texels || (layers.size != 0 && layers.size != texels))
    reject("outputs of " + std::to_string(depth.size) + " and " + std::to_string(layers.size) +
           " elements for a window of " + std::to_string(texels) + " texels");
  if (!(std::fabs(sea_level_m) <= kHeightLimit)) reject("sea level " + std::to_string(sea_level_m));
}

}  // namespace

int snap_bits(double largest) {
  for (int bits = kMaxSnapBits; bits >= kMinSnapBits; --bits)
    if (largest * static_cast<double>(int64_t{1} << bits) <= kLatticeLimit) return bits;
  reject("coordinates reach " + std::to_string(largest) + " texels, at most " +
         std::to_string(kLatticeLimit / static_cast<double>(1 << kMinSnapBits)) +
         " can be told apart to 1/16 texel: cut the mesh, or use larger texels");
}

void rasterize_top_surface(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                           int32_t width, int32_t height, double sea_level_m, const MapWindow& window,
                           View<float> depth, View<int32_t> layers) {
  check_map(width, height, sea_level_m, window, depth, layers);
  Buffer<Findings> found(exec, "top_surface findings", {Findings{}});
  parallel_for(exec, "top_surface_extent", (vertices.size + kVerticesAnItem - 1) / kVerticesAnItem,
               FindExtent{vertices, found.data()});
  Findings findings = found.to_host("top_surface findings")[0];
  const double largest = from_bits(findings.coordinate), highest = from_bits(findings.height);
  if (!std::isfinite(largest) || !(highest <= kHeightLimit))
    reject("a vertex is not finite, or its height is beyond 1e30 m");
  const double map_side = width > height ? width : height;
  const int bits = snap_bits(largest > map_side ? largest : map_side);

  const Target target{window, sea_level_m, depth.data, layers.size > 0 ? layers.data : nullptr};
  parallel_for(exec, "top_surface_clear", depth.size, Clear{target}, 65536);
  if (triangles.size == 0) return;
  const Mesh mesh{vertices, triangles, bits};
  const Cut cut = exec.is_cuda() ? kDeviceCut : kHostCut;
  Buffer<int64_t> lanes(exec, triangles.size);
  parallel_for(exec, "top_surface_small", triangles.size,
               DrawSmall{mesh, target, cut, lanes.data(), found.data()}, 64);
  findings = found.to_host("top_surface findings")[0];
  if (findings.bad_triangle != INT64_MAX)
    reject("triangle " + std::to_string(findings.bad_triangle) + " names a vertex outside 0…" +
           std::to_string(vertices.size - 1));
  if (findings.lanes == 0) return;
  Buffer<int64_t> first_lane(exec, triangles.size + 1);
  exclusive_scan(exec, View<const int64_t>{lanes.data(), lanes.size()}, first_lane.view());
  lanes.reset();
  parallel_for(exec, "top_surface_lanes", findings.lanes,
               DrawLanes{mesh, target, cut, {first_lane.data(), first_lane.size()}}, 32);
}

void rasterize_top_surface(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                           int32_t width, int32_t height, double sea_level_m, View<float> depth,
                           View<int32_t> layers) {
  rasterize_top_surface(exec, vertices, triangles, width, height, sea_level_m, {0, 0, width, height}, depth,
                        layers);
}

}  // namespace ocean
