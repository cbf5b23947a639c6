// SPDX-License-Identifier: Apache-2.0
//
// What a particle does: the rocks' field, launch directions, ballistics, bounces, and no tunnelling.
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
using test::sphere_distance;

float uniform(uint64_t id, uint32_t draw) { return uniform_float(random4(11, 77, id, draw).word[0]); }
Vec3f random_point(uint64_t id, float half) {
  return {half * (2 * uniform(id, 0) - 1), half * (2 * uniform(id, 1) - 1), half * (2 * uniform(id, 2) - 1)};
}
Vec3f random_unit(uint64_t id) {
  for (uint32_t k = 0;; k += 3) {
    const Vec3f v{2 * uniform(id, k) - 1, 2 * uniform(id, k + 1) - 1, 2 * uniform(id, k + 2) - 1};
    if (dot(v, v) <= 1 && dot(v, v) > 0.01f) return normalized(v);
  }
}
double distance(Vec3f a, Vec3f b) { return static_cast<double>(length(a - b)); }

// --- The field
// --------------------------------------------------------------------------------------------------

TEST(RockField, IsTheTrilinearInterpolant) {
  const auto sphere = [](Vec3d p) { return sphere_distance(p, {0.3, -0.2, 0.1}, 2.0); };
  const RockBlocks blocks = level_set(sphere, {-3, -3, -3}, {3, 3, 3}, 0.1);
  const Vec3d origin{5, 7, -1};
  const RockVolume volume(Exec::cpu(1), blocks, origin);
  const RockField f = volume.field();
  const double band = static_cast<double>(blocks.band_m);
  const auto sample = [&](double i, double j, double k) {
    return std::fmin(std::fmax(sphere({0.1 * i, 0.1 * j, 0.1 * k}), -band), band);
  };
  double worst = 0, worst_gradient = 0;
  for (uint64_t id = 0; id < 20000; ++id) {
    const Vec3f p = random_point(id, 2.6f);
    const double g[3] = {static_cast<double>(p.x) * 10, static_cast<double>(p.y) * 10,
                         static_cast<double>(p.z) * 10};
    double i[3], t[3];
    for (int k = 0; k < 3; ++k) i[k] = std::floor(g[k]), t[k] = g[k] - i[k];
    double value = 0, gradient[3] = {0, 0, 0};
    for (int c = 0; c < 8; ++c) {
      const double s = sample(i[0] + (c & 1), i[1] + (c >> 1 & 1), i[2] + (c >> 2));
      double w[3], dw[3];
      for (int k = 0; k < 3; ++k) {
        const bool up = (c >> k & 1) != 0;
        w[k] = up ? t[k] : 1 - t[k];
        dw[k] = up ? 10 : -10;
      }
      value += s * w[0] * w[1] * w[2];
      gradient[0] += s * dw[0] * w[1] * w[2];
      gradient[1] += s * w[0] * dw[1] * w[2];
      gradient[2] += s * w[0] * w[1] * dw[2];
    }
    const Vec3f q = p - to_float(origin);
    if (std::abs(value) > band - 0.18) continue;  // there a block may be absent, and the band's width stands
    worst = std::fmax(worst, std::abs(static_cast<double>(f.sample(q).phi) - value));
    const Vec3f n = f.gradient(q);
    // Beside a face of voxels the float of a place may fall into the next one, where the gradient jumps.
    const auto edge = [&](int k) { return t[k] < 1e-4 || t[k] > 1 - 1e-4; };
    if (edge(0) || edge(1) || edge(2)) continue;
    worst_gradient = std::fmax(worst_gradient, std::hypot(static_cast<double>(n.x) - gradient[0],
                                                          static_cast<double>(n.y) - gradient[1],
                                                          static_cast<double>(n.z) - gradient[2]));
  }
  EXPECT_LT(worst, 5e-6);
  EXPECT_LT(worst_gradient, 1e-3);
}

