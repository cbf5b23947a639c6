// SPDX-License-Identifier: Apache-2.0
//
// Cut at all meetings, then count crossings of a ray (Hormann & Agathos 2001, "The point in polygon problem
// for arbitrary polygons") from each run of pieces, along x or y, whichever it is steeper to.
#include "kernels/coast/winding_boundary.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/coast/arrangement.h"
#include "kernels/coast/predicates.h"
#include "kernels/coast/union_find.h"
#include "kernels/host_pool.h"

namespace ocean {
namespace {

using Edge = ArrangementEdge;

constexpr size_t kMaxPieces = size_t{1} << 29;

size_t at(int32_t k) { return static_cast<size_t>(k); }

// Edges by their ranges of x or y, for rays.
class Slabs {
 public:
  Slabs(const std::vector<Vec2d>& nodes, const std::vector<Edge>& edges, bool of_y) {
    const auto c = [&](int32_t node) { return of_y ? nodes[at(node)].y : nodes[at(node)].x; };
    if (edges.empty()) return;
    low_ = c(edges[0].from);
    double high = low_;
    for (const Edge& e : edges) {
      low_ = std::min({low_, c(e.from), c(e.to)});
      high = std::max({high, c(e.from), c(e.to)});
    }
    constexpr size_t kMostSlabs = 1 << 16;
    slabs_.resize(std::min(edges.size() / 4 + 1, kMostSlabs));
    size_ = std::max((high - low_) / static_cast<double>(slabs_.size()), 1e-9);
    for (size_t k = 0; k < edges.size(); ++k) {
      const double a = std::min(c(edges[k].from), c(edges[k].to)),
                   b = std::max(c(edges[k].from), c(edges[k].to));
      for (size_t s = index(a); s <= index(b); ++s) slabs_[s].push_back(static_cast<int32_t>(k));
    }
  }
  const std::vector<int32_t>& around(double x) const { return slabs_[index(x)]; }

 private:
  size_t index(double x) const {
    return static_cast<size_t>(std::clamp((x - low_) / size_, 0.0, static_cast<double>(slabs_.size()) - 1));
  }
  std::vector<std::vector<int32_t>> slabs_;
  double low_ = 0, size_ = 1;
};

class Winding {
 public:
  Winding(const std::vector<Vec2d>& nodes, const std::vector<Edge>& edges)
      : nodes_(nodes), edges_(edges), by_y_(nodes, edges, true), by_x_(nodes, edges, false) {}

  // On the left of an edge.
  int32_t left_of(int32_t edge) const {
    const Edge& own = edges_[at(edge)];
    const Vec2d a = p(own.from), b = p(own.to), d = b - a, m = a + 0.5 * d;
    const bool steep = std::abs(d.y) >= std::abs(d.x);  // the ray goes east, else north
    int32_t sum = 0;
    for (const int32_t k : steep ? by_y_.around(m.y) : by_x_.around(m.x)) {
      if (k == edge) continue;
      const Edge& e = edges_[at(k)];
      const Vec2d q = p(e.from), r = p(e.to);
      const bool first = steep ? q.y > m.y : q.x > m.x, second = steep ? r.y > m.y : r.x > m.x;
      if (first == second) continue;
      const int side = orientation(q, r, m);
      if (steep) sum += second ? (side > 0 ? -e.jump : 0) : (side < 0 ? e.jump : 0);
      else sum += second ? (side < 0 ? e.jump : 0) : (side > 0 ? -e.jump : 0);
    }
    // The ray from the left crosses the edge itself if that goes north, or west.
    const bool crosses = steep ? d.y > 0 : d.x < 0;
    return crosses ? sum - own.jump : sum;
  }

 private:
  Vec2d p(int32_t node) const { return nodes_[at(node)]; }
  const std::vector<Vec2d>& nodes_;
  const std::vector<Edge>& edges_;
  Slabs by_y_, by_x_;
};

// Edges that follow each other where nothing else meets have one number on their left; out[k]: the run's
// longest edge.
std::vector<int32_t> runs_of(const std::vector<Vec2d>& nodes, const std::vector<Edge>& edges) {
  std::vector<int32_t> degree(nodes.size()), in(nodes.size(), -1), out_of(nodes.size(), -1);
  for (size_t k = 0; k < edges.size(); ++k) {
    ++degree[at(edges[k].from)];
    ++degree[at(edges[k].to)];
    out_of[at(edges[k].from)] = in[at(edges[k].to)] = static_cast<int32_t>(k);
  }
  UnionFind unions(edges.size());
  for (size_t n = 0; n < nodes.size(); ++n)
    if (degree[n] == 2 && in[n] >= 0 && out_of[n] >= 0 && edges[at(in[n])].jump == edges[at(out_of[n])].jump)
      unions.unite(in[n], out_of[n]);
  const auto square = [&](int32_t k) {
    const Vec2d d = nodes[at(edges[at(k)].to)] - nodes[at(edges[at(k)].from)];
    return dot(d, d);
  };
  std::vector<int32_t> longest(edges.size(), -1), out(edges.size());
  for (size_t k = 0; k < edges.size(); ++k) {
    int32_t& best = longest[at(unions.root(static_cast<int32_t>(k)))];
    if (best < 0 || square(static_cast<int32_t>(k)) > square(best)) best = static_cast<int32_t>(k);
  }
  for (size_t k = 0; k < edges.size(); ++k) out[k] = longest[at(unions.root(static_cast<int32_t>(k)))];
  return out;
}

}  // namespace

std::vector<BoundaryPiece> winding_boundary(const Exec& exec, const std::vector<WindingPiece>& pieces) {
  if (pieces.size() > kMaxPieces) throw std::invalid_argument("section: more than 2^29 pieces of coast");
  Arrangement arrangement;
  auto& [nodes, edges] = arrangement;
  for (const WindingPiece& piece : pieces) {
    const auto first = static_cast<int32_t>(nodes.size());
    nodes.push_back(piece.a);
    nodes.push_back(piece.b);
    edges.push_back({first, first + 1, piece.jump, piece.open_rim});
  }
  cut_at_meetings(arrangement);
  const std::vector<int32_t> run = runs_of(nodes, edges);
  const Winding winding(nodes, edges);
  std::vector<int32_t> left(edges.size());
  for_chunks(exec.pool(), static_cast<int64_t>(edges.size()), 256, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      if (run[static_cast<size_t>(k)] == k)
        left[static_cast<size_t>(k)] = winding.left_of(static_cast<int32_t>(k));
  });
  std::vector<BoundaryPiece> out;
  for (size_t k = 0; k < edges.size(); ++k) {
    const Edge& e = edges[k];
    const int32_t w = left[at(run[k])];
    if (w >= 1 || w + e.jump < 1) continue;
    out.push_back(
        {{nodes[at(e.from)], nodes[at(e.to)], static_cast<uint64_t>(e.from), static_cast<uint64_t>(e.to)},
         e.open_rim});
  }
  return out;
}

}  // namespace ocean
