// SPDX-License-Identifier: Apache-2.0
//
// The rocks' field as kernels sample it, and where spray is launched.
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
using test::distance;
using test::level_set;
using test::random_point;
using test::random_unit;
using test::sphere_distance;
using test::uniform;

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

}  // namespace
}  // namespace ocean
