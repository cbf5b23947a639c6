// SPDX-License-Identifier: Apache-2.0
//
// Wave sets for tests of curves.
#pragma once

#include <cmath>
#include <cstddef>

#include "libbake/io/wave_set.h"

namespace ocean {

// Of lengths from 9 m on in all directions. Not deep: with phases, snapped frequencies and weights, which
// four numbers a wave cannot hold.
inline WaveSet sea(std::size_t count, bool is_deep = true) {
  WaveSet set;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 0.7 + 0.37 * static_cast<double>(i), length = 9 + 3.1 * static_cast<double>(i);
    SetWave w;
    w.kx = kTwoPi / length * std::cos(angle);
    w.ky = kTwoPi / length * std::sin(angle);
    w.omega = dispersion(w.k(), set.gravity, set.depth);
    w.amplitude = 0.008 * length;
    w.steepness = 0.4;
    if (!is_deep) w.phase = 0.13 * static_cast<double>(i + 1), w.omega *= 1.07, w.weight = 0.75;
    set.waves.push_back(w);
  }
  return set;
}

}  // namespace ocean
