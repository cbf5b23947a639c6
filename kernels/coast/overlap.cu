// SPDX-License-Identifier: Apache-2.0
//
// Candidates are filed in a uniform grid of bins, about one bin a candidate; triangles (and candidates, for
// coincidences) look up the bins they touch. Nothing else is filed, so a single sheet costs one look at
// mostly empty bins a triangle.
#include <stdexcept>
#include <string>

#include "kernels/coast/candidate_bins.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"

namespace ocean {
namespace {

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
  const BinRows& rows;
  Box2 box;
  bool any_land, need_cover;
  OverlapSink& sink;

  OCEAN_HD void operator()(int64_t bin) {
    for (int64_t k = bins.offsets[bin]; k < bins.offsets[bin + 1]; ++k) {
      const int32_t i = bins.items[k];
      const CoastCandidate& c = bins.candidates[i];
      const Vec2d ends[2] = {c.open_a(), c.open_b()};
      if (c.triangle == t || apart(box, box_of(ends, 2))) continue;
      if (met_before(rows, BinRows(bins.grid, ends, 2), bin)) continue;
      if (c.kind == CandidateKind::crossing && neighbour_apart(m, c.triangle, tri)) continue;
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
  const BinRows rows(bins.grid, plan, 3);
  TriangleVisit visit{bins,
                      m,
                      t,
                      tri,
                      {m.point(tri.a), m.point(tri.b), m.point(tri.c)},
                      rows,
                      padded(box_of(plan, 3), kCoastTolerance),
                      any_land,
                      need_cover,
                      sink};
  visit_bins(rows, visit);
}

struct CandidateVisit {
  const Bins& bins;
  const BinRows& rows;
  int32_t self;
  OverlapSink& sink;
  OCEAN_HD void operator()(int64_t bin) {
    for (int64_t k = bins.offsets[bin]; k < bins.offsets[bin + 1]; ++k) {
      const int32_t i = bins.items[k];
      Interval r;
      if (i >= self || !coincident_interval(bins.candidates[self], bins.candidates[i], &r)) continue;
      const Vec2d ends[2] = {bins.candidates[i].open_a(), bins.candidates[i].open_b()};
      if (!met_before(rows, BinRows(bins.grid, ends, 2), bin)) sink.add(self, 0, r);
    }
  }
};

OCEAN_HD inline void candidate_overlaps(const Bins& bins, int64_t i, OverlapSink& sink) {
  const CoastCandidate& c = bins.candidates[i];
  const Vec2d ends[2] = {c.open_a(), c.open_b()};
  const BinRows rows(bins.grid, ends, 2);
  CandidateVisit visit{bins, rows, static_cast<int32_t>(i), sink};
  visit_bins(rows, visit);
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

}  // namespace

void require_room(int64_t overlaps, int64_t free_bytes) {
  constexpr int64_t kRoom = 4 * sizeof(Overlap);  // bytes each, with the copies that follow
  if (overlaps <= free_bytes / kRoom) return;
  throw std::invalid_argument("mesh_coast: the triangles overlap in " + std::to_string(overlaps) +
                              " places along the coast, more than the " + std::to_string(free_bytes >> 20) +
                              " MiB of free memory can hold (" + std::to_string(free_bytes / kRoom) + ")");
}

std::vector<Overlap> find_overlaps(const Exec& exec, const MeshView& mesh, const MeshCandidates& found,
                                   const FiledCandidates& filed, bool need_cover) {
  const int64_t work = mesh.triangles.size + found.candidates.size();
  const OverlapsOf of{filed.view(found), mesh, found.side.view(), need_cover};
  Buffer<int32_t> overlap_counts(exec, work);
  Buffer<int64_t> overlap_offsets(exec, work + 1);
  parallel_for(exec, "coast overlaps, count", work, CountOverlaps{of, overlap_counts.view()}, 1024);
  exclusive_scan(exec, std::as_const(overlap_counts).view(), overlap_offsets.view());
  const int64_t total = scan_total(exec, "coast overlaps, number to host", overlap_offsets);
  require_room(total, available_memory(exec));
  Buffer<Overlap> overlaps(exec, total);
  parallel_for(exec, "coast overlaps", work,
               EmitOverlaps{of, std::as_const(overlap_offsets).view(), overlaps.view()}, 1024);
  return overlaps.to_host("coast overlaps to host");
}

}  // namespace ocean
