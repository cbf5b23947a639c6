// SPDX-License-Identifier: Apache-2.0
#include "kernels/spray/spray.h"

#include <utility>

#include "kernels/math/grid.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"

namespace ocean {
namespace {

constexpr int64_t kGrain = 2048;

// What one tick needs to know, by value.
struct TickFrame {
  SprayRules rules;
  Shore shore;  // all waves
  WaterMap water;
  int32_t tick = 0;  // at its end
  double time_s = 0;
};

OCEAN_HD inline bool inside(const SprayRules& r, Vec3f p) {
  return p.x >= r.low.x && p.y >= r.low.y && p.z >= r.low.z && p.x <= r.high.x && p.y <= r.high.y &&
         p.z <= r.high.z;
}

struct MoveAirborne {
  TickFrame f;
  ParticleView at;
  View<uint8_t> fate;

  OCEAN_HD Fate landed(int64_t i, Vec2f from) const {
    const auto id = static_cast<uint64_t>(at.id[i]);
    const float u = uniform_float(random4(f.rules.emission.seed, kStreamFoam, id, 0).word[0]);
    if (!(u < f.rules.foam_share)) return Fate::water;
    at.kind[i] = static_cast<uint8_t>(SprayKind::foam);
    at.parameter[i] = from;
    at.birth[i] = f.tick;
    at.death[i] =
        f.tick + saturate_to<int32_t>(f.rules.foam_life_s * static_cast<float>(f.rules.emission.hz));
    return Fate::foamed;
  }

  OCEAN_HD void break_up(int64_t i, Vec3f velocity) const {
    const SprayRules& r = f.rules;
    if (!(r.breakup_per_s > 0.0f) || at.kind[i] >= static_cast<uint8_t>(SprayKind::mist)) return;
    const Vec3f u = velocity - r.air.wind;
    if (dot(u, u) < r.breakup_speed * r.breakup_speed) return;
    const auto id = static_cast<uint64_t>(at.id[i]);
    const float draw =
        uniform_float(random4(r.emission.seed, kStreamBreak, id, static_cast<uint32_t>(f.tick)).word[0]);
    if (!(draw * static_cast<float>(r.emission.hz) < r.breakup_per_s)) return;
    const DrawnClass c = drawn_class(r.emission, at.kind[i] + 1, id);
    at.kind[i] = c.kind;
    at.radius[i] = c.radius_m;
    at.death[i] = f.tick + c.life_ticks;
  }

  OCEAN_HD void operator()(int64_t i) const {
    if (!is_airborne(at.kind[i])) return;
    const SprayRules& r = f.rules;
    const auto h = static_cast<float>(1.0 / (r.emission.hz * r.substeps));
    Vec3f p = at.position[i], v = at.velocity[i];
    const float radius = at.radius[i];
    for (int32_t s = 0; s < r.substeps; ++s) {
      const float time_s = static_cast<float>(f.time_s) - static_cast<float>(r.substeps - s) * h;
      const Moved m = moved(f.shore.rocks, r.air, r.surface, p, v, radius, time_s, h);
      p = m.position;
      v = m.velocity;
    }
    at.position[i] = p;
    at.velocity[i] = v;
    Fate what = Fate::none;
    if (f.tick >= at.death[i]) {
      what = Fate::aged;
    } else if (!inside(r, p)) {
      what = Fate::left;
    } else {
      bool wet = false;
      WaterMap::Water w{0, {0, 0}};
      if (v.z < 0.0f && p.z < f.water.level + f.water.crest_m) {
        w = f.water.at(p.x, p.y);
        wet = p.z < w.z;
      }
      if (wet) what = landed(i, w.from);
      else break_up(i, v);
    }
    fate[i] = static_cast<uint8_t>(what);
  }
};

// Foam and what is carried: on the water, at the undisplaced point that they belong to.
struct MoveRiders {
  TickFrame f;
  ParticleView at;
  View<uint8_t> fate;

  OCEAN_HD Fate launched(int64_t i, Vec3f p, Vec3f v) const {
    const EmissionRule& rule = f.rules.emission;
    const auto id = static_cast<uint64_t>(at.id[i]);
    Vec3f n = normalized(f.shore.rocks.gradient(p));
    if (!(dot(n, n) > 0.0f)) n = {0, 0, 1};
    const float into = -dot(v, n);
    const DrawnClass c = drawn_class(rule, id);
    at.position[i] = pushed_out(f.shore.rocks, p, c.radius_m);
    at.velocity[i] = launch_velocity(rule.launch, v, n, rule.seed, id);
    at.kind[i] = c.kind;
    at.radius[i] = c.radius_m;
    at.death[i] = f.tick + c.life_ticks;
    at.impact[i] = into > 0.0f ? into : 0.0f;
    at.rock[i] = f.shore.rocks.id(p);
    return Fate::launched;
  }

