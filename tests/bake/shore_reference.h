// SPDX-License-Identifier: Apache-2.0
//
// A reference for shore bakes, written apart from the product: everything in double, by the definitions, with
// no structure but a coarse grid of triangle lists. Valid for single-sheet terrains (no overlaps, no cliffs).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/math/grid.h"
#include "libbake/io/terrain.h"

namespace ocean::reference {

struct Segment {
  double ax, ay, bx, by;  // world metres
};

// The level set z = level of every triangle, world coordinates; vertices at the level count as land.
inline std::vector<Segment> level_segments(const Mesh& mesh, double level) {
  std::vector<Segment> segments;
  for (const Triangle& t : mesh.triangles) {
    const Vec3d p[3] = {mesh.positions[t.a], mesh.positions[t.b], mesh.positions[t.c]};
    double points[2][2];
    int found = 0;
    for (int e = 0; e < 3; ++e) {
      const Vec3d &a = p[e], &b = p[(e + 1) % 3];
      if ((a.z >= level) == (b.z >= level)) continue;
      const double s = (level - a.z) / (b.z - a.z);
      points[found][0] = a.x + s * (b.x - a.x);
      points[found][1] = a.y + s * (b.y - a.y);
      ++found;
    }
    if (found == 2) segments.push_back({points[0][0], points[0][1], points[1][0], points[1][1]});
  }
  return segments;
}

inline double distance_to(const Segment& s, double x, double y) {
  const double dx = s.bx - s.ax, dy = s.by - s.ay, length2 = dx * dx + dy * dy;
  const double t = length2 > 0 ? std::clamp(((x - s.ax) * dx + (y - s.ay) * dy) / length2, 0.0, 1.0) : 0;
  return std::hypot(s.ax + t * dx - x, s.ay + t * dy - y);
}

inline double distance_to(const std::vector<Segment>& segments, double x, double y) {
  double best = std::numeric_limits<double>::infinity();
  for (const Segment& s : segments) best = std::min(best, distance_to(s, x, y));
  return best;
}

// The highest triangle over a point.
class TopSurface {
 public:
  TopSurface(const Mesh& mesh, int cells)
      : mesh_(mesh), cells_(cells), lists_(static_cast<std::size_t>(cells) * cells) {
    for (const Vec3d& p : mesh.positions) {
      x0_ = std::min(x0_, p.x), y0_ = std::min(y0_, p.y);
      x1_ = std::max(x1_, p.x), y1_ = std::max(y1_, p.y);
    }
    for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
      const Triangle& t = mesh.triangles[k];
      const Vec3d p[3] = {mesh.positions[t.a], mesh.positions[t.b], mesh.positions[t.c]};
      const auto [lx, hx] = std::minmax({p[0].x, p[1].x, p[2].x});
      const auto [ly, hy] = std::minmax({p[0].y, p[1].y, p[2].y});
      for (int j = cell(ly, y0_, y1_); j <= cell(hy, y0_, y1_); ++j)
        for (int i = cell(lx, x0_, x1_); i <= cell(hx, x0_, x1_); ++i)
          lists_[static_cast<std::size_t>(j) * cells_ + i].push_back(k);
    }
  }

  // -infinity where nothing covers the point by more than rounding.
  double height(double x, double y) const {
    double best = -std::numeric_limits<double>::infinity();
    if (x < x0_ || x > x1_ || y < y0_ || y > y1_) return best;
    for (const std::size_t k :
         lists_[static_cast<std::size_t>(cell(y, y0_, y1_)) * cells_ + cell(x, x0_, x1_)]) {
      const Triangle& t = mesh_.triangles[k];
      const Vec3d &a = mesh_.positions[t.a], &b = mesh_.positions[t.b], &c = mesh_.positions[t.c];
      const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
      if (area == 0) continue;
      const double wb = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
      const double wc = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
      if (wb < -1e-9 || wc < -1e-9 || wb + wc > 1 + 1e-9) continue;
      best = std::max(best, a.z + wb * (b.z - a.z) + wc * (c.z - a.z));
    }
    return best;
  }

 private:
  int cell(double v, double low, double high) const {
    return std::clamp(static_cast<int>((v - low) / (high - low) * cells_), 0, cells_ - 1);
  }
  const Mesh& mesh_;
  int cells_;
  std::vector<std::vector<std::size_t>> lists_;
  double x0_ = 1e300, y0_ = 1e300, x1_ = -1e300, y1_ = -1e300;
};

}  // namespace ocean::reference
