// SPDX-License-Identifier: Apache-2.0
//
// Small terrains and the host's copy of a bake, for the tests of the shore job.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "libbake/bake/shore.h"
#include "libbake/core/run_report.h"

namespace ocean {

// A sheet of n x n quads (two triangles each) over [x0, x1] x [y0, y1] with height(x, y).
inline Terrain sheet(int n, double x0, double y0, double x1, double y1,
                     const std::function<double(double, double)>& height) {
  Mesh mesh;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double x = x0 + (x1 - x0) * i / n, y = y0 + (y1 - y0) * j / n;
      mesh.positions.push_back({x, y, height(x, y)});
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int a = j * (n + 1) + i, b = a + 1, d = a + n + 1, c = d + 1;
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  Terrain terrain;
  terrain.bounds = {{x0, y0, 0}, {x1, y1, 0}};
  terrain.shape = std::move(mesh);
  return terrain;
}

struct HostMaps {
  Grid grid;
  std::vector<float> depth, distance;
  std::vector<float> confidence, shore_length, shore_perimeter, slope,
      bodies;  // those that config's images hold
  std::vector<uint8_t> ocean;
  std::vector<Vec2f> direction;
  Coastline coast;
  std::vector<WaterBody> water_bodies;
  ShoreCounts counts;
  std::vector<std::string> warnings;

  std::size_t at(int32_t i, int32_t j) const { return static_cast<std::size_t>(int64_t{j} * grid.width + i); }
  double x(int32_t i) const { return grid.x0 + (i + 0.5) * grid.texel_m; }
  double y(int32_t j) const { return grid.y0 + (j + 0.5) * grid.texel_m; }
  std::size_t texel_of(double wx, double wy) const {
    return at(static_cast<int32_t>(std::floor((wx - grid.x0) / grid.texel_m)),
              static_cast<int32_t>(std::floor((wy - grid.y0) / grid.texel_m)));
  }
};

// rows_a_band 0: the whole map at once.
inline HostMaps bake(const Terrain& terrain, const ShoreConfig& config, const Exec& exec = Exec::cpu(),
                     int32_t rows_a_band = 0) {
  RunReport report;
  const Grid grid = shore_grid(terrain.bounds, config, nullptr);
  ShoreBake bake(exec, terrain, config, grid, rows_a_band > 0 ? rows_a_band : grid.height,
                 config.sea_level.front(), report);
  HostMaps out;
  for (int32_t k = 0; k < bake.bands().count(); ++k) {
    const ShoreMaps& maps = bake.band(k);
    const auto append = [](auto& to, const auto& from) {
      const auto band = from.to_host("test");
      to.insert(to.end(), band.begin(), band.end());
    };
    append(out.depth, maps.depth);
    append(out.distance, maps.distance);
    append(out.ocean, maps.ocean);
    append(out.direction, maps.direction);
    append(out.confidence, maps.confidence);
    append(out.shore_length, maps.shore_length);
    append(out.shore_perimeter, maps.shore_perimeter);
    append(out.slope, maps.slope);
    append(out.bodies, maps.bodies);
  }
  out.grid = grid;
  out.coast = bake.shore().coast;
  out.water_bodies = bake.shore().bodies;
  out.counts = bake.shore().counts;
  out.warnings = report.warnings();
  return out;
}

}  // namespace ocean
