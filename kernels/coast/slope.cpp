// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/slope.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <tuple>

#include "kernels/cancel.h"
#include "kernels/host_pool.h"

namespace ocean {
namespace {

constexpr double kSame = 1e-6;   // texels: chaining moves ends by less
constexpr double kNudge = 1e-6;  // texels: off an edge, to one of its sides

// gradient2: squared, (m / texel)².
float slope_of(double gradient2, double texel_m) {
  const double slope = std::sqrt(gradient2) / texel_m;
  return slope < static_cast<double>(kSteepest) ? static_cast<float>(slope) : kSteepest;
}

// --- Meshes ------------------------------------------------------------------------------------------------

// A segment's middle, filed by the texel it lies in.
struct Middle {
  int64_t row, column;
  int64_t segment;
  Vec2d at;
};
bool before(const Middle& a, const Middle& b) {
  return std::tie(a.row, a.column, a.segment) < std::tie(b.row, b.column, b.segment);
}

int64_t cell(double x) { return static_cast<int64_t>(std::floor(x)); }

struct Hit {
  int64_t segment;
  double distance2;
  int64_t triangle;
  float slope;
};
bool better(const Hit& a, const Hit& b) {
  return std::tie(a.segment, a.distance2, a.triangle) < std::tie(b.segment, b.distance2, b.triangle);
}

double distance2(Vec2d p, Vec2d a, Vec2d b) {
  const Vec2d d = b - a;
  const double length2 = dot(d, d);
  const double t = length2 > 0 ? std::clamp(dot(p - a, d) / length2, 0.0, 1.0) : 0;
  const Vec2d off = p - (a + t * d);
  return dot(off, off);
}

// Calls visit(middle) for the middles near a–b: all within kSame of it, and some more.
template <class Visit>
void visit_near(const std::vector<Middle>& middles, Vec2d a, Vec2d b, const Visit& visit) {
  if (a.y > b.y) std::swap(a, b);
  for (int64_t row = cell(a.y - kSame); row <= cell(b.y + kSame); ++row) {
    // The part of a–b in this row of texels.
    double x0 = a.x, x1 = b.x;
    if (b.y > a.y) {
      const double per_row = (b.x - a.x) / (b.y - a.y);
      const double low = std::max(static_cast<double>(row) - kSame, a.y),
                   high = std::min(static_cast<double>(row + 1) + kSame, b.y);
      if (low > a.y) x0 = a.x + (low - a.y) * per_row;
      if (high < b.y) x1 = a.x + (high - a.y) * per_row;
    }
    if (x0 > x1) std::swap(x0, x1);
    const int64_t first = cell(x0 - kSame), last = cell(x1 + kSame);
    auto it = std::lower_bound(middles.begin(), middles.end(), Middle{row, first, 0, {}}, before);
    for (; it != middles.end() && it->row == row && it->column <= last; ++it) visit(*it);
  }
}

std::vector<Middle> file_middles(const std::vector<CoastSegment>& coast) {
  std::vector<Middle> middles;
  middles.reserve(coast.size());
  for (size_t k = 0; k < coast.size(); ++k) {
    const Vec2d at = 0.5 * (coast[k].a + coast[k].b);
    middles.push_back({cell(at.y), cell(at.x), static_cast<int64_t>(k), at});
  }
  std::sort(middles.begin(), middles.end(), before);
  return middles;
}

}  // namespace

std::vector<float> mesh_slopes(const Exec& exec, const std::vector<CoastSegment>& coast,
                               const std::vector<TexelPoint>& vertices,
                               const std::vector<Triangle>& triangles, SeaLevel sea, double texel_m) {
  constexpr int64_t kGrain = 1 << 14;
  std::vector<float> slopes(coast.size(), kSteepest);
  if (coast.empty()) return slopes;
  const std::vector<Middle> middles = file_middles(coast);
  std::vector<Hit> hits;
  std::mutex adding;
  for_chunks(exec.pool(), static_cast<int64_t>(triangles.size()), kGrain, [&](int64_t begin, int64_t end) {
    std::vector<Hit> found;
    for (int64_t t = begin; t < end; ++t) {
      const Triangle& tri = triangles[static_cast<size_t>(t)];
      const TexelPoint corner[3] = {vertices[static_cast<size_t>(tri.a)],
                                    vertices[static_cast<size_t>(tri.b)],
                                    vertices[static_cast<size_t>(tri.c)]};
      int land = 0;
      for (int k = 0; k < 3; ++k) land |= sea.is_land(corner[k].z) ? 1 << k : 0;
      if (!is_crossed(land)) continue;
      const Vec3d u = {corner[1].x - corner[0].x, corner[1].y - corner[0].y, corner[1].z - corner[0].z},
                  v = {corner[2].x - corner[0].x, corner[2].y - corner[0].y, corner[2].z - corner[0].z};
      const double area = u.x * v.y - u.y * v.x;
      if (area == 0) continue;
      const CrossedEdges crossed = crossed_edges(land);
      const auto point = [&](int edge) {
        return crossing_point(corner[edge], corner[(edge + 1) % 3], sea.level_m);
      };
      const Vec2d a = point(crossed.from), b = point(crossed.to);
      const double gx = (u.z * v.y - u.y * v.z) / area, gy = (u.x * v.z - u.z * v.x) / area;
      const float slope = slope_of(gx * gx + gy * gy, texel_m);
      visit_near(middles, a, b, [&](const Middle& m) {
        const double d2 = distance2(m.at, a, b);
        if (d2 <= kSame * kSame) found.push_back({m.segment, d2, t, slope});
      });
    }
    const std::lock_guard<std::mutex> lock(adding);
    hits.insert(hits.end(), found.begin(), found.end());
  });
  std::sort(hits.begin(), hits.end(), better);
  for (auto it = hits.rbegin(); it != hits.rend(); ++it)  // the best of a segment comes last
    slopes[static_cast<size_t>(it->segment)] = it->slope;
  return slopes;
}

// --- Height fields -----------------------------------------------------------------------------------------

namespace {

struct Plane {
  double z, gx, gy;  // metres, metres a texel
};

// Of the field's triangle at p; beyond the outermost samples the border value continues.
Plane plane_at(const HeightField& f, Vec2d p) {
  const double x = (p.x - f.u0) / f.du, y = (p.y - f.v0) / f.dv;
  const double inside_x = std::clamp(x, 0.0, f.width - 1.0), inside_y = std::clamp(y, 0.0, f.height - 1.0);
  const auto i = std::min<int64_t>(static_cast<int64_t>(inside_x), f.width - 2),
             j = std::min<int64_t>(static_cast<int64_t>(inside_y), f.height - 2);
  const double tx = inside_x - static_cast<double>(i), ty = inside_y - static_cast<double>(j);
  const auto h = [&](int64_t column, int64_t row) {
    return static_cast<double>(f.heights[(j + row) * f.width + i + column]);
  };
  const bool lower = tx >= ty;
  const double along_x = lower ? h(1, 0) - h(0, 0) : h(1, 1) - h(0, 1),
               along_y = lower ? h(1, 1) - h(1, 0) : h(0, 1) - h(0, 0);
  return {h(0, 0) + tx * along_x + ty * along_y, x == inside_x ? along_x / f.du : 0,
          y == inside_y ? along_y / f.dv : 0};
}

}  // namespace

std::vector<float> field_slopes(const std::vector<CoastSegment>& coast, const HeightField& field,
                                SeaLevel sea, double texel_m) {
  std::vector<float> slopes;
  slopes.reserve(coast.size());
  for (const CoastSegment& s : coast) {
    if (slopes.size() % 4096 == 0) check_cancelled();
    const Vec2d d = s.b - s.a;
    const double step = (sea.at_level_water ? -kNudge : kNudge) / std::sqrt(dot(d, d));
    const Plane plane = plane_at(field, 0.5 * (s.a + s.b) + step * Vec2d{-d.y, d.x});
    const double gradient2 = plane.gx * plane.gx + plane.gy * plane.gy;
    // A shore that the ground did not make lies at another height.
    const double slack =
        2 * kNudge * std::sqrt(gradient2) + 1e-9 * (std::fabs(plane.z) + std::fabs(sea.level_m) + 1);
    const bool is_crossing = std::fabs(plane.z - sea.level_m) <= slack;
    slopes.push_back(is_crossing ? slope_of(gradient2, texel_m) : kSteepest);
  }
  return slopes;
}

}  // namespace ocean
