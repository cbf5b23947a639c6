// SPDX-License-Identifier: Apache-2.0
//
// Level sets of shapes with known distances, as `oceanbake rocks` makes them: a narrow band in blocks of 8^3.
#pragma once

#include <cmath>
#include <functional>

#include "kernels/math/philox.h"
#include "kernels/spray/rock_field.h"

namespace ocean::test {

// phi of the shape, in metres, sampled on [low, high]; blocks that lie in the band alone are kept.
inline RockBlocks level_set(const std::function<double(Vec3d)>& phi, Vec3d low, Vec3d high, double voxel_m,
                            double band_voxels = 3) {
  RockBlocks out;
  out.voxel_m = voxel_m;
  out.band_m = static_cast<float>(band_voxels * voxel_m);
  const auto first = [&](double a) { return static_cast<int32_t>(std::floor(a / voxel_m / 8)) * 8; };
  const auto last = [&](double a) { return static_cast<int32_t>(std::ceil(a / voxel_m / 8)) * 8; };
  for (int32_t z = first(low.z); z < last(high.z); z += 8)
    for (int32_t y = first(low.y); y < last(high.y); y += 8)
      for (int32_t x = first(low.x); x < last(high.x); x += 8) {
        const double far = std::abs(phi({voxel_m * (x + 3.5), voxel_m * (y + 3.5), voxel_m * (z + 3.5)}));
        bool all_inside = phi({voxel_m * x, voxel_m * y, voxel_m * z}) < 0;
        if (far > voxel_m * (7 + band_voxels)) {
          if (all_inside) out.inside.push_back({x, y, z, 8});
          continue;
        }
        bool any = false;
        std::array<float, kBrickVoxels> values{};
        for (int32_t n = 0; n < kBrickVoxels; ++n) {
          const double d = phi({voxel_m * (x + n / 64), voxel_m * (y + n / 8 % 8), voxel_m * (z + n % 8)});
          const auto band = static_cast<double>(out.band_m);
          any = any || std::abs(d) < band;
          values[static_cast<std::size_t>(n)] = static_cast<float>(std::fmin(std::fmax(d, -band), band));
        }
        if (!any) {
          if (values[0] < 0) out.inside.push_back({x, y, z, 8});
          continue;
        }
        out.blocks.push_back({x, y, z});
        out.values.insert(out.values.end(), values.begin(), values.end());
      }
  return out;
}

inline double box_distance(Vec3d p, Vec3d low, Vec3d high) {
  const double dx = std::fmax(low.x - p.x, p.x - high.x), dy = std::fmax(low.y - p.y, p.y - high.y),
               dz = std::fmax(low.z - p.z, p.z - high.z);
  const double out = std::hypot(std::fmax(dx, 0), std::fmax(dy, 0), std::fmax(dz, 0));
  return out + std::fmin(std::fmax(dx, std::fmax(dy, dz)), 0.0);
}
inline double sphere_distance(Vec3d p, Vec3d centre, double radius) {
  return std::hypot(p.x - centre.x, p.y - centre.y, p.z - centre.z) - radius;
}

// Evenly spread, the same for every run.
inline float uniform(uint64_t id, uint32_t draw) { return uniform_float(random4(11, 77, id, draw).word[0]); }
inline Vec3f random_point(uint64_t id, float half) {
  return {half * (2 * uniform(id, 0) - 1), half * (2 * uniform(id, 1) - 1), half * (2 * uniform(id, 2) - 1)};
}
inline Vec3f random_unit(uint64_t id) {
  for (uint32_t k = 0;; k += 3) {
    const Vec3f v{2 * uniform(id, k) - 1, 2 * uniform(id, k + 1) - 1, 2 * uniform(id, k + 2) - 1};
    if (dot(v, v) <= 1 && dot(v, v) > 0.01f) return normalized(v);
  }
}
inline double distance(Vec3f a, Vec3f b) { return static_cast<double>(length(a - b)); }

}  // namespace ocean::test
