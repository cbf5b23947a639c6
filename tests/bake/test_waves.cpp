// SPDX-License-Identifier: Apache-2.0
//
// Sets about a median and given sets: draws, conventions, refusals, files.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "libbake/bake/wave_draw.h"
#include "libbake/bake/wave_probe.h"
#include "libbake/bake/wave_table.h"
#include "libbake/io/content_hash.h"
#include "libbake/io/image.h"
#include "libbake/io/manifest.h"
#include "tests/bake/waves_fixture.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

double qka(const SetWave& w) { return w.steepness * w.k() * w.amplitude; }

double hs(const WaveSet& set) {
  double energy = 0;
  for (const SetWave& w : set.waves) energy += 0.5 * w.amplitude * w.amplitude;
  return 4 * std::sqrt(energy);
}

TEST_F(WavesJob, MoreWavesOrAnotherMedianLeaveTheOthersAlone) {
  const WaveSet few = made({{"count", {"5"}}}), many = made({{"count", {"40"}}}),
                longer = made({{"count", {"5"}}, {"length_median", {"36"}}});
  ASSERT_EQ(few.waves.size(), 5u);
  ASSERT_EQ(many.waves.size(), 40u);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(few.waves[i].kx, many.waves[i].kx);
    EXPECT_EQ(few.waves[i].ky, many.waves[i].ky);
    EXPECT_EQ(few.waves[i].amplitude, many.waves[i].amplitude);
    EXPECT_NEAR(longer.waves[i].length() / few.waves[i].length(), 3, 1e-12);  // the multiplier is kept
    EXPECT_NEAR(turn_of(longer.waves[i]), turn_of(few.waves[i]), 1e-14);
  }
}

TEST_F(WavesJob, OneSeedOneSet) {
  run({{"preview", {"false"}}}, "a");
  run({{"preview", {"false"}}, {"threads", {"2"}}}, "b");
  run({{"preview", {"false"}}, {"seed", {"2"}}}, "c");
  EXPECT_EQ(read_text(path("a")), read_text(path("b")));
  EXPECT_NE(read_text(path("a")), read_text(path("c")));
}

TEST_F(WavesJob, DrawsFillTheirRangesEvenly) {
  const WaveSet set = made({{"count", {"4096"}},
                            {"length_median", {"10"}},
                            {"length_range", {"0.25,4"}},
                            {"direction_deg", {"30"}},
                            {"direction_spread_deg", {"20"}},
                            {"steepness_range", {"0.2,0.6"}},
                            {"phases", {"random"}}});
  double logs = 0, off = 0, steep = 0, phases = 0, shortest = 100, longest = 0, most_off = 0;
  for (const SetWave& w : set.waves) {
    const double multiplier = w.length() / 10, degrees = toward_degrees(w) - 30, s = qka(w) * 4096;
    EXPECT_GE(multiplier, 0.25 - 1e-12);
    EXPECT_LE(multiplier, 4 + 1e-12);
    EXPECT_LE(std::abs(degrees), 20 + 1e-9);
    EXPECT_GE(s, 0.2 - 1e-9);
    EXPECT_LE(s, 0.6 + 1e-9);
    EXPECT_NEAR(w.amplitude / w.length(), 0.012, 1e-15);
    logs += std::log2(multiplier) / 4096, off += degrees / 4096, steep += s / 4096, phases += w.phase / 4096;
    shortest = std::min(shortest, multiplier), longest = std::max(longest, multiplier);
    most_off = std::max(most_off, std::abs(degrees));
  }
  // Means within 4 standard errors of uniform draws: width/sqrt(12*4096).
  EXPECT_NEAR(logs, 0, 4 * 4 / std::sqrt(12 * 4096.0));
  EXPECT_NEAR(off, 0, 4 * 40 / std::sqrt(12 * 4096.0));
  EXPECT_NEAR(steep, 0.4, 4 * 0.4 / std::sqrt(12 * 4096.0));
  EXPECT_NEAR(phases, 0.5, 4 * 1 / std::sqrt(12 * 4096.0));
  EXPECT_LT(shortest, 0.26);
  EXPECT_GT(longest, 3.9);
  EXPECT_GT(most_off, 19.8);
}

TEST_F(WavesJob, MultipliersAndAmplitudesAsGiven) {
  const WaveSet set =
      made({{"length_multipliers", {"1,0.5,3"}}, {"length_median", {"8"}}, {"amplitude_median", {"0.1"}}});
  ASSERT_EQ(set.waves.size(), 3u);
  const double lengths[3] = {8, 4, 24}, amplitudes[3] = {0.1, 0.05, 0.3};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(set.waves[i].length(), lengths[i], 1e-12);
    EXPECT_NEAR(set.waves[i].amplitude, amplitudes[i], 1e-15);
    EXPECT_EQ(set.waves[i].phase, 0);  // what four floats a wave can carry
  }
}

