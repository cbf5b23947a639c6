// SPDX-License-Identifier: Apache-2.0
#include "kernels/terrain/arch.h"

#include <cmath>
#include <stdexcept>

#include "kernels/terrain/direction.h"

namespace ocean {
namespace {

// The middle of the tube in the arch's plane (along the span, up), and the direction in which it runs there.
struct Middle {
  double along, up;
  double run_along, run_up;
};

// t in [0, 1]: straight legs up from depth, and half an ellipse between them.
Middle middle(const ArchSite& site, double depth, double t) {
  constexpr double kLeg = 0.2;  // of t, each
  const double half = 0.5 * site.span_m;
  if (t < kLeg) return {-half, -depth * (1 - t / kLeg), 0, 1};
  if (t > 1 - kLeg) return {half, -depth * (1 - (1 - t) / kLeg), 0, -1};
  const Direction d = direction(static_cast<float>(0.5 * (1 - (t - kLeg) / (1 - 2 * kLeg))));
  const double c = static_cast<double>(d.x), s = static_cast<double>(d.y);
  const double run_along = half * s, run_up = -site.rise_m * c;
  const double length = std::sqrt(run_along * run_along + run_up * run_up);
  return {half * c, site.rise_m * s, run_along / length, run_up / length};
}

// Thicker at the feet, rough everywhere.
double tube_radius(const ArchSite& site, uint32_t seed, float round, double t) {
  const double foot = 2 * t - 1;
  const Direction d = direction(round);
  const float rough =
      fractal_noise(1.7f * d.x + 20.0f, 1.7f * d.y + 9.0f * static_cast<float>(t), 4, seed + 601u);
  return 0.5 * site.thickness_m * (1 + 0.5 * foot * foot) * (1 + 0.7 * static_cast<double>(rough));
}

}  // namespace

ArchMesh arch_mesh(const IslandLayout& layout, int32_t sides, int32_t rings) {
  if (sides < 3 || rings < 2) throw std::invalid_argument("arch_mesh: needs 3 sides and 2 rings at least");
  const ArchSite site = island_arch(layout);
  const double depth = 0.02 * static_cast<double>(layout.half_extent_m);  // 20 m at the default extent
  ArchMesh mesh;
  const auto add = [&](const Middle& m, double sideways, double outward) {
    // Across the tube: sideways is horizontal and normal to the span, outward lies in the arch's plane.
    const double along = m.along - outward * m.run_up, up = m.up + outward * m.run_along;
    mesh.positions.push_back({site.x + along * site.along_x - sideways * site.along_y,
                              site.y + along * site.along_y + sideways * site.along_x, up});
  };
  for (int32_t ring = 0; ring < rings; ++ring) {
    const double t = static_cast<double>(ring) / (rings - 1);
    const Middle m = middle(site, depth, t);
    for (int32_t side = 0; side < sides; ++side) {
      const float round = static_cast<float>(side) / static_cast<float>(sides);
      const Direction d = direction(round);
      const double r = tube_radius(site, layout.seed, round, t);
      add(m, r * static_cast<double>(d.x), r * static_cast<double>(d.y));
    }
  }
  add(middle(site, depth, 0), 0, 0);
  add(middle(site, depth, 1), 0, 0);

  const int32_t first_cap = rings * sides, last_cap = first_cap + 1, last = (rings - 1) * sides;
  for (int32_t side = 0; side < sides; ++side) {
    const int32_t next = (side + 1) % sides;
    for (int32_t ring = 0; ring + 1 < rings; ++ring) {
      const int32_t a = ring * sides + side, b = ring * sides + next, c = a + sides, d = b + sides;
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({b, d, c});
    }
    mesh.triangles.push_back({first_cap, next, side});
    mesh.triangles.push_back({last_cap, last + side, last + next});
  }
  return mesh;
}

}  // namespace ocean