TEST(RockField, ReachNeverCrossesTheSurface) {
  const auto shape = [](Vec3d p) {
    return std::fmin(sphere_distance(p, {0, 0, 0}, 1.0), box_distance(p, {3, -1, -1}, {3.4, 1, 2}));
  };
  const RockVolume volume(Exec::cpu(1), level_set(shape, {-2, -2, -2}, {5, 2, 3}, 0.05), {0, 0, 0});
  const RockField f = volume.field();
  double useful = 0;
  for (uint64_t id = 0; id < 40000; ++id) {
    const Vec3f p = random_point(id, 12);
    const RockSample s = f.sample(p);
    const double exact =
        shape({static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)});
    // The interpolant's surface is within a voxel of the shape's.
    ASSERT_LE(static_cast<double>(s.reach_m), std::abs(exact) + 0.05) << p.x << " " << p.y << " " << p.z;
    if (exact > 2) useful += static_cast<double>(s.reach_m) / exact;
    if (std::abs(exact) > 0.05) {
      ASSERT_EQ(s.phi < 0, exact < 0);
    }
  }
  EXPECT_GT(useful / 40000, 0.5) << "far steps must be long";
}

TEST(RockField, EmptyAndIds) {
  const RockField none;
  EXPECT_TRUE(none.sample({0, 0, 0}).phi > 1e30f);
  RockBlocks blocks = level_set(
      [](Vec3d p) {
        return sphere_distance(p, {0, 0, 0}, 1.0);
      },
      {-2, -2, -2}, {2, 2, 2}, 0.1);
  for (std::size_t i = 0; i < blocks.values.size(); ++i) {
    const auto& b = blocks.blocks[i / kBrickVoxels];
    blocks.ids.push_back(b.x + static_cast<int32_t>(i % kBrickVoxels / 64) < 0 ? 4 : 9);
  }
  const RockVolume volume(Exec::cpu(1), blocks, {0, 0, 0});
  EXPECT_EQ(volume.field().id({-0.9f, 0.2f, 0.2f}), 4);
  EXPECT_EQ(volume.field().id({0.9f, 0.2f, 0.2f}), 9);
  EXPECT_THROW(RockVolume(Exec::cpu(1), RockBlocks{{0, 0, 0}, 1, 1, {{0, 0, 0}}, {}, {}, {}}, {0, 0, 0}),
               std::invalid_argument);
}

// --- Launch
// -----------------------------------------------------------------------------------------------------

LaunchRule exact_rule(float angle) {
  LaunchRule rule;
  rule.angle_low = rule.angle_high = angle;
  rule.up_bias = 0;
  rule.spread = 0;
  rule.impact_gain = 0;
  rule.cone_cos = 1;
  return rule;
}

TEST(Launch, MirrorAndTangentAreExact) {
  for (uint64_t id = 0; id < 1000; ++id) {
    const Vec3f n = random_unit(id * 2);
    Vec3f v = (1 + 10 * uniform(id, 9)) * random_unit(id * 2 + 1);
    if (dot(v, n) > 0) v = -1.0f * v;
    const Vec3f mirror = launch_velocity(exact_rule(1), v, n, 5, id);
    EXPECT_LT(distance(mirror, v - (2 * dot(v, n)) * n), 2e-6 * static_cast<double>(length(v)));
    const Vec3f along = v - dot(v, n) * n;
    if (length(along) < 0.01f * length(v)) continue;
    const Vec3f tangent = launch_velocity(exact_rule(0), v, n, 5, id);
    EXPECT_LT(distance(tangent, length(v) * normalized(along)), 4e-6 * static_cast<double>(length(v)));
    EXPECT_NEAR(dot(tangent, n), 0, 4e-6f * length(v));
  }
  // The textbook's: 45 degrees onto a floor.
  EXPECT_EQ(mirror_of({3, 0, -3}, {0, 0, 1}), (Vec3f{3, 0, 3}));
}

