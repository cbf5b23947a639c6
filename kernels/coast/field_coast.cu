// SPDX-License-Identifier: Apache-2.0
//
// Cells are taken in runs of kRun along a row: count, scan, emit in order (cell by cell, lower triangle
// first). A node is an edge of the triangulation, so successors are found in the runs of the edge's two
// triangles, without sorting.
#include "kernels/coast/field_coast.h"

#include <stdexcept>

#include "kernels/buffer.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"

namespace ocean {
namespace {

constexpr int64_t kRun = 64;

struct FieldView {
  HeightField f;
  SeaLevel sea;
  int64_t runs_per_row;

  OCEAN_HD bool land(int64_t i, int64_t j) const {
    return sea.is_land(static_cast<double>(f.heights[j * f.width + i]));
  }
  OCEAN_HD TexelPoint point(int64_t i, int64_t j) const {
    return {f.u0 + static_cast<double>(i) * f.du, f.v0 + static_cast<double>(j) * f.dv,
            static_cast<double>(f.heights[j * f.width + i])};
  }
  // Edges from sample (i, j): 0 to the east, 1 to the north, 2 the diagonal.
  OCEAN_HD int64_t node(int64_t i, int64_t j, int edge) const { return 3 * (j * f.width + i) + edge; }
  OCEAN_HD Vec2d node_point(int64_t node) const {
    const int64_t sample = node / 3, i = sample % f.width, j = sample / f.width;
    const int edge = static_cast<int>(node % 3);
    return crossing_point(point(i, j), point(edge == 1 ? i : i + 1, edge == 0 ? j : j + 1), sea.level_m);
  }
  OCEAN_HD int64_t run_of_cell(int64_t i, int64_t j) const { return j * runs_per_row + i / kRun; }
};

// The edges (as nodes) of the cell's lower (0) or upper (1) triangle, counter-clockwise, edge k from corner
// k.
OCEAN_HD inline int64_t triangle_node(const FieldView& v, int64_t i, int64_t j, int upper, int k) {
  if (upper == 0) return k == 0 ? v.node(i, j, 0) : (k == 1 ? v.node(i + 1, j, 1) : v.node(i, j, 2));
  return k == 0 ? v.node(i, j, 2) : (k == 1 ? v.node(i, j + 1, 0) : v.node(i, j, 1));
}

// Calls visit(upper, land bits) for the crossed triangles of a run, in order.
template <class Visit>
OCEAN_HD inline void visit_run(const FieldView& v, int64_t run, Visit& visit) {
  const int64_t j = run / v.runs_per_row, begin = run % v.runs_per_row * kRun;
  const int64_t last = v.f.width - 1, end = begin + kRun < last ? begin + kRun : last;
  int all = 1, any = 0;
  for (int64_t i = begin; i <= end; ++i) {
    const int south = v.land(i, j), north = v.land(i, j + 1);
    all &= south & north;
    any |= south | north;
  }
  if (all != 0 || any == 0) return;
  int sw = v.land(begin, j), nw = v.land(begin, j + 1);
  for (int64_t i = begin; i < end; ++i) {
    const int se = v.land(i + 1, j), ne = v.land(i + 1, j + 1);
    const int lower = sw | se << 1 | ne << 2, upper = sw | ne << 1 | nw << 2;
    if (is_crossed(lower)) visit(i, j, 0, lower);
    if (is_crossed(upper)) visit(i, j, 1, upper);
    sw = se;
    nw = ne;
  }
}

struct CountVisit {
  int32_t count = 0;
  OCEAN_HD void operator()(int64_t, int64_t, int, int) { ++count; }
};

struct CountRun {
  FieldView v;
  View<int32_t> counts;
  OCEAN_HD void operator()(int64_t run) const {
    CountVisit visit;
    visit_run(v, run, visit);
    counts[run] = visit.count;
  }
};

struct EmitVisit {
  const FieldView& v;
  CoastPiece* at;
  OCEAN_HD void operator()(int64_t i, int64_t j, int upper, int land) {
    const CrossedEdges edges = crossed_edges(land);
    const int64_t from = triangle_node(v, i, j, upper, edges.from),
                  to = triangle_node(v, i, j, upper, edges.to);
    *at++ = {v.node_point(from), v.node_point(to), static_cast<uint64_t>(from), static_cast<uint64_t>(to)};
  }
};

struct EmitRun {
  FieldView v;
  View<const int64_t> offsets;
  View<CoastPiece> pieces;
  OCEAN_HD void operator()(int64_t run) const {
    if (offsets[run] == offsets[run + 1]) return;
    EmitVisit visit{v, pieces.data + offsets[run]};
    visit_run(v, run, visit);
  }
};

// The piece that leaves a piece's end lies in one of the two triangles of the end's edge.
struct LinkPiece {
  FieldView v;
  View<const int64_t> offsets;
  View<const CoastPiece> pieces;
  View<int32_t> next;
  OCEAN_HD int32_t find(int64_t i, int64_t j, uint64_t node) const {
    if (i < 0 || j < 0 || i >= v.f.width - 1 || j >= v.f.height - 1) return -1;
    const int64_t run = v.run_of_cell(i, j);
    for (int64_t k = offsets[run]; k < offsets[run + 1]; ++k)
      if (pieces[k].from == node) return static_cast<int32_t>(k);
    return -1;
  }
  OCEAN_HD void operator()(int64_t p) const {
    const uint64_t node = pieces[p].to;
    const int64_t sample = static_cast<int64_t>(node) / 3, i = sample % v.f.width, j = sample / v.f.width;
    int32_t found = find(i, j, node);
    const int edge = static_cast<int>(node % 3);
    if (found < 0 && edge != 2) found = edge == 0 ? find(i, j - 1, node) : find(i - 1, j, node);
    next[p] = found;
  }
};

// Straight on from a crossing of the field's border to the border of the map.
class BorderExtension {
 public:
  BorderExtension(const HeightField& f, double map_width, double map_height)
      : f_(f), map_width_(map_width), map_height_(map_height) {}

