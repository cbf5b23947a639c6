// SPDX-License-Identifier: Apache-2.0
//
// Candidates are filed in a uniform grid of bins, about one bin a candidate; triangles (and candidates, for
// coincidences) look up the bins they touch. Nothing else is filed, so a single sheet costs one look at
// mostly empty bins a triangle.
#include "kernels/coast/mesh_candidates.h"
#include "kernels/coast/overlap_interval.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/atomic.h"

namespace ocean {
namespace {

struct Box2 {
  double u0, v0, u1, v1;
};

OCEAN_HD inline void grow_box(Box2& b, Vec2d p) {
  if (p.x < b.u0) b.u0 = p.x;
  if (p.y < b.v0) b.v0 = p.y;
  if (p.x > b.u1) b.u1 = p.x;
  if (p.y > b.v1) b.v1 = p.y;
}
OCEAN_HD inline Box2 box_of(const Vec2d* p, int n) {
  Box2 b{p[0].x, p[0].y, p[0].x, p[0].y};
  for (int k = 1; k < n; ++k) grow_box(b, p[k]);
  return b;
}
OCEAN_HD inline bool apart(const Box2& a, const Box2& b) {
  return a.u0 > b.u1 || b.u0 > a.u1 || a.v0 > b.v1 || b.v0 > a.v1;
}
OCEAN_HD inline Box2 padded(const Box2& b, double pad) {
  return {b.u0 - pad, b.v0 - pad, b.u1 + pad, b.v1 + pad};
}

struct BinGrid {
  Box2 box{0, 0, 0, 0};
  double size = 1;  // texels
  int32_t columns = 1, rows = 1;

  OCEAN_HD static int32_t cell(double x, int32_t n) {
    if (!(x > 0)) return 0;
    return x < n ? static_cast<int32_t>(x) : n - 1;
  }
  OCEAN_HD int32_t column(double u) const { return cell((u - box.u0) / size, columns); }
  OCEAN_HD int32_t row(double v) const { return cell((v - box.v0) / size, rows); }
};

// The u range of the convex polygon p (n corners) between v0 and v1, widened by pad.
OCEAN_HD inline Interval span_between(const Vec2d* p, int n, double v0, double v1, double pad) {
  Interval r{1e300, -1e300};
  for (int k = 0; k < n; ++k) {
    const Vec2d a = p[k], b = p[(k + 1) % n];
    Interval t{0, 1};
    clip(t, a.y - v0, b.y - v0);
    clip(t, v1 - a.y, v1 - b.y);
    if (t.low > t.high) continue;
    const double x0 = a.x + t.low * (b.x - a.x), x1 = a.x + t.high * (b.x - a.x);
    r.low = r.low < x0 ? r.low : x0;
    r.low = r.low < x1 ? r.low : x1;
    r.high = r.high > x0 ? r.high : x0;
    r.high = r.high > x1 ? r.high : x1;
  }
  return {r.low - pad, r.high + pad};
}

// Calls visit(bin) for the bins that the convex polygon may touch.
template <class Visit>
OCEAN_HD inline void visit_bins(const BinGrid& g, const Vec2d* p, int n, Visit& visit) {
  const Box2 box = padded(box_of(p, n), 4 * kCoastTolerance);
  if (apart(box, padded(g.box, 4 * kCoastTolerance))) return;
  const int32_t first = g.row(box.v0), last = g.row(box.v1);
  const int32_t left = g.column(box.u0), right = g.column(box.u1);
  const double pad = 1e-6 * g.size + 4 * kCoastTolerance;
  for (int32_t r = first; r <= last; ++r) {
    int32_t from = left, to = right;
    if (last - first > 1 && right - left > 1) {
      const double v0 = g.box.v0 + r * g.size - pad, v1 = g.box.v0 + (r + 1) * g.size + pad;
      const Interval span = span_between(p, n, v0, v1, pad);
      if (span.low > span.high) continue;
      from = g.column(span.low);
      to = g.column(span.high);
    }
    for (int32_t c = from; c <= to; ++c) visit(int64_t{r} * g.columns + c);
  }
}

struct CountInBin {
  int32_t* counts;
  OCEAN_HD void operator()(int64_t bin) { atomic_add(counts + bin, 1); }
};
struct PutInBin {
  int64_t* cursor;
  int32_t* items;
  int32_t candidate;
  OCEAN_HD void operator()(int64_t bin) { items[atomic_add(cursor + bin, int64_t{1})] = candidate; }
};

struct CountCandidates {
  BinGrid grid;
  View<const CoastCandidate> candidates;
  View<int32_t> counts;
  OCEAN_HD void operator()(int64_t i) const {
    const Vec2d ends[2] = {candidates[i].a, candidates[i].b};
    CountInBin visit{counts.data};
    visit_bins(grid, ends, 2, visit);
  }
};
struct FileCandidates {
  BinGrid grid;
  View<const CoastCandidate> candidates;
  View<int64_t> cursor;
  View<int32_t> items;
  OCEAN_HD void operator()(int64_t i) const {
    const Vec2d ends[2] = {candidates[i].a, candidates[i].b};
    PutInBin visit{cursor.data, items.data, static_cast<int32_t>(i)};
    visit_bins(grid, ends, 2, visit);
  }
};

struct Bins {
  BinGrid grid;
  View<const CoastCandidate> candidates;
  View<const int64_t> offsets;
  View<const int32_t> items;
};

// Where overlaps go: counted first (data null), then written.
struct OverlapSink {
  Overlap* data;
  int32_t count;
  OCEAN_HD void add(int32_t candidate, int covers, const Interval& r) {
    if (data != nullptr) data[count] = {candidate, covers, r.low, r.high};
    ++count;
  }
};

// One triangle against the candidates of a bin.
struct TriangleVisit {
  const Bins& bins;
  const MeshView& m;
  int64_t t;
  Triangle tri;  // welded, counter-clockwise
  TexelPoint p[3];
  Box2 box;
  bool any_land, need_cover;
  OverlapSink& sink;

