// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/wave/water_height.h"

namespace ocean {
namespace {

// Waves of all directions and lengths from 1 to 100 m, of one sum of Q*k*A.
std::vector<Wave> sea(unsigned seed, int count, double fold) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Wave> waves;
  for (int i = 0; i < count; ++i) {
    const double k = kTwoPi / std::exp(std::log(100) * unit(random)), turn = kTwoPi * unit(random);
    const double amplitude = (0.2 + unit(random)) * 0.08 / k;
    waves.push_back({k * std::cos(turn), k * std::sin(turn), std::sqrt(9.81 * k), unit(random), amplitude,
                     fold / (count * k * amplitude)});
  }
  return waves;
}

View<const Wave> view(const std::vector<Wave>& waves) {
  return {waves.data(), static_cast<int64_t>(waves.size())};
}

Vec3d place(const std::vector<Wave>& waves, double x, double y, double t) {
  return Vec3d{x, y, 0} + surface_point(view(waves), x, y, t).displacement;
}

Vec3d derivative(Vec3d ahead, Vec3d behind, double step) { return (1 / (2 * step)) * (ahead - behind); }

Vec3d cross(Vec3d a, Vec3d b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double dot(Vec3d a, Vec3d b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double length(Vec3d a) { return std::sqrt(dot(a, a)); }
double degrees_between(Vec3d a, Vec3d b) { return std::atan2(length(cross(a, b)), dot(a, b)) * 360 / kTwoPi; }

TEST(WavePoint, NormalAndJacobianAreThoseOfDifferences) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> metre(-300, 300), second(-100, 100);
  const double h = 1e-4;
  int compared = 0;
  for (const double fold : {0.3, 0.9, 1.6}) {
    const std::vector<Wave> waves = sea(3, 8, fold);
    for (int i = 0; i < 2000; ++i) {
      const double x = metre(random), y = metre(random), t = second(random);
      const Vec3d b = derivative(place(waves, x + h, y, t), place(waves, x - h, y, t), h);
      const Vec3d tangent = derivative(place(waves, x, y + h, t), place(waves, x, y - h, t), h);
      const Vec3d normal = cross(b, tangent);
      const SurfacePoint s = surface_point(view(waves), x, y, t);
      EXPECT_NEAR(s.jacobian(), normal.z, 1e-5);
      EXPECT_NEAR(s.jxy, b.y, 1e-5);
      EXPECT_NEAR(s.jxy, tangent.x, 1e-5);
      EXPECT_NEAR(length(s.normal), 1, 1e-14);
      if (length(normal) < 0.01) continue;
      ++compared;
      EXPECT_LE(degrees_between(s.normal, normal), 0.01);
    }
  }
  EXPECT_GT(compared, 5900);
}

// GPU Gems' eq. 12 is the first order of the cross product: it must not come back.
TEST(WavePoint, NormalIsNotTheBooksShortForm) {
  std::vector<Wave> waves{{kTwoPi, 0, 1, 0, 0.45 / kTwoPi, 1}, {0, kTwoPi, 1, 0, 0.45 / kTwoPi, 1}};
  double most = 0;
  for (int i = 0; i < 64 * 64; ++i) {
    const double x = i % 64 / 64.0, y = i / 64 / 64.0;  // NOLINT: whole rows
    const SurfacePoint s = surface_point(view(waves), x, y, 0);
    const Vec3d book{-s.slope_x, -s.slope_y, s.jxx + s.jyy - 1};
    most = std::max(most, degrees_between(s.normal, book));
  }
  EXPECT_GT(most, 5);
}

TEST(WavePoint, VelocityIsThatOfDifferences) {
  const std::vector<Wave> waves = sea(5, 8, 0.8);
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> metre(-300, 300), second(-100, 100);
  const double h = 1e-4;
  for (int i = 0; i < 1000; ++i) {
    const double x = metre(random), y = metre(random), t = second(random);
    const Vec3d v = derivative(place(waves, x, y, t + h), place(waves, x, y, t - h), h);
    EXPECT_LE(length(v - surface_point(view(waves), x, y, t).velocity), 1e-6);
  }
}

TEST(WavePoint, OneWaveIsTheBooks) {
  // Toward north-east, 3-4-5; a quarter of a period later the crest stands where the mean level was.
  const double k = 0.5;
  const std::vector<Wave> waves{{0.6 * k, 0.8 * k, 2, 0.25, 1.5, 0.4}};
  const SurfacePoint crest = surface_point(view(waves), 0, 0, 0);
  EXPECT_NEAR(crest.displacement.z, 1.5, 1e-15);
  EXPECT_NEAR(crest.displacement.x, 0, 1e-15);
  EXPECT_NEAR(crest.jacobian(), 1 - 0.4 * k * 1.5, 1e-15);
  EXPECT_NEAR(crest.velocity.x, 2 * 0.4 * 1.5 * 0.6, 1e-15);  // particles on a crest go with the wave
  const SurfacePoint behind = surface_point(view(waves), 0, 0, kTwoPi / 2 / 4);
  EXPECT_NEAR(behind.displacement.z, 0, 1e-15);
  EXPECT_NEAR(behind.displacement.x, 0.4 * 1.5 * 0.6, 1e-15);
  EXPECT_LT(behind.velocity.z, 0);
  const SurfacePoint flat = surface_point({}, 3, 4, 5);
  EXPECT_EQ(flat.jacobian(), 1);
  EXPECT_EQ(flat.normal, (Vec3d{0, 0, 1}));
}

// Dense: the forward map is exact, and a bijection below the limit, so every particle is a case.
TEST(WaterHeight, InvertsTheDisplacementNearAndFar) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> unit(-1, 1);
  double worst = 0;
  for (const double fold : {0.1, 0.5, 0.9})
    for (unsigned seed = 0; seed < 6; ++seed) {
      const std::vector<Wave> waves = sea(seed, seed < 3 ? 8 : 3, fold);
      for (int i = 0; i < 1000; ++i) {
        const double reach = i % 2 ? 1e5 : 50, t = 1000 * unit(random);
        const double px = reach * unit(random), py = reach * unit(random);
        const Vec3d p = place(waves, px, py, t);
        const WaterHeight w = water_height(view(waves), p.x, p.y, t);
        ASSERT_TRUE(w.converged) << fold << " " << seed << " " << w.residual_m;
        worst = std::max(worst, std::abs(w.height_m - p.z));
        EXPECT_NEAR(w.particle.x, px, 1e-6);
        EXPECT_NEAR(w.particle.y, py, 1e-6);
      }
    }
  EXPECT_LE(worst, 1e-6);  // the bar is 1e-4
}

// One wave of the sum 0.9 against a scan along its direction: a million particles, the nearest two joined.
TEST(WaterHeight, EqualsADenseScan) {
  const double k = kTwoPi / 12, amplitude = 1;
  const std::vector<Wave> waves{{k, 0, std::sqrt(9.81 * k), 0.3, amplitude, 0.9 / (k * amplitude)}};
  constexpr int kParticles = 1000000;
  double last_x = 0, last_z = 0, worst = 0;
  int next = 0;
  for (int i = 0; i <= kParticles && next < 100; ++i) {
    const Vec3d p = place(waves, -24 + 48.0 * i / kParticles, 0, 2.5);
    for (; i > 0 && next < 100 && p.x >= -10 + 0.2 * next; ++next) {
      const double x = -10 + 0.2 * next, part = (x - last_x) / (p.x - last_x);
      const double z = last_z + part * (p.z - last_z);
      worst = std::max(worst, std::abs(z - water_height(view(waves), x, 7, 2.5).height_m));
    }
    last_x = p.x, last_z = p.z;
  }
  EXPECT_EQ(next, 100);
  EXPECT_LE(worst, 1e-4);
}

TEST(WaterHeight, SaysWhatItFoundWhereTheSurfaceFolds) {
  const std::vector<Wave> waves = sea(2, 4, 2.5);
  std::mt19937_64 random(10);
  std::uniform_real_distribution<double> metre(-50, 50);
  int found = 0;
  for (int i = 0; i < 500; ++i) {
    const double x = metre(random), y = metre(random);
    const WaterHeight w = water_height(view(waves), x, y, 0);
    const Vec3d p = place(waves, w.particle.x, w.particle.y, 0);
    EXPECT_NEAR(w.residual_m, std::hypot(p.x - x, p.y - y), 1e-12);
    EXPECT_EQ(w.height_m, p.z);
    EXPECT_EQ(w.converged, w.residual_m <= kWaterConverged_m);
    EXPECT_LE(w.evaluations, kMostWaterSteps);
    found += w.converged;
  }
  EXPECT_GT(found, 400);
}

TEST(WaterHeight, FlatWaterAndNoNumbers) {
  const WaterHeight flat = water_height({}, 3, 4, 5);
  EXPECT_TRUE(flat.converged);
  EXPECT_EQ(flat.height_m, 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Wave> waves = sea(1, 4, 0.5);
  EXPECT_FALSE(water_height(view(waves), nan, 0, 0).converged);
  EXPECT_FALSE(water_height(view(waves), 0, 0, std::numeric_limits<double>::infinity()).converged);
}

}  // namespace
}  // namespace ocean
