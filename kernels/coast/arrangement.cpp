// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/arrangement.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "kernels/cancel.h"
#include "kernels/coast/predicates.h"
#include "kernels/coast/union_find.h"

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

// Segments in a grid of about as many cells.
class Cells {
 public:
  Cells(const std::vector<Vec2d>& nodes, const std::vector<Edge>& edges) : nodes_(nodes), edges_(edges) {
    low_ = high_ = edges.empty() ? Vec2d{} : nodes[at(edges[0].from)];
    double length = 0;
    for (const Edge& e : edges)
      for (const Vec2d p : {nodes[at(e.from)], nodes[at(e.to)]}) {
        low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
        high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
      }
    for (const Edge& e : edges) length += std::sqrt(dot(span(e), span(e)));
    const Vec2d size = high_ - low_;
    const double n = static_cast<double>(edges.size()) + 1;
    size_ = std::max({std::sqrt(size.x * size.y / n), length / n, (size.x + size.y) / n, 1e-6});
    columns_ = static_cast<int64_t>(size.x / size_) + 1;
  }

  // All pairs (i < j) whose boxes share a cell, ascending, each once.
  std::vector<std::pair<int32_t, int32_t>> pairs() const {
    std::vector<std::pair<int64_t, int32_t>> filed;
    for (size_t k = 0; k < edges_.size(); ++k)
      each_cell(edges_[k], [&](int64_t cell) { filed.push_back({cell, static_cast<int32_t>(k)}); });
    std::sort(filed.begin(), filed.end());
    std::vector<std::pair<int32_t, int32_t>> out;
    for (size_t k = 0; k < filed.size(); ++k)
      for (size_t m = k + 1; m < filed.size() && filed[m].first == filed[k].first; ++m)
        if (boxes_meet(edges_[at(filed[k].second)], edges_[at(filed[m].second)]))
          out.push_back({filed[k].second, filed[m].second});
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

 private:
  Vec2d span(const Edge& e) const { return nodes_[at(e.to)] - nodes_[at(e.from)]; }

  template <class Visit>
  void each_cell(const Edge& e, const Visit& visit) const {
    Vec2d a = nodes_[at(e.from)], b = nodes_[at(e.to)];
    if (a.y > b.y) std::swap(a, b);
    const auto row = [&](double y) { return static_cast<int64_t>(std::max(0.0, (y - low_.y) / size_)); };
    for (int64_t r = row(a.y - 2 * kNear); r <= row(b.y + 2 * kNear); ++r) {
      const double y0 = low_.y + static_cast<double>(r) * size_, y1 = y0 + size_;
      const auto x_at = [&](double y) {
        return b.y > a.y ? a.x + std::clamp((y - a.y) / (b.y - a.y), 0.0, 1.0) * (b.x - a.x) : a.x;
      };
      double x0 = b.y > a.y ? x_at(y0) : a.x, x1 = b.y > a.y ? x_at(y1) : b.x;
      if (x0 > x1) std::swap(x0, x1);
      const double pad = 2 * kNear + 1e-9 * size_;
      const auto column = [&](double x) {
        return std::clamp<int64_t>(static_cast<int64_t>(std::max(0.0, (x - low_.x) / size_)), 0,
                                   columns_ - 1);
      };
      for (int64_t c = column(x0 - pad); c <= column(x1 + pad); ++c) visit(r * columns_ + c);
    }
  }

  bool boxes_meet(const Edge& e, const Edge& f) const {
    const Vec2d a = nodes_[at(e.from)], b = nodes_[at(e.to)], c = nodes_[at(f.from)], d = nodes_[at(f.to)];
    const double pad = 2 * kNear;
    return std::max(a.x, b.x) + pad >= std::min(c.x, d.x) && std::max(c.x, d.x) + pad >= std::min(a.x, b.x) &&
           std::max(a.y, b.y) + pad >= std::min(c.y, d.y) && std::max(c.y, d.y) + pad >= std::min(a.y, b.y);
  }

  const std::vector<Vec2d>& nodes_;
  const std::vector<Edge>& edges_;
  Vec2d low_{}, high_{};
  double size_ = 1;
  int64_t columns_ = 1;
};

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

}  // namespace

void cut_at_meetings(Arrangement& arrangement) {
  auto& [nodes, edges] = arrangement;
  rename(clusters(nodes), edges);
  Cutter cutter(nodes, edges);
  int64_t steps = 0;
  for (const auto& [i, j] : Cells(nodes, edges).pairs()) {
    if (steps++ % 4096 == 0) check_cancelled();
    if (nodes.size() + 4 > kMaxNodes)
      throw std::invalid_argument("section: more than 2^31 ends of pieces of coast");
    cutter.meet(i, j);
  }
  edges = cutter.cut();
  rename(clusters(nodes), edges);
  add_up(edges);
}

}  // namespace ocean
