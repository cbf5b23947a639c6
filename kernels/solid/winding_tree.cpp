// SPDX-License-Identifier: Apache-2.0
//
// Halves of equal size along the longest axis of the triangles' middles, ties by index. Built on the host: it
// takes far less time than the evaluation.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/solid/winding.h"

namespace ocean {
namespace {

constexpr int32_t kLeafTriangles = 8;
struct Builder {
  std::vector<WindingTriangle> all;
  std::vector<Vec3d> middles, normals;  // normal: area times unit normal
  std::vector<int32_t> order;
  WindingNodes out;

  int32_t longest_axis(int32_t begin, int32_t end) const {
    Vec3d low = middle(begin), high = low;
    for (int32_t k = begin; k < end; ++k) {
      const Vec3d m = middle(k);
      low = {std::min(low.x, m.x), std::min(low.y, m.y), std::min(low.z, m.z)};
      high = {std::max(high.x, m.x), std::max(high.y, m.y), std::max(high.z, m.z)};
    }
    const Vec3d size = high - low;
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  }
  Vec3d middle(int32_t k) const { return middles[static_cast<size_t>(order[static_cast<size_t>(k)])]; }

  void summarise(WindingNode& node, int32_t begin, int32_t end) const {
    double area = 0;
    Vec3d centre{0, 0, 0};
    for (int32_t k = begin; k < end; ++k) {
      const Vec3d n = normals[static_cast<size_t>(order[static_cast<size_t>(k)])];
      const double a = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
      area += a;
      centre = centre + a * middle(k);
      node.dipole = node.dipole + n;
    }
    node.centre = area > 0 ? (1 / area) * centre : middle(begin);
    double far2 = 0;
    for (int32_t k = begin; k < end; ++k) {
      const WindingTriangle& t = all[static_cast<size_t>(order[static_cast<size_t>(k)])];
      for (const Vec3d& corner : {t.a, t.b, t.c}) {
        const Vec3d d = corner - node.centre;
        far2 = std::max(far2, d.x * d.x + d.y * d.y + d.z * d.z);
      }
    }
    node.near2 = kWindingOpening * kWindingOpening * far2;
  }

  void build(int32_t begin, int32_t end) {
    const size_t at = out.nodes.size();
    out.nodes.emplace_back();
    summarise(out.nodes[at], begin, end);
    if (end - begin <= kLeafTriangles) {
      out.nodes[at].first = begin;
      out.nodes[at].count = end - begin;
    } else {
      const int32_t axis = longest_axis(begin, end), half = begin + (end - begin) / 2;
      const auto place = [&](int32_t i) {
        const Vec3d& m = middles[static_cast<size_t>(i)];
        return axis == 0 ? m.x : axis == 1 ? m.y : m.z;
      };
      std::nth_element(
          order.begin() + begin, order.begin() + half, order.begin() + end,
          [&](int32_t a, int32_t b) { return place(a) != place(b) ? place(a) < place(b) : a < b; });
      // nth_element leaves the order inside the halves open.
      std::sort(order.begin() + begin, order.begin() + half);
      std::sort(order.begin() + half, order.begin() + end);
      build(begin, half);
      build(half, end);
    }
    out.nodes[at].skip = static_cast<int32_t>(out.nodes.size());
  }
};

}  // namespace

WindingNodes build_winding_nodes(const std::vector<Vec3d>& corners, const std::vector<Triangle>& triangles) {
  Builder b;
  for (const Triangle& t : triangles) {
    const Vec3d p = corners[static_cast<size_t>(t.a)], q = corners[static_cast<size_t>(t.b)],
                r = corners[static_cast<size_t>(t.c)], u = q - p, v = r - p;
    b.all.push_back({p, q, r});
    b.middles.push_back((1.0 / 3.0) * (p + q + r));
    b.normals.push_back(0.5 * Vec3d{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x});
  }
  b.order.resize(triangles.size());
  std::iota(b.order.begin(), b.order.end(), 0);
  if (!triangles.empty()) b.build(0, static_cast<int32_t>(triangles.size()));
  for (const int32_t t : b.order) b.out.triangles.push_back(b.all[static_cast<size_t>(t)]);
  return std::move(b.out);
}

}  // namespace ocean
