// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "libbake/bake/wave_snap.h"
#include "libbake/core/error.h"

namespace ocean {
namespace {

SetWave wave(double length, double toward_deg, double amplitude, double steepness = 0.5,
             double phase = 0.25) {
  SetWave w;
  const double k = kTwoPi / length, a = toward_deg * kTwoPi / 360;
  w.kx = k * std::sin(a);
  w.ky = k * std::cos(a);
  w.omega = std::sqrt(9.81 * k);
  w.amplitude = amplitude;
  w.steepness = steepness;
  w.phase = phase;
  return w;
}

WaveSet set_of(std::vector<SetWave> waves) {
  WaveSet set;
  set.waves = std::move(waves);
  return set;
}

constexpr WaveTile kTile{0, 0, 64, 64};

TEST(WaveSnap, WavesFitTileAndLoopAndKeepWhatIsTheirs) {
  const WaveSet set = set_of({wave(30, 20, 0.5), wave(11, -70, 0.2), wave(4.3, 160, 0.05)});
  const SnappedSet s = snap_waves(set, kTile, 8);
  ASSERT_EQ(s.set.waves.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const SetWave &from = set.waves[i], &to = s.set.waves[i];
    const double n = to.kx * 64 / kTwoPi, m = to.ky * 64 / kTwoPi, j = to.omega * 8 / kTwoPi;
    EXPECT_NEAR(n, std::round(n), 1e-12);
    EXPECT_NEAR(m, std::round(m), 1e-12);
    EXPECT_EQ(std::round(n), to.cell[0]);
    EXPECT_EQ(std::round(m), to.cell[1]);
    EXPECT_EQ(std::round(j), static_cast<double>(to.cycles));
    // Within half a cell and half a cycle of the wish.
    EXPECT_LE(std::abs(to.kx - from.kx), 0.5 * kTwoPi / 64 * (1 + 1e-12));
    EXPECT_LE(std::abs(to.ky - from.ky), 0.5 * kTwoPi / 64 * (1 + 1e-12));
    EXPECT_LE(std::abs(to.omega - std::sqrt(9.81 * to.k())), 0.5 * kTwoPi / 8 * (1 + 1e-12));
    EXPECT_NEAR(to.amplitude, from.amplitude, 1e-15);
    EXPECT_EQ(to.phase, from.phase);
    EXPECT_NEAR(to.steepness * to.k() * to.amplitude, from.steepness * from.k() * from.amplitude, 1e-12);
    EXPECT_NEAR(s.costs[i].length_change, from.k() / to.k() - 1, 1e-12);
    EXPECT_NEAR(s.costs[i].speed_change, (to.omega / to.k()) / (from.omega / from.k()) - 1, 1e-12);
  }
  EXPECT_EQ(s.merged, 0);
}

TEST(WaveSnap, WhatFitsCostsNothing) {
  WaveSet set = set_of({wave(16, 90, 0.5)});
  set.waves[0].ky = 0;
  const double period = 5 * kTwoPi / set.waves[0].omega;
  const SnappedSet s = snap_waves(set, kTile, period);
  EXPECT_LT(s.error, 1e-12);
  EXPECT_LT(s.costs[0].direction_change, 1e-9);
  EXPECT_EQ(s.set.waves[0].cell[0], 4);
  EXPECT_EQ(s.set.waves[0].cycles, 5);
}

TEST(WaveSnap, WavesOfACellAreMergedByEnergy) {
  const WaveSet set = set_of({wave(16, 90, 0.3, 0.5, 0.1), wave(16.2, 90, 0.4, 0.25, 0.7), wave(8, 90, 0.1)});
  const SnappedSet s = snap_waves(set, kTile, 8);
  ASSERT_EQ(s.set.waves.size(), 2u);
  EXPECT_EQ(s.merged, 1);
  EXPECT_NEAR(s.set.waves[0].amplitude, 0.5, 1e-12);
  EXPECT_EQ(s.set.waves[0].phase, 0.7);  // the larger one's
  const double a = 0.5 * set.waves[0].k() * 0.3, b = 0.25 * set.waves[1].k() * 0.4;
  EXPECT_NEAR(s.set.waves[0].steepness * s.set.waves[0].k() * 0.5, std::sqrt(a * a + b * b), 1e-12);
  EXPECT_EQ(s.costs[1].into, 0);
  EXPECT_EQ(s.costs[2].into, 1);
}

TEST(WaveSnap, WavesThatFadeApartAreNotMerged) {
  WaveSet set = set_of({wave(16, 90, 0.3), wave(16, 90, 0.3)});
  set.waves[1].fade = WaveFade();
  set.waves[1].fade->in_start_s = 1;
  set.waves[1].fade->in_end_s = 2;
  EXPECT_EQ(snap_waves(set, kTile, 8).set.waves.size(), 2u);
}

std::string message(const WaveSet& set, const WaveTile& tile, double period) {
  try {
    snap_waves(set, tile, period);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::usage);
    return e.what();
  }
  return "nothing was refused";
}

TEST(WaveSnap, WhatCannotFitIsRefusedWithWhatDoes) {
  const WaveSet swell = set_of({wave(10, 0, 0.1), wave(200, 90, 1)});
  const std::string text = message(swell, kTile, 16);
  EXPECT_NE(text.find("wave 1 (length 200 m)"), std::string::npos) << text;
  EXPECT_NE(text.find("at least 100 m"), std::string::npos) << text;
  EXPECT_NO_THROW(snap_waves(swell, {0, 0, 100, 100}, 16));
  // The period of a wave of 10 m is 2.5308 s.
  const std::string brief = message(set_of({wave(10, 0, 0.1)}), kTile, 2);
  EXPECT_NE(brief.find("2.531 s"), std::string::npos) << brief;
  EXPECT_NO_THROW(snap_waves(set_of({wave(10, 0, 0.1)}), kTile, 2.531));
  EXPECT_NE(message({}, kTile, 2).find("no wave"), std::string::npos);
}

TEST(WaveSnap, AFitIsNeverWorseAndStaysInReach) {
  const WaveSet set = set_of({wave(31, 20, 0.5), wave(17, -40, 0.4), wave(9.3, 5, 0.2)});
  const WaveTile wish{10, 20, 40, 20};
  const double before = snap_waves(set, wish, 4).error;
  const FittedLoop fitted = fit_loop(set, wish, 4, 0.2);
  EXPECT_LT(fitted.error, 0.8 * before);
  EXPECT_NEAR(fitted.error, snap_waves(set, fitted.tile, fitted.period_s).error, 1e-12);
  EXPECT_LE(std::abs(fitted.tile.length_x - 40), 8.0005);
  EXPECT_NEAR(fitted.tile.length_y, 0.5 * fitted.tile.length_x, 1e-12);
  EXPECT_LE(std::abs(fitted.period_s - 4), 0.8005);
  EXPECT_EQ(fitted.tile.x0, 10);
}

}  // namespace
}  // namespace ocean