TEST(Launch, SpeedFollowsItsFormula) {
  LaunchRule rule = exact_rule(0.4f);
  rule.gain = 0.7f, rule.impact_gain = 0.5f;
  const Vec3f v{-4, 1, 0.5f}, n{1, 0, 0};
  EXPECT_NEAR(length(launch_velocity(rule, v, n, 1, 2)), 0.7f * length(v) + 0.5f * 4, 1e-5);
  rule.spread = 0.25f;
  double low = 1e9, high = 0;
  for (uint64_t id = 0; id < 4000; ++id) {
    const double s = static_cast<double>(length(launch_velocity(rule, v, n, 1, id)) - 2) /
                     static_cast<double>(0.7f * length(v));
    low = std::fmin(low, s), high = std::fmax(high, s);
  }
  EXPECT_NEAR(low, 0.75, 0.002);
  EXPECT_NEAR(high, 1.25, 0.002);
}

// The turn from tangent to mirror, measured from the launched velocities: 20 bins, 19 degrees of freedom; the
// 1 % point of chi squared is 36.19.
TEST(Launch, AnglesOfARangeAreUniform) {
  LaunchRule rule = exact_rule(0);
  rule.angle_low = 0.1f, rule.angle_high = 0.9f;
  const Vec3f n = normalized(Vec3f{0.3f, 0.2f, 1}), v{5, -1, -3};
  const Vec3f t = normalized(v - dot(v, n) * n), r = normalized(mirror_of(v, n));
  const double whole = std::acos(static_cast<double>(dot(t, r)));
  std::array<int, 20> bins{};
  constexpr int kDraws = 40000;
  for (uint64_t id = 0; id < kDraws; ++id) {
    const Vec3f d = normalized(launch_velocity(rule, v, n, 3, id));
    EXPECT_NEAR(dot(d, normalized(cross(t, r))), 0, 1e-5) << "it stays in the plane of tangent and mirror";
    const double angle =
        std::atan2(static_cast<double>(length(cross(t, d))), static_cast<double>(dot(t, d))) / whole;
    const int bin = static_cast<int>((angle - 0.1) / 0.8 * 20);
    ++bins[static_cast<std::size_t>(std::min(19, std::max(0, bin)))];
  }
  double chi = 0;
  for (const int b : bins) chi += (b - kDraws / 20.0) * (b - kDraws / 20.0) / (kDraws / 20.0);
  EXPECT_LT(chi, 36.19);
}

TEST(Launch, ConeIsEvenOverTheSphere) {
  const Vec3f axis = normalized(Vec3f{1, 2, -1});
  const float cone_cos = 0.8f;
  std::array<int, 10> bins{};
  constexpr int kDraws = 20000;
  for (uint64_t id = 0; id < kDraws; ++id) {
    const Vec3f d = in_cone(axis, cone_cos, uniform(id, 0), uniform(id, 1));
    EXPECT_NEAR(length(d), 1, 1e-5);
    const float c = dot(d, axis);
    EXPECT_GE(c, cone_cos - 1e-5f);
    ++bins[static_cast<std::size_t>(std::min(9, std::max(0, static_cast<int>((1 - c) / 0.02f))))];
  }
  double chi = 0;
  for (const int b : bins) chi += (b - 2000.0) * (b - 2000.0) / 2000.0;
  EXPECT_LT(chi, 21.67) << "9 degrees of freedom at 1 %";
}

TEST(Launch, HeadOnGoesUp) {
  LaunchRule rule;  // the defaults
  const Vec3f n{-1, 0, 0}, v{6, 0, 0};
  for (uint64_t id = 0; id < 500; ++id) {
    const Vec3f out = launch_velocity(rule, v, n, 4, id);
    EXPECT_GT(out.z, 0.5f * length(out));
    EXPECT_LT(out.x, 1e-3f) << "not into the wall";
  }
}

// --- Ballistics
// -------------------------------------------------------------------------------------------------

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
