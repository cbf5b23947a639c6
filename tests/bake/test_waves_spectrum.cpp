// SPDX-License-Identifier: Apache-2.0
//
// Spectra and timelines of `oceanbake waves`.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "libbake/bake/wave_spectrum.h"
#include "libbake/bake/wave_table.h"
#include "libbake/bake/wave_timeline.h"
#include "tests/bake/waves_fixture.h"

namespace ocean {
namespace {

WavesConfig config_of(SeaSpectrum spectrum, double wind, double fetch, double depth = 0) {
  WavesConfig c;
  c.spectrum = spectrum;
  c.wind_speed = wind;
  c.fetch = fetch;
  if (depth > 0) c.depth = depth;
  return c;
}

// The published formulas again, by libm, summed over a plain grid.
double jonswap_energy(double wind, double fetch, double gamma) {
  const double g = 9.81, alpha = 0.076 * std::pow(wind * wind / (fetch * g), 0.22);
  const double peak = 22 * std::pow(g * g / (wind * fetch), 1.0 / 3);
  double sum = 0;
  const double step = peak / 5000;
  for (double w = 0.2 * peak; w < 60 * peak; w += step) {
    const double sigma = w <= peak ? 0.07 : 0.09;
    const double r = std::exp(-(w - peak) * (w - peak) / (2 * sigma * sigma * peak * peak));
    sum +=
        alpha * g * g * std::pow(w, -5) * std::exp(-1.25 * std::pow(peak / w, 4)) * std::pow(gamma, r) * step;
  }
  return sum;
}

TEST(Spectrum, EnergyIsThatOfThePublishedFormulas) {
  for (const double wind : {4.0, 12.0, 25.0}) {
    // Pierson and Moskowitz: m0 = alpha g^2/(4*0.74 (g/U19.5)^4).
    const double w0 = 9.81 / (1.026 * wind), m0 = 8.1e-3 * 9.81 * 9.81 / (4 * 0.74 * std::pow(w0, 4));
    EXPECT_NEAR(total_energy(spectrum_of(config_of(SeaSpectrum::pierson_moskowitz, wind, 1e5))) / m0, 1,
                1e-6);
    for (const double fetch : {2e4, 3e5})
      EXPECT_NEAR(total_energy(spectrum_of(config_of(SeaSpectrum::jonswap, wind, fetch))) /
                      jonswap_energy(wind, fetch, 3.3),
                  1, 2e-4);
  }
}

TEST(Spectrum, FullGrownSeaHasTheTextbooksHeightAndPeriod) {
  // 0.21 U19.5^2/g and 2 pi U19.5/(0.877 g).
  const Spectrum s = spectrum_of(config_of(SeaSpectrum::pierson_moskowitz, 15, 1e5));
  const double u = 1.026 * 15;
  EXPECT_NEAR(4 * std::sqrt(total_energy(s)), 0.21 * u * u / 9.81, 0.01 * 0.21 * u * u / 9.81);
  EXPECT_NEAR(kTwoPi / s.peak, kTwoPi * u / (0.877 * 9.81), 0.001 * kTwoPi / s.peak);
}

TEST(Spectrum, ShallowWaterTakesEnergyFromLongWaves) {
  const Spectrum deep = spectrum_of(config_of(SeaSpectrum::jonswap, 15, 2e5));
  const Spectrum far = spectrum_of(config_of(SeaSpectrum::tma, 15, 2e5, 1000));
  const Spectrum shallow = spectrum_of(config_of(SeaSpectrum::tma, 15, 2e5, 4));
  EXPECT_NEAR(total_energy(far) / total_energy(deep), 1, 1e-6);
  EXPECT_LT(total_energy(shallow), 0.3 * total_energy(deep));
  for (const double w : {0.3, 0.7, 1.5, 4.0}) {
    // k of the water by bisection; Phi as the ratio of k^-3 dk/domega, by differences.
    const auto k_of = [](double omega, double depth) {
      double low = 1e-6, high = 100;
      for (int i = 0; i < 200; ++i) {
        const double k = 0.5 * (low + high);
        (9.81 * k * std::tanh(k * depth) < omega * omega ? low : high) = k;
      }
      return low;
    };
    const double h = 1e-5, slope = (k_of(w + h, 4) - k_of(w - h, 4)) / (2 * h), k = k_of(w, 4);
    const double deep_k = w * w / 9.81,
                 phi = slope / (k * k * k) / (2 * w / 9.81 / (deep_k * deep_k * deep_k));
    EXPECT_NEAR(shallow(w) / deep(w), phi, 1e-5) << w;
  }
}

TEST(Spectrum, NothingBelowZero) {
  const Spectrum s = spectrum_of(config_of(SeaSpectrum::jonswap, 10, 1e5));
  EXPECT_EQ(s(0), 0);
  EXPECT_EQ(s(-1), 0);
  EXPECT_EQ(s(1e-300), 0);
  EXPECT_EQ(energy(s, 2, 2), 0);
}

TEST_F(WavesJob, SpectrumsHeightIsTheSets) {
  for (const char* spectrum : {"pierson-moskowitz", "jonswap", "tma"})
    for (const char* count : {"8", "64", "4096"}) {
      Flags flags{{"spectrum", {spectrum}}, {"wind_speed", {"13"}}, {"count", {count}}};
      WavesConfig c;
      c.wind_speed = 13;
      c.spectrum = std::string(spectrum) == "tma"       ? SeaSpectrum::tma
                   : std::string(spectrum) == "jonswap" ? SeaSpectrum::jonswap
                                                        : SeaSpectrum::pierson_moskowitz;
      if (c.spectrum == SeaSpectrum::tma) flags.push_back({"depth", {"9"}}), c.depth = 9;
      const WaveSet set = made(std::move(flags));
      const double own = 4 * std::sqrt(total_energy(spectrum_of(c)));
      EXPECT_NEAR(summary_of(set).height_m / own, 1, 0.01) << spectrum << " " << count;
      EXPECT_NEAR(fold_limits(set).sum, 0.5, 1e-9);  // the default steepness, of the whole set
    }
}

TEST_F(WavesJob, SpectrumsEnergyLiesWhereItBelongs) {
  const WaveSet set = made({{"spectrum", {"jonswap"}}, {"count", {"4096"}}});
  const Spectrum s = spectrum_of(config_of(SeaSpectrum::jonswap, 10, 1e5));
  for (const double band : {0.8, 0.95, 1.1, 1.5, 2.5}) {
    const double low = band * s.peak, high = 1.15 * low;
    double sum = 0;
    for (const SetWave& w : set.waves)
      if (w.omega >= low && w.omega < high) sum += 0.5 * w.amplitude * w.amplitude;
    EXPECT_NEAR(sum / energy(s, low, high), 1, 0.02) << band;
  }
}

TEST_F(WavesJob, DirectionsSpreadAsTold) {
  for (const char* exponent : {"0", "2", "30", "1000"}) {
    const WaveSet set = made({{"spectrum", {"jonswap"}},
                              {"count", {"4096"}},
                              {"spreading", {exponent}},
                              {"direction_deg", {"200"}}});
    double along = 0, across = 0;
    for (const SetWave& w : set.waves) {
      const double off = (toward_degrees(w) - 200) * kTwoPi / 360;
      along += std::cos(off) / 4096, across += std::sin(off) / 4096;
    }
    // The mean of cos(theta) under cos^2s(theta/2) is s/(s + 1).
    const double power = std::stod(exponent);
    EXPECT_NEAR(along, power / (power + 1), 0.05) << exponent;
    EXPECT_NEAR(across, 0, 0.05) << exponent;
  }
}

class Timeline : public WavesJob {
 protected:
  // calm until 20 s, gone at 80 s; the storm comes meanwhile.
  WaveSet change(const std::string& storm_in = "20, 80") {
    for (const char* name : {"calm_sea", "storm_sea"})
      run({{"config", {std::string(OCEAN_CONFIGS) + "/" + name + ".json"}}, {"preview", {"false"}}}, name);
    return made({{"timeline",
                  {"[{\"set\": \"" + path("calm_sea") + "\", \"fade_out_s\": [20, 80]}, {\"set\": \"" +
                   path("storm_sea") + "\", \"fade_in_s\": [" + storm_in + "]}]"}}},
                "change");
  }
};

// The largest speed of the surface over some places and times: of every fixed particle, fades and all.
double fastest(const WaveSet& set, double from_s, double to_s) {
  double most = 0;
  const double h = 1e-3;
  for (int t = 0; t < 60; ++t) {
    const double time = from_s + (to_s - from_s) * (t + 0.5) / 60;
    const std::vector<Wave> before = waves_at(set, time - h), after = waves_at(set, time + h);
    for (int p = 0; p < 400; ++p) {
      const double x = 37.3 * (p % 20), y = 41.9 * (p / 20);  // NOLINT: whole rows
      const auto count = static_cast<int64_t>(before.size());
      const Vec3d d = surface_point({after.data(), count}, x, y, time + h).displacement -
                      surface_point({before.data(), count}, x, y, time - h).displacement;
      most = std::max(most, std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z) / (2 * h));
    }
  }
  return most;
}

TEST_F(Timeline, AStormComesWithoutAJump) {
  const WaveSet both = change();
  const WaveSet calm = read_wave_set(path("calm_sea")), storm = read_wave_set(path("storm_sea"));
  ASSERT_EQ(both.waves.size(), calm.waves.size() + storm.waves.size());
  for (size_t i = 0; i < both.waves.size(); ++i) {  // no living wave is changed
    const SetWave& own = i < calm.waves.size() ? calm.waves[i] : storm.waves[i - calm.waves.size()];
    EXPECT_EQ(both.waves[i].kx, own.kx);
    EXPECT_EQ(both.waves[i].ky, own.ky);
    EXPECT_EQ(both.waves[i].omega, own.omega);
    EXPECT_EQ(both.waves[i].amplitude, own.amplitude);
  }
  const double sum = fastest(calm, 20, 80) + fastest(storm, 20, 80);
  EXPECT_LT(fastest(both, 20, 80), sum);
  EXPECT_GT(fastest(both, 20, 80), 0.5 * fastest(storm, 20, 80));
  // Before and after, the sets alone.
  EXPECT_NEAR(fastest(both, 0, 19), fastest(calm, 0, 19), 1e-12);
  EXPECT_NEAR(fastest(both, 81, 100), fastest(storm, 81, 100), 1e-12);
}

TEST_F(Timeline, TheLargestOverTimeIsReported) {
  const WaveSet both = change();
  const WaveSet storm = read_wave_set(path("storm_sea"));
  const SeaSummary s = summary_of(both);
  EXPECT_NEAR(s.height_m, summary_of(storm).height_m, 0.02 * s.height_m);
  EXPECT_GE(s.folds.exact, fold_limits(storm).exact - 1e-12);
  EXPECT_LE(s.folds.exact, fold_limits(both).exact);
  const std::vector<double> times = instants(both);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_GT(times.size(), 60u);
  EXPECT_EQ(instants(storm), std::vector<double>{0});
}

TEST_F(Timeline, SetsThatDoNotGoTogetherAreRefused) {
  change();
  made({{"gravity", {"1.62"}}}, "moon");
  const auto together = [&](const std::string& a, const std::string& b) {
    return refused({{"timeline", {"[{\"set\": \"" + path(a) + "\"}, {\"set\": \"" + path(b) + "\"}]"}}});
  };
  EXPECT_NE(together("calm_sea", "moon").find("has another gravity than"), std::string::npos);
  EXPECT_NE(together("calm_sea", "change").find("fades already"), std::string::npos);
  EXPECT_NE(together("storm_sea", "storm_sea").find("folds over itself"), std::string::npos);
  EXPECT_NE(together("storm_sea", "storm_sea").find("of their steepness"), std::string::npos);
}

}  // namespace
}  // namespace ocean
