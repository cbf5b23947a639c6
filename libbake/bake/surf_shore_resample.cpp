// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/math/elementary.h"
#include "kernels/math/interp.h"
#include "libbake/bake/surf_shore.h"

namespace ocean {
namespace {

template <class T>
std::vector<T> resampled(const std::vector<T>& map, const Grid& from, const Grid& to) {
  const View2D<const T> view = dense_view(map.data(), from.width, from.height);
  std::vector<T> out;
  out.reserve(static_cast<std::size_t>(to.size()));
  for (int32_t j = 0; j < to.height; ++j)
    for (int32_t i = 0; i < to.width; ++i)
      out.push_back(
          bilinear(view, static_cast<float>((to.x0 + (i + 0.5) * to.texel_m - from.x0) / from.texel_m - 0.5),
                   static_cast<float>((to.y0 + (j + 0.5) * to.texel_m - from.y0) / from.texel_m - 0.5)));
  return out;
}

}  // namespace

Vec2f unit_or_zero(Vec2f d) {
  const float length = elem::sqrt(d.x * d.x + d.y * d.y);
  return length > 0.05f ? Vec2f{d.x / length, d.y / length} : Vec2f{0, 0};  // integer codes leave a rest
}

Grid frame_grid(const Grid& grid, std::optional<int64_t> side) {
  if (!side) return grid;
  const int32_t longest = std::max(grid.width, grid.height);
  const double texel = grid.texel_m * longest / static_cast<double>(*side);
  const auto texels = [&](int32_t n) {
    return std::max(1, static_cast<int32_t>(std::lround(n * grid.texel_m / texel)));
  };
  return {grid.x0, grid.y0, texel, texels(grid.width), texels(grid.height)};
}

std::vector<float> resample(std::vector<float> map, const Grid& from, const Grid& to) {
  return to.width == from.width && to.height == from.height ? std::move(map) : resampled(map, from, to);
}

ShoreBakeMaps resample(ShoreBakeMaps maps, const Grid& grid) {
  const Grid from = maps.grid;
  if (grid.width == from.width && grid.height == from.height) return maps;
  maps.distance_m = resampled(maps.distance_m, from, grid);
  maps.direction = resampled(maps.direction, from, grid);
  for (Vec2f& d : maps.direction) d = unit_or_zero(d);
  maps.grid = grid;
  return maps;
}

}  // namespace ocean
