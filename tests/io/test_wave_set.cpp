// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "libbake/io/wave_set.h"
#include "tests/io/io_test.h"

namespace ocean {
namespace {

using test::input_error;
using test::ScratchFile;

SetWave wave(double kx, double ky, double amplitude, double steepness) {
  SetWave w;
  w.kx = kx, w.ky = ky;
  w.amplitude = amplitude, w.steepness = steepness;
  w.omega = dispersion(w.k(), 9.81, std::numeric_limits<double>::infinity());
  return w;
}

WaveSet odd_set() {
  WaveSet set;
  set.gravity = 9.80665;
  set.depth = 1.0 / 3;
  set.time_scale = 0.7;
  set.waves = {wave(0.1, 0.2, 1.0 / 3, 0.5), wave(-1e-3, 7.77, 1e-17, 2)};
  set.waves[0].phase = 0.1;
  set.waves[0].weight = 1.0 / 7;
  set.waves[1].fade = WaveFade{1.5, 2.25, 1e3 / 3, 1e3};
  set.waves.push_back(wave(0, -3, 0, 0));
  set.waves[2].fade = WaveFade();
  set.waves[2].fade->out_start_s = set.waves[2].fade->out_end_s = 5;
  return set;
}

WaveSet snapped_set() {
  WaveSet set;
  set.tile = WaveTile{-10, 1.0 / 3, 63.7, 40};
  set.period_s = 7.3;
  for (int i = 1; i < 40; ++i) {
    SetWave w;
    w.cell = {i, -3 * i};
    w.cycles = i;
    w.kx = kTwoPi * w.cell[0] / set.tile->length_x;
    w.ky = kTwoPi * w.cell[1] / set.tile->length_y;
    w.omega = kTwoPi * i / *set.period_s;
    w.amplitude = 0.01;
    set.waves.push_back(w);
  }
  return set;
}

void expect_equal(const WaveSet& a, const WaveSet& b) {
  EXPECT_EQ(a.gravity, b.gravity);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.time_scale, b.time_scale);
  EXPECT_EQ(a.tile, b.tile);
  EXPECT_EQ(a.period_s, b.period_s);
  ASSERT_EQ(a.waves.size(), b.waves.size());
  for (size_t i = 0; i < a.waves.size(); ++i) {
    const SetWave &p = a.waves[i], &q = b.waves[i];
    EXPECT_EQ(p.kx, q.kx);
    EXPECT_EQ(p.ky, q.ky);
    EXPECT_EQ(p.omega, q.omega);
    EXPECT_EQ(p.phase, q.phase);
    EXPECT_EQ(p.amplitude, q.amplitude);
    EXPECT_EQ(p.steepness, q.steepness);
    EXPECT_EQ(p.weight, q.weight);
    EXPECT_EQ(p.fade, q.fade);
    EXPECT_EQ(p.cell, q.cell);
    EXPECT_EQ(p.cycles, q.cycles);
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(WaveSet, ReadsBackWhatItWrote) {
  for (const WaveSet& set : {WaveSet{}, odd_set(), snapped_set()}) {
    const ScratchFile file("a.waves.json", wave_set_text(set));
    const WaveSet back = read_wave_set(file.path());
    expect_equal(set, back);
    EXPECT_EQ(wave_set_text(back), wave_set_text(set));
  }
}

TEST(WaveSet, StatesLengthAndDirectionForPeople) {
  WaveSet set;
  set.waves = {wave(-kTwoPi / 8, 0, 1, 0)};
  const std::string text = wave_set_text(set);
  EXPECT_NE(text.find("\"length_m\": 8,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"toward_deg\": 270"), std::string::npos) << text;
}

TEST(WaveSet, RefusesWhatIsDamaged) {
  WaveSet set;
  set.waves = {wave(0.5, 0, 1, 0.25)};
  const std::string good = wave_set_text(set);
  const std::vector<std::array<std::string, 3>> cases{
      {"\"wave_set\": 1", "\"wave_set\": 2",
       "newer than this program's, which reads 1; use oceanbake '0.1' or later"},
      {"\"wave_set\": 1", "\"wave_set\": 0", "no format's number"},
      {"\"wave_set\": 1", "\"waves_set\": 1", "lacks the key 'wave_set'"},
      {"\"gravity\": 9.81", "\"gravity\": -9.81", "/gravity: -9.81 must be above 0"},
      {"\"gravity\": 9.81", "\"gravity\": \"9.81\"", "must be a number"},
      {"\"gravity\": 9.81", "\"gravty\": 9.81", "did you mean 'gravity'?"},
      {"\"gravity\": 9.81,", "\"gravity\": 9.81, \"depth\": 0,", "/depth: 0 must be above 0"},
      {"\"amplitude\": 1", "\"amplitude\": -1", "/waves/0/amplitude: -1 must be at least 0"},
      {"\"amplitude\": 1,", "", "lacks the key 'amplitude'"},
      {"\"phase\": 0", "\"phase\": 1", "/waves/0/phase"},
      {"\"steepness\": 0.25", "\"steepness\": -0.25", "/waves/0/steepness"},
      {"\"weight\": 1", "\"weight\": 1.01", "/waves/0/weight: 1.01 must lie in 0...1"},
      {"\"weight\": 1", "\"cycles\": 1", "unknown key"},
      {"\"k\": [0.5, 0]", "\"k\": [0, 0]", "/waves/0/k"},
      {"\"k\": [0.5, 0]", "\"k\": [0.5]", "must have 2 numbers, has 1"},
      {"\"k\": [0.5, 0]", "\"k\": [1e-320, 0]", "has no length"},
      {"\"toward_deg\": 90", "\"toward_deg\": 89", "contradicts k, which points toward 90 degrees"},
      {"\"length_m\": 12.", "\"length_m\": 13.", "contradicts k"},
      {"\"weight\": 1", "\"weight\": 1, \"fade\": {\"in_s\": [3, 2]}", "start <= end"},
      {"\"weight\": 1", "\"weight\": 1, \"fade\": {\"in_s\": [1, 3], \"out_s\": [2, 4]}",
       "fades out from 2 s"},
  };
  for (const auto& [from, to, message] : cases) {
    const ScratchFile file("a.waves.json", replaced(good, from, to));
    const std::string error = input_error([&] { read_wave_set(file.path()); });
    EXPECT_NE(error.find(message), std::string::npos) << from << " -> " << to << ": " << error;
  }
  EXPECT_NE(input_error([] { read_wave_set("no/such.waves.json"); }), "");
}

TEST(WaveSet, DirectionMayBeLeftOutOrOfAnotherTurn) {
  WaveSet set;
  set.waves = {wave(-0.5, 0, 1, 0.25)};
  const std::string good = wave_set_text(set);
  for (const char* same : {"\"toward_deg\": -90", "\"toward_deg\": 270.0001"}) {
    const ScratchFile file("a.waves.json", replaced(good, "\"toward_deg\": 270", same));
    expect_equal(read_wave_set(file.path()), set);
  }
}

TEST(WaveSet, RefusesSnappedWavesThatContradictTheirCell) {
  const std::string good = wave_set_text(snapped_set());
  const std::vector<std::array<std::string, 3>> cases{
      {"\"cycles\": 1,", "\"cycles\": 2,", "contradicts 2 cycles in 7.3 s"},
      {"\"cycles\": 1,", "\"cycles\": 0,", "/waves/0/cycles"},
      {"\"cycles\": 1,", "\"cycles\": 1.5,", "must be a whole number"},
      {"\"cell\": [1, -3]", "\"cell\": [1, -4]", "contradicts cell [1,-4]"},
      {"\"cell\": [1, -3]", "\"cell\": [0, 0]", "is no wave"},
      {"\"cell\": [1, -3],", "", "lacks the key 'cell'"},
      {"\"size_m\": [63.7, 40]", "\"size_m\": [0, 40]", "/tile/size_m/0"},
  };
  for (const auto& [from, to, message] : cases) {
    const ScratchFile file("a.waves.json", replaced(good, from, to));
    const std::string error = input_error([&] { read_wave_set(file.path()); });
    EXPECT_NE(error.find(message), std::string::npos) << from << " -> " << to << ": " << error;
  }
}

TEST(WaveSet, DispersionIsThatOfLinearTheory) {
  const double deep = std::numeric_limits<double>::infinity();
  for (const double k : {1e-4, 0.03, 1.0, 40.0}) {
    EXPECT_NEAR(dispersion(k, 9.81, deep), std::sqrt(9.81 * k), 1e-14 * std::sqrt(9.81 * k));
    for (const double depth : {0.1, 3.0, 500.0}) {
      const double omega = std::sqrt(9.81 * k * std::tanh(k * depth));
      EXPECT_NEAR(dispersion(k, 9.81, depth), omega, 1e-12 * omega);
      EXPECT_NEAR(dispersion(k, 9.81, depth, 0.25), 0.25 * omega, 1e-12 * omega);
    }
  }
  // Shallow water: the speed is sqrt(g*depth).
  EXPECT_NEAR(dispersion(1e-3, 9.81, 1) / 1e-3, std::sqrt(9.81), 1e-6);
}

TEST(WaveSet, FoldLimitsOfKnownSets) {
  WaveSet set;
  EXPECT_EQ(fold_limits(set).sum, 0);
  EXPECT_EQ(fold_limits(set).exact, 0);
  set.waves = {wave(2, 0, 0.1, 1)};
  EXPECT_NEAR(fold_limits(set).sum, 0.2, 1e-15);
  EXPECT_NEAR(fold_limits(set).exact, 0.2, 1e-15);
  set.waves.push_back(wave(0, 2, 0.3, 0.5));  // crosswise: the larger of both
  EXPECT_NEAR(fold_limits(set).sum, 0.5, 1e-15);
  EXPECT_NEAR(fold_limits(set).exact, 0.3, 1e-15);
  set.waves[1] = wave(-2, 0, 0.3, 0.5);  // head on: they add up
  EXPECT_NEAR(fold_limits(set).exact, 0.5, 1e-15);
  set.waves = {wave(1, 0, 0.5, 1), wave(1 / std::sqrt(2.0), 1 / std::sqrt(2.0), 0.5, 1)};  // 45 degrees apart
  EXPECT_NEAR(fold_limits(set).exact, 0.5 + 0.5 / std::sqrt(2.0), 1e-15);
}

// The limit is where the smaller eigenvalue of the deformation reaches zero at the worst phases.
TEST(WaveSet, TheExactLimitIsReachedAndNotPassed) {
  WaveSet set;
  set.waves = {wave(0.7, 0.1, 0.4, 0.9), wave(0.3, 0.8, 0.3, 0.7), wave(-0.2, 0.5, 0.8, 0.3)};
  const double limit = fold_limits(set).exact;
  double least = 1;
  for (int i = 0; i < 32 * 32 * 32; ++i) {  // all phases, pi/2 (the worst) among them
    for (size_t k = 0; k < 3; ++k) set.waves[k].phase = ((i >> (5 * k)) & 31) / 32.0;
    const std::vector<Wave> waves = waves_at(set, 0);
    const SurfacePoint p = surface_point({waves.data(), 3}, 0, 0, 0);
    const double mean = 0.5 * (p.jxx + p.jyy), half = 0.5 * (p.jxx - p.jyy);
    least = std::min(least, mean - std::sqrt(half * half + p.jxy * p.jxy));
  }
  EXPECT_NEAR(least, 1 - limit, 1e-12);
}

TEST(WaveSet, FadesScaleAmplitudesAndLimits) {
  const WaveFade fade{10, 20, 30, 40};
  const std::vector<std::pair<double, double>> expected{{-5, 0}, {10, 0},   {15, 0.5}, {20, 1}, {25, 1},
                                                        {30, 1}, {35, 0.5}, {40, 0},   {1e6, 0}};
  for (const auto& [t, w] : expected) EXPECT_DOUBLE_EQ(fade.weight(t), w) << t;
  EXPECT_EQ(WaveFade().weight(-1e9), 1);
  EXPECT_EQ(WaveFade().weight(1e9), 1);
  const WaveFade sudden{5, 5, 7, 7};
  EXPECT_EQ(sudden.weight(4.999), 0);
  EXPECT_EQ(sudden.weight(5), 1);
  EXPECT_EQ(sudden.weight(7), 0);

  WaveSet set;
  set.waves = {wave(1, 0, 0.5, 1), wave(2, 0, 0.1, 1)};
  EXPECT_FALSE(set.fades());
  set.waves[0].fade = fade;
  set.waves[0].weight = 0.5;
  EXPECT_TRUE(set.fades());
  EXPECT_DOUBLE_EQ(waves_at(set, 15)[0].amplitude, 0.125);
  EXPECT_DOUBLE_EQ(waves_at(set, 0)[0].amplitude, 0);
  EXPECT_DOUBLE_EQ(waves_at(set, 15)[1].amplitude, 0.1);
  EXPECT_DOUBLE_EQ(fold_limits(set).sum, 0.45);
  EXPECT_DOUBLE_EQ(fold_limits(set, 15).sum, 0.325);
}

}  // namespace
}  // namespace ocean
