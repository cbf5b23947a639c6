// SPDX-License-Identifier: Apache-2.0
//
// Where and when spray is born, that births depend on waves and rocks alone, and that the whole state is the
// same on every back end.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/hash.h"
#include "kernels/spray/spray.h"
#include "tests/kernels/spray_scenes.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

using test::box_distance;
using test::level_set;

Wave swell(double toward_deg, double phase = 0) {
  Wave w;
  const double k = kTwoPi / 20, a = toward_deg * M_PI / 180;
  w.kx = k * std::cos(a), w.ky = k * std::sin(a);
  w.omega = std::sqrt(9.81 * k);
  w.amplitude = 0.8;
  w.steepness = 0.7;
  w.phase = phase;
  return w;
}
const double kPeriod = kTwoPi / swell(0).omega;

// A rock of 4 x 4 m that stands in the water.
RockBlocks rock() {
  return level_set(
      [](Vec3d p) {
        return box_distance(p, {-2, -2, -3}, {2, 2, 3});
      },
      {-3, -3, -4}, {3, 3, 4}, 0.2, 4);
}

Spray::Setup scene() {
  Spray::Setup s;
  EmissionRule& e = s.rules.emission;
  e.rate = 8000;
  e.min_impact = 0.3;
  e.ref_impact = 1;
  e.significant_height_m = 1.6;
  e.spawn_distance_m = 0.6;
  e.classes[0] = {0.5f, 3e-3f, 0.3f, 2.0f, 0.3f};
  e.classes[1] = {0.3f, 1e-3f, 0.3f, 3.0f, 0.3f};
  e.classes[2] = {0.2f, 2e-4f, 0.3f, 4.0f, 0.3f};
  e.seed = 5;
  s.emitters = {-6, -6, 0.3, 40, 40};
  s.origin = {-8, -8, 0};
  s.region_low = {-8, -8}, s.region_high = {8, 8};
  s.rules.low = {-10, -10, -6}, s.rules.high = {26, 26, 30};
  s.reach_m = 1;
  s.capacity = 1 << 17;
  return s;
}

struct Birth {
  int64_t id;
  int32_t tick, emitter;
  Vec3f position, velocity;
  friend bool operator==(const Birth&, const Birth&) = default;
};

// Runs `ticks` ticks; births by the moment they happen, and the particles alive after each tick.
struct History {
  std::vector<Birth> births;
  std::vector<int64_t> born, alive;
  SprayCounts counts;
};
History run(const Exec& exec, const Spray::Setup& setup, const std::vector<Wave>& waves, int32_t ticks) {
  const RockVolume rocks(exec, rock(), setup.origin);
  Spray spray(exec, setup, rocks.field());
  spray.set_waves(waves, waves);
  spray.start(0);
  History h;
  for (int32_t n = 0; n < ticks; ++n) {
    if (n > 0) spray.advance();
    Particles& p = spray.particles();
    const int64_t count = spray.count();
    const auto birth = head_to_host(exec, "births", p.birth(), count);
    const auto id = head_to_host(exec, "births", p.id(), count);
    const auto emitter = head_to_host(exec, "births", p.emitter(), count);
    const auto position = head_to_host(exec, "births", p.position(), count);
    const auto velocity = head_to_host(exec, "births", p.velocity(), count);
    int64_t born = 0;
    for (std::size_t i = 0; i < birth.size(); ++i)
      if (birth[i] == n) h.births.push_back({id[i], n, emitter[i], position[i], velocity[i]}), ++born;
    h.born.push_back(born);
    h.alive.push_back(count);
  }
  h.counts = spray.counts();
  return h;
}

// Of a series with that period in ticks: the tick of its first harmonic's crest.
double crest_of(const std::vector<int64_t>& series, double period) {
  double c = 0, s = 0;
  for (std::size_t n = 0; n < series.size(); ++n) {
    const double a = kTwoPi * static_cast<double>(n) / period;
    c += static_cast<double>(series[n]) * std::cos(a), s += static_cast<double>(series[n]) * std::sin(a);
  }
  return std::atan2(s, c) / kTwoPi * period;
}