  // Does the triangle meet that of a crossing only beyond a shared vertex?
  OCEAN_HD bool neighbour_apart(int64_t owner) const {
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
  OCEAN_HD void operator()(int64_t bin) {
    for (int64_t k = bins.offsets[bin]; k < bins.offsets[bin + 1]; ++k) {
      const int32_t i = bins.items[k];
      const CoastCandidate& c = bins.candidates[i];
      const Vec2d ends[2] = {c.a, c.b};
      if (c.triangle == t || apart(box, box_of(ends, 2))) continue;
      if (c.kind == CandidateKind::crossing && neighbour_apart(c.triangle)) continue;
      Interval r;
      if (any_land && covered_interval(c, p, m.sea, true, 1, &r)) sink.add(i, 0, r);
      if (!need_cover || c.kind == CandidateKind::crossing) continue;
      const bool land_rim = c.kind == CandidateKind::land_rim;
      if (covered_interval(c, p, m.sea, false, land_rim ? 1 : -1, &r)) sink.add(i, land_rim ? 1 : 0, r);
    }
  }
};

OCEAN_HD inline void triangle_overlaps(const Bins& bins, const MeshView& m, int side, bool need_cover,
                                       int64_t t, OverlapSink& sink) {
  if (side == 0) return;
  Triangle tri = m.triangle(t);
  if (side < 0) tri = {tri.a, tri.c, tri.b};
  const bool any_land = m.land(tri.a) || m.land(tri.b) || m.land(tri.c);
  if (!any_land && !need_cover) return;
  const Vec2d plan[3] = {m.plan(tri.a), m.plan(tri.b), m.plan(tri.c)};
  TriangleVisit visit{bins,
                      m,
                      t,
                      tri,
                      {m.point(tri.a), m.point(tri.b), m.point(tri.c)},
                      padded(box_of(plan, 3), kCoastTolerance),
                      any_land,
                      need_cover,
                      sink};
  visit_bins(bins.grid, plan, 3, visit);
}

struct CandidateVisit {
  const Bins& bins;
  int32_t self;
  OverlapSink& sink;
  OCEAN_HD void operator()(int64_t bin) {
    for (int64_t k = bins.offsets[bin]; k < bins.offsets[bin + 1]; ++k) {
      const int32_t i = bins.items[k];
      Interval r;
      if (i < self && coincident_interval(bins.candidates[self], bins.candidates[i], &r))
        sink.add(self, 0, r);
    }
  }
};

OCEAN_HD inline void candidate_overlaps(const Bins& bins, int64_t i, OverlapSink& sink) {
  const CoastCandidate& c = bins.candidates[i];
  const Vec2d ends[2] = {c.a, c.b};
  CandidateVisit visit{bins, static_cast<int32_t>(i), sink};
  visit_bins(bins.grid, ends, 2, visit);
}

// Items [0, triangles) are triangles, the rest candidates.
struct OverlapsOf {
  Bins bins;
  MeshView m;
  View<const int8_t> side;
  bool need_cover;
  OCEAN_HD void operator()(int64_t item, OverlapSink& sink) const {
    if (item < side.size) triangle_overlaps(bins, m, side[item], need_cover, item, sink);
    else candidate_overlaps(bins, item - side.size, sink);
  }
};

struct CountOverlaps {
  OverlapsOf of;
  View<int32_t> counts;
  OCEAN_HD void operator()(int64_t item) const {
    OverlapSink sink{nullptr, 0};
    of(item, sink);
    counts[item] = sink.count;
  }
};
struct EmitOverlaps {
  OverlapsOf of;
  View<const int64_t> offsets;
  View<Overlap> overlaps;
  OCEAN_HD void operator()(int64_t item) const {
    if (offsets[item] == offsets[item + 1]) return;
    OverlapSink sink{overlaps.data + offsets[item], 0};
    of(item, sink);
  }
};

BinGrid bin_grid(const std::vector<CoastCandidate>& candidates) {
  BinGrid g;
  g.box = {candidates[0].a.x, candidates[0].a.y, candidates[0].a.x, candidates[0].a.y};
  double lengths = 0;
  for (const CoastCandidate& c : candidates) {
    grow_box(g.box, c.a);
    grow_box(g.box, c.b);
    lengths += length(c.b - c.a);
  }
  const auto n = static_cast<double>(candidates.size());
  const double width = g.box.u1 - g.box.u0, height = g.box.v1 - g.box.v0;
  // Twice a mean candidate, but at most about 4 n + 64 bins.
  const double most = 4 * n + 64;
  g.size = 2 * lengths / n;
  const double least = sqrt(width * height / most), flat = (width > height ? width : height) / most;
  if (!(g.size > least)) g.size = least;
  if (!(g.size > flat)) g.size = flat;
  if (!(g.size > 0)) g.size = 1;
  g.columns = static_cast<int32_t>(width / g.size) + 1;
  g.rows = static_cast<int32_t>(height / g.size) + 1;
  return g;
}

}  // namespace

std::vector<Overlap> find_overlaps(const Exec& exec, const MeshView& mesh, const MeshCandidates& found,
                                   const std::vector<CoastCandidate>& host_candidates, bool need_cover) {
  if (host_candidates.empty()) return {};
  const BinGrid grid = bin_grid(host_candidates);
  const View<const CoastCandidate> candidates = found.candidates.view();
  const int64_t bins = int64_t{grid.columns} * grid.rows, n = candidates.size;
  Buffer<int32_t> counts(exec, bins);
  counts.fill_zero();
  parallel_for(exec, "coast bins, count", n, CountCandidates{grid, candidates, counts.view()}, 1024);
  Buffer<int64_t> offsets(exec, bins + 1), cursor(exec, bins + 1);
  exclusive_scan(exec, std::as_const(counts).view(), offsets.view());
  copy_within(exec, "coast bins, copy", cursor.data(), offsets.data(), offsets.bytes());
  Buffer<int32_t> items(exec, scan_total(exec, "coast bins, number to host", offsets));
  parallel_for(exec, "coast bins, file", n, FileCandidates{grid, candidates, cursor.view(), items.view()},
               1024);

  const int64_t work = mesh.triangles.size + n;
  const OverlapsOf of{{grid, candidates, std::as_const(offsets).view(), std::as_const(items).view()},
                      mesh,
                      found.side.view(),
                      need_cover};
  Buffer<int32_t> overlap_counts(exec, work);
  Buffer<int64_t> overlap_offsets(exec, work + 1);
  parallel_for(exec, "coast overlaps, count", work, CountOverlaps{of, overlap_counts.view()}, 1024);
  exclusive_scan(exec, std::as_const(overlap_counts).view(), overlap_offsets.view());
  Buffer<Overlap> overlaps(exec, scan_total(exec, "coast overlaps, number to host", overlap_offsets));
  parallel_for(exec, "coast overlaps", work,
               EmitOverlaps{of, std::as_const(overlap_offsets).view(), overlaps.view()}, 1024);
  return overlaps.to_host("coast overlaps to host");
}

}  // namespace ocean
