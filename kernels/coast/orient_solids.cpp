// SPDX-License-Identifier: Apache-2.0
//
// A union-find whose links carry whether two triangles are wound alike; then a sign a component.
#include "kernels/coast/orient_solids.h"

#include <algorithm>
#include <numeric>

#include "kernels/cancel.h"

namespace ocean {
namespace {

struct HalfEdge {
  int32_t low, high;  // welded
  int32_t raw_low, raw_high;
  int32_t triangle;
  bool forward;  // low → high
};

bool same_edge(const HalfEdge& a, const HalfEdge& b) { return a.low == b.low && a.high == b.high; }
bool same_raw_edge(const HalfEdge& a, const HalfEdge& b) {
  return a.raw_low == b.raw_low && a.raw_high == b.raw_high;
}

class ParityUnion {
 public:
  explicit ParityUnion(size_t n) : parent_(n), turned_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  struct Root {
    int32_t root;
    bool turned;  // against the root
  };
  Root find(int32_t x) {
    bool turned = false;
    int32_t root = x;
    while (parent_[at(root)] != root) {
      turned ^= turned_[at(root)] != 0;
      root = parent_[at(root)];
    }
    for (bool t = turned; parent_[at(x)] != root && x != root;) {  // path compression
      const int32_t next = parent_[at(x)];
      const bool own = turned_[at(x)] != 0;
      parent_[at(x)] = root;
      turned_[at(x)] = t ? 1 : 0;
      t ^= own;
      x = next;
    }
    return {root, turned};
  }
  // False if the two are joined already and the other way.
  bool unite(int32_t a, int32_t b, bool turned) {
    const Root ra = find(a), rb = find(b);
    if (ra.root == rb.root) return (ra.turned ^ rb.turned) == turned;
    const int32_t low = std::min(ra.root, rb.root), high = std::max(ra.root, rb.root);
    parent_[at(high)] = low;
    turned_[at(high)] = (ra.turned ^ rb.turned ^ turned) ? 1 : 0;
    return true;
  }