TEST(SprayEmission, BirthsAreNearRocksAndNowhereElse) {
  const Spray::Setup setup = scene();
  const History h = run(Exec::cpu(2), setup, {swell(0)}, 240);
  ASSERT_GT(h.births.size(), 500u);
  for (const Birth& b : h.births) {
    const Vec3d p{static_cast<double>(b.position.x) - 8, static_cast<double>(b.position.y) - 8,
                  static_cast<double>(b.position.z)};
    const double d = box_distance(p, {-2, -2, -3}, {2, 2, 3});
    EXPECT_GE(d, -0.08) << "the interpolant rounds corners within a voxel of 0.2";
    EXPECT_LE(d, 0.6 + 0.45) << "spawn distance and the jitter within a cell";
  }
  Spray::Setup far = setup;
  far.rules.emission.spawn_distance_m = 0.01;
  EXPECT_LT(run(Exec::cpu(2), far, {swell(0)}, 120).births.size(), h.births.size() / 10);
}

TEST(SprayEmission, SubstepsFramesAndParticlesChangeNoBirth) {
  Spray::Setup setup = scene();
  const History one = run(Exec::cpu(2), setup, {swell(10)}, 400);
  ASSERT_GT(one.births.size(), 500u);
  for (const int32_t substeps : {2, 4}) {
    setup.rules.substeps = substeps;
    EXPECT_TRUE(run(Exec::cpu(1), setup, {swell(10)}, 400).births == one.births) << substeps << " sub-steps";
  }
  // Samples between ticks, as export frames take them at any rate, disturb nothing.
  setup.rules.substeps = 1;
  const RockVolume rocks(Exec::cpu(1), rock(), setup.origin);
  Spray plain(Exec::cpu(1), setup, rocks.field()), sampled(Exec::cpu(1), setup, rocks.field());
  for (Spray* s : {&plain, &sampled}) s->set_waves({swell(10)}, {swell(10)}), s->start(0);
  for (int n = 0; n < 350; ++n) {
    plain.advance(), sampled.advance();
    if (n % 3 == 1) sampled.sample(0.004);
  }
  ASSERT_EQ(plain.count(), sampled.count());
  EXPECT_EQ(head_to_host(Exec::cpu(1), "p", plain.particles().position(), plain.count()),
            head_to_host(Exec::cpu(1), "p", sampled.particles().position(), plain.count()));
}

TEST(SprayEmission, CountsFollowTheRate) {
  const Spray::Setup setup = scene();
  const RockVolume rocks(Exec::cpu(1), rock(), setup.origin);
  const std::vector<Wave> waves{swell(0)};
  const Shore shore{{waves.data(), 1}, rocks.field(), setup.origin};
  double expected = 0;
  constexpr int32_t kTicks = 240;
  for (int64_t cell = 0; cell < setup.emitters.size(); ++cell)
    for (int32_t n = 0; n < kTicks; ++n)
      expected +=
          emitter_state(setup.rules.emission, shore, setup.emitters.centre(cell), 0.09, n / 120.0).per_s /
          120;
  const History h = run(Exec::cpu(2), setup, waves, kTicks);
  EXPECT_EQ(h.counts.born, static_cast<int64_t>(h.births.size()));
  // The remainders that are not yet born are below 1 an emitter.
  std::map<int32_t, int> emitters;
  for (const Birth& b : h.births) ++emitters[b.emitter];
  EXPECT_LE(static_cast<double>(h.counts.born), expected + 1e-3);
  EXPECT_GE(static_cast<double>(h.counts.born), expected - 2.0 * static_cast<double>(emitters.size()));
  std::vector<int64_t> ids;
  for (const Birth& b : h.births) ids.push_back(b.id);
  std::sort(ids.begin(), ids.end());
  EXPECT_TRUE(std::adjacent_find(ids.begin(), ids.end()) == ids.end()) << "ids are unique";
}

TEST(SprayEmission, HalfAPeriodMovesThePeaksByHalfAPeriod) {
  const double period = kPeriod * 120;  // ticks
  const auto ticks = static_cast<int32_t>(std::lround(3 * period));
  const double a = crest_of(run(Exec::cpu(2), scene(), {swell(0)}, ticks).born, period);
  const double b = crest_of(run(Exec::cpu(2), scene(), {swell(0, 0.5)}, ticks).born, period);
  double shift = std::fmod(b - a + 2 * period, period);
  EXPECT_NEAR(shift, period / 2, 1.0);
}