TEST_F(WavesJob, SteepnessConventions) {
  for (const SetWave& w : made({{"steepness", {"0.8"}}, {"count", {"4"}}}).waves)
    EXPECT_NEAR(qka(w), 0.2, 1e-14);
  for (const SetWave& w : made({{"steepness", {"0.1"}}, {"steepness_convention", {"stiffness"}}}).waves)
    EXPECT_NEAR(qka(w), 0.1, 1e-14);
  for (const SetWave& w : made({{"steepness", {"1"}}, {"steepness_convention", {"plain"}}}).waves)
    EXPECT_EQ(w.steepness, 1);
  const WaveSet total =
      made({{"steepness", {"0.7"}}, {"steepness_convention", {"total"}}, {"amplitude_ratio", {"0.01"}}});
  EXPECT_NEAR(fold_limits(total).sum, 0.7, 1e-14);
  for (const SetWave& w : total.waves) EXPECT_EQ(w.steepness, total.waves[0].steepness);
  // No amplitude: no steepness, not a division by zero.
  for (const SetWave& w : made({{"amplitude_ratio", {"0"}}}).waves) EXPECT_EQ(w.steepness, 0);
}

TEST_F(WavesJob, DirectionConventions) {
  const WaveSet set =
      made({{"waves", {R"([{"length": 8, "direction_deg": 90}, {"length": 8, "direction_from_deg": 270},
                                  {"length": 8, "turn": 0}, {"length": 8, "direction_deg": 0}, {"length": 8, "turn": 0.5},
                                  {"length": 8, "turn": -0.5}, {"length": 8, "turn": 1}, {"length": 8, "direction_deg": 53},
                                  {"length": 8, "turn": 0.205555555555555556}, {"length": 8}])"}},
            {"direction_from_deg", {"0"}}});
  ASSERT_EQ(set.waves.size(), 10u);
  const double k = kTwoPi / 8;
  const auto expect_k = [&](size_t i, double x, double y) {
    EXPECT_DOUBLE_EQ(set.waves[i].kx, k * x) << i;
    EXPECT_DOUBLE_EQ(set.waves[i].ky, k * y) << i;
  };
  for (size_t i = 0; i < 3; ++i) expect_k(i, 1, 0);
  expect_k(3, 0, 1);
  expect_k(4, 0, 1);
  expect_k(5, 0, -1);
  expect_k(6, -1, 0);
  for (size_t i = 7; i < 9; ++i) {
    EXPECT_NEAR(set.waves[i].kx, k * std::sin(53 * kTwoPi / 360), 1e-14);
    EXPECT_NEAR(set.waves[i].ky, k * std::cos(53 * kTwoPi / 360), 1e-14);
  }
  expect_k(9, 0, -1);  // the set's own: from north
  for (const double degrees : {-725.5, -90.0, 17.0, 45.0, 134.9, 180.0, 271.0, 1e4}) {
    const Vec2d d = toward_direction(degrees);
    EXPECT_NEAR(d.x, std::sin(degrees * kTwoPi / 360), 1e-12);
    EXPECT_NEAR(d.y, std::cos(degrees * kTwoPi / 360), 1e-12);
  }
}

TEST_F(WavesJob, GivenWavesAreKeptAsTheyAre) {
  const WaveSet set =
      made({{"waves", {R"([{"length": 20, "amplitude": 0.4, "steepness": 0.9, "phase": -0.25}])"}},
            {"depth", {"3"}},
            {"gravity", {"9.8"}},
            {"wind_speed_scale", {"0.5"}}});
  ASSERT_EQ(set.waves.size(), 1u);
  const SetWave& w = set.waves[0];
  EXPECT_NEAR(w.length(), 20, 1e-13);
  EXPECT_EQ(w.amplitude, 0.4);
  EXPECT_EQ(w.steepness, 0.9);
  EXPECT_EQ(w.phase, 0.75);
  EXPECT_EQ(set.depth, 3);
  EXPECT_EQ(set.time_scale, 0.5);
  const double k = kTwoPi / 20;
  EXPECT_NEAR(w.omega, 0.5 * std::sqrt(9.8 * k * std::tanh(3 * k)), 1e-13);
}