  OCEAN_HD void operator()(int64_t i) const {
    if (is_airborne(at.kind[i]) || at.birth[i] == f.tick) return;  // what fell into the water just now
    const Vec2f u = at.parameter[i];
    const SurfacePoint s = surface_point(f.shore.waves, static_cast<double>(u.x) + f.shore.origin.x,
                                         static_cast<double>(u.y) + f.shore.origin.y, f.time_s);
    const Vec3f p = to_float(Vec3d{static_cast<double>(u.x), static_cast<double>(u.y), -f.shore.origin.z} +
                             s.displacement);
    const Vec3f v = to_float(s.velocity);
    at.position[i] = p;
    at.velocity[i] = v;
    const bool carried = at.kind[i] == static_cast<uint8_t>(SprayKind::carried);
    const float phi = f.shore.rocks.sample(p).phi;
    Fate what = Fate::none;
    if (f.tick >= at.death[i]) what = Fate::aged;
    else if (!inside(f.rules, p)) what = Fate::left;
    else if (carried && phi <= at.radius[i]) what = launched(i, p, v);
    else if (!carried && phi < 0.0f) what = Fate::rock;
    fate[i] = static_cast<uint8_t>(what);
  }
};

struct KeepAlive {
  View<const uint8_t> fate;
  View<uint8_t> keep;
  OCEAN_HD void operator()(int64_t i) const { keep[i] = is_dead(fate[i]) ? 0 : 1; }
};

struct GatherParticles {
  ParticleView from, to;
  View<const int32_t> index;
  OCEAN_HD void operator()(int64_t i) const {
    const int64_t k = index[i];
    to.position[i] = from.position[k];
    to.velocity[i] = from.velocity[k];
    to.parameter[i] = from.parameter[k];
    to.id[i] = from.id[k];
    to.birth[i] = from.birth[k];
    to.death[i] = from.death[k];
    to.radius[i] = from.radius[k];
    to.impact[i] = from.impact[k];
    to.mass[i] = from.mass[k];
    to.emitter[i] = from.emitter[k];
    to.rock[i] = from.rock[k];
    to.kind[i] = from.kind[k];
  }
};

struct HappenedTo {
  WaterHit hit;
  int32_t fate;
};
struct GatherHits {
  ParticleView from;
  View<const uint8_t> fate;
  View<const int32_t> index;
  float time_s;
  View<HappenedTo> to;
  OCEAN_HD void operator()(int64_t i) const {
    const int64_t k = index[i];
    to[i] = {{from.position[k], time_s, length(from.velocity[k]), from.radius[k], from.mass[k]}, fate[k]};
  }
};

struct MapWater {
  View<const Wave> waves;
  double x0, y0, cell_m, time_s;
  int32_t nx;
  View<Vec3f> to;
  OCEAN_HD void operator()(int64_t i) const {
    const RowColumn at = row_column(i, nx);
    const double x = x0 + static_cast<double>(at.column) * cell_m,
                 y = y0 + static_cast<double>(at.row) * cell_m;
    to[i] = to_float(surface_point(waves, x, y, time_s).displacement);
  }
};

struct SampleAhead {
  ParticleView from;
  Shore shore;
  double time_s;
  float ahead_s, gravity;
  View<Vec3f> position, velocity;
  OCEAN_HD void operator()(int64_t i) const {
    Vec3f p = from.position[i], v = from.velocity[i];
    if (is_airborne(from.kind[i])) {
      p = p + ahead_s * v;
      p = pushed_out(shore.rocks, p, from.radius[i]);
    } else {
      const Vec2f u = from.parameter[i];
      const SurfacePoint s = surface_point(shore.waves, static_cast<double>(u.x) + shore.origin.x,
                                           static_cast<double>(u.y) + shore.origin.y, time_s);
      p = to_float(Vec3d{static_cast<double>(u.x), static_cast<double>(u.y), -shore.origin.z} +
                   s.displacement);
      v = to_float(s.velocity);
    }
    position[i] = p;
    velocity[i] = v;
  }
};

int32_t nodes(double length, double cell) {
  const double n = length / cell;
  return static_cast<int32_t>(n > 0 ? n : 0) + 2;
}

}  // namespace

Spray::Spray(const Exec& exec, const Setup& setup, const RockField& rocks)
    : exec_(exec),
      setup_(setup),
      rocks_(rocks),
      now_(exec, setup.capacity),
      next_(exec, setup.capacity),
      fate_(exec, setup.capacity),
      keep_(exec, setup.capacity),
      water_nx_(nodes(setup.region_high.x - setup.region_low.x, setup.water_cell_m)),
      water_ny_(nodes(setup.region_high.y - setup.region_low.y, setup.water_cell_m)) {
  water_ = Buffer<Vec3f>(exec, int64_t{water_nx_} * water_ny_);
  set_waves({}, {});
  emitters_ =
      Emitters(exec, setup.emitters, shore(emitting_), setup.rules.emission.spawn_distance_m, setup.reach_m);
}

void Spray::set_waves(const std::vector<Wave>& emitting, const std::vector<Wave>& all) {
  emitting_ = Buffer<Wave>(exec_, "emitting waves", emitting);
  all_ = Buffer<Wave>(exec_, "waves", all);
  double crest = 0;
  for (const Wave& w : all) crest += w.amplitude;
  crest_m_ = static_cast<float>(crest);
}

Shore Spray::shore(const Buffer<Wave>& waves) const { return {waves.view(), rocks_, setup_.origin}; }

void Spray::start(int32_t tick) {
  restore(tick, 0);
  emit();
}

void Spray::restore(int32_t tick, int64_t count) {
  tick_ = tick;
  count_ = count;
}

void Spray::emit() {
  const int64_t born = emitters_.emit(exec_, setup_.rules.emission, shore(emitting_), tick_, now_.view(),
                                      count_, &counts_.refused);
  count_ += born;
  counts_.born += born;
}

void Spray::advance() {
  ++tick_;
  map_water(static_cast<double>(tick_) / setup_.rules.emission.hz);
  move();
  settle();
  emit();
}

void Spray::map_water(double time_s) {
  parallel_for(exec_, "water map", water_.size(),
               MapWater{std::as_const(all_).view(), setup_.region_low.x, setup_.region_low.y,
                        setup_.water_cell_m, time_s, water_nx_, water_.view()},
               256);
}

void Spray::move() {
  TickFrame f;
  f.rules = setup_.rules;
  f.shore = shore(all_);
  f.tick = tick_;
  f.time_s = static_cast<double>(tick_) / setup_.rules.emission.hz;
  f.water.low = {static_cast<float>(setup_.region_low.x - setup_.origin.x),
                 static_cast<float>(setup_.region_low.y - setup_.origin.y)};
  f.water.per_m = static_cast<float>(1 / setup_.water_cell_m);
  f.water.displacement = {std::as_const(water_).data(), water_nx_, water_ny_, water_nx_};
  f.water.level = static_cast<float>(-setup_.origin.z);
  f.water.crest_m = crest_m_;
  parallel_for(exec_, "move in the air", count_, MoveAirborne{f, now_.view(), fate_.view()}, kGrain);
  if (setup_.rules.emission.carried || setup_.rules.foam_share > 0)
    parallel_for(exec_, "move on the water", count_, MoveRiders{f, now_.view(), fate_.view()}, kGrain);
}

void Spray::settle() {
  const View<const uint8_t> fate{fate_.data(), count_};
  const Buffer<int32_t> changed = compact(exec_, fate);
  if (changed.size() == 0) return;
  Buffer<HappenedTo> happened(exec_, changed.size());
  const float time_s = static_cast<float>(static_cast<double>(tick_) / setup_.rules.emission.hz);
  parallel_for(exec_, "what happened", changed.size(),
               GatherHits{now_.view(), fate, changed.view(), time_s, happened.view()});
  int64_t dead = 0;
  for (const HappenedTo& h : happened.to_host("what happened")) {
    const auto what = static_cast<Fate>(h.fate);
    ++counts_.fates[static_cast<std::size_t>(h.fate)];
    if (what == Fate::water || what == Fate::foamed) hits_.push_back(h.hit);
    dead += is_dead(static_cast<uint8_t>(h.fate)) ? 1 : 0;
  }
  if (dead == 0) return;
  parallel_for(exec_, "alive", count_, KeepAlive{fate, keep_.view()});
  const Buffer<int32_t> alive = compact(exec_, View<const uint8_t>{keep_.data(), count_});
  parallel_for(exec_, "close gaps", alive.size(), GatherParticles{now_.view(), next_.view(), alive.view()});
  std::swap(now_, next_);
  count_ = alive.size();
}

Spray::Sample Spray::sample(double ahead_s) {
  Buffer<Vec3f> position(exec_, count_), velocity(exec_, count_);
  const double time_s = static_cast<double>(tick_) / setup_.rules.emission.hz + ahead_s;
  parallel_for(exec_, "sample ahead", count_,
               SampleAhead{now_.view(), shore(all_), time_s, static_cast<float>(ahead_s),
                           setup_.rules.air.gravity, position.view(), velocity.view()},
               kGrain);
  return {position.to_host("positions"), velocity.to_host("velocities")};
}

}  // namespace ocean