TEST(SprayEmission, TurningTheSwellSwapsTheSides) {
  const auto sides = [](double toward) {
    std::array<int64_t, 2> n{};
    for (const Birth& b : run(Exec::cpu(2), scene(), {swell(toward)}, 420).births)
      ++n[b.position.x - 8 < 0 ? 0 : 1];
    return n;
  };
  const auto east = sides(0), west = sides(180);
  EXPECT_GT(east[0], 500);
  EXPECT_LT(east[1], east[0] / 20) << "the lee side stays dry";
  EXPECT_GT(west[1], 500);
  EXPECT_LT(west[0], west[1] / 20);
}

TEST(SprayEmission, HeadOnThrowsUpward) {
  const History h = run(Exec::cpu(2), scene(), {swell(0)}, 240);
  double up = 0;
  for (const Birth& b : h.births) up += static_cast<double>(b.velocity.z);
  EXPECT_GT(up / static_cast<double>(h.births.size()), 0.5);
}

TEST(SprayEmission, CarriedWaterLaunchesWhereItStrikes) {
  Spray::Setup setup = scene();
  setup.rules.emission.carried = true;
  setup.rules.emission.carried_rate = 60;
  setup.rules.emission.carried_life_s = static_cast<float>(kPeriod);
  const History h = run(Exec::cpu(2), setup, {swell(0)}, 480);
  EXPECT_GT(h.counts.fates[static_cast<std::size_t>(Fate::launched)], 100);
  EXPECT_GT(h.counts.fates[static_cast<std::size_t>(Fate::aged)], 100) << "without contact they die";
}

TEST(SprayEmission, AFullPoolRefusesAndCounts) {
  Spray::Setup setup = scene();
  const History all = run(Exec::cpu(2), setup, {swell(0)}, 240);
  setup.capacity = 100;
  const History few = run(Exec::cpu(2), setup, {swell(0)}, 240);
  EXPECT_EQ(few.counts.born + few.counts.refused, all.counts.born);
  EXPECT_GT(few.counts.refused, 0);
  for (const int64_t n : few.alive) EXPECT_LE(n, 100);
}

TEST(SprayEmission, EveryParticleIsAccountedFor) {
  Spray::Setup setup = scene();
  setup.rules.foam_share = 0.3f, setup.rules.foam_life_s = 1;
  const History h = run(Exec::cpu(2), setup, {swell(0)}, 600);
  int64_t dead = 0;
  for (std::size_t f = 1; f < static_cast<std::size_t>(Fate::foamed); ++f) dead += h.counts.fates[f];
  EXPECT_EQ(h.counts.born - dead, h.alive.back());
  EXPECT_GT(h.counts.fates[static_cast<std::size_t>(Fate::water)], 100);
  EXPECT_GT(h.counts.fates[static_cast<std::size_t>(Fate::foamed)], 30);
}

// Drops that fall into still water do so at its height, each with an event.
TEST(SprayWater, HitsHaveTimePlaceAndSpeed) {
  Spray::Setup setup = scene();
  setup.rules.air.drag = 0;
  setup.rules.emission.rate = 0;
  setup.rules.breakup_per_s = 0;
  const RockField none;
  Spray spray(Exec::cpu(1), setup, none);
  spray.particles().each([](const char*, auto& b) { b.fill_zero(); });
  spray.particles().position().data()[0] = {3, 3, 2};
  spray.particles().radius().data()[0] = 1e-3f;
  spray.particles().death().data()[0] = 10000;
  spray.restore(0, 1);
  while (spray.count() > 0) spray.advance();
  ASSERT_EQ(spray.hits().size(), 1u);
  const WaterHit hit = spray.hits()[0];
  EXPECT_NEAR(hit.time_s, std::sqrt(2 * 2 / 9.81), 1.0 / 120);
  EXPECT_NEAR(hit.speed, std::sqrt(2 * 2 * 9.81), 0.1);
  EXPECT_NEAR(hit.position.z, 0, 0.06);
}

TEST(SprayWater, MapIsTheWavesSurface) {
  const std::vector<Wave> waves{swell(20), swell(75, 0.3)};
  std::vector<Vec3f> nodes;
  constexpr int32_t kNodes = 81;
  for (int32_t j = 0; j < kNodes; ++j)
    for (int32_t i = 0; i < kNodes; ++i)
      nodes.push_back(to_float(surface_point({waves.data(), 2}, 0.25 * i, 0.25 * j, 1.5).displacement));
  const WaterMap map{{0, 0}, 4, {nodes.data(), kNodes, kNodes, kNodes}, 0, 2};
  for (int n = 0; n < 1000; ++n) {
    const Random4 r = random4(3, 3, static_cast<uint64_t>(n), 0);
    const double x = 4 + 12 * uniform_double(r.word[0], r.word[1]),
                 y = 4 + 12 * uniform_double(r.word[2], r.word[3]);
    // The particle over (x, y), by fixed point in double.
    double ux = x, uy = y;
    SurfacePoint s;
    for (int k = 0; k < 200; ++k) {
      s = surface_point({waves.data(), 2}, ux, uy, 1.5);
      ux = x - s.displacement.x, uy = y - s.displacement.y;
    }
    EXPECT_NEAR(static_cast<double>(map.at(static_cast<float>(x), static_cast<float>(y)).z), s.displacement.z,
                0.02);
  }
}

