// SPDX-License-Identifier: Apache-2.0
//
// A picture of a wave set: the sea from above, shaded, with foam where it is squeezed; a profile along its
// mean direction; a rose of directions; lengths, heights and periods.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/draw.h"
#include "libbake/io/wave_set.h"

namespace ocean {

// At that time, about the origin. lines: what is said about the set; warnings in red below. Sets of more than
// kMostDrawnWaves waves are thinned, with their energy kept, and the picture says so.
inline constexpr std::size_t kMostDrawnWaves = 256;
Picture waves_picture(const WaveSet& set, double time_s, const std::string& title,
                      const std::vector<std::string>& lines, const std::vector<std::string>& warnings);

}  // namespace ocean