// The crest of a wave moves at the phase speed of linear theory, from the surface alone.
TEST_F(WavesJob, CrestsMoveAtThePhaseSpeed) {
  for (const char* depth : {"", "2.5"}) {
    Flags flags{{"waves", {R"([{"length": 14, "amplitude": 0.5, "direction_deg": 90, "steepness": 0.6}])"}}};
    if (*depth != '\0') flags.push_back({"depth", {depth}});
    const WaveSet set = made(std::move(flags));
    const double k = kTwoPi / 14, speed = std::sqrt(9.81 / k * (*depth != '\0' ? std::tanh(2.5 * k) : 1));
    const std::vector<Wave> waves = waves_at(set, 0);
    // The crest near x, where the slope changes its sign.
    const auto crest = [&](double x, double t) {
      double low = x - 3, high = x + 3;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (surface_point({waves.data(), 1}, middle, 0, t).slope_x > 0 ? low : high) = middle;
      }
      return low;
    };
    const double start = crest(14.0 / 4, 0), t = 10, end = crest(start + speed * t, t);
    EXPECT_GT(surface_point({waves.data(), 1}, end, 0, t).displacement.z, 0.4999);
    EXPECT_NEAR((end - start) / t / speed, 1, 1e-6);
  }
}

TEST_F(WavesJob, ASetThatFoldsIsRefusedWithWhatWorks) {
  const std::string message = refused({{"steepness", {"2.2"}}, {"direction_spread_deg", {"60"}}});
  EXPECT_NE(message.find("--steepness: makes a surface that folds over itself"), std::string::npos)
      << message;
  EXPECT_NE(message.find("pass --allow-loops"), std::string::npos) << message;
  const std::string use = "use --steepness ";
  const std::string steepness = message.substr(message.find(use) + use.size(), 4);
  EXPECT_EQ(refused({{"steepness", {steepness}}, {"direction_spread_deg", {"60"}}}), "") << steepness;
  const WaveSet nearest = read_wave_set(path("refused"));
  EXPECT_GT(fold_limits(nearest).exact, 0.98);
  EXPECT_GT(fold_limits(nearest).sum, 1);  // said, not refused
  EXPECT_EQ(refused({{"steepness", {"2.2"}}, {"direction_spread_deg", {"60"}}, {"allow_loops", {"true"}}}),
            "");
  EXPECT_NE(refused({{"steepness_range", {"1,3"}}}).find("use --steepness-range 0."), std::string::npos);
  EXPECT_NE(refused({{"waves", {R"([{"length": 6, "amplitude": 1, "steepness": 2}])"}}})
                .find("multiply every steepness by 0.477"),
            std::string::npos);
}

TEST_F(WavesJob, BadInputIsRefusedWithTheReason) {
  struct Case {
    Flags flags;
    const char* says;
  };
  const std::vector<Case> cases{
      {{{"count", {"4097"}}}, "4096"},
      {{{"count", {"0"}}}, "--count"},
      {{{"length_median", {"0"}}}, "--length-median"},
      {{{"length_range", {"2,0.5"}}}, "must be the smaller number first"},
      {{{"length_multipliers", {"1,2"}}, {"count", {"3"}}}, "does not fit the 2 numbers"},
      {{{"length_multipliers", {"1,-2"}}}, "--length-multipliers"},
      {{{"length_multipliers", {"1,2"}}, {"length_range", {"1,2"}}}, "say the same twice"},
      {{{"amplitude_median", {"1"}}, {"amplitude_ratio", {"0.1"}}}, "say the same twice"},
      {{{"direction_deg", {"1"}}, {"direction_from_deg", {"1"}}}, "say the direction twice"},
      {{{"steepness_range", {"0.5,0.4"}}}, "must be the smaller number first"},
      {{{"spectrum", {"tma"}}}, "--depth: is missing"},
      {{{"spectrum", {"jonswop"}}}, "did you mean 'jonswap'"},
      {{{"spectrum", {"jonswap"}}, {"length_median", {"3"}}}, "a spectrum has its own"},
      {{{"spectrum", {"pierson-moskowitz"}}, {"fetch", {"3000"}}}, "is an option of jonswap and tma"},
      {{{"wind_speed", {"3"}}}, "pass --spectrum"},
      {{{"depth", {"-1"}}}, "--depth"},
      {{{"gravity", {"0"}}}, "--gravity"},
      {{{"waves", {"[{}]"}}}, "length"},
      {{{"waves", {R"([{"length": 3, "turn": 0, "direction_deg": 90}])"}}}, "says the direction twice"},
      {{{"waves", {R"([{"length": 3, "turn": 1.5}])"}}}, "turn"},
      {{{"waves", {R"([{"length": 3}])"}}, {"seed", {"4"}}}, "has no part in given waves"},
      {{{"waves", {R"([{"length": 3}])"}}, {"spectrum", {"jonswap"}}}, "are two sources"},
      {{{"timeline", {"[{}]"}}}, "NAME.waves.json"},
      {{{"timeline", {R"([{"set": "no.waves.json"}])"}}}, "no.waves.json"},
      {{{"timeline", {R"([{"set": "no.waves.json"}])"}}, {"depth", {"4"}}}, "has no part in a timeline"},
      {{{"timeline", {R"([{"set": "no.waves.json", "fade_in_s": [5, 1]}])"}}},
       "must be the smaller number first"},
      {{{"timeline", {R"([{"set": "no.waves.json", "fade_in_s": [0, 5], "fade_out_s": [4, 9]}])"}}},
       "begins at 4 s, before the set is in at 5 s"},
  };
  for (const Case& c : cases) {
    const std::string message = refused(c.flags);
    EXPECT_NE(message.find(c.says), std::string::npos) << c.flags[0].name << ": " << message;
  }
  EXPECT_TRUE(folder_.names().empty() || !std::filesystem::exists(path("refused")));
}