TEST(SprayState, SameBitsOnEveryBackEnd) {
  for (const bool carried : {false, true}) {
    Spray::Setup setup = scene();
    setup.rules.emission.carried = carried;
    setup.rules.foam_share = 0.2f, setup.rules.foam_life_s = 1;
    setup.rules.air.wind = {4, 1, 0};
    draw_gusts(setup.rules.air, 6, 1.5, 4, 9);
    const std::vector<Wave> waves{swell(0), swell(35, 0.2)};
    for (const Exec& exec : test_backends()) {
      SCOPED_TRACE(backend_name(exec));
      const RockVolume rocks(exec, rock(), setup.origin);
      Spray spray(exec, setup, rocks.field());
      spray.set_waves(waves, waves);
      spray.start(0);
      for (int n = 0; n < 300; ++n) spray.advance();
      ASSERT_GT(spray.count(), 200);
      Hash128 all{static_cast<uint64_t>(spray.count()), 0};
      spray.particles().each([&](const char*, auto& buffer) {
        using T = std::remove_reference_t<decltype(*buffer.data())>;
        Hash128 h;
        if constexpr (sizeof(T) % 4 == 0) {
          h = content_hash(exec, View<const T>{buffer.data(), spray.count()});
        } else {
          std::vector<uint32_t> wide;
          for (const T v : head_to_host(exec, "kinds", buffer, spray.count())) wide.push_back(v);
          h = content_hash(Exec::cpu(1), View<const uint32_t>{wide.data(), spray.count()});
        }
        all.hi = all.hi * 0x9e3779b97f4a7c15u + h.hi;
        all.lo = all.lo * 0xbf58476d1ce4e5b9u + h.lo;
      });
      expect_golden(carried ? "spray/carried" : "spray/impact", all);
    }
  }
}

// A state that was saved and put back goes on as if nothing had happened.
TEST(SprayState, RestoredStateGoesOnEqually) {
  const Spray::Setup setup = scene();
  const Exec exec = Exec::cpu(2);
  const RockVolume rocks(exec, rock(), setup.origin);
  Spray a(exec, setup, rocks.field()), b(exec, setup, rocks.field());
  for (Spray* s : {&a, &b}) s->set_waves({swell(0)}, {swell(0)});
  a.start(0);
  for (int n = 0; n < 130; ++n) a.advance();
  std::vector<std::vector<std::byte>> saved;
  a.particles().each([&](const char*, auto& buffer) {
    const auto* from = reinterpret_cast<const std::byte*>(buffer.data());
    saved.emplace_back(from, from + a.count() * static_cast<int64_t>(sizeof(*buffer.data())));
  });
  std::size_t next = 0;
  b.particles().each([&](const char*, auto& buffer) {
    std::copy(saved[next].begin(), saved[next].end(), reinterpret_cast<std::byte*>(buffer.data()));
    ++next;
  });
  b.restore(a.tick(), a.count());
  const auto remainders = a.emitters().remainders().to_host("saved");
  const auto serials = a.emitters().serials().to_host("saved");
  std::copy(remainders.begin(), remainders.end(), b.emitters().remainders().data());
  std::copy(serials.begin(), serials.end(), b.emitters().serials().data());
  for (int n = 0; n < 130; ++n) a.advance(), b.advance();
  ASSERT_EQ(a.count(), b.count());
  ASSERT_GT(a.count(), 100);
  EXPECT_EQ(head_to_host(exec, "p", a.particles().position(), a.count()),
            head_to_host(exec, "p", b.particles().position(), a.count()));
  EXPECT_EQ(head_to_host(exec, "p", a.particles().id(), a.count()),
            head_to_host(exec, "p", b.particles().id(), a.count()));
}

}  // namespace
}  // namespace ocean
