// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake waves`, each declared once in describe().
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "libbake/config/field.h"

namespace ocean {

inline constexpr int64_t kMostWaves = 4096;

enum class SteepnessConvention : uint8_t { automatic, share, stiffness, total, plain };
enum class SeaSpectrum : uint8_t { none, pierson_moskowitz, jonswap, tma };
enum class PhaseChoice : uint8_t { automatic, zero, random };

// One wave, given by hand.
struct WaveEntry : Config {
  std::optional<double> length;  // set, once checked
  double amplitude = 0, steepness = 0, phase = 0;
  std::optional<double> direction_deg, direction_from_deg, turn;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;
};

// A set that lives for a while.
struct TimelineEntry : Config {
  std::string set;
  std::optional<std::array<double, 2>> fade_in_s, fade_out_s;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;
};

struct WavesConfig : Config {
  // Drawn
  std::optional<int64_t> count;
  int64_t seed = 1;
  double length_median = 12;
  std::optional<std::array<double, 2>> length_range;
  std::vector<double> length_multipliers;
  std::optional<double> amplitude_median, amplitude_ratio;
  std::optional<double> direction_deg, direction_from_deg;
  double direction_spread_deg = 30;
  PhaseChoice phases = PhaseChoice::automatic;
  // Steepness
  double steepness = 0.5;
  std::optional<std::array<double, 2>> steepness_range;
  SteepnessConvention steepness_convention = SteepnessConvention::automatic;
  bool allow_loops = false;
  // Water
  double gravity = 9.81;
  std::optional<double> depth;
  double wind_speed_scale = 1;
  // Spectrum
  SeaSpectrum spectrum = SeaSpectrum::none;
  double wind_speed = 10, fetch = 100000, peak_enhancement = 3.3, spreading = 10;
  // Given
  std::vector<WaveEntry> waves;
  std::vector<TimelineEntry> timeline;
  // Output
  bool csv = false, preview = true;
  double preview_time = 0;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;

  bool is_drawn() const { return spectrum == SeaSpectrum::none && waves.empty() && timeline.empty(); }
  int64_t wave_count() const;             // of a drawn set or a spectrum
  std::array<double, 2> lengths() const;  // the range, in medians or, of a spectrum, peak lengths
  double depth_m() const { return depth.value_or(std::numeric_limits<double>::infinity()); }
  // Of the set: toward, degrees clockwise from north.
  double toward_deg() const;
  SteepnessConvention convention() const;  // not automatic
  bool random_phases() const;
};

}  // namespace ocean
