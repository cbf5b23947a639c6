// SPDX-License-Identifier: Apache-2.0
//
// What a particle does: ballistics, bounces, and no tunnelling.
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/spray/motion.h"
#include "kernels/spray/spray.h"
#include "tests/kernels/spray_scenes.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

using test::box_distance;
using test::level_set;
using test::random_point;

Air vacuum() {
  Air air;
  air.drag = 0;
  return air;
}

TEST(Ballistics, VacuumRange) {
  for (const float hz : {24.0f, 120.0f}) {
    for (const double degrees : {20.0, 45.0, 70.0}) {
      const double a = degrees * M_PI / 180, speed = 15;
      Vec3f p{0, 0, 0},
          v{static_cast<float>(speed * std::cos(a)), 0, static_cast<float>(speed * std::sin(a))};
      Vec3f before = p, v_before = v;
      double t = 0;
      do {
        before = p, v_before = v;
        const Moved m = moved(RockField{}, vacuum(), Surface{}, p, v, 1e-3f, 0, 1 / hz);
        p = m.position, v = m.velocity;
        t += 1 / static_cast<double>(hz);
      } while (p.z > 0);
      // The moment of z = 0 within the last step.
      const double z = static_cast<double>(before.z), vz = static_cast<double>(v_before.z);
      const double dt = (vz + std::sqrt(vz * vz + 2 * 9.81 * z)) / 9.81;
      const double range = static_cast<double>(before.x) + static_cast<double>(v_before.x) * dt;
      const double exact = speed * speed * std::sin(2 * a) / 9.81;
      EXPECT_NEAR(range, exact, 1e-3 * exact) << degrees << " degrees at " << hz;
    }
  }
}

TEST(Ballistics, TerminalSpeed) {
  Air air;
  for (const float radius : {0.25e-3f, 1e-3f, 3e-3f}) {
    Vec3f p{0, 0, 0}, v{3, 0, 20};
    for (int i = 0; i < 120 * 20; ++i) {
      const Moved m = moved(RockField{}, air, Surface{}, p, v, radius, 0, 1.0f / 120);
      p = m.position, v = m.velocity;
    }
    const double c = 3.0 / 8 * (1.225 / 1025) * 0.47 / static_cast<double>(radius);
    EXPECT_NEAR(-static_cast<double>(v.z), std::sqrt(9.81 / c), 1e-3 * std::sqrt(9.81 / c));
    EXPECT_NEAR(v.x, 0, 1e-3);
  }
}

TEST(Ballistics, FollowsTheWind) {
  Air air;
  air.wind = {8, -3, 0};
  Vec3f p{0, 0, 0}, v{0, 0, 0};
  for (int i = 0; i < 120 * 20; ++i) {
    const Moved m = moved(RockField{}, air, Surface{}, p, v, 5e-4f, 0, 1.0f / 120);
    p = m.position, v = m.velocity;
  }
  EXPECT_NEAR(v.x, 8, 8e-3);
  EXPECT_NEAR(v.y, -3, 3e-3);
}

TEST(Ballistics, GustsHaveTheirSpeedAndNoDivergence) {
  Air air;
  draw_gusts(air, 8, 2.0, 10.0, 42);
  double sum = 0, worst = 0;
  constexpr int kPoints = 4000;
  for (uint64_t id = 0; id < kPoints; ++id) {
    const Vec3f p = random_point(id, 200);
    const Vec3f w = wind_at(air, p, 3);
    sum += static_cast<double>(dot(w, w));
    const float h = 0.05f;
    const double divergence =
        static_cast<double>((wind_at(air, p + Vec3f{h, 0, 0}, 3) - wind_at(air, p - Vec3f{h, 0, 0}, 3)).x +
                            (wind_at(air, p + Vec3f{0, h, 0}, 3) - wind_at(air, p - Vec3f{0, h, 0}, 3)).y +
                            (wind_at(air, p + Vec3f{0, 0, h}, 3) - wind_at(air, p - Vec3f{0, 0, h}, 3)).z) /
        (2 * static_cast<double>(h));
    worst = std::fmax(worst, std::abs(divergence));
  }
  EXPECT_NEAR(std::sqrt(sum / kPoints), 2.0, 0.2);
  EXPECT_LT(worst, 0.02) << "against gradients of about 2 m/s over 10 m/(2 pi)";
}

TEST(Ballistics, BounceApexIsESquaredH) {
  const RockVolume volume(Exec::cpu(1),
                          level_set(
                              [](Vec3d p) {
                                return box_distance(p, {-1, -1, -1}, {1, 1, 0});
                              },
                              {-2, -2, -2}, {2, 2, 1}, 0.02),
                          {0, 0, 0});
  for (const float e : {0.3f, 0.6f, 0.9f}) {
    const Surface surface{e, 0};
    const float radius = 1e-3f;
    const double h = 5;
    Vec3f p{0.013f, 0.027f, static_cast<float>(h) + radius}, v{0, 0, 0};
    bool bounced = false;
    double apex = 0;
    for (int i = 0; i < 120 * 4; ++i) {
      const Moved m = moved(volume.field(), vacuum(), surface, p, v, radius, 0, 1.0f / 120);
      if (bounced && m.hit) break;
      bounced = bounced || m.hit;
      // The highest point of the parabola that it is on.
      if (bounced) {
        const double vz = static_cast<double>(m.velocity.z);
        apex = std::fmax(apex, static_cast<double>(m.position.z) + (vz > 0 ? vz * vz / (2 * 9.81) : 0));
      }
      p = m.position, v = m.velocity;
    }
    const double exact = static_cast<double>(e) * static_cast<double>(e) * h;
    EXPECT_NEAR(apex - static_cast<double>(radius), exact, 1e-3 * exact) << "restitution " << e;
  }
}

