// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "kernels/buffer.h"
#include "kernels/coast/coast_nodes.h"
#include "kernels/coast/union_find.h"
#include "kernels/primitives.h"

namespace ocean {

NodeEnds sort_ends(const Exec& exec, const std::vector<CoastPiece>& pieces) {
  if (pieces.size() > (size_t{1} << 30)) throw std::invalid_argument("coast: more than 2^30 pieces");
  std::vector<uint64_t> nodes(2 * pieces.size());
  std::vector<int32_t> ends(nodes.size());
  for (size_t i = 0; i < pieces.size(); ++i) {
    nodes[2 * i] = pieces[i].from;
    nodes[2 * i + 1] = pieces[i].to;
  }
  std::iota(ends.begin(), ends.end(), 0);
  Buffer<uint64_t> keys(exec, "coast nodes", nodes);
  Buffer<int32_t> values(exec, "coast nodes", ends);
  sort_by_key(exec, keys, values);
  return {keys.to_host("coast nodes"), values.to_host("coast nodes")};
}

namespace {

struct LooseNodes {
  std::vector<uint64_t> node;
  std::vector<Vec2d> at;
  std::unordered_map<uint64_t, int> index;
  UnionFind clusters;

  int add(uint64_t name, Vec2d p) {
    const auto [it, added] = index.emplace(name, static_cast<int>(node.size()));
    if (added) {
      node.push_back(name);
      at.push_back(p);
      clusters.add();
    }
    return it->second;
  }
  int find(uint64_t name) const {
    const auto it = index.find(name);
    return it == index.end() ? -1 : it->second;
  }
};

LooseNodes find_loose(const Exec& exec, const std::vector<CoastPiece>& pieces) {
  const NodeEnds ends = sort_ends(exec, pieces);
  LooseNodes loose;
  const size_t n = ends.ends.size();
  for (size_t i = 0; i < n;) {
    size_t stop = i;
    int balance = 0;
    for (; stop < n && ends.nodes[stop] == ends.nodes[i]; ++stop)
      balance += ends.ends[stop] % 2 == 0 ? 1 : -1;
    if (balance != 0) {
      const CoastPiece& p = pieces[static_cast<size_t>(ends.ends[i] / 2)];
      loose.add(ends.nodes[i], ends.ends[i] % 2 == 0 ? p.a : p.b);
    }
    i = stop;
  }
  return loose;
}

// A piece of no length has no direction to turn by: at loose nodes its two nodes become one and it goes.
void contract_points(std::vector<CoastPiece>& pieces, LooseNodes& loose) {
  std::vector<size_t> points;
  for (size_t i = 0; i < pieces.size(); ++i)
    if (pieces[i].a == pieces[i].b) points.push_back(i);
  std::vector<uint8_t> gone(pieces.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (const size_t i : points) {
      const CoastPiece& p = pieces[i];
      if (gone[i] || (loose.find(p.from) < 0 && loose.find(p.to) < 0)) continue;
      const int from = loose.add(p.from, p.a), to = loose.add(p.to, p.b);
      loose.clusters.unite(from, to);
      gone[i] = 1;
      changed = true;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < pieces.size(); ++i)
    if (!gone[i]) pieces[kept++] = pieces[i];
  pieces.resize(kept);
}

struct GridEntry {
  double x, y;  // cell, a whole number
  int loose;
};

bool cell_before(const GridEntry& a, const GridEntry& b) {
  if (a.y != b.y) return a.y < b.y;
  if (a.x != b.x) return a.x < b.x;
  return a.loose < b.loose;
}

void unite_near(LooseNodes& loose, double distance) {
  std::vector<GridEntry> grid;
  for (size_t k = 0; k < loose.at.size(); ++k)
    grid.push_back(
        {std::floor(loose.at[k].x / distance), std::floor(loose.at[k].y / distance), static_cast<int>(k)});
  std::sort(grid.begin(), grid.end(), cell_before);
  for (const GridEntry& e : grid) {
    const Vec2d p = loose.at[static_cast<size_t>(e.loose)];
    for (int dy = -1; dy <= 1; ++dy) {
      auto it = std::lower_bound(grid.begin(), grid.end(), GridEntry{e.x - 1, e.y + dy, -1}, cell_before);
      for (; it != grid.end() && it->y == e.y + dy && it->x <= e.x + 1; ++it) {
        const Vec2d d = loose.at[static_cast<size_t>(it->loose)] - p;
        if (it->loose < e.loose && dot(d, d) <= distance * distance) loose.clusters.unite(it->loose, e.loose);
      }
    }
  }
}

}  // namespace

void join_loose_ends(const Exec& exec, std::vector<CoastPiece>& pieces, double distance) {
  LooseNodes loose = find_loose(exec, pieces);
  if (loose.node.empty()) return;
  contract_points(pieces, loose);
  unite_near(loose, distance);
  size_t kept = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    CoastPiece p = pieces[i];
    const int from = loose.find(p.from), to = loose.find(p.to);
    if (from >= 0) {
      const auto root = static_cast<size_t>(loose.clusters.root(from));
      p.a = loose.at[root];
      p.from = loose.node[root];
    }
    if (to >= 0) {
      const auto root = static_cast<size_t>(loose.clusters.root(to));
      p.b = loose.at[root];
      p.to = loose.node[root];
    }
    const bool vanished = (from >= 0 || to >= 0) && p.from == p.to && p.a == p.b;
    if (!vanished) pieces[kept++] = p;
  }
  pieces.resize(kept);
}

}  // namespace ocean
