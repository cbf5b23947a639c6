// SPDX-License-Identifier: Apache-2.0
//
// How a wave set lies on 128 keys, and back.
//
//   packed  a curve per 8 waves, one channel: turn, L, A, Q of wave w at keys 4w … 4w+3; the keys from 32 on
//   hold
//           absent waves
//   held    a curve per 8 waves, four channels: wave w constant over keys 16w … 16w+15, read at 16w+8
//   exact   two curves a wave, four channels, constant: (turn, L, A, Q), (omega, phase, weight, 0)
//
// turn in (-1, 1]: the direction is (cos(pi*turn), sin(pi*turn)) in the target's horizontal plane; L and A in
// the target's unit; phase in radians. An absent wave has A = 0, Q = 0, L = 1.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/curves_config.h"
#include "libbake/core/target.h"
#include "libbake/io/curve_writers/curve_set.h"
#include "libbake/io/wave_set.h"

namespace ocean {

inline constexpr int kMostCurveWaves = 32, kWavesPerCurve = 8;

struct WaveNumbers {
  double turn = 0, length = 1, amplitude = 0, steepness = 0;
  double omega = 0, phase = 0, weight = 1;
};

// Of each wave; weights of fades are not in them.
std::vector<WaveNumbers> wave_numbers(const WaveSet& set, const TargetTraits& target);

// Why a set cannot be held by four numbers a wave; "" where it can: infinite depth, phases of 0 and
// omega = time_scale*sqrt(g*k) within 1e-9.
std::string needs_exact(const WaveSet& set);

// automatic resolved. Throws Error{usage} for a layout that cannot hold the set (it names `exact`),
// Error{input} for no wave or more than kMostCurveWaves.
CurveLayout choose_layout(CurveLayout wanted, const WaveSet& set, const std::string& where);

// In packed and held the amplitude has the static weight in it.
CurveSet layout_curves(CurveLayout layout, const std::vector<WaveNumbers>& waves, const TargetTraits& target);

// The numbers of the first `count` waves from the values at the keys, curve by curve, channel by channel.
// In packed and held omega, phase and weight follow from the rest: time_scale*sqrt(g*k), 0, 1.
std::vector<WaveNumbers> read_layout(CurveLayout layout, const std::vector<std::vector<CurveValues>>& curves,
                                     std::size_t count, const WaveSet& set, const TargetTraits& target);

// World waves, weights in the amplitudes. A length of 0 or less gives a wave without amplitude.
std::vector<Wave> world_waves(const std::vector<WaveNumbers>& waves, const TargetTraits& target);

}  // namespace ocean
