// SPDX-License-Identifier: Apache-2.0
//
// Both walk the nodes of the winding tree by their bounding spheres. A column of lattice points begins each
// search with what the point before found, since distances differ by no more than the points do.
#include "kernels/solid/mesh_distance.h"

#include <stdexcept>

#include "kernels/math/elementary.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

constexpr double kFar = 3.4e38;
constexpr double kRound = 1e-9;  // relative: what rounding may take from a bound

OCEAN_HD double dot3(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
OCEAN_HD Vec3d cross3(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// Of a triangle without area both may be 0.
OCEAN_HD double share(double part, double whole) { return whole > 0 ? part / whole : 0; }
OCEAN_HD double radius_of(const WindingNode& node) {
  return elem::sqrt(node.near2) / kWindingOpening * (1 + kRound);
}
OCEAN_HD Vec3d to_point(const Vec3<int32_t>& p, int32_t i, int32_t j, int32_t k) {
  return {static_cast<double>(p.x + i), static_cast<double>(p.y + j), static_cast<double>(p.z + k)};
}

// Of the nearest point, squared; of the bound where nothing is nearer.
OCEAN_HD double nearest2(const View<const WindingNode>& nodes, const View<const WindingTriangle>& triangles,
                         const Vec3d& q, double bound) {
  double best2 = bound * bound;
  for (int64_t n = 0; n < nodes.size;) {
    const WindingNode& node = nodes[n];
    const Vec3d d = node.centre - q;
    const double reach = bound + radius_of(node);
    if (dot3(d, d) > reach * reach) {
      n = node.skip;
      continue;
    }
    for (int32_t t = node.first; t < node.first + node.count; ++t) {
      const Vec3d e = nearest_on_triangle(triangles[t], q) - q;
      const double e2 = dot3(e, e);
      if (e2 < best2) {
        best2 = e2;
        bound = elem::sqrt(e2);
      }
    }
    n = node.count > 0 ? node.skip : n + 1;
  }
  return best2;
}

struct ColumnDistances {
  View<const WindingNode> nodes;
  View<const WindingTriangle> triangles;
  Lattice lattice;
  View<float> out;

  OCEAN_HD void operator()(int64_t column) const {
    const auto i = static_cast<int32_t>(column / lattice.ny), j = static_cast<int32_t>(column % lattice.ny);
    double bound = nodes.size > 0 ? first_bound(to_point(lattice.first, i, j, 0)) : kFar;
    for (int32_t k = 0; k < lattice.nz; ++k) {
      double distance = kFar;
      if (nodes.size > 0) {
        distance = elem::sqrt(nearest2(nodes, triangles, to_point(lattice.first, i, j, k), bound));
        bound = (distance + 1) * (1 + kRound);
      }
      out[column * lattice.nz + k] = static_cast<float>(distance);
    }
  }

  // Some corner's distance: no less than the nearest point's.
  OCEAN_HD double first_bound(const Vec3d& q) const {
    const Vec3d d = triangles[0].a - q;
    return elem::sqrt(dot3(d, d)) * (1 + kRound);
  }
};

struct PointDistance {
  View<const WindingNode> nodes;
  View<const WindingTriangle> triangles;
  View<const Vec3<int32_t>> points;
  View<const float> bounds;
  View<float> out;

  OCEAN_HD void operator()(int64_t i) const {
    const Vec3d q = to_point(points[i], 0, 0, 0);
    out[i] = static_cast<float>(elem::sqrt(nearest2(nodes, triangles, q, static_cast<double>(bounds[i]))));
  }
};

struct ExitDepth {
  View<const WindingNode> nodes;
  View<const WindingTriangle> triangles;
  View<const SurfaceSample> samples;
  double reach;
  View<float> out;

  OCEAN_HD void operator()(int64_t i) const {
    const SurfaceSample s = samples[i];
    const Vec3d middle = s.point + 0.5 * reach * s.inward;
    double best = -1;
    for (int64_t n = 0; n < nodes.size;) {
      const WindingNode& node = nodes[n];
      const Vec3d d = node.centre - middle;
      const double near = 0.5 * reach * (1 + kRound) + radius_of(node);
      if (dot3(d, d) > near * near) {
        n = node.skip;
        continue;
      }
      for (int32_t t = node.first; t < node.first + node.count; ++t) {
        const double depth = leaves_at(triangles[t], s);
        if (depth >= 0 && depth <= reach && (best < 0 || depth < best)) best = depth;
      }
      n = node.count > 0 ? node.skip : n + 1;
    }
    out[i] = static_cast<float>(best);
  }

  // Moeller & Trumbore 1997; -1: the ray misses the triangle or enters through it.
  OCEAN_HD double leaves_at(const WindingTriangle& t, const SurfaceSample& s) const {
    const Vec3d u = t.b - t.a, v = t.c - t.a, p = cross3(s.inward, v);
    const double det = dot3(u, p);
    if (!(det < 0)) return -1;  // the face's normal and the ray point away from each other, or lie across
    const Vec3d from = s.point - t.a;
    const double a = dot3(from, p) / det;
    const Vec3d q = cross3(from, u);
    const double b = dot3(s.inward, q) / det, depth = dot3(v, q) / det;
    if (!(a >= -kRound && b >= -kRound && a + b <= 1 + kRound && depth >= -kRound * reach)) return -1;
    return depth > 0 ? depth : 0;
  }
};

}  // namespace

OCEAN_HD Vec3d nearest_on_triangle(const WindingTriangle& t, const Vec3d& q) {
  const Vec3d ab = t.b - t.a, ac = t.c - t.a, ap = q - t.a;
  const double d1 = dot3(ab, ap), d2 = dot3(ac, ap);
  if (d1 <= 0 && d2 <= 0) return t.a;
  const Vec3d bp = q - t.b;
  const double d3 = dot3(ab, bp), d4 = dot3(ac, bp);
  if (d3 >= 0 && d4 <= d3) return t.b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return t.a + share(d1, d1 - d3) * ab;
  const Vec3d cp = q - t.c;
  const double d5 = dot3(ab, cp), d6 = dot3(ac, cp);
  if (d6 >= 0 && d5 <= d6) return t.c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return t.a + share(d2, d2 - d6) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return t.b + share(d4 - d3, (d4 - d3) + (d5 - d6)) * (t.c - t.b);
  const double sum = va + vb + vc;
  return t.a + share(vb, sum) * ab + share(vc, sum) * ac;
}

void lattice_distances(const WindingTree& mesh, const Lattice& lattice, View<float> out) {
  if (out.size != lattice.size()) throw std::invalid_argument("lattice distances: sizes differ");
  parallel_for(mesh.exec(), "lattice distances", int64_t{lattice.nx} * lattice.ny,
               ColumnDistances{mesh.nodes(), mesh.triangles(), lattice, out}, 4);
}

void point_distances(const WindingTree& mesh, View<const Vec3<int32_t>> points, View<const float> bounds,
                     View<float> out) {
  if (points.size != out.size || points.size != bounds.size)
    throw std::invalid_argument("point distances: sizes differ");
  parallel_for(mesh.exec(), "point distances", points.size,
               PointDistance{mesh.nodes(), mesh.triangles(), points, bounds, out}, 256);
}

void exit_depths(const WindingTree& mesh, View<const SurfaceSample> samples, double reach, View<float> out) {
  if (samples.size != out.size) throw std::invalid_argument("exit depths: sizes differ");
  parallel_for(mesh.exec(), "exit depths", samples.size,
               ExitDepth{mesh.nodes(), mesh.triangles(), samples, reach, out}, 256);
}

}  // namespace ocean
