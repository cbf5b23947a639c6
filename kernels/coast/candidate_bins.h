// SPDX-License-Identifier: Apache-2.0
//
// A uniform grid of bins over a mesh's candidates, which are filed in the bins that their open part touches.
// Internal to mesh_coast.
#pragma once

#include "kernels/coast/mesh_candidates.h"
#include "kernels/coast/overlap_interval.h"

namespace ocean {

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

// The bins that a convex polygon may touch: in each row from first_row to last_row some neighbouring ones.
struct BinRows {
  const BinGrid& grid;
  const Vec2d* p;
  int n;
  int32_t first_row, last_row, left, right;  // first_row > last_row: none at all

  OCEAN_HD BinRows(const BinGrid& g, const Vec2d* polygon, int corners) : grid(g), p(polygon), n(corners) {
    const Box2 box = padded(box_of(p, n), 4 * kCoastTolerance);
    const bool none = apart(box, padded(g.box, 4 * kCoastTolerance));
    first_row = none ? 1 : g.row(box.v0);
    last_row = none ? 0 : g.row(box.v1);
    left = g.column(box.u0);
    right = g.column(box.u1);
  }
  // The columns in row r; false if there are none.
  OCEAN_HD bool columns(int32_t r, int32_t* from, int32_t* to) const {
    if (r < first_row || r > last_row) return false;
    *from = left;
    *to = right;
    if (last_row - first_row <= 1 || right - left <= 1) return true;
    const double pad = 1e-6 * grid.size + 4 * kCoastTolerance;
    const double v0 = grid.box.v0 + r * grid.size - pad, v1 = grid.box.v0 + (r + 1) * grid.size + pad;
    const Interval span = span_between(p, n, v0, v1, pad);
    if (span.low > span.high) return false;
    *from = grid.column(span.low);
    *to = grid.column(span.high);
    return true;
  }
};

// Calls visit(bin) for each of them, by rows.
template <class Visit>
OCEAN_HD inline void visit_bins(const BinRows& bins, Visit& visit) {
  int32_t from = 0, to = 0;
  for (int32_t r = bins.first_row; r <= bins.last_row; ++r) {
    if (!bins.columns(r, &from, &to)) continue;
    for (int32_t c = from; c <= to; ++c) visit(int64_t{r} * bins.grid.columns + c);
  }
}
template <class Visit>
OCEAN_HD inline void visit_bins(const BinGrid& g, const Vec2d* p, int n, Visit& visit) {
  visit_bins(BinRows(g, p, n), visit);
}

// Both touch `bin`: is there a common bin before it in its row, or one in the row before? Of the common bins
// that visit_bins comes to, this is false for the first and for few others.
OCEAN_HD inline bool met_before(const BinRows& a, const BinRows& b, int64_t bin) {
  if (b.first_row == b.last_row && b.left == b.right) return false;
  const auto r = static_cast<int32_t>(bin / a.grid.columns), c = static_cast<int32_t>(bin % a.grid.columns);
  int32_t a0 = 0, a1 = 0, b0 = 0, b1 = 0;
  if (!b.columns(r, &b0, &b1) || !a.columns(r, &a0, &a1)) return false;
  if ((a0 > b0 ? a0 : b0) < c) return true;
  if (!b.columns(r - 1, &b0, &b1) || !a.columns(r - 1, &a0, &a1)) return false;
  return a0 <= b1 && b0 <= a1;
}

// The candidates of each bin: items[offsets[bin]] up to items[offsets[bin + 1]], in no fixed order.
struct Bins {
  BinGrid grid;
  View<const CoastCandidate> candidates;
  View<const int64_t> offsets;
  View<const int32_t> items;
};

struct FiledCandidates {
  BinGrid grid;
  Buffer<int64_t> offsets;
  Buffer<int32_t> items;
  Bins view(const MeshCandidates& found) const {
    return {grid, found.candidates.view(), offsets.view(), items.view()};
  }
};

// A grid of about one bin a candidate. host: the same candidates, at least one.
FiledCandidates file_candidates(const Exec& exec, const MeshCandidates& found,
                                const std::vector<CoastCandidate>& host);

// About how many candidates a triangle or candidate meets in its bins on average: from some 2^14 of them.
double mean_meetings(const Exec& exec, const MeshView& mesh, const MeshCandidates& found,
                     const FiledCandidates& filed);

}  // namespace ocean
