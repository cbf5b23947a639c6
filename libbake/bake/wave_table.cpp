// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/wave_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "libbake/bake/wave_timeline.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

struct Cell {
  const char* name;
  std::optional<double> value;
};

std::optional<double> if_finite(double x) {
  return std::isfinite(x) ? std::optional<double>(x) : std::nullopt;
}

std::vector<Cell> row_of(const SetWave& w) {
  const WaveFade fade = w.fade.value_or(WaveFade());
  return {{"length_m", w.length()},
          {"period_s", kTwoPi / w.omega},
          {"amplitude_m", w.amplitude},
          {"toward_deg", toward_degrees(w)},
          {"turn", turn_of(w)},
          {"steepness", w.steepness},
          {"qka", w.steepness * w.k() * w.amplitude},
          {"phase_turns", w.phase},
          {"weight", w.weight},
          {"in_start_s", if_finite(fade.in_start_s)},
          {"in_end_s", if_finite(fade.in_end_s)},
          {"out_start_s", if_finite(fade.out_start_s)},
          {"out_end_s", if_finite(fade.out_end_s)}};
}

}  // namespace

double toward_degrees(const SetWave& wave) {
  const double degrees = elem::atan2(wave.kx, wave.ky) * (360 / kTwoPi);
  return degrees < 0 ? degrees + 360 : degrees;
}

double turn_of(const SetWave& wave) { return elem::atan2(wave.ky, wave.kx) * (2 / kTwoPi); }

SeaSummary summary_of(const WaveSet& set) {
  SeaSummary s;
  for (const double t : instants(set)) {
    double energy = 0, horizontal = 0;
    for (const Wave& w : waves_at(set, t)) {
      energy += 0.5 * w.amplitude * w.amplitude;
      horizontal += w.steepness * w.amplitude;
    }
    s.height_m = std::max(s.height_m, 4 * elem::sqrt(energy));
    s.horizontal_m = std::max(s.horizontal_m, horizontal);
    const FoldLimits folds = fold_limits(set, t);
    s.folds.sum = std::max(s.folds.sum, folds.sum);
    s.folds.exact = std::max(s.folds.exact, folds.exact);
  }
  for (const SetWave& w : set.waves)
    if (w.amplitude * w.weight > 0) s.longest_period_s = std::max(s.longest_period_s, kTwoPi / w.omega);
  return s;
}

std::vector<std::string> wave_table(const WaveSet& set, std::size_t most) {
  std::vector<std::string> lines{"   #  length m  period s  amplitude m  toward deg       Q     QkA"};
  for (std::size_t i = 0; i < set.waves.size() && i < most; ++i) {
    const SetWave& w = set.waves[i];
    char line[120];
    std::snprintf(line, sizeof line, "%4zu  %8.3f  %8.3f  %11.4f  %10.1f  %6.3f  %6.4f", i, w.length(),
                  kTwoPi / w.omega, w.amplitude, toward_degrees(w), w.steepness,
                  w.steepness * w.k() * w.amplitude);
    lines.push_back(line);
  }
  if (set.waves.size() > most)
    lines.push_back("      and " + std::to_string(set.waves.size() - most) + " more");
  return lines;
}

std::string wave_csv(const WaveSet& set) {
  SetWave any;
  any.kx = any.omega = 1;
  std::string text = "index";
  for (const Cell& cell : row_of(any)) text += std::string(",") + cell.name;
  text += "\n";
  for (std::size_t i = 0; i < set.waves.size(); ++i) {
    text += std::to_string(i);
    for (const Cell& cell : row_of(set.waves[i]))
      text += "," + (cell.value ? shortest(*cell.value) : std::string());
    text += "\n";
  }
  return text;
}

std::string wave_json(const WaveSet& set) {
  JsonWriter w(0);
  w.array();
  for (const SetWave& wave : set.waves) {
    w.object();
    for (const Cell& cell : row_of(wave))
      if (cell.value) w.member(cell.name, *cell.value);
    w.end();
  }
  return w.end().text();
}

}  // namespace ocean