  Vec2d outer_end(uint64_t node, Vec2d p) const {
    const int64_t sample = static_cast<int64_t>(node) / 3, i = sample % f_.width, j = sample / f_.width;
    const bool along_u = node % 3 == 0;
    if (along_u && j == 0) return {p.x, p.y > 0 ? 0 : p.y};
    if (along_u && j == f_.height - 1) return {p.x, p.y < map_height_ ? map_height_ : p.y};
    if (!along_u && i == 0) return {p.x > 0 ? 0 : p.x, p.y};
    return {p.x < map_width_ ? map_width_ : p.x, p.y};
  }

  void apply(std::vector<CoastPiece>& pieces, std::vector<int32_t>& next) const {
    const size_t n = pieces.size();
    std::vector<uint8_t> has_previous(n);
    for (const int32_t k : next)
      if (k >= 0) has_previous[static_cast<size_t>(k)] = 1;
    for (size_t p = 0; p < n; ++p) {
      const CoastPiece piece = pieces[p];
      if (next[p] < 0) {
        next[p] = static_cast<int32_t>(pieces.size());
        pieces.push_back({piece.b, outer_end(piece.to, piece.b), piece.to, piece.to});
        next.push_back(-1);
      }
      if (!has_previous[p]) {
        pieces.push_back({outer_end(piece.from, piece.a), piece.a, piece.from, piece.from});
        next.push_back(static_cast<int32_t>(p));
      }
    }
  }

 private:
  const HeightField& f_;
  double map_width_, map_height_;
};

}  // namespace

Coastline field_coast(const Exec& exec, const HeightField& field, SeaLevel sea, double map_width,
                      double map_height) {
  if (field.width < 2 || field.height < 2)
    throw std::invalid_argument("field_coast: a height field has at least 2 x 2 samples");
  const FieldView v{field, sea, (field.width - 1 + kRun - 1) / kRun};
  const int64_t runs = v.runs_per_row * (field.height - 1);
  Buffer<int32_t> counts(exec, runs);
  Buffer<int64_t> offsets(exec, runs + 1);
  parallel_for(exec, "coast of cells, count", runs, CountRun{v, counts.view()}, 64);
  exclusive_scan(exec, std::as_const(counts).view(), offsets.view());
  const int64_t n = scan_total(exec, "coast of cells, number to host", offsets);
  if (n == 0) return {};
  if (n > int64_t{1} << 30) throw std::invalid_argument("field_coast: more than 2^30 pieces of coast");
  Buffer<CoastPiece> pieces(exec, n);
  Buffer<int32_t> next(exec, n);
  parallel_for(exec, "coast of cells", runs, EmitRun{v, std::as_const(offsets).view(), pieces.view()}, 64);
  parallel_for(exec, "coast of cells, link", n,
               LinkPiece{v, std::as_const(offsets).view(), std::as_const(pieces).view(), next.view()});
  std::vector<CoastPiece> host_pieces = pieces.to_host("coast of cells to host");
  std::vector<int32_t> host_next = next.to_host("coast of cells, links to host");
  if (map_width > 0 || map_height > 0)
    BorderExtension(field, map_width, map_height).apply(host_pieces, host_next);
  return chain_linked(host_pieces, host_next);
}

}  // namespace ocean
