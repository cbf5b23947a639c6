// SPDX-License-Identifier: Apache-2.0
//
// Wave sets: one that is accepted can be written, reads back as the same, and has finite limits and a
// surface.
#include <cmath>

#include "kernels/wave/water_height.h"
#include "libbake/io/wave_set.h"
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

OCEAN_FUZZ_TARGET(wave_set) {
  const WaveSet set = read_wave_set(scratch_file("a.waves.json", text_of(data, size)));
  const std::string text = wave_set_text(set);
  const WaveSet again = read_wave_set(scratch_file("b.waves.json", text));
  check(wave_set_text(again) == text, "a set is the same when read again");
  check(fold_limits(set).sum >= 0, "the limit against loops is a number");
  const std::vector<Wave> waves = waves_at(set, 1);
  const WaterHeight water = water_height({waves.data(), static_cast<int64_t>(waves.size())}, 1, 2, 1);
  check(water.evaluations <= kMostWaterSteps, "the search for the water ends");
}

}  // namespace ocean::fuzz
