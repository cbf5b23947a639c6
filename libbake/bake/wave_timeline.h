// SPDX-License-Identifier: Apache-2.0
//
// Sets that come and go. A living wave is never changed, since a wave whose length or direction is morphed
// runs its crests toward or away from the origin; its weight is.
#pragma once

#include <vector>

#include "libbake/bake/waves_config.h"
#include "libbake/io/wave_set.h"

namespace ocean {

// All waves of all sets, each with its set's fade, in order. Throws Error{input}: a set that cannot be read,
// that fades already, or whose gravity, depth, time scale, tile or period is not the first one's.
WaveSet join_timeline(const std::vector<TimelineEntry>& timeline);

// Times at which what depends on the weights is sampled: 64 steps of each ramp, and between them; {0} without
// fades. Sorted.
inline constexpr int kRampSteps = 64;
std::vector<double> instants(const WaveSet& set);

}  // namespace ocean
