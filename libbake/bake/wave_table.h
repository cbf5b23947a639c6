// SPDX-License-Identifier: Apache-2.0
//
// What a wave set amounts to, and its table for people.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/wave_set.h"

namespace ocean {

struct SeaSummary {
  double height_m = 0;          // significant height 4*sqrt(sum of A^2/2), the largest over time
  double horizontal_m = 0;      // sum of Q*A: no particle moves farther sideways
  double longest_period_s = 0;  // of a wave with amplitude; 0: no such wave
  FoldLimits folds;             // each the largest over time
};
SeaSummary summary_of(const WaveSet& set);

double toward_degrees(const SetWave& wave);  // [0, 360), clockwise from north
double turn_of(const SetWave& wave);         // (-1, 1], half turns counterclockwise from east

// "  #  length  period  amplitude  toward  Q  QkA" in aligned columns, one line a wave, at most `most` of
// them and then how many are left out.
std::vector<std::string> wave_table(const WaveSet& set, std::size_t most);
// index,length_m,period_s,amplitude_m,toward_deg,turn,steepness,qka,phase_turns,weight,in_start_s,… with a
// header, shortest round-trip numbers; empty cells where there is no fade.
std::string wave_csv(const WaveSet& set);
std::string wave_json(const WaveSet& set);  // the same as one JSON list of objects, one line

}  // namespace ocean