 private:
  static size_t at(int32_t k) { return static_cast<size_t>(k); }
  std::vector<int32_t> parent_;
  std::vector<uint8_t> turned_;
};

std::vector<HalfEdge> half_edges(const std::vector<Triangle>& raw, const std::vector<Triangle>& welded) {
  std::vector<HalfEdge> edges;
  edges.reserve(3 * raw.size());
  for (size_t t = 0; t < raw.size(); ++t) {
    const int32_t r[3] = {raw[t].a, raw[t].b, raw[t].c}, w[3] = {welded[t].a, welded[t].b, welded[t].c};
    for (int k = 0; k < 3; ++k) {
      const int32_t i = w[k], j = w[(k + 1) % 3], p = r[k], q = r[(k + 1) % 3];
      const bool forward = i < j;
      edges.push_back({forward ? i : j, forward ? j : i, forward ? p : q, forward ? q : p,
                       static_cast<int32_t>(t), forward});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const HalfEdge& a, const HalfEdge& b) {
    if (a.low != b.low) return a.low < b.low;
    if (a.high != b.high) return a.high < b.high;
    if (a.raw_low != b.raw_low) return a.raw_low < b.raw_low;
    if (a.raw_high != b.raw_high) return a.raw_high < b.raw_high;
    return a.triangle < b.triangle;
  });
  return edges;
}

template <class Visit>
void each_edge(const std::vector<HalfEdge>& edges, const Visit& visit) {
  int64_t steps = 0;
  for (size_t k = 0; k < edges.size();) {
    if (steps++ % 4096 == 0) check_cancelled();
    size_t stop = k;
    while (stop < edges.size() && same_edge(edges[stop], edges[k])) ++stop;
    visit(k, stop);
    k = stop;
  }
}

void join(const std::vector<HalfEdge>& edges, ParityUnion& parts, OrientedSolids& out) {
  const auto pair = [&](size_t a, size_t b) {
    if (parts.unite(edges[a].triangle, edges[b].triangle, edges[a].forward == edges[b].forward)) return;
    if (out.contradictions++ == 0) out.first_contradiction = edges[a].low;
  };
  each_edge(edges, [&](size_t begin, size_t end) {
    if (end - begin == 2) return pair(begin, begin + 1);
    bool all_paired = (end - begin) % 2 == 0;
    for (size_t k = begin; all_paired && k < end; k += 2)
      all_paired =
          same_raw_edge(edges[k], edges[k + 1]) && (k + 2 == end || !same_raw_edge(edges[k], edges[k + 2]));
    for (size_t k = begin; all_paired && k < end; k += 2) pair(k, k + 1);
    for (size_t k = begin + 1; !all_paired && k < end; ++k)
      if (!parts.unite(edges[begin].triangle, edges[k].triangle, false) && out.contradictions++ == 0)
        out.first_contradiction = edges[k].low;
  });
}

double volume6(Vec3d a, Vec3d b, Vec3d c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
}

}  // namespace

OrientedSolids orient_solids(const std::vector<TexelPoint>& vertices, const std::vector<Triangle>& triangles,
                             const std::vector<int32_t>& weld) {
  const auto welded = [&](int32_t v) { return weld[static_cast<size_t>(v)]; };
  const auto point = [&](int32_t v) { return vertices[static_cast<size_t>(v)]; };
  OrientedSolids out;
  std::vector<Triangle> raw;
  for (const Triangle& t : triangles) {
    const Triangle w{welded(t.a), welded(t.b), welded(t.c)};
    if (w.a == w.b || w.b == w.c || w.c == w.a) continue;
    raw.push_back(t);
    out.triangles.push_back(w);
  }
  const size_t n = raw.size();
  const std::vector<HalfEdge> edges = half_edges(raw, out.triangles);
  ParityUnion parts(n);
  join(edges, parts, out);

  std::vector<int32_t> root(n);
  std::vector<uint8_t> turned(n), open(n);  // open: at roots
  for (size_t t = 0; t < n; ++t) {
    if (t % 4096 == 0) check_cancelled();
    const auto found = parts.find(static_cast<int32_t>(t));
    root[t] = found.root;
    turned[t] = found.turned ? 1 : 0;
  }
  const auto direction = [&](const HalfEdge& e) {
    return (turned[static_cast<size_t>(e.triangle)] != 0) == e.forward ? -1 : 1;
  };
  each_edge(edges, [&](size_t begin, size_t end) {
    int32_t sum = 0;
    for (size_t k = begin; k < end; ++k) sum += direction(edges[k]);
    for (size_t k = begin; sum != 0 && k < end; ++k)
      open[static_cast<size_t>(root[static_cast<size_t>(edges[k].triangle)])] = 1;
  });
  std::vector<double> measure(n);  // at roots: six volumes, or two areas seen from above
  for (size_t t = 0; t < n; ++t) {
    const auto r = static_cast<size_t>(root[t]);
    const Vec3d base = point(out.triangles[r].a), a = point(out.triangles[t].a) - base,
                b = point(out.triangles[t].b) - base, c = point(out.triangles[t].c) - base;
    const double m = open[r] ? (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) : volume6(a, b, c);
    measure[r] += turned[t] ? -m : m;
  }
  for (size_t t = 0; t < n; ++t) {
    const auto r = static_cast<size_t>(root[t]);
    if (r == t) ++(open[r] ? out.sheets : out.closed);
    turned[t] ^= measure[r] < 0 ? 1 : 0;
    out.turned += turned[t];
  }
  each_edge(edges, [&](size_t begin, size_t end) {
    int32_t sum = 0;
    for (size_t k = begin; k < end; ++k) sum += direction(edges[k]);
    const HalfEdge& e = edges[begin];
    if (sum > 0) out.open_edges.push_back({e.low, e.high, sum});
    if (sum < 0) out.open_edges.push_back({e.high, e.low, -sum});
  });
  for (size_t t = 0; t < n; ++t)
    if (turned[t]) std::swap(out.triangles[t].b, out.triangles[t].c);
  return out;
}

}  // namespace ocean
