// SPDX-License-Identifier: Apache-2.0
//
// Crossings of a ray to the east or to the north (Hormann & Agathos 2001, "The point in polygon problem for
// arbitrary polygons"): F(p) = Σ jumps of the edges that the ray from p crosses, with a sign. Along a
// horizontal line F changes only where edges cross it, along a vertical one the number G of the ray to the
// north; F = G off the edges. So a place is reached from a reference place in its cell by one step along each
// axis, and the edges of that cell alone are looked at. Signs are exact, so the sums are those of whole rays.
#include "kernels/coast/winding_number.h"

#include <cmath>

#include "kernels/cancel.h"
#include "kernels/coast/predicates.h"
#include "kernels/host_pool.h"

namespace ocean {
namespace {

using Edge = ArrangementEdge;

// Shares of a cell's sides; not on the lattices that people model on.
constexpr double kAlong = 0.41421356, kUp = 0.5857864;
constexpr double kNear = 1e-7;  // texels: places may lie off their cells by rounding

size_t at(int64_t k) { return static_cast<size_t>(k); }

// What an edge adds to the number of the ray from p. A place on an edge counts as to the east of it, or to
// the north.
int32_t crossing(const Arrangement& a, const Edge& e, Vec2d p, bool east) {
  const Vec2d q = a.nodes[at(e.from)], r = a.nodes[at(e.to)];
  const bool first = east ? q.y > p.y : q.x > p.x, second = east ? r.y > p.y : r.x > p.x;
  if (first == second) return 0;
  const int side = orientation(q, r, p);
  if (east) return second ? (side > 0 ? -e.jump : 0) : (side < 0 ? e.jump : 0);
  return second ? (side < 0 ? e.jump : 0) : (side > 0 ? -e.jump : 0);
}

// Is what lies to the east of the edge not to the north of it, with p on it? Then F and G differ there.
bool is_doubtful(const Arrangement& a, const Edge& e, Vec2d p) {
  const Vec2d q = a.nodes[at(e.from)], r = a.nodes[at(e.to)];
  const auto within = [](double v, double s, double t) { return (v >= s && v <= t) || (v >= t && v <= s); };
  if (!within(p.x, q.x, r.x) || !within(p.y, q.y, r.y)) return false;
  if (p == q || p == r) return true;
  return (r.x - q.x > 0) == (r.y - q.y > 0) && r.x != q.x && r.y != q.y && orientation(q, r, p) == 0;
}

}  // namespace

WindingNumber::WindingNumber(const Exec& exec, const Arrangement& arrangement)
    : a_(arrangement), cells_(arrangement.nodes, arrangement.edges, kNear) {
  numbers_.resize(at(cells_.columns() * cells_.rows()));
  doubtful_.resize(numbers_.size());
  for_chunks(exec.pool(), cells_.rows(), 16, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      check_cancelled();
      int32_t number = 0;  // east of all edges
      for (int64_t column = cells_.columns() - 1; column >= 0; --column) {
        const int64_t cell = row * cells_.columns() + column;
        const Vec2d here = reference(column, row), east = cells_.place(column, row, 1, kUp),
                    west = cells_.place(column, row, 0, kUp);
        const bool last = column + 1 == cells_.columns();
        for (const int32_t k : cells_.edges_of(cell)) {
          const Edge& e = a_.edges[at(k)];
          number += crossing(a_, e, here, true) - (last ? 0 : crossing(a_, e, east, true));
          doubtful_[at(cell)] |= is_doubtful(a_, e, here);
        }
        numbers_[at(cell)] = number;
        for (const int32_t k : cells_.edges_of(cell)) {
          const Edge& e = a_.edges[at(k)];
          number += crossing(a_, e, west, true) - crossing(a_, e, here, true);
        }
      }
    }
  });
}

Vec2d WindingNumber::reference(int64_t column, int64_t row) const {
  return cells_.place(column, row, kAlong, kUp);
}

int32_t WindingNumber::far_away(Vec2d p, bool east) const {
  int32_t number = 0;
  for (const Edge& e : a_.edges) number += crossing(a_, e, p, east);
  return number;
}

// By way of a corner between p and the reference place; false where that lies on an edge.
bool WindingNumber::local(Vec2d p, bool east, int32_t* number) const {
  const int64_t column = cells_.column_of(p.x), row = cells_.row_of(p.y),
                cell = row * cells_.columns() + column;
  if (doubtful_[at(cell)]) return false;
  const Vec2d known = reference(column, row), corner = east ? Vec2d{known.x, p.y} : Vec2d{p.x, known.y};
  int32_t sum = numbers_[at(cell)];
  for (const int32_t k : cells_.edges_of(cell)) {
    const Edge& e = a_.edges[at(k)];
    if (is_doubtful(a_, e, corner)) return false;
    sum += crossing(a_, e, corner, !east) - crossing(a_, e, known, !east);
    sum += crossing(a_, e, p, east) - crossing(a_, e, corner, east);
  }
  *number = sum;
  return true;
}

int32_t WindingNumber::left_of(int32_t edge) const {
  const Edge& own = a_.edges[at(edge)];
  const Vec2d a = a_.nodes[at(own.from)], b = a_.nodes[at(own.to)], d = b - a, middle = a + 0.5 * d;
  const bool steep = std::abs(d.y) >= std::abs(d.x);  // the ray goes east, else north
  int32_t number = 0;
  if (!local(middle, steep, &number)) number = far_away(middle, steep);
  number -= crossing(a_, own, middle, steep);
  // The ray from the left crosses the edge itself if that goes north, or west.
  const bool crosses = steep ? d.y > 0 : d.x < 0;
  return crosses ? number - own.jump : number;
}

}  // namespace ocean