TEST_F(WavesJob, FilesAndManifest) {
  run({{"csv", {"true"}}, {"count", {"3"}}});
  for (const char* file : {"sea.waves.json", "sea_waves.csv", "sea_preview.png", "sea.manifest.json"})
    EXPECT_TRUE(std::filesystem::exists(folder_.file(file))) << file;
  const Manifest manifest = read_manifest(folder_.file("sea.manifest.json"));
  EXPECT_EQ(manifest.kind, "waves");
  const WaveSet set = read_wave_set(path());
  EXPECT_NEAR(std::stod(manifest.facts.at("significant_height_m")), hs(set), 1e-12);
  EXPECT_NEAR(std::stod(manifest.facts.at("sum_qka")), fold_limits(set).sum, 1e-12);
  const std::string csv = read_text(folder_.file("sea_waves.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
  EXPECT_EQ(
      csv.rfind(
          "index,length_m,period_s,amplitude_m,toward_deg,turn,steepness,qka,phase_turns,weight,in_start_s",
          0),
      0u);
  // The picture is a sea: many colours in its plan.
  const FloatImage picture = read_image_float(folder_.file("sea_preview.png"));
  EXPECT_GT(picture.spec.width, 900);
  float low = 1, high = 0;
  for (int y = 100; y < 500; ++y)
    for (int x = 100; x < 500; ++x) {
      const float green = picture.samples[static_cast<size_t>(y * picture.spec.width + x) * 3 + 1];
      low = std::min(low, green), high = std::max(high, green);
    }
  EXPECT_GT(high - low, 0.3f);
}

TEST_F(WavesJob, ExampleConfigsMakeGoodSeas) {
  struct Case {
    const char* name;
    double low_m, high_m;
  };
  for (const Case& c : {Case{"calm_sea", 0.1, 0.6}, Case{"trade_wind", 1.2, 2.5}, Case{"storm_sea", 5, 10}}) {
    run({{"config", {std::string(OCEAN_CONFIGS) + "/" + c.name + ".json"}}}, c.name);
    const WaveSet set = read_wave_set(path(c.name));
    EXPECT_EQ(set.waves.size(), 8u);
    EXPECT_LT(fold_limits(set).sum, 1);
    EXPECT_GE(hs(set), c.low_m) << c.name;
    EXPECT_LE(hs(set), c.high_m) << c.name;
    expect_golden_hex(std::string("waves/") + c.name, hash_file(path(c.name)));
  }
}

TEST_F(WavesJob, ProbeSaysWhatTheSurfaceDoes) {
  const WaveSet set = made({{"steepness", {"0.9"}}});
  const std::vector<Wave> waves = waves_at(set, 4);
  const auto json = nlohmann::json::parse(probe_json(set, {{0, 0}, {12.5, -3}}, 4));
  EXPECT_EQ(json.at("time_s"), 4);
  ASSERT_EQ(json.at("points").size(), 2u);
  const auto& p = json.at("points")[1];
  const SurfacePoint s = surface_point({waves.data(), static_cast<int64_t>(waves.size())}, 12.5, -3, 4);
  EXPECT_EQ(p.at("displacement_m")[0], s.displacement.x);
  EXPECT_EQ(p.at("displacement_m")[2], s.displacement.z);
  EXPECT_EQ(p.at("normal")[1], s.normal.y);
  EXPECT_EQ(p.at("velocity_mps")[2], s.velocity.z);
  EXPECT_EQ(p.at("jacobian"), s.jacobian());
  EXPECT_TRUE(p.at("water").at("converged"));
  // The particle that the search found does stand there, at that height.
  const SurfacePoint found =
      surface_point({waves.data(), static_cast<int64_t>(waves.size())}, p.at("water").at("particle")[0],
                    p.at("water").at("particle")[1], 4);
  EXPECT_NEAR(p.at("water").at("particle")[0].get<double>() + found.displacement.x, 12.5, 1e-6);
  EXPECT_EQ(p.at("water").at("height_m"), found.displacement.z);
  EXPECT_NE(probe_text(set, {{0, 0}}, 4).find("water height"), std::string::npos);
}

}  // namespace
}  // namespace ocean
