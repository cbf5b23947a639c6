// SPDX-License-Identifier: Apache-2.0
//
// The flipbook, the probe and the curves of a baked set are one sea.
#include <cmath>

#include <nlohmann/json.hpp>

#include "kernels/wave/wave.h"
#include "libbake/bake/curve_layouts.h"
#include "libbake/bake/wave_probe.h"
#include "libbake/io/image.h"
#include "tests/bake/gerstner_fixture.h"

namespace ocean {
namespace {

double distance_of(const Vec3d& a, const Vec3d& b) {
  const Vec3d d = a - b;
  return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

Vec3d probed(const WaveSet& set, Vec2d at, double time_s) {
  const auto json = nlohmann::json::parse(probe_json(set, {at}, time_s));
  const auto& d = json.at("points").at(0).at("displacement_m");
  return {d.at(0).get<double>(), d.at(1).get<double>(), d.at(2).get<double>()};
}

// What a program gets that reads the set's curves.
std::vector<Wave> decoded(const WaveSet& set, const TargetTraits& target) {
  const CurveSet curves = layout_curves(CurveLayout::exact, wave_numbers(set, target), target);
  std::vector<std::vector<CurveValues>> values;
  for (const Curve& curve : curves.curves) {
    values.emplace_back();
    for (const CurveChannel& channel : curve.channels) values.back().push_back(channel.values);
  }
  return world_waves(read_layout(CurveLayout::exact, values, set.waves.size(), set, target), target);
}

TEST_F(Gerstner, FlipbookProbeAndCurvesAreOneSea) {
  bake({{"tile", {"48,48"}},
        {"period", {"9"}},
        {"loop_frames", {"18"}},
        {"resolution", {"64"}},
        {"format", {"exr-float"}},
        {"maps", {"displacement"}},
        {"preview", {"false"}},
        {"name", {"one"}}});
  const WaveSet baked = read_wave_set(path("one.waves.json"));
  for (const TargetTraits& target : kTargets) {
    const std::vector<Wave> curves = decoded(baked, target);
    const View<const Wave> view{curves.data(), static_cast<int64_t>(curves.size())};
    for (int i = 0; i < 100; ++i) {
      const int frame = (7 * i) % 18, row = (29 * i) % 64, column = (41 * i + 3) % 64;
      const Vec2d at{(column + 0.5) * 0.75, (63 - row + 0.5) * 0.75};
      const double time = frame * 0.5;
      const std::string number = (frame < 10 ? "000" : "00") + std::to_string(frame);
      const auto samples = read_image_float(path("one_displacement." + number + ".exr")).samples;
      const auto k = static_cast<std::size_t>(3 * (row * 64 + column));
      const Vec3d baked_here{double(samples[k]), double(samples[k + 1]), double(samples[k + 2])},
          probe = probed(baked, at, time), curve = surface_point(view, at.x, at.y, time).displacement;
      EXPECT_LE(distance_of(baked_here, probe), 1e-4) << i;
      EXPECT_LE(distance_of(curve, probe), 1e-4) << i << " " << target.name;
      EXPECT_GT(distance_of(probe, probed(baked, at, time + 0.05)), 1e-4)
          << "a sea that stands proves nothing";
    }
  }
}

TEST_F(Gerstner, TexturesOfASpectrumHaveTheHeightOfTheMergedSet) {
  WaveSet sea;
  for (int i = 0; i < 600; ++i) {
    const double share = (i + 0.5) / 600, length = 60 * std::pow(0.15, share);
    sea.waves.push_back(wave(length, 70 + 60 * std::sin(12.9898 * i), 0.004 * length * (1 - 0.7 * share),
                             0.01, std::fmod(0.618 * i, 1)));
  }
  write("many.waves.json", wave_set_text(sea));
  bake({{"tile", {"256,256"}},
        {"period", {"60"}},
        {"loop_frames", {"5"}},
        {"resolution", {"256"}},
        {"format", {"exr-float"}},
        {"maps", {"displacement"}},
        {"preview", {"false"}},
        {"allow_loops", {"true"}},
        {"name", {"spectrum"}}},
       "many.waves.json");
  const WaveSet merged = read_wave_set(path("spectrum.waves.json"));
  ASSERT_LT(merged.waves.size(), sea.waves.size()) << "some waves share a cell";
  double m0 = 0, before = 0;
  for (const SetWave& w : merged.waves) m0 += 0.5 * w.amplitude * w.amplitude;
  for (const SetWave& w : sea.waves) before += 0.5 * w.amplitude * w.amplitude;
  EXPECT_NEAR(m0, before, 1e-9 * before) << "merging keeps the energy";
  double sum = 0, sum2 = 0;
  int64_t count = 0;
  for (int frame = 0; frame < 5; ++frame) {
    const auto samples =
        read_image_float(path("spectrum_displacement.000" + std::to_string(frame) + ".exr")).samples;
    for (std::size_t k = 2; k < samples.size(); k += 3, ++count) {
      sum += double(samples[k]);
      sum2 += double(samples[k]) * double(samples[k]);
    }
  }
  const double n = static_cast<double>(count), sigma = std::sqrt(sum2 / n - sum / n * (sum / n));
  EXPECT_NEAR(4 * sigma, 4 * std::sqrt(m0), 0.03 * 4 * std::sqrt(m0));
}

}  // namespace
}  // namespace ocean
