// SPDX-License-Identifier: Apache-2.0
//
// Where, when and how much spray is born: a grid of emitters, each a point that rides the water.
//
// At tick n, t = n/hz, the emitter at undisplaced point u is at P(t) with velocity V(t)
// (kernels/wave/wave.h). phi and n are those of the rocks at P. Nothing is born unless 0 ≤ phi ≤
// spawn_distance.
//   impact mode   rate*((s - min_impact)/ref_impact)^power * smoothstep(0, Hs/2, P.z) * [J < j_max] a m² and
//                 second, with the impact speed s = -V.n above min_impact
//   carried mode  carried_rate a m² and second
// The expected births of a tick are added to a remainder in units of 2^-32, and its whole part is born. All
// of it depends on the waves, the rocks and n alone: not on sub-steps, frames or the particles.
#pragma once

#include <cstdint>

#include "kernels/math/interp.h"
#include "kernels/spray/launch.h"
#include "kernels/spray/particles.h"
#include "kernels/spray/rock_field.h"
#include "kernels/wave/wave.h"

namespace ocean {

struct SprayClass {
  float share = 0;  // of the births, relative
  float radius_m = 1e-3f, radius_spread = 0.3f;
  float life_s = 3, life_spread = 0.3f;
};

struct EmissionRule {
  bool carried = false;
  double rate = 400, min_impact = 0.5, ref_impact = 2, power = 1.5;
  double significant_height_m = 1, j_max = 10, spawn_distance_m = 0.5;
  double carried_rate = 20;
  float carried_life_s = 10;
  LaunchRule launch;
  SprayClass classes[kAirborneKinds];
  float particle_mass_kg = 0.05f;
  uint64_t seed = 0;
  double hz = 120;
};

struct EmitterGrid {
  double x0 = 0, y0 = 0;  // m, world: south-west corner
  double spacing_m = 0.5;
  int32_t nx = 1, ny = 1;
  OCEAN_HD int64_t size() const { return int64_t{nx} * ny; }
  OCEAN_HD Vec2d centre(int64_t cell) const {
    return {x0 + (static_cast<double>(cell % nx) + 0.5) * spacing_m,
            y0 + (static_cast<double>(cell / nx) + 0.5) * spacing_m};
  }
};

// The sea and the rocks at one tick; positions of the rocks are relative to origin.
struct Shore {
  View<const Wave> waves;
  RockField rocks;
  Vec3d origin{0, 0, 0};
};

// Expected births a second at one emitter.
struct EmitterState {
  double per_s = 0;
  double impact = 0;        // s, m/s; 0 beyond the near test
  Vec3d position{0, 0, 0};  // world
  Vec3d velocity{0, 0, 0};
};

OCEAN_HD inline EmitterState emitter_state(const EmissionRule& rule, const Shore& shore, Vec2d u, double area,
                                           double t) {
  EmitterState e;
  const SurfacePoint s = surface_point(shore.waves, u.x, u.y, t);
  e.position = {u.x + s.displacement.x, u.y + s.displacement.y, s.displacement.z};
  e.velocity = s.velocity;
  const Vec3f p = to_float(e.position - shore.origin);
  const double phi = static_cast<double>(shore.rocks.sample(p).phi);
  if (!(phi >= 0 && phi <= rule.spawn_distance_m)) return e;
  const Vec3f n = normalized(shore.rocks.gradient(p));
  const double into = -(e.velocity.x * static_cast<double>(n.x) + e.velocity.y * static_cast<double>(n.y) +
                        e.velocity.z * static_cast<double>(n.z));
  e.impact = into > 0 ? into : 0;
  if (rule.carried) {
    e.per_s = rule.carried_rate * area;
    return e;
  }
  if (!(e.impact > rule.min_impact) || !(s.jacobian() < rule.j_max)) return e;
  const double over = (e.impact - rule.min_impact) / rule.ref_impact;
  const double crest = smoothstep(0.0, 0.5 * rule.significant_height_m, s.displacement.z);
  e.per_s = rule.rate * area * elem::exp(rule.power * elem::log(over)) * crest;
  return e;
}

inline constexpr double kRemainderUnit = 4294967296.0;  // 2^32
inline constexpr int32_t kMostBirthsOfATick = 1 << 20;  // of one emitter

// Emitters that can come near a rock at all, and what they carry from tick to tick.
class Emitters {
 public:
  Emitters() = default;
  // reach_m: the farthest that the waves carry a surface point from its undisplaced one.
  Emitters(const Exec& exec, const EmitterGrid& grid, const Shore& shore, double spawn_distance_m,
           double reach_m);

  int64_t active() const { return cells_.size(); }
  const EmitterGrid& grid() const { return grid_; }
  // Counts the births of tick n and appends them behind `count` particles as far as there is room. Returns
  // how many were born; *refused counts those without room.
  int64_t emit(const Exec& exec, const EmissionRule& rule, const Shore& shore, int32_t tick,
               const ParticleView& particles, int64_t count, int64_t* refused);

  Buffer<uint64_t>& remainders() { return remainder_; }
  Buffer<int32_t>& serials() { return serial_; }

 private:
  EmitterGrid grid_;
  Buffer<int32_t> cells_;       // indices into the grid, ascending
  Buffer<uint64_t> remainder_;  // 2^-32 births
  Buffer<int32_t> serial_;      // births so far
  Buffer<int32_t> births_;      // of this tick
  Buffer<int64_t> first_;       // of each cell's births; one more
};

// Kind, radius, life of a particle of an id, drawn once.
struct DrawnClass {
  uint8_t kind;
  float radius_m;
  int32_t life_ticks;  // at least 1
};
OCEAN_HD inline DrawnClass drawn_class(const EmissionRule& rule, int kind, uint64_t id) {
  const Random4 r = random4(rule.seed, kStreamClass, id, static_cast<uint32_t>(kind) + 1);
  const SprayClass& c = rule.classes[kind];
  const auto spread = [](float s, uint32_t word) { return 1.0f + s * (2.0f * uniform_float(word) - 1.0f); };
  const double ticks = static_cast<double>(c.life_s * spread(c.life_spread, r.word[1])) * rule.hz;
  const auto life = saturate_to<int32_t>(ticks + 0.5);
  return {static_cast<uint8_t>(kind), c.radius_m * spread(c.radius_spread, r.word[0]), life > 1 ? life : 1};
}
OCEAN_HD inline DrawnClass drawn_class(const EmissionRule& rule, uint64_t id) {
  float all = 0;
  for (const SprayClass& c : rule.classes) all += c.share;
  float u = uniform_float(random4(rule.seed, kStreamClass, id, 0).word[0]) * all;
  int kind = 0;
  while (kind < kAirborneKinds - 1 && u >= rule.classes[kind].share) u -= rule.classes[kind++].share;
  return drawn_class(rule, kind, id);
}

}  // namespace ocean
