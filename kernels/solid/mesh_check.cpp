// SPDX-License-Identifier: Apache-2.0
#include "kernels/solid/mesh_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace ocean {
namespace {

Vec3d at(const std::vector<Vec3d>& corners, int32_t i) { return corners[static_cast<size_t>(i)]; }

Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

std::vector<int32_t> weld(const std::vector<Vec3d>& corners) {
  std::vector<int32_t> order(corners.size()), first(corners.size());
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](int32_t i) {
    const Vec3d& p = corners[static_cast<size_t>(i)];
    return std::tuple(p.x, p.y, p.z);
  };
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    const auto pa = place(a), pb = place(b);
    return pa != pb ? pa < pb : a < b;
  });
  for (size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && place(order[k]) == place(order[k - 1]);
    first[static_cast<size_t>(order[k])] = same ? first[static_cast<size_t>(order[k - 1])] : order[k];
  }
  return first;
}

struct Edge {
  int32_t low, high, triangle;
  bool forward;  // the triangle runs from low to high
  bool operator<(const Edge& b) const {
    return std::tie(low, high, triangle, forward) < std::tie(b.low, b.high, b.triangle, b.forward);
  }
};

std::vector<Edge> edges_of(const std::vector<Triangle>& triangles) {
  std::vector<Edge> edges;
  edges.reserve(3 * triangles.size());
  for (size_t t = 0; t < triangles.size(); ++t) {
    const int32_t v[3] = {triangles[t].a, triangles[t].b, triangles[t].c};
    for (int k = 0; k < 3; ++k) {
      const int32_t from = v[k], to = v[(k + 1) % 3];
      edges.push_back({std::min(from, to), std::max(from, to), static_cast<int32_t>(t), from < to});
    }
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

struct Link {
  int32_t to;
  bool against;  // the two are wound against each other
};

struct Neighbours {
  std::vector<int32_t> begin;  // of a triangle's links
  std::vector<Link> links;
};

// Also counts edges.
Neighbours find_neighbours(size_t triangles, const std::vector<Edge>& edges, MeshCheck& out) {
  Neighbours n;
  std::vector<std::pair<int32_t, Link>> all;
  for (size_t first = 0, end = 0; first < edges.size(); first = end) {
    while (end < edges.size() && edges[end].low == edges[first].low && edges[end].high == edges[first].high)
      ++end;
    out.open_edges += (end - first) % 2;
    out.crowded_edges += end - first > 2 ? 1 : 0;
    if (end - first != 2) continue;
    const Edge &a = edges[first], &b = edges[first + 1];
    all.push_back({a.triangle, {b.triangle, a.forward == b.forward}});
    all.push_back({b.triangle, {a.triangle, a.forward == b.forward}});
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  n.begin.assign(triangles + 1, 0);
  for (const auto& [from, link] : all) ++n.begin[static_cast<size_t>(from) + 1];
  std::partial_sum(n.begin.begin(), n.begin.end(), n.begin.begin());
  for (const auto& [from, link] : all) n.links.push_back(link);
  return n;
}

// Six times the volume about the mean of the corners.
double volume_of(const std::vector<Vec3d>& corners, const std::vector<Triangle>& triangles,
                 const std::vector<int32_t>& part, const std::vector<uint8_t>& turned) {
  Vec3d middle{0, 0, 0};
  for (const int32_t t : part) {
    const Triangle& f = triangles[static_cast<size_t>(t)];
    middle = middle + at(corners, f.a) + at(corners, f.b) + at(corners, f.c);
  }
  middle = (1.0 / (3.0 * static_cast<double>(part.size()))) * middle;
  double volume = 0;
  for (const int32_t t : part) {
    const Triangle& f = triangles[static_cast<size_t>(t)];
    const double v =
        dot(at(corners, f.a) - middle, cross(at(corners, f.b) - middle, at(corners, f.c) - middle));
    volume += turned[static_cast<size_t>(t)] ? -v : v;
  }
  return volume;
}

void orient(const std::vector<Vec3d>& corners, MeshCheck& out) {
  std::vector<Triangle>& triangles = out.triangles;
  const Neighbours n = find_neighbours(triangles.size(), edges_of(triangles), out);
  std::vector<uint8_t> seen(triangles.size(), 0), turned(triangles.size(), 0);
  std::vector<int32_t> part;
  int64_t disagree = 0;
  for (size_t seed = 0; seed < triangles.size(); ++seed) {
    if (seen[seed]) continue;
    part.assign(1, static_cast<int32_t>(seed));
    seen[seed] = 1;
    for (size_t k = 0; k < part.size(); ++k) {
      const auto t = static_cast<size_t>(part[k]);
      for (int32_t l = n.begin[t]; l < n.begin[t + 1]; ++l) {
        const Link& link = n.links[static_cast<size_t>(l)];
        const auto to = static_cast<size_t>(link.to);
        const uint8_t wanted = turned[t] ^ static_cast<uint8_t>(link.against);
        if (seen[to]) {
          disagree += turned[to] != wanted ? 1 : 0;
        } else {
          seen[to] = 1;
          turned[to] = wanted;
          part.push_back(link.to);
        }
      }
    }
    if (volume_of(corners, triangles, part, turned) < 0)
      for (const int32_t t : part) turned[static_cast<size_t>(t)] ^= 1;
    ++out.components;
  }
  out.contradictions = disagree / 2;  // seen from both sides
  for (size_t t = 0; t < triangles.size(); ++t) {
    if (turned[t]) std::swap(triangles[t].b, triangles[t].c);
    out.turned += turned[t];
  }
}

}  // namespace

MeshCheck check_mesh(const std::vector<Vec3d>& corners, const std::vector<Triangle>& triangles) {
  MeshCheck out;
  const std::vector<int32_t> first = weld(corners);
  for (const Triangle& t : triangles) {
    const Triangle f{first[static_cast<size_t>(t.a)], first[static_cast<size_t>(t.b)],
                     first[static_cast<size_t>(t.c)]};
    const Vec3d n = cross(at(corners, f.b) - at(corners, f.a), at(corners, f.c) - at(corners, f.a));
    const double twice = std::sqrt(dot(n, n));
    if (!(twice > 0)) {
      ++out.without_area;
      continue;
    }
    out.area += 0.5 * twice;
    out.triangles.push_back(f);
  }
  orient(corners, out);
  return out;
}

}  // namespace ocean
