// SPDX-License-Identifier: Apache-2.0
//
// Barill, Dickson, Schmidt, Levin & Jacobson 2018, "Fast winding numbers for soups and clouds", with dipoles
// alone; the walk needs no stack.
#include "kernels/solid/winding.h"

#include <stdexcept>

#include "kernels/math/elementary.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

constexpr double kFourPi = 12.566370614359172954;

OCEAN_HD double dot3(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
OCEAN_HD double length(const Vec3d& a) { return elem::sqrt(dot3(a, a)); }

struct WindingAt {
  View<const WindingNode> nodes;
  View<const WindingTriangle> triangles;
  View<const Vec3<int32_t>> points;
  View<float> out;

  OCEAN_HD void operator()(int64_t i) const {
    const Vec3<int32_t> p = points[i];
    const Vec3d q{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
    double sum = 0;
    for (int64_t k = 0; k < nodes.size;) {
      const WindingNode& node = nodes[k];
      const Vec3d d = node.centre - q;
      const double d2 = dot3(d, d);
      if (d2 > node.near2) {
        sum += dot3(node.dipole, d) / (d2 * elem::sqrt(d2));
        k = node.skip;
      } else if (node.count > 0) {
        for (int32_t t = node.first; t < node.first + node.count; ++t) sum += solid_angle(triangles[t], q);
        k = node.skip;
      } else {
        ++k;
      }
    }
    out[i] = static_cast<float>(sum / kFourPi);
  }
};

}  // namespace

OCEAN_HD double solid_angle(const WindingTriangle& t, const Vec3d& q) {
  const Vec3d a = t.a - q, b = t.b - q, c = t.c - q;
  const double la = length(a), lb = length(b), lc = length(c);
  const Vec3d bc{b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x};
  const double under = la * lb * lc + dot3(a, b) * lc + dot3(b, c) * la + dot3(c, a) * lb;
  return 2 * elem::atan2(dot3(a, bc), under);
}

WindingTree::WindingTree(const Exec& exec, const std::vector<Vec3d>& corners,
                         const std::vector<Triangle>& triangles)
    : exec_(exec) {
  const WindingNodes built = build_winding_nodes(corners, triangles);
  nodes_ = Buffer<WindingNode>(exec, "winding nodes", built.nodes);
  triangles_ = Buffer<WindingTriangle>(exec, "winding triangles", built.triangles);
}

void WindingTree::evaluate(View<const Vec3<int32_t>> points, View<float> out) const {
  if (points.size != out.size) throw std::invalid_argument("winding numbers: sizes differ");
  parallel_for(exec_, "winding numbers", points.size,
               WindingAt{nodes_.view(), triangles_.view(), points, out}, 64);
}

std::vector<float> WindingTree::evaluate(const std::vector<Vec3<int32_t>>& points) const {
  const Buffer<Vec3<int32_t>> places(exec_, "winding points", points);
  Buffer<float> numbers(exec_, places.size());
  evaluate(places.view(), numbers.view());
  return numbers.to_host("winding numbers");
}

}  // namespace ocean
