// SPDX-License-Identifier: Apache-2.0
//
// How waves and tables lie on the keys, and what each consumer makes of them.
#include <gtest/gtest.h>

#include <cmath>

#include "libbake/bake/consumer_models.h"
#include "libbake/bake/curve_errors.h"
#include "libbake/core/error.h"
#include "libbake/io/curve_writers/curve_writers.h"
#include "tests/bake/curves_fixture.h"

namespace ocean {
namespace {

std::vector<std::vector<CurveValues>> values_of(const CurveSet& set) {
  std::vector<std::vector<CurveValues>> out;
  for (const Curve& curve : set.curves) {
    out.emplace_back();
    for (const CurveChannel& channel : curve.channels) out.back().push_back(channel.values);
  }
  return out;
}

// Displaced points at 100 points and times, from the wave's formula written out here.
double worst_height(const WaveSet& set, const std::vector<Wave>& decoded) {
  double worst = 0;
  for (int i = 0; i < 100; ++i) {
    const double x = std::fmod(37.7 * i, 128) - 64, y = std::fmod(59.3 * i, 128) - 64,
                 t = std::fmod(7.9 * i, 60);
    double want = 0, got = 0;
    for (const SetWave& w : set.waves)
      want += w.weight * w.amplitude * std::sin(w.kx * x + w.ky * y - w.omega * t + kTwoPi * w.phase);
    for (const Wave& w : decoded)
      got += w.amplitude * std::sin(w.kx * x + w.ky * y - w.omega * t + kTwoPi * w.phase);
    worst = std::max(worst, std::abs(want - got));
  }
  return worst;
}

TEST(CurveLayouts, DecodeGivesTheSeaBack) {
  for (const TargetTraits& target : kTargets)
    for (const std::size_t count : {1U, 8U, 13U, 32U})
      for (const CurveLayout layout : {CurveLayout::packed, CurveLayout::held, CurveLayout::exact}) {
        const WaveSet set = sea(count, layout != CurveLayout::exact);
        const auto numbers = wave_numbers(set, target);
        const CurveSet curves = layout_curves(choose_layout(layout, set, "sea"), numbers, target);
        EXPECT_EQ(curves.curves.size(), layout == CurveLayout::exact ? 2 * count : (count + 7) / 8);
        const auto decoded = world_waves(read_layout(layout, values_of(curves), count, set, target), target);
        EXPECT_LE(worst_height(set, decoded), 1e-4) << target.name << " " << count;
        // The test can fail: a wave too long by a thousandth is seen.
        std::vector<Wave> off = decoded;
        off[0].kx *= 1.001;
        off[0].ky *= 1.001;
        EXPECT_GT(worst_height(set, off), 1e-4);
      }
}

TEST(CurveLayouts, NumbersFollowTheTargetsPlaneAndUnit) {
  WaveSet set = sea(1);
  const WaveNumbers world = wave_numbers(set, traits(Target::world))[0];
  EXPECT_NEAR(world.turn, 0.7 / 3.141592653589793, 1e-12);
  EXPECT_NEAR(world.length, 9, 1e-9);
  for (const Target t : {Target::unreal, Target::godot, Target::houdini})
    EXPECT_EQ(wave_numbers(set, traits(t))[0].turn, -world.turn);
  for (const Target t : {Target::unity, Target::blender})
    EXPECT_EQ(wave_numbers(set, traits(t))[0].turn, world.turn);
  const WaveNumbers unreal = wave_numbers(set, traits(Target::unreal))[0];
  EXPECT_NEAR(unreal.length, 900, 1e-7);
  EXPECT_NEAR(unreal.amplitude, 7.2, 1e-9);
  EXPECT_EQ(unreal.steepness, 0.4);
}

TEST(CurveLayouts, AbsentWavesAreHarmless) {
  const TargetTraits& world = traits(Target::world);
  const WaveSet set = sea(3);
  const CurveSet packed = layout_curves(CurveLayout::packed, wave_numbers(set, world), world),
                 held = layout_curves(CurveLayout::held, wave_numbers(set, world), world);
  for (std::size_t key = 12; key < kCurveKeys; ++key)
    EXPECT_EQ(packed.curves[0].channels[0].values[key], key % 4 == 1 ? 1 : 0) << key;
  for (std::size_t key = 48; key < kCurveKeys; ++key)
    for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(held.curves[0].channels[c].values[key], c == 1 ? 1 : 0);
}

std::string refusal(CurveLayout layout, const WaveSet& set) {
  try {
    choose_layout(layout, set, "sea");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(CurveLayouts, RefusesWhatFourNumbersCannotHold) {
  WaveSet snapped = sea(2), phased = sea(2), shallow = sea(2);
  snapped.waves[1].omega *= 1.0001;
  phased.waves[0].phase = 0.25;
  shallow.depth = 5;
  for (const CurveLayout layout : {CurveLayout::packed, CurveLayout::held}) {
    EXPECT_EQ(refusal(layout, sea(2)), "");
    for (const WaveSet& set : {snapped, phased, shallow})
      EXPECT_NE(refusal(layout, set).find("use --layout exact"), std::string::npos);
  }
  EXPECT_EQ(choose_layout(CurveLayout::automatic, snapped, "sea"), CurveLayout::exact);
  EXPECT_EQ(choose_layout(CurveLayout::automatic, sea(2), "sea"), CurveLayout::held);
  EXPECT_NE(refusal(CurveLayout::exact, sea(33)).find("33 waves; curves carry at most 32"),
            std::string::npos);
  EXPECT_NE(refusal(CurveLayout::exact, WaveSet()).find("holds no wave"), std::string::npos);
}

std::vector<ReadChannel> ramp_channels(float shift, const CurveSet& set, std::size_t curve) {
  std::vector<ReadChannel> out;
  for (const CurveChannel& channel : set.curves[curve].channels) {
    out.emplace_back();
    for (std::size_t i = 0; i < kCurveKeys; ++i)
      out.back().keys.push_back({static_cast<float>(i) + shift, channel.values[i]});
  }
  return out;
}

TEST(ConsumerModels, KeysMovedByThreeTenthsGiveThePredictedError) {
  const TargetTraits& world = traits(Target::world);
  const WaveSet set = sea(8);
  const CurveSet packed = layout_curves(CurveLayout::packed, wave_numbers(set, world), world);
  const CurveValues& v = packed.curves[0].channels[0].values;
  for (const CurveConsumer consumer : {CurveConsumer::linear, CurveConsumer::gpu_table}) {
    const CurveValues read = consume(consumer, ramp_channels(0.3F, packed, 0)).values[0];
    for (std::size_t i = 1; i < kCurveKeys; ++i)
      EXPECT_NEAR(read[i] - v[i], 0.3F * (v[i - 1] - v[i]), 2e-3F) << i;
  }
  // Held reads the middle of a plateau: nothing changes.
  const CurveSet held = layout_curves(CurveLayout::held, wave_numbers(set, world), world);
  const Consumed read = consume(CurveConsumer::gpu_table, ramp_channels(0.3F, held, 0));
  for (std::size_t w = 0; w < 8; ++w)
    for (std::size_t c = 0; c < 4; ++c)
      EXPECT_EQ(read.values[c][16 * w + 8], held.curves[0].channels[c].values[16 * w + 8]);
}

TEST(ConsumerModels, OptimiserCollapsesSmallValuesAndSpoilsPacked) {
  CurveSet small{{{"a", {{"value", "", "", {}}}}}};
  for (std::size_t i = 0; i < kCurveKeys; ++i)
    small.curves[0].channels[0].values[i] = i % 2 == 0 ? 0.002F : 0.009F;
  EXPECT_EQ(consume(CurveConsumer::gpu_table_optimised, ramp_channels(0, small, 0)).samples, 1);
  EXPECT_EQ(consume(CurveConsumer::gpu_table, ramp_channels(0, small, 0)).samples, 128);

  // Metres, short waves: 127 samples pass the optimiser's comparison, and the keys no longer lie on samples.
  const TargetTraits& world = traits(Target::world);
  WaveSet set = sea(2);
  for (std::size_t i = 0; i < 2; ++i) {
    SetWave& w = set.waves[i];
    const double scale = 2.2 / w.length();
    w.kx /= scale, w.ky /= scale;
    w.omega = dispersion(w.k(), set.gravity, set.depth);
    w.amplitude = 0.05;
  }
  CurveSource source{set, CurveLayout::packed, wave_numbers(set, world), {}};
  const CurveSheet sheet{"s", layout_curves(CurveLayout::packed, source.numbers, world), true, {}, {}};
  const Consumed off = consume(CurveConsumer::gpu_table, ramp_channels(0, sheet.set, 0)),
                 on = consume(CurveConsumer::gpu_table_optimised, ramp_channels(0, sheet.set, 0));
  EXPECT_EQ(on.samples, 127);
  EXPECT_TRUE(measure_consumer(source, sheet, world, {off.values}).passes());
  const ConsumerError spoilt = measure_consumer(source, sheet, world, {on.values});
  EXPECT_FALSE(spoilt.passes());
  EXPECT_GT(spoilt.height_error_m, 1e-3);
}

TEST(ConsumerModels, CubicsWithTrueSlopesAreStraight) {
  CurveSet set{{{"a", {{"value", "", "", {}}}}}};
  CurveValues& v = set.curves[0].channels[0].values;
  for (std::size_t i = 0; i < kCurveKeys; ++i) v[i] = static_cast<float>((i * 37) % 11) - 3.5F;
  EXPECT_EQ(consume(CurveConsumer::cubic, read_unity_json(unity_json(set))).values[0], v);
  const std::vector<ReadChannel> three{read_godot_curve(godot3_curve(set.curves[0].channels[0]))};
  const Consumed exact = consume(CurveConsumer::godot, three),
                 baked = consume(CurveConsumer::godot3_baked, three);
  float worst = 0;
  for (std::size_t i = 0; i < kCurveKeys; ++i) {
    EXPECT_NEAR(exact.values[0][i], v[i], 1e-5F);
    worst = std::max(worst, std::abs(baked.values[0][i] - v[i]));
  }
  EXPECT_GT(worst, 0.5F) << "Godot 3 bakes at i/128, between the keys";
}

TEST(CurveTable, ResamplesStraightAndHolds) {
  ColumnTable table{{"a"}, {0, 10, 30}, {{1, 5, -3}}};
  const ColumnCurves own = table_curves(table, {}, {}, "t");
  EXPECT_EQ(own.set.curves[0].channels[0].values[0], 1);
  EXPECT_EQ(own.set.curves[0].channels[0].values[127], -3);
  EXPECT_NEAR(own.set.curves[0].channels[0].values[21], 1 + 0.4 * 30 * 21 / 127.0, 1e-5);
  EXPECT_GT(own.resampling_error[0], 0);
  const ColumnCurves wide = table_curves(table, {"a"}, std::array<double, 2>{-10, 117}, "t");
  EXPECT_EQ(wide.set.curves[0].channels[0].values[0], 1);
  EXPECT_EQ(wide.set.curves[0].channels[0].values[20], 5);
  EXPECT_EQ(wide.set.curves[0].channels[0].values[100], -3);
  EXPECT_EQ(wide.resampling_error[0], 0);
  EXPECT_THROW(table_curves(table, {"b"}, {}, "t"), Error);
  EXPECT_THROW(table_curves(table, {}, std::array<double, 2>{5, 5}, "t"), Error);
}

}  // namespace
}  // namespace ocean
