// SPDX-License-Identifier: Apache-2.0
//
// Wave sets from their descriptions: drawn about a median, by a spectrum, or given wave by wave.
//
// Random numbers are Philox's, keyed by (seed, purpose, index of the wave): more waves or another median
// leave the others' direction, multiplier and phase as they are.
#pragma once

#include "kernels/math/vec.h"
#include "libbake/bake/waves_config.h"
#include "libbake/io/wave_set.h"

namespace ocean {

// (sin, cos) of degrees clockwise from north; exact at multiples of 90.
Vec2d toward_direction(double degrees);
// (cos, sin) of half turns counterclockwise from east; exact at multiples of 1/2.
Vec2d turn_direction(double half_turns);

// The set of a configuration without a timeline. Of a spectrum the energy between the longest and the
// shortest wave of config.lengths() is the set's.
WaveSet make_wave_set(const WavesConfig& config);

}  // namespace ocean
