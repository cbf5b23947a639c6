// SPDX-License-Identifier: Apache-2.0
#include "kernels/spray/emission.h"

#include "kernels/parallel_for.h"
#include "kernels/primitives.h"

namespace ocean {
namespace {

// An emitter is kept where a rock lies within what the waves and the spawn distance reach.
struct CanReach {
  EmitterGrid grid;
  RockField rocks;
  Vec3d origin;
  float reach_m;
  View<uint8_t> flags;
  OCEAN_HD void operator()(int64_t i) const {
    const Vec2d u = grid.centre(i);
    const RockSample s = rocks.sample(to_float(Vec3d{u.x, u.y, 0} - origin));
    // Inside a rock the water may still come out of it, as far as the waves carry it.
    flags[i] = s.reach_m <= reach_m ? 1 : 0;
  }
};

struct CountBirths {
  EmissionRule rule;
  Shore shore;
  EmitterGrid grid;
  double time_s;
  View<const int32_t> cells;
  View<uint64_t> remainder;
  View<int32_t> births;
  OCEAN_HD void operator()(int64_t i) const {
    const EmitterState e =
        emitter_state(rule, shore, grid.centre(cells[i]), grid.spacing_m * grid.spacing_m, time_s);
    const double most = kMostBirthsOfATick;
    const double expected = e.per_s / rule.hz;
    const uint64_t sum =
        remainder[i] +
        static_cast<uint64_t>(saturate_to<int64_t>((expected < most ? expected : most) * kRemainderUnit));
    births[i] = static_cast<int32_t>(sum >> 32);
    remainder[i] = sum & 0xffffffffu;
  }
};

struct BearParticles {
  EmissionRule rule;
  Shore shore;
  EmitterGrid grid;
  int32_t tick;
  View<const int32_t> cells;
  View<const int64_t> first;
  View<const int32_t> serial;
  ParticleView to;
  int64_t at;  // of the first birth

  OCEAN_HD int64_t emitter_of(int64_t birth) const {
    int64_t low = 0, high = cells.size;  // first[low] <= birth < first[high]
    while (high - low > 1) {
      const int64_t middle = (low + high) / 2;
      (first[middle] <= birth ? low : high) = middle;
    }
    return low;
  }

  OCEAN_HD void operator()(int64_t birth) const {
    const int64_t e = emitter_of(birth), k = at + birth;
    const int32_t cell = cells[e];
    const auto number = static_cast<uint32_t>(serial[e]) + static_cast<uint32_t>(birth - first[e]);
    const uint64_t id = (static_cast<uint64_t>(cell) + 1) << 32 | number;
    const Random4 r = random4(rule.seed, kStreamPlace, id, 0);
    const Vec2d centre = grid.centre(cell);
    const Vec2d u{centre.x + (uniform_double(r.word[0], r.word[1]) - 0.5) * grid.spacing_m,
                  centre.y + (uniform_double(r.word[2], r.word[3]) - 0.5) * grid.spacing_m};
    const SurfacePoint s = surface_point(shore.waves, u.x, u.y, static_cast<double>(tick) / rule.hz);
    Vec3f p = to_float(Vec3d{u.x, u.y, 0} + s.displacement - shore.origin);
    const Vec3f v = to_float(s.velocity);
    to.id[k] = static_cast<int64_t>(id);
    to.parameter[k] = {static_cast<float>(u.x - shore.origin.x), static_cast<float>(u.y - shore.origin.y)};
    to.birth[k] = tick;
    to.emitter[k] = cell;
    to.mass[k] = rule.particle_mass_kg;
    const DrawnClass c = drawn_class(rule, id);
    to.radius[k] = c.radius_m;
    if (rule.carried) {
      to.position[k] = p;
      to.velocity[k] = v;
      to.kind[k] = static_cast<uint8_t>(SprayKind::carried);
      to.death[k] = tick + saturate_to<int32_t>(static_cast<double>(rule.carried_life_s) * rule.hz);
      to.impact[k] = 0;
      to.rock[k] = -1;
      return;
    }
    Vec3f n = normalized(shore.rocks.gradient(p));
    if (!(dot(n, n) > 0.0f)) n = {0, 0, 1};
    const float phi = shore.rocks.sample(p).phi, into = -dot(v, n);
    if (phi < c.radius_m) p = p + (c.radius_m - phi) * n;
    to.position[k] = p;
    to.velocity[k] = launch_velocity(rule.launch, v, n, rule.seed, id);
    to.kind[k] = c.kind;
    to.death[k] = tick + c.life_ticks;
    to.impact[k] = into > 0.0f ? into : 0.0f;
    to.rock[k] = shore.rocks.id(p);
  }
};

struct AddSerials {
  View<const int32_t> births;
  View<int32_t> serial;
  OCEAN_HD void operator()(int64_t i) const { serial[i] += births[i]; }
};

}  // namespace

Emitters::Emitters(const Exec& exec, const EmitterGrid& grid, const Shore& shore, double spawn_distance_m,
                   double reach_m)
    : grid_(grid) {
  Buffer<uint8_t> flags(exec, grid.size());
  const double diagonal = 0.7072 * grid.spacing_m;
  parallel_for(exec, "emitters near rocks", grid.size(),
               CanReach{grid, shore.rocks, shore.origin,
                        static_cast<float>(1.001 * (spawn_distance_m + reach_m + diagonal)), flags.view()});
  cells_ = compact(exec, View<const uint8_t>(flags.view()));
  remainder_ = Buffer<uint64_t>(exec, cells_.size());
  serial_ = Buffer<int32_t>(exec, cells_.size());
  births_ = Buffer<int32_t>(exec, cells_.size());
  first_ = Buffer<int64_t>(exec, cells_.size() + 1);
  remainder_.fill_zero();
  serial_.fill_zero();
}

int64_t Emitters::emit(const Exec& exec, const EmissionRule& rule, const Shore& shore, int32_t tick,
                       const ParticleView& particles, int64_t count, int64_t* refused) {
  if (active() == 0) return 0;
  const double time_s = static_cast<double>(tick) / rule.hz;
  const View<const int32_t> cells = std::as_const(cells_).view();
  parallel_for(exec, "count births", active(),
               CountBirths{rule, shore, grid_, time_s, cells, remainder_.view(), births_.view()}, 256);
  exclusive_scan(exec, std::as_const(births_).view(), first_.view());
  const int64_t wanted = scan_total(exec, "births", first_);
  const int64_t room = particles.position.size - count;
  const int64_t born = wanted < room ? wanted : room;
  *refused += wanted - born;
  parallel_for(exec, "births", born,
               BearParticles{rule, shore, grid_, tick, cells, std::as_const(first_).view(),
                             std::as_const(serial_).view(), particles, count},
               256);
  if (wanted > 0)
    parallel_for(exec, "birth numbers", active(), AddSerials{std::as_const(births_).view(), serial_.view()});
  return born;
}

}  // namespace ocean
