// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/wave_timeline.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "libbake/core/error.h"

namespace ocean {
namespace {

void check_alike(const WaveSet& first, const WaveSet& other, const TimelineEntry& from,
                 const std::string& path) {
  const auto refuse = [&](const char* what, const char* remedy) {
    throw Error(ErrorKind::input, path,
                std::string("has another ") + what + " than " + from.set +
                    ", the first set of the timeline; " + remedy);
  };
  if (first.gravity != other.gravity) refuse("gravity", "make both with one --gravity");
  if (first.depth != other.depth) refuse("depth", "make both with one --depth");
  if (first.time_scale != other.time_scale) refuse("time scale", "make both with one --wind-speed-scale");
  if (first.tile != other.tile || first.period_s != other.period_s)
    refuse("tile or period",
           "name the sets that 'oceanbake waves' wrote, and let 'oceanbake gerstner' snap the whole");
}

WaveFade fade_of(const TimelineEntry& entry) {
  WaveFade fade;
  if (entry.fade_in_s) fade.in_start_s = (*entry.fade_in_s)[0], fade.in_end_s = (*entry.fade_in_s)[1];
  if (entry.fade_out_s) fade.out_start_s = (*entry.fade_out_s)[0], fade.out_end_s = (*entry.fade_out_s)[1];
  return fade;
}

void add_ramp(double start, double end, std::vector<double>& times) {
  if (!std::isfinite(start)) return;
  for (int i = 0; i <= kRampSteps; ++i) times.push_back(start + (end - start) * i / kRampSteps);
}

}  // namespace

WaveSet join_timeline(const std::vector<TimelineEntry>& timeline) {
  WaveSet joined;
  for (const TimelineEntry& entry : timeline) {
    WaveSet set = read_wave_set(entry.set);
    if (set.fades())
      throw Error(
          ErrorKind::input, entry.set,
          "fades already; name the sets that it was made of, each with its own fade_in_s and fade_out_s");
    if (&entry == &timeline.front()) {
      joined = set;
      joined.waves.clear();
    }
    check_alike(joined, set, timeline.front(), entry.set);
    const WaveFade fade = fade_of(entry);
    for (SetWave& wave : set.waves) {
      if (fade != WaveFade()) wave.fade = fade;
      joined.waves.push_back(wave);
    }
  }
  return joined;
}

std::vector<double> instants(const WaveSet& set) {
  std::vector<double> times;
  const WaveFade* last = nullptr;  // waves of one set follow each other
  for (const SetWave& w : set.waves) {
    if (!w.fade || (last && *last == *w.fade)) continue;
    last = &*w.fade;
    add_ramp(w.fade->in_start_s, w.fade->in_end_s, times);
    add_ramp(w.fade->out_start_s, w.fade->out_end_s, times);
  }
  if (times.empty()) return {0};
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const double before = times.front() - 1, after = times.back() + 1;
  times.insert(times.begin(), before);
  times.push_back(after);
  return times;
}

}  // namespace ocean
