// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rock_ground.h"

#include <algorithm>
#include <map>
#include <utility>

#include "libbake/core/error.h"

namespace ocean {

Mesh sheet_of(const HeightRaster& raster, const std::string& file) {
  const auto holes = std::count(raster.valid.begin(), raster.valid.end(), uint8_t{0});
  if (holes > 0)
    throw Error(ErrorKind::input, file,
                std::to_string(holes) + " samples have no height; fill them first, a rock has no holes");
  if (raster.width < 2 || raster.height < 2)
    throw Error(ErrorKind::input, file, "has a single row or column of heights; a rock needs two of each");
  Mesh mesh;
  for (int32_t j = 0; j < raster.height; ++j)
    for (int32_t i = 0; i < raster.width; ++i)
      mesh.positions.push_back(
          {raster.x0 + i * raster.dx, raster.y0 + j * raster.dy,
           static_cast<double>(raster.heights[static_cast<size_t>(int64_t{j} * raster.width + i)])});
  for (int32_t j = 0; j + 1 < raster.height; ++j)
    for (int32_t i = 0; i + 1 < raster.width; ++i) {
      const int32_t a = j * raster.width + i, b = a + 1, c = a + raster.width, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  return mesh;
}

void close_below(std::vector<Vec3d>& corners, std::vector<Triangle>& triangles) {
  const auto at = [&](int32_t i) -> const Vec3d& { return corners[static_cast<size_t>(i)]; };
  double up = 0;
  Vec3d low = at(triangles.front().a), high = low;
  for (const Triangle& t : triangles) {
    const Vec3d u = at(t.b) - at(t.a), v = at(t.c) - at(t.a);
    up += u.x * v.y - u.y * v.x;
    for (const int32_t i : {t.a, t.b, t.c}) {
      const Vec3d& p = at(i);
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  if (up < 0)
    for (Triangle& t : triangles) std::swap(t.b, t.c);
  const Vec3d size = high - low;
  const double floor = low.z - kFloor * std::max({size.x, size.y, size.z});
  const auto below = static_cast<int32_t>(corners.size());
  for (int32_t i = 0; i < below; ++i) corners.push_back({at(i).x, at(i).y, floor});
  std::map<std::pair<int32_t, int32_t>, int32_t>
      edges;  // low, high -> faces from low to high less the others
  const std::vector<Triangle> sheet = triangles;
  for (const Triangle& t : sheet) {
    const int32_t v[3] = {t.a, t.b, t.c};
    for (int k = 0; k < 3; ++k) {
      const int32_t a = v[k], b = v[(k + 1) % 3];
      edges[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
    triangles.push_back({t.a + below, t.c + below, t.b + below});
  }
  for (const auto& [edge, count] : edges) {
    const int32_t a = count > 0 ? edge.first : edge.second, b = count > 0 ? edge.second : edge.first;
    for (int32_t k = 0; k < std::abs(count); ++k) {
      triangles.push_back({b, a, a + below});
      triangles.push_back({b, a + below, b + below});
    }
  }
}

}  // namespace ocean
