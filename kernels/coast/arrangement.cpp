// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/arrangement.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kernels/cancel.h"
#include "kernels/coast/edge_cells.h"
#include "kernels/coast/predicates.h"
#include "kernels/coast/union_find.h"
#include "kernels/device.h"

namespace ocean {
namespace {

using Edge = ArrangementEdge;

constexpr double kNear = 2e-8;  // texels: some rounding errors of coordinates up to 10^6
constexpr size_t kMaxNodes = (size_t{1} << 31) - 1;

size_t at(int32_t k) { return static_cast<size_t>(k); }

// Points within kNear of each other become one (the first); out[k]: its index.
std::vector<int32_t> clusters(const std::vector<Vec2d>& points) {
  std::vector<int32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    const Vec2d p = points[at(a)], q = points[at(b)];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : a < b;
  });
  check_cancelled();
  UnionFind unions(points.size());
  for (size_t k = 0; k < order.size(); ++k) {
    const Vec2d p = points[at(order[k])];
    for (size_t m = k + 1; m < order.size() && points[at(order[m])].x - p.x <= kNear; ++m)
      if (std::abs(points[at(order[m])].y - p.y) <= kNear) unions.unite(order[k], order[m]);
  }
  std::vector<int32_t> out(points.size());
  for (size_t k = 0; k < out.size(); ++k) out[k] = unions.root(static_cast<int32_t>(k));
  return out;
}

// visit(i, j) for all pairs (i < j) of edges whose boxes meet, ascending, each once.
template <class Visit>
void each_pair(const std::vector<Vec2d>& nodes, const std::vector<Edge>& edges, const Visit& visit) {
  const EdgeCells cells(nodes, edges, kNear);
  const auto boxes_meet = [&](const Edge& e, const Edge& f) {
    const Vec2d a = nodes[at(e.from)], b = nodes[at(e.to)], c = nodes[at(f.from)], d = nodes[at(f.to)];
    const double pad = 2 * kNear;
    return std::max(a.x, b.x) + pad >= std::min(c.x, d.x) && std::max(c.x, d.x) + pad >= std::min(a.x, b.x) &&
           std::max(a.y, b.y) + pad >= std::min(c.y, d.y) && std::max(c.y, d.y) + pad >= std::min(a.y, b.y);
  };
  std::vector<int32_t> others;
  for (size_t i = 0; i < edges.size(); ++i) {
    check_cancelled();
    others.clear();
    cells.each_cell(edges[i], [&](int64_t cell) {
      for (const int32_t j : cells.edges_of(cell))
        if (at(j) > i && boxes_meet(edges[i], edges[at(j)])) others.push_back(j);
    });
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const int32_t j : others) visit(static_cast<int32_t>(i), j);
  }
}

struct Cut {
  int32_t edge, node;
  double t;
};

class Cutter {
 public:
  Cutter(std::vector<Vec2d>& nodes, const std::vector<Edge>& edges) : nodes_(nodes), edges_(edges) {}

  void meet(int32_t i, int32_t j) {
    const Edge &e = edges_[at(i)], &f = edges_[at(j)];
    const bool shared = e.from == f.from || e.from == f.to || e.to == f.from || e.to == f.to;
    bool touches = false;
    for (const int32_t node : {f.from, f.to}) touches |= touch(i, node);
    for (const int32_t node : {e.from, e.to}) touches |= touch(j, node);
    if (shared || touches) return;
    const Vec2d a = p(e.from), b = p(e.to), c = p(f.from), d = p(f.to);
    if (orientation(a, b, c) * orientation(a, b, d) >= 0 || orientation(c, d, a) * orientation(c, d, b) >= 0)
      return;
    const Vec2d u = b - a, v = d - c;
    const double t = std::clamp(cross(c - a, v) / cross(u, v), 0.0, 1.0);
    const auto node = static_cast<int32_t>(nodes_.size());
    nodes_.push_back(a + t * u);
    cuts.push_back({i, node, t});
    cuts.push_back({j, node, along(j, nodes_.back())});
  }

