// SPDX-License-Identifier: Apache-2.0
//
// The rules between the options of `oceanbake surf`. Breaker types by the Iribarren number of deep water:
// Battjes 1974, Surf similarity, Proc. 14th Coastal Engineering Conference: plunging from 0.5, surging
// from 3.3. The steepest wave of deep water: Michell 1893, The highest waves in water, Phil. Mag. 36.
#include <algorithm>
#include <cmath>

#include "kernels/wave/surf_profile.h"
#include "libbake/bake/gerstner_config.h"
#include "libbake/bake/surf_config.h"
#include "libbake/bake/texture_options.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kSurging = 3.3;
constexpr double kSteepest = 0.142;    // height over length in deep water
constexpr double kLatestFront = 0.93;  // where the tongue's front must stay in its wave, widths
constexpr double kSwashRows = 2;
constexpr double kMostOrbit = 0.9 / surf_detail::kOrbitSlope;  // widths, lest the wave folds

// Three decimals, or three digits of what is smaller.
std::string round_text(double value) {
  double step = 1e-3;
  while (std::abs(value) < 100 * step && step > 1e-12) step /= 10;
  return shortest(static_cast<float>(std::round(value / step) * step));
}

// The largest value up to `most` that still fits, by bisection; fits(0) holds. Rounded down.
template <class Fits>
double largest_that(const Fits& fits, double most) {
  double low = 0, high = most;
  for (int k = 0; k < 40; ++k) (fits(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
  return std::floor(low * 1000) / 1000;
}

// How far toward its wave's front the tongue of a swash that reaches so far inland comes, u.
double latest_front(const SurfModel& m, double reach_m) {
  double most = 0;
  for (int k = 0; k <= 64; ++k) {
    const double s = k / 64.0;
    most = std::max(most, m.crest_u + 4 * reach_m / m.width_m * s * (1 - s) - s * m.swash_periods());
  }
  return most;
}

// Of a wave that breaks: false says that nothing else can be judged.
bool check_sea(const SurfConfig& config, const SurfModel& m, Problems& problems) {
  const double length = 2 * kSurfPi * m.p.gravity / (m.omega * m.omega), highest = kSteepest * length;
  if (m.p.height_m > highest) {
    problems.add("height", "of " + shortest(m.p.height_m) + " m every " + shortest(m.p.period_s) +
                               " s breaks in deep water already, where the wave is " + round_text(length) +
                               " m long; give at most " + round_text(0.999 * highest) +
                               " m, or a longer --period");
    return false;
  }
  if (config.breaker == BreakerChoice::automatic && m.iribarren > kSurging)
    problems.add("slope", "of " + shortest(m.p.slope) +
                              " makes waves that surge up the beach unbroken (Iribarren number " +
                              round_text(m.iribarren) + ", breaking ends at 3.3); give " +
                              round_text(0.99 * kSurging * m.p.slope / m.iribarren) +
                              " or less, or a --breaker");
  if (m.break_depth_m < 0.95 * m.p.birth_depth_m) return true;
  problems.add("birth_depth", "of " + shortest(m.p.birth_depth_m) +
                                  " m is not deeper than where the wave breaks, " +
                                  round_text(m.break_depth_m) + " m; give at least " +
                                  round_text(1.5 * m.break_depth_m) + " m");
  return false;
}

void check_wave(const SurfModel& m, int32_t rows, Problems& problems) {
  const double latest = 1 - kSwashRows / rows;
  if (m.v_swash > latest)
    problems.add("v_swash", "of " + round_text(m.v_swash) + " leaves the swash less than " +
                                shortest(kSwashRows) + " of the texture's " + std::to_string(rows) +
                                " rows; give " + round_text(latest) +
                                " or less, or more --rows or --swash-periods");
  if (m.v_break <= m.p.edge + m.p.grow)
    problems.add("grow",
                 "of " + shortest(m.p.grow) + " ends after the wave breaks, at a life of " +
                     round_text(m.v_break) + "; give " +
                     round_text(largest_that([&](double g) { return g < m.v_break - m.p.edge; }, 0.5)) +
                     " or less, or a deeper --birth-depth");
  if (latest_front(m, m.reach_m) > kLatestFront) {
    const double most = largest_that(
        [&](double runup) { return latest_front(m, m.reach_m * runup / m.p.runup) <= kLatestFront; },
        m.p.runup);
    problems.add("runup", "of " + shortest(m.p.runup) + " carries the swash " + round_text(m.reach_m) +
                              " m inland, out of its wave's width of " + round_text(m.width_m) + " m; give " +
                              round_text(most) + " or less, a larger --width or more --swash-periods");
  }
  const double k = wave_number(m.omega, m.break_depth_m, m.p.gravity);
  const double motion = 0.5 * m.break_height_m / std::tanh(k * m.break_depth_m) / m.width_m;
  if (m.p.orbit * motion > kMostOrbit)
    problems.add("orbit",
                 "of " + shortest(m.p.orbit) + " folds the wave before it breaks; give " +
                     round_text(largest_that([&](double o) { return o * motion <= kMostOrbit; }, 1)) +
                     " or less, or a larger --width");
}

// Options that speak of frames, where there are none.
void check_without_shore(const SurfConfig& config, Problems& problems) {
  const auto idle = [&](const char* field, bool is_given) {
    if (is_given)
      problems.add(
          field,
          "has no effect without --shore: it is about frames over a shore; add --shore, or leave it out");
  };
  const SurfConfig plain;
  idle("atlas", config.atlas);
  idle("singles", !config.singles);
  idle("cells", config.cells != plain.cells);
  idle("mesh", !config.mesh.empty());
  idle("maps", config.maps != plain.maps);
  idle("tide", config.tide.has_value());
  idle("loop_frames", config.loop_frames != plain.loop_frames);
  idle("frame_resolution", config.frame_resolution.has_value());
  idle("noise_space", config.noise_space != plain.noise_space);
  idle("scale", config.scale != plain.scale);
}

void check_frames(const SurfConfig& config, Problems& problems) {
  if (config.maps.empty() && config.mesh.empty())
    problems.add("maps", "is empty and no mesh is asked for, so --shore has no effect; name a map or a mesh");
  if (!config.maps.empty() && !config.singles && !config.atlas)
    problems.add("singles",
                 "is off and atlas too, so the maps go nowhere; turn one of them on, or leave out maps");
  if (config.cells == "auto") return;
  const AtlasCells grid = *parse_cells(config.cells);
  if (int64_t{grid.columns} * grid.rows < config.loop_frames)
    problems.add("cells", "of " + config.cells + " hold fewer than the " +
                              std::to_string(config.loop_frames) +
                              " frames of the loop; give more cells or fewer --loop-frames");
  if (!config.atlas) problems.add("cells", "has no effect without atlas; add --atlas, or leave it out");
}

}  // namespace

void SurfConfig::check(Problems& problems) const {
  check_texture(format, compression, problems);
  const SurfModel m = model();
  if (check_sea(*this, m, problems)) check_wave(m, rows, problems);
  if (shore.empty()) check_without_shore(*this, problems);
  else check_frames(*this, problems);
}

}  // namespace ocean