// A slope of 30 degrees without friction: a particle that lies on it gains g*sin 30 a second, and stays on
// it.
TEST(Ballistics, SlidesDownASlope) {
  const double s = 0.5, c = std::sqrt(0.75);
  const auto slope = [&](Vec3d p) { return s * p.x + c * p.z; };  // half space
  const RockVolume volume(Exec::cpu(1), level_set(slope, {-4, -1, -4}, {4, 1, 4}, 0.05), {0, 0, 0});
  Vec3f p = to_float({-3 * c + 0.01 * s, 0.02, 3 * s + 0.01 * c}), v{0, 0, 0};
  for (int i = 0; i < 120; ++i) {
    const Moved m = moved(volume.field(), vacuum(), Surface{0.2f, 0}, p, v, 1e-3f, 0, 1.0f / 120);
    p = m.position, v = m.velocity;
    EXPECT_LT(volume.field().sample(p).phi, 0.03f);
    EXPECT_GE(volume.field().sample(p).phi, 0.9e-3f);
  }
  EXPECT_NEAR(length(v), 9.81f * 0.5f, 0.1f);
  EXPECT_NEAR(v.z / v.x, -std::tan(M_PI / 6), 0.01);
}

// 1e6 drops at 200 m/s from everywhere at a plate of 5 cm, voxel 2 cm, ticks of 1/24 s: none through.
TEST(Ballistics, NoTunnelling) {
  const double tilt = 0.3, c = std::cos(tilt), s = std::sin(tilt);
  const auto plate = [&](Vec3d p) {
    return box_distance({c * p.x + s * p.z, p.y, -s * p.x + c * p.z}, {-0.025, -2, -2}, {0.025, 2, 2});
  };
  constexpr int64_t kDrops = 1000000;
  for (const Exec& exec : test_backends()) {
    if (!exec.is_cuda() && exec.threads() != 2) continue;
    SCOPED_TRACE(backend_name(exec));
    const RockVolume there(exec, level_set(plate, {-2, -3, -3}, {2, 3, 3}, 0.02), {0, 0, 0});
    Spray::Setup setup;
    setup.capacity = kDrops;
    setup.origin = {0, 0, 1000};  // the water is far below
    setup.rules.emission.hz = 24;
    setup.rules.breakup_per_s = 0;
    setup.rules.surface.friction = 0;
    Spray spray(exec, setup, there.field());
    std::vector<Vec3f> position(kDrops), velocity(kDrops);
    for (int64_t i = 0; i < kDrops; ++i) {
      const auto id = static_cast<uint64_t>(i);
      // Aimed at a point of the plate's face, from 0.5 to 8 m in front of it.
      const Random4 r = random4(9, 1, id, 0), q = random4(9, 2, id, 0);
      const float y = 3.4f * (uniform_float(r.word[0]) - 0.5f), z = 3.4f * (uniform_float(r.word[1]) - 0.5f);
      Vec3f d = in_cone({1, 0, 0}, 0.5f, uniform_float(r.word[2]), uniform_float(r.word[3]));
      const float back = 0.5f + 7.5f * uniform_float(q.word[0]);
      const Vec3f from = Vec3f{-0.025f, y, z} - back * d;
      const auto turn = [&](Vec3f a) {  // of the plate's axes into the world's
        const auto cf = static_cast<float>(c), sf = static_cast<float>(s);
        return Vec3f{cf * a.x - sf * a.z, a.y, sf * a.x + cf * a.z};
      };
      position[static_cast<std::size_t>(i)] = turn(from);
      velocity[static_cast<std::size_t>(i)] = turn(200.0f * d);
    }
    spray.particles().each([](const char*, auto& buffer) { buffer.fill_zero(); });
    Particles& drops = spray.particles();
    copy_in(exec, "drops", drops.position().data(), position.data(), drops.position().bytes());
    copy_in(exec, "drops", drops.velocity().data(), velocity.data(), drops.velocity().bytes());
    const std::vector<float> radius(kDrops, 1e-3f);
    const std::vector<int32_t> death(kDrops, 1 << 30);
    copy_in(exec, "drops", drops.radius().data(), radius.data(), drops.radius().bytes());
    copy_in(exec, "drops", drops.death().data(), death.data(), drops.death().bytes());
    spray.restore(0, kDrops);
    spray.advance();
    spray.advance();
    ASSERT_EQ(spray.count(), kDrops);
    int64_t through = 0, inside = 0;
    const auto now = head_to_host(exec, "drops", spray.particles().position(), kDrops);
    for (const Vec3f p : now) {
      const double x = c * static_cast<double>(p.x) + s * static_cast<double>(p.z),
                   z = -s * static_cast<double>(p.x) + c * static_cast<double>(p.z),
                   y = static_cast<double>(p.y);
      if (x > 0.025 && std::abs(y) < 1.9 && std::abs(z) < 1.9) ++through;
      if (plate({static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)}) < -0.01)
        ++inside;
    }
    EXPECT_EQ(through, 0);
    EXPECT_EQ(inside, 0);
  }
}

}  // namespace
}  // namespace ocean