  std::vector<Edge> cut() {
    std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
      return a.edge != b.edge ? a.edge < b.edge : a.t != b.t ? a.t < b.t : a.node < b.node;
    });
    std::vector<Edge> out;
    size_t k = 0;
    for (size_t i = 0; i < edges_.size(); ++i) {
      Edge rest = edges_[i];
      for (; k < cuts.size() && at(cuts[k].edge) == i; ++k) {
        out.push_back({rest.from, cuts[k].node, rest.jump, rest.open_rim});
        rest.from = cuts[k].node;
      }
      out.push_back(rest);
    }
    return out;
  }

  std::vector<Cut> cuts;

 private:
  Vec2d p(int32_t node) const { return nodes_[at(node)]; }
  double along(int32_t edge, Vec2d q) const {
    const Vec2d a = p(edges_[at(edge)].from), d = p(edges_[at(edge)].to) - a;
    return dot(q - a, d) / dot(d, d);
  }
  // Does the node lie on the edge's inside? Then the edge is cut there.
  bool touch(int32_t edge, int32_t node) {
    const Edge& e = edges_[at(edge)];
    if (node == e.from || node == e.to) return false;
    const double t = along(edge, p(node));
    if (!(t > 0 && t < 1)) return false;
    const Vec2d off = p(node) - (p(e.from) + t * (p(e.to) - p(e.from)));
    if (dot(off, off) > kNear * kNear) return false;
    cuts.push_back({edge, node, t});
    return true;
  }
  std::vector<Vec2d>& nodes_;
  const std::vector<Edge>& edges_;
};

void rename(const std::vector<int32_t>& names, std::vector<Edge>& edges) {
  for (Edge& e : edges) e.from = names[at(e.from)], e.to = names[at(e.to)];
  std::erase_if(edges, [](const Edge& e) { return e.from == e.to; });
}

// Equal and opposite edges become one with the sum of their jumps, made positive.
void add_up(std::vector<Edge>& edges) {
  for (Edge& e : edges)
    if (e.from > e.to) e = {e.to, e.from, -e.jump, e.open_rim};
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.from != b.from ? a.from < b.from : a.to != b.to ? a.to < b.to : a.jump < b.jump;
  });
  size_t kept = 0;
  for (const Edge& e : edges) {
    if (kept > 0 && edges[kept - 1].from == e.from && edges[kept - 1].to == e.to) {
      edges[kept - 1].jump += e.jump;
      edges[kept - 1].open_rim &= e.open_rim;
    } else {
      edges[kept++] = e;
    }
  }
  edges.resize(kept);
  std::erase_if(edges, [](const Edge& e) { return e.jump == 0; });
  for (Edge& e : edges)
    if (e.jump < 0) e = {e.to, e.from, -e.jump, e.open_rim};
}

// Two cuts and up to four edges a meeting, with their sorted copies, in a quarter of the free memory.
size_t most_nodes() {
  constexpr int64_t kBytesPerNode = 4 * 256;
  return std::min(kMaxNodes - 4, static_cast<size_t>(available_memory(Exec::cpu(1)) / kBytesPerNode));
}

[[noreturn]] void throw_too_many(size_t nodes) {
  throw std::invalid_argument("section: pieces of the coast meet in more than " + std::to_string(nodes) +
                              " places, more than a quarter of the free memory can hold");
}

}  // namespace

void cut_at_meetings(Arrangement& arrangement) {
  auto& [nodes, edges] = arrangement;
  rename(clusters(nodes), edges);
  Cutter cutter(nodes, edges);
  const size_t most = most_nodes();
  each_pair(nodes, edges, [&](int32_t i, int32_t j) {
    if (nodes.size() >= most) throw_too_many(nodes.size());
    cutter.meet(i, j);
  });
  edges = cutter.cut();
  check_cancelled();
  rename(clusters(nodes), edges);
  check_cancelled();
  add_up(edges);
}

}  // namespace ocean
