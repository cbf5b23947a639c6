// SPDX-License-Identifier: Apache-2.0
//
// Most candidates of meshes that overlap much lie deep in other triangles' land. A candidate is followed from
// both ends of its open part through what single triangles cover. find_overlaps would find the same, so
// nothing but time depends on which triangles are tried. Internal to mesh_coast.
#pragma once

#include "kernels/coast/candidate_bins.h"

namespace ocean {

OCEAN_HD inline Triangle counter_clockwise(const Triangle& t, int side) {
  return side < 0 ? Triangle{t.a, t.c, t.b} : t;
}

// The land part of a triangle in projection, counter-clockwise; n is 0, 3 or 4.
struct LandPolygon {
  Vec2d p[4];
  int n;
};
OCEAN_HD inline LandPolygon land_polygon(const MeshView& m, const Triangle& ccw) {
  const int32_t v[3] = {ccw.a, ccw.b, ccw.c};
  LandPolygon out;
  out.n = 0;
  for (int k = 0; k < 3; ++k) {
    const int32_t i = v[k], j = v[(k + 1) % 3];
    if (m.land(i)) out.p[out.n++] = m.plan(i);
    if (m.land(i) != m.land(j)) out.p[out.n++] = m.crossing(i, j);
  }
  return out;
}

// What following candidates needs to know.
struct HiddenView {
  MeshView m;
  View<const int8_t> side;
  BinGrid grid;

  OCEAN_HD int64_t bin_at(Vec2d p) const { return int64_t{grid.row(p.y)} * grid.columns + grid.column(p.x); }
  // How far triangle t's land covers c from `at` in the direction `way` (1 or -1); `at` if not at all.
  OCEAN_HD double covered_to(const CoastCandidate& c, int64_t t, double at, int way) const {
    if (c.triangle == t) return at;
    const Triangle tri = counter_clockwise(m.triangle(t), side[t]);
    if (c.kind == CandidateKind::crossing && neighbour_apart(m, c.triangle, tri)) return at;
    const TexelPoint p[3] = {m.point(tri.a), m.point(tri.b), m.point(tri.c)};
    Interval r;
    if (!covered_interval(c, p, m.sea, true, 1, &r) || r.low > at || r.high < at) return at;
    return way > 0 ? r.high : r.low;
  }
};

// Narrows the open part of each candidate and says whether anything is left of it. Search has
// covered_to(candidate, its index, at, way, shortest): `at`, or farther on.
template <class Search>
struct NarrowCandidates {
  Search search;
  View<CoastCandidate> candidates;
  View<int32_t> open;

  OCEAN_HD double follow(int64_t i, double at, int way, double shortest) const {
    const CoastCandidate& c = candidates[i];
    for (int step = 0; step < 64; ++step) {
      const double reached = search.covered_to(c, i, at, way, shortest);
      if (!(way * (reached - at) > shortest)) return at;
      at = reached;
      if (!((way > 0 ? c.t1 - at : at - c.t0) > shortest)) return at;
    }
    return at;
  }
  OCEAN_HD void operator()(int64_t i) const {
    CoastCandidate& c = candidates[i];
    const double shortest = kCoastTolerance / length(c.base_b - c.base_a);
    open[i] = 1;
    if (!(c.t1 - c.t0 > shortest)) return;
    c.open0 = follow(i, c.open0 > c.t0 ? c.open0 : c.t0, 1, shortest);
    c.open1 = follow(i, c.open1 < c.t1 ? c.open1 : c.t1, -1, shortest);
    if (!(c.open1 - c.open0 > shortest)) open[i] = 0;
  }
};

// Bins over the candidates' box such that an average triangle's land touches some 128 of them, and at most
// four a candidate.
BinGrid hidden_grid(const Exec& exec, const MeshView& mesh, const MeshCandidates& found,
                    const BinGrid& around);

}  // namespace ocean
