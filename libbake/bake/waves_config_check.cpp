// SPDX-License-Identifier: Apache-2.0
//
// Rules between the options of `oceanbake waves`: one source of waves, and nothing given that has no part in
// it.
#include "libbake/bake/waves_config.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

void check_range(const std::optional<std::array<double, 2>>& range, const char* name, Problems& problems) {
  if (range && (*range)[0] > (*range)[1])
    problems.add(name, "of " + shortest((*range)[0]) + "," + shortest((*range)[1]) +
                           " must be the smaller number first; swap them");
}

void check_one_source(const WavesConfig& c, Problems& problems) {
  if (c.spectrum != SeaSpectrum::none && !c.waves.empty())
    problems.add("spectrum", "and --waves are two sources; leave one out");
  if (c.spectrum != SeaSpectrum::none && !c.timeline.empty())
    problems.add("timeline",
                 "joins sets that exist; make the spectrum's set in a run of its own and name its file");
  if (!c.waves.empty() && !c.timeline.empty())
    problems.add("timeline",
                 "joins sets that exist; make the waves' set in a run of its own and name its file");
}

void check_spectrum(const WavesConfig& c, Problems& problems) {
  const WavesConfig defaults;
  const bool fetched = c.spectrum == SeaSpectrum::jonswap || c.spectrum == SeaSpectrum::tma;
  const auto unused = [&](bool set, const char* name, const char* what) {
    if (set) problems.add(name, what);
  };
  const char* spectra = "is an option of spectra; leave it out or pass --spectrum";
  if (c.spectrum == SeaSpectrum::none) {
    unused(c.wind_speed != defaults.wind_speed, "wind_speed", spectra);
    unused(c.spreading != defaults.spreading, "spreading", spectra);
  } else {
    const char* medians = "is an option of waves from a median; a spectrum has its own; leave it out";
    unused(c.length_median != defaults.length_median, "length_median", medians);
    unused(!c.length_multipliers.empty(), "length_multipliers", medians);
    unused(c.amplitude_median.has_value(), "amplitude_median", medians);
    unused(c.amplitude_ratio.has_value(), "amplitude_ratio", medians);
    unused(c.direction_spread_deg != defaults.direction_spread_deg, "direction_spread_deg",
           "is an option of waves from a median; use --spreading");
  }
  if (!fetched) {
    unused(c.fetch != defaults.fetch, "fetch", "is an option of jonswap and tma; leave it out");
    unused(c.peak_enhancement != defaults.peak_enhancement, "peak_enhancement",
           "is an option of jonswap and tma; leave it out");
  }
  if (c.spectrum == SeaSpectrum::tma && !c.depth)
    problems.add("depth",
                 "is missing: tma is the spectrum of water of a depth; pass --depth, or use jonswap");
}

// Given waves and timelines take nothing from what draws sets.
void check_given(const WavesConfig& c, Problems& problems) {
  const WavesConfig d;
  const bool timeline = !c.timeline.empty();
  if (!timeline && c.waves.empty()) return;
  const std::string what = timeline ? "has no part in a timeline, whose sets have their own; leave it out"
                                    : "has no part in given waves, which have their own; leave it out";
  const auto refuse = [&](bool set, const char* name) {
    if (set) problems.add(name, what);
  };
  refuse(c.count.has_value(), "count");
  refuse(c.seed != d.seed, "seed");
  refuse(c.length_median != d.length_median, "length_median");
  refuse(c.length_range.has_value(), "length_range");
  refuse(!c.length_multipliers.empty(), "length_multipliers");
  refuse(c.amplitude_median.has_value(), "amplitude_median");
  refuse(c.amplitude_ratio.has_value(), "amplitude_ratio");
  refuse(c.direction_spread_deg != d.direction_spread_deg, "direction_spread_deg");
  refuse(c.phases != d.phases, "phases");
  refuse(c.steepness != d.steepness, "steepness");
  refuse(c.steepness_range.has_value(), "steepness_range");
  if (!timeline) return;
  refuse(c.direction_deg.has_value(), "direction_deg");
  refuse(c.direction_from_deg.has_value(), "direction_from_deg");
  refuse(c.steepness_convention != d.steepness_convention, "steepness_convention");
  refuse(c.gravity != d.gravity, "gravity");
  refuse(c.depth.has_value(), "depth");
  refuse(c.wind_speed_scale != d.wind_speed_scale, "wind_speed_scale");
}

void check_drawn(const WavesConfig& c, Problems& problems) {
  const auto multipliers = static_cast<int64_t>(c.length_multipliers.size());
  if (c.count && multipliers > 0 && *c.count != multipliers)
    problems.add("count", "of " + std::to_string(*c.count) + " does not fit the " +
                              std::to_string(multipliers) +
                              " numbers of --length-multipliers; leave --count out");
  if (multipliers > 0 && c.length_range)
    problems.add("length_range", "and --length-multipliers say the same twice; leave one out");
  if (c.amplitude_median && c.amplitude_ratio)
    problems.add("amplitude_ratio", "and --amplitude-median say the same twice; leave one out");
}

}  // namespace

void WaveEntry::check(Problems& problems) const {
  if (!length) problems.add("length", "is missing; give the wave's length in metres");
  if (direction_deg.has_value() + direction_from_deg.has_value() + turn.has_value() > 1)
    problems.add(turn ? "turn" : "direction_from_deg", "says the direction twice; leave one out");
}

void TimelineEntry::check(Problems& problems) const {
  if (set.empty()) problems.add("set", "is missing; name a NAME.waves.json");
  check_range(fade_in_s, "fade_in_s", problems);
  check_range(fade_out_s, "fade_out_s", problems);
  if (fade_in_s && fade_out_s && (*fade_out_s)[0] < (*fade_in_s)[1])
    problems.add("fade_out_s", "begins at " + shortest((*fade_out_s)[0]) + " s, before the set is in at " +
                                   shortest((*fade_in_s)[1]) + " s; let it begin there or later");
}

void WavesConfig::check(Problems& problems) const {
  check_one_source(*this, problems);
  check_spectrum(*this, problems);
  check_given(*this, problems);
  check_drawn(*this, problems);
  check_range(length_range, "length_range", problems);
  check_range(steepness_range, "steepness_range", problems);
  if (direction_deg && direction_from_deg)
    problems.add("direction_from_deg", "and --direction-deg say the direction twice; leave one out");
}

}  // namespace ocean
