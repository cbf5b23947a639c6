// SPDX-License-Identifier: Apache-2.0
//
// Crossings come from triangles; rims from half-edges, which are gathered in a bucket a vertex (the edge's
// smaller one) and sorted there. Only edges with a land vertex (or, for water rims, all) are looked at.
#include <stdexcept>

#include "kernels/coast/mesh_candidates.h"
#include "kernels/coast/predicates.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/atomic.h"

namespace ocean {
namespace {

// The triangle's corners counter-clockwise in projection.
struct Corners {
  int32_t v[3];
  OCEAN_HD int land_bits(const MeshView& m) const {
    return (m.land(v[0]) ? 1 : 0) | (m.land(v[1]) ? 2 : 0) | (m.land(v[2]) ? 4 : 0);
  }
};
OCEAN_HD inline Corners ccw_corners(const MeshView& m, int64_t t, int side) {
  const Triangle tri = m.triangle(t);
  return side > 0 ? Corners{{tri.a, tri.b, tri.c}} : Corners{{tri.a, tri.c, tri.b}};
}

// Does edge i–j take part in the search for rims?
OCEAN_HD inline bool may_be_rim(const MeshView& m, int32_t i, int32_t j, bool water_rims) {
  return water_rims || m.land(i) || m.land(j);
}

struct ClassifyTriangle {
  MeshView m;
  bool water_rims;
  View<int8_t> side;
  View<int32_t> crossed;
  View<int32_t> bucket_size;
  OCEAN_HD void operator()(int64_t t) const {
    const Triangle tri = m.triangle(t);
    const int s = orientation(m.plan(tri.a), m.plan(tri.b), m.plan(tri.c));
    side[t] = static_cast<int8_t>(s);
    crossed[t] = 0;
    if (s == 0) return;
    const Corners c = ccw_corners(m, t, s);
    crossed[t] = is_crossed(c.land_bits(m)) ? 1 : 0;
    for (int k = 0; k < 3; ++k) {
      const int32_t i = c.v[k], j = c.v[(k + 1) % 3];
      if (may_be_rim(m, i, j, water_rims)) atomic_add(bucket_size.data + (i < j ? i : j), 1);
    }
  }
};

// A half-edge in its bucket: the other vertex, then which side of low → high its triangle lies on. Which
// triangle is of no matter.
OCEAN_HD inline uint64_t half_edge(int32_t high, bool triangle_on_left) {
  return static_cast<uint64_t>(high) << 1 | (triangle_on_left ? 1u : 0u);
}

struct ScatterHalfEdges {
  MeshView m;
  bool water_rims;
  View<const int8_t> side;
  View<int64_t> cursor;
  View<uint64_t> half_edges;
  OCEAN_HD void operator()(int64_t t) const {
    if (side[t] == 0) return;
    const Corners c = ccw_corners(m, t, side[t]);
    for (int k = 0; k < 3; ++k) {
      const int32_t i = c.v[k], j = c.v[(k + 1) % 3];
      if (!may_be_rim(m, i, j, water_rims)) continue;
      half_edges[atomic_add(cursor.data + (i < j ? i : j), int64_t{1})] = half_edge(i < j ? j : i, i < j);
    }
  }
};

OCEAN_HD inline void sift_down(uint64_t* heap, int64_t at, int64_t n) {
  for (int64_t child = 2 * at + 1; child < n; at = child, child = 2 * at + 1) {
    if (child + 1 < n && heap[child + 1] > heap[child]) ++child;
    if (heap[at] >= heap[child]) return;
    const uint64_t swap = heap[at];
    heap[at] = heap[child];
    heap[child] = swap;
  }
}

// Insertion for the usual few, a heap for fans of thousands.
OCEAN_HD inline void sort_bucket(uint64_t* keys, int64_t n) {
  if (n <= 24) {
    for (int64_t i = 1; i < n; ++i) {
      const uint64_t key = keys[i];
      int64_t at = i;
      for (; at > 0 && keys[at - 1] > key; --at) keys[at] = keys[at - 1];
      keys[at] = key;
    }
    return;
  }
  for (int64_t i = n / 2 - 1; i >= 0; --i) sift_down(keys, i, n);
  for (int64_t end = n - 1; end > 0; --end) {
    const uint64_t swap = keys[0];
    keys[0] = keys[end];
    keys[end] = swap;
    sift_down(keys, 0, end);
  }
}

// Calls visit(low, high, triangles_on_left) for the edges of a sorted bucket that have triangles on one side
// alone.
template <class Visit>
OCEAN_HD inline void visit_rims(const uint64_t* keys, int64_t n, int32_t low, Visit& visit) {
  for (int64_t k = 0; k < n;) {
    const uint64_t high = keys[k] >> 1;
    int64_t stop = k;
    while (stop < n && keys[stop] >> 1 == high) ++stop;
    if (keys[k] == keys[stop - 1]) visit(low, static_cast<int32_t>(high), (keys[k] & 1) != 0);
    k = stop;
  }
}

struct CountRims {
  const MeshView& m;
  bool water_rims;
  int32_t count = 0;
  OCEAN_HD void operator()(int32_t low, int32_t high, bool) {
    const bool land = m.land(low) || m.land(high), water = !m.land(low) || !m.land(high);
    count += (land ? 1 : 0) + (water && water_rims ? 1 : 0);
  }
};

struct SortBuckets {
  MeshView m;
  bool water_rims;
  View<const int64_t> offsets;
  View<uint64_t> half_edges;
  View<int32_t> counts;
  OCEAN_HD void operator()(int64_t v) const {
    uint64_t* keys = half_edges.data + offsets[v];
    const int64_t n = offsets[v + 1] - offsets[v];
    sort_bucket(keys, n);
    CountRims count{m, water_rims};
    visit_rims(keys, n, static_cast<int32_t>(v), count);
    counts[v] = count.count;
  }
};

// The land or water part of the rim edge i → j.
OCEAN_HD inline CoastCandidate rim_part(const MeshView& m, int32_t i, int32_t j, bool land_part) {
  CoastCandidate c{m.plan(i),
                   m.plan(j),
                   m.plan(i),
                   m.plan(j),
                   0,
                   1,
                   edge_node(i, i),
                   edge_node(j, j),
                   -1,
                   land_part ? CandidateKind::land_rim : CandidateKind::water_rim};
  const bool starts = m.land(i) == land_part, ends = m.land(j) == land_part;
  if (starts && ends) return c;
  const double above_i = m.point(i).z - m.sea.level_m, above_j = m.point(j).z - m.sea.level_m;
  const double t = above_i / (above_i - above_j);
  if (starts) {
    c.t1 = t;
    c.b = m.crossing(i, j);
    c.to = edge_node(i, j);
  } else {
    c.t0 = t;
    c.a = m.crossing(i, j);
    c.from = edge_node(i, j);
  }
  return c;
}

struct EmitRimVisit {
  const MeshView& m;
  bool water_rims;
  CoastCandidate* at;
  OCEAN_HD void operator()(int32_t low, int32_t high, bool triangles_on_left) {
    // A land rim has its triangles on the right, a water rim on the left.
    const bool land = m.land(low) || m.land(high), water = !m.land(low) || !m.land(high);
    if (land) *at++ = triangles_on_left ? rim_part(m, high, low, true) : rim_part(m, low, high, true);
    if (water && water_rims)
      *at++ = triangles_on_left ? rim_part(m, low, high, false) : rim_part(m, high, low, false);
  }
};

struct EmitRims {
  MeshView m;
  bool water_rims;
  View<const int64_t> offsets;
  View<const uint64_t> half_edges;
  View<const int64_t> rim_offsets;
  CoastCandidate* candidates;
  OCEAN_HD void operator()(int64_t v) const {
    if (rim_offsets[v] == rim_offsets[v + 1]) return;
    EmitRimVisit visit{m, water_rims, candidates + rim_offsets[v]};
    visit_rims(half_edges.data + offsets[v], offsets[v + 1] - offsets[v], static_cast<int32_t>(v), visit);
  }
};

struct EmitCrossings {
  MeshView m;
  View<const int8_t> side;
  View<const int64_t> offsets;
  View<CoastCandidate> candidates;
  OCEAN_HD void operator()(int64_t t) const {
    if (offsets[t] == offsets[t + 1]) return;
    const Corners c = ccw_corners(m, t, side[t]);
    const CrossedEdges e = crossed_edges(c.land_bits(m));
    const int32_t i = c.v[e.from], j = c.v[(e.from + 1) % 3], k = c.v[e.to], l = c.v[(e.to + 1) % 3];
    const Vec2d a = m.crossing(i, j), b = m.crossing(k, l);
    candidates[offsets[t]] = {
        a, b, a, b, 0, 1, edge_node(i, j), edge_node(k, l), static_cast<int32_t>(t), CandidateKind::crossing};
  }
};

}  // namespace

MeshCandidates find_candidates(const Exec& exec, const MeshView& m, bool water_rims) {
  const int64_t n = m.triangles.size, vertices = m.vertices.size;
  MeshCandidates out;
  out.side = Buffer<int8_t>(exec, n);
  Buffer<int32_t> crossed(exec, n), bucket_size(exec, vertices);
  bucket_size.fill_zero();
  parallel_for(exec, "coast of triangles, classify", n,
               ClassifyTriangle{m, water_rims, out.side.view(), crossed.view(), bucket_size.view()});
  Buffer<int64_t> crossing_offsets(exec, n + 1), offsets(exec, vertices + 1), cursor(exec, vertices + 1);
  exclusive_scan(exec, std::as_const(crossed).view(), crossing_offsets.view());
  exclusive_scan(exec, std::as_const(bucket_size).view(), offsets.view());
  copy_within(exec, "coast of edges, copy", cursor.data(), offsets.data(), offsets.bytes());

  const View<const int8_t> side = std::as_const(out.side).view();
  const View<const int64_t> bucket = std::as_const(offsets).view();
  Buffer<uint64_t> half_edges(exec, scan_total(exec, "coast of edges, number to host", offsets));
  parallel_for(exec, "coast of edges, gather", n,
               ScatterHalfEdges{m, water_rims, side, cursor.view(), half_edges.view()});
  Buffer<int32_t> rims(exec, vertices);
  parallel_for(exec, "coast of edges, sort", vertices,
               SortBuckets{m, water_rims, bucket, half_edges.view(), rims.view()});
  Buffer<int64_t> rim_offsets(exec, vertices + 1);
  exclusive_scan(exec, std::as_const(rims).view(), rim_offsets.view());

  out.crossings = scan_total(exec, "coast of triangles, number to host", crossing_offsets);
  const int64_t total = out.crossings + scan_total(exec, "coast of edges, number to host", rim_offsets);
  if (total > int64_t{1} << 29) throw std::invalid_argument("mesh_coast: more than 2^29 pieces of coast");
  out.candidates = Buffer<CoastCandidate>(exec, total);
  parallel_for(exec, "coast of triangles", n,
               EmitCrossings{m, side, std::as_const(crossing_offsets).view(), out.candidates.view()});
  parallel_for(exec, "coast of edges", vertices,
               EmitRims{m, water_rims, bucket, std::as_const(half_edges).view(),
                        std::as_const(rim_offsets).view(), out.candidates.data() + out.crossings});
  return out;
}

}  // namespace ocean
