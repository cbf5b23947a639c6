// SPDX-License-Identifier: Apache-2.0
//
// The device's way: small triangles are drawn by one thread each; large ones give their rows, cut into lanes,
// as work items of a second launch (a scan finds a lane's triangle), so neither many triangles nor a few huge
// ones serialise a thread. Lanes of a row take every so-many-th texel: neighbouring threads write
// neighbouring texels.
//
// Floor on a device, n triangles over m texels: 12n + 24·vertices bytes read, 4m written to clear, one 4-byte
// atomic minimum per covered centre and layer, a 32-byte sector each where triangles are narrower than that.
// 1 M triangles, 16384²: 1.1 GB cleared and 8.6 GB of sectors at most, 2 ms at an H200's 4.8 TB/s and less
// where the second-level cache gathers the atomics; some 12 integer operations a centre of a box and 10 in
// double a covered one: 1 ms.
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/top_surface_draw.h"

namespace ocean::raster_detail {

namespace {

struct Findings {
  int64_t bad_triangle = INT64_MAX;
  int64_t lanes = 0;  // of the large triangles
};

constexpr int64_t kDirectBox = 1024;  // boxes of at most so many centres are not cut
constexpr int64_t kTexelsALane = 4;   // about; but
constexpr int32_t kLanesARow = 32;    // at most so many (a power of two)

OCEAN_HD int32_t lanes_a_row(const TriangleCover& t, int bits) {
  const int64_t twice_area = (t.edge[0].at_origin + t.edge[1].at_origin + t.edge[2].at_origin) >> (2 * bits);
  const int64_t wanted = twice_area / 2 / t.rows() / kTexelsALane;
  int32_t lanes = 1;
  while (lanes < kLanesARow && lanes < wanted) lanes *= 2;
  return lanes;
}

struct DrawSmall {
  TopSurfaceMesh mesh;
  TopSurfaceTarget<true> target;
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
    if (t.rows() * t.columns() > kDirectBox) {
      lanes[n] = t.rows() * lanes_a_row(t, mesh.bits);
      atomic_add(&findings->lanes, lanes[n]);
      return;
    }
    const HeightPlane plane = mesh.plane(triangle);
    for (int32_t j = t.j_lo; j <= t.j_hi; ++j) draw_row(t, j, plane, target);
  }
};

struct DrawLanes {
  TopSurfaceMesh mesh;
  TopSurfaceTarget<true> target;
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
    const int32_t lanes = lanes_a_row(t, mesh.bits);
    const int64_t place = item - first_lane[low];
    const auto j = static_cast<int32_t>(t.j_lo + place / lanes);
    const RowSpan span = row_span(t, j);
    int64_t i = span.lo + place % lanes;
    if (i > span.hi) return;
    const HeightPlane plane = mesh.plane(triangle);
    for (; i <= span.hi; i += lanes) target.put(static_cast<int32_t>(i), j, plane);
  }
};

}  // namespace

int64_t draw_with_atomics(const Exec& exec, const TopSurfaceMesh& mesh,
                          const TopSurfaceTarget<true>& target) {
  const int64_t n = mesh.triangles.size;
  Buffer<Findings> found(exec, "top_surface findings", {Findings{}});
  Buffer<int64_t> lanes(exec, n);
  parallel_for(exec, "top_surface_small", n, DrawSmall{mesh, target, lanes.data(), found.data()}, 64);
  const Findings findings = found.to_host("top_surface findings")[0];
  if (findings.bad_triangle != INT64_MAX || findings.lanes == 0) return findings.bad_triangle;
  Buffer<int64_t> first_lane(exec, n + 1);
  exclusive_scan(exec, View<const int64_t>{lanes.data(), n}, first_lane.view());
  lanes.reset();
  parallel_for(exec, "top_surface_lanes", findings.lanes, DrawLanes{mesh, target, {first_lane.data(), n + 1}},
               256);
  return findings.bad_triangle;
}

}  // namespace ocean::raster_detail
