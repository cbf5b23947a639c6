// SPDX-License-Identifier: Apache-2.0
//
// Making a wave set repeat: wave vectors snapped to the tile, frequencies to the loop, what that costs, and
// the search for a tile and a loop that cost less.
//
// k becomes 2*pi*(n/Lx, m/Ly), (n, m) != (0, 0); omega is derived anew from the snapped k by the set's
// dispersion relation and becomes 2*pi*j/T, j = max(1, round). Amplitude, phase and Q*k*A are kept, so Q is
// derived anew.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libbake/io/wave_set.h"

namespace ocean {

// What snapping did to a wave of the set it came from.
struct SnapCost {
  double length_change = 0;     // (snapped - wished)/wished
  double direction_change = 0;  // degrees, 0 to 180
  double speed_change = 0;      // of the phase speed omega/k, relative
  int64_t into = 0;             // index of the snapped wave that carries it
};

struct SnappedSet {
  WaveSet set;                  // tile, period_s, cells and cycles are set
  std::vector<SnapCost> costs;  // one a wave of the given set
  int64_t merged = 0;           // waves that went into another one of the same cell
  double error = 0;  // amplitude-weighted root mean square of what wave vectors and frequencies lost
};

// Waves of equal cell, weight and fade are merged by energy: amplitude sqrt(sum A^2), Q*k*A sqrt(sum
// (QkA)^2), phase of the largest; waves of different phases would else add up to a height that depends on
// chance. set: not snapped before. tile sides and period_s > 0. Throws Error{usage} for a wave that snaps to
// (0, 0) (names the smallest tile that holds it), a wave whose cell is beyond 2^20, and a period shorter than
// the shortest wave's (names it).
SnappedSet snap_waves(const WaveSet& set, const WaveTile& tile, double period_s);

struct FittedLoop {
  WaveTile tile;
  double period_s = 0, error = 0;
};
// The tile and period of least error whose sides and duration are the wish times 1 - reach to 1 + reach (both
// sides of the tile by one factor), searched on a grid of kFitSteps x kFitSteps and rounded to whole
// millimetres and milliseconds. reach in (0, 0.5]. The wish stands where nothing is better.
inline constexpr int kFitSteps = 81;
FittedLoop fit_loop(const WaveSet& set, const WaveTile& wish, double wish_period_s, double reach);

}  // namespace ocean
