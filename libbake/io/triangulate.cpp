// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/triangulate.h"

#include <cmath>

#include "kernels/coast/predicates.h"

namespace ocean {

namespace {

Vec3d cross(Vec3d u, Vec3d v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

// Twice the polygon's area vector, about its first corner so that far-away polygons keep their digits.
Vec3d newell_normal(const Vec3d* positions, const int32_t* corners, int64_t n) {
  Vec3d normal{0, 0, 0};
  const Vec3d origin = positions[corners[0]];
  for (int64_t i = 1; i + 1 < n; ++i) {
    const Vec3d u = positions[corners[i]] - origin, v = positions[corners[i + 1]] - origin;
    normal = normal + cross(u, v);
  }
  return normal;
}

double dot(Vec3d u, Vec3d v) { return u.x * v.x + u.y * v.y + u.z * v.z; }

// Corners 1 and 3 of a quad must lie on their sides of the plane through the diagonal 0–2 and the normal.
bool diagonal_lies_outside(const Vec3d* positions, const int32_t* corners, Vec3d normal) {
  const Vec3d origin = positions[corners[0]];
  const Vec3d side = cross(positions[corners[2]] - origin, normal);
  return dot(positions[corners[1]] - origin, side) < 0 || dot(positions[corners[3]] - origin, side) > 0;
}

}  // namespace

void Triangulator::polygon(const Vec3d* positions, const int32_t* corners, int64_t n, Triangle* out) {
  if (n == 3) {
    out[0] = {corners[0], corners[1], corners[2]};
    return;
  }
  const Vec3d normal = newell_normal(positions, corners, n);
  if (n == 4) {
    const int first = diagonal_lies_outside(positions, corners, normal) ? 1 : 0;
    out[0] = {corners[0], corners[1], corners[2 + first]};
    out[1] = {corners[first], corners[2], corners[3]};
    return;
  }
  const double ax = std::fabs(normal.x), ay = std::fabs(normal.y), az = std::fabs(normal.z);
  points_.resize(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) {
    const Vec3d& p = positions[corners[i]];
    Vec2d& q = points_[static_cast<size_t>(i)];
    // Mirrored where needed, so that the polygon turns left.
    if (az >= ax && az >= ay) q = normal.z < 0 ? Vec2d{p.y, p.x} : Vec2d{p.x, p.y};
    else if (ax >= ay) q = normal.x < 0 ? Vec2d{p.z, p.y} : Vec2d{p.y, p.z};
    else q = normal.y < 0 ? Vec2d{p.x, p.z} : Vec2d{p.z, p.x};
  }
  bool fan = true;
  for (size_t i = 1; fan && i + 1 < points_.size(); ++i)
    fan = orientation(points_[0], points_[i], points_[i + 1]) >= 0;
  if (fan || (ax == 0 && ay == 0 && az == 0)) {
    for (int64_t i = 1; i + 1 < n; ++i) out[i - 1] = {corners[0], corners[i], corners[i + 1]};
    return;
  }
  ears_.cut(points_, corners, out);
}

}  // namespace ocean
