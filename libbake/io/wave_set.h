// SPDX-License-Identifier: Apache-2.0
//
// A wave set: what `oceanbake waves` and `oceanbake gerstner` write (NAME.waves.json) and what flipbooks,
// probes, curves and spray read, so that all of them are one sea.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "kernels/wave/wave.h"

namespace ocean {

// When a wave of a timeline lives: its weight rises as a smoothstep from in_start_s to in_end_s and falls
// from out_start_s to out_end_s; in between it is 1. Infinite times: always there. Ordered.
struct WaveFade {
  double in_start_s = -std::numeric_limits<double>::infinity(), in_end_s = in_start_s;
  double out_start_s = std::numeric_limits<double>::infinity(), out_end_s = out_start_s;
  double weight(double time_s) const;  // 0 to 1
  friend bool operator==(const WaveFade&, const WaveFade&) = default;
};

struct SetWave {
  double kx = 0, ky = 0;  // wave vector, rad/m, world axes, not (0, 0)
  double omega = 0;       // rad/s, > 0: as used, with time scale and snapping
  double phase = 0;       // turns in [0, 1)
  double amplitude = 0;   // m, >= 0
  double steepness = 0;   // Q >= 0
  double weight = 1;      // in [0, 1]: factor of the amplitude
  std::optional<WaveFade> fade;
  // Of a set that was snapped: k = 2*pi*(n/Lx, m/Ly), omega = 2*pi*cycles/T, exactly as derived from these.
  std::array<int32_t, 2> cell{0, 0};
  int64_t cycles = 0;
  double k() const;       // rad/m
  double length() const;  // m
};

// Area that a snapped set repeats over.
struct WaveTile {
  double x0 = 0, y0 = 0, length_x = 0, length_y = 0;  // m
  friend bool operator==(const WaveTile&, const WaveTile&) = default;
};

struct WaveSet {
  double gravity = 9.81;                                   // m/s^2
  double depth = std::numeric_limits<double>::infinity();  // m, > 0; infinite: deep water
  double time_scale = 1;                                   // of omega against the dispersion relation, > 0
  std::optional<WaveTile> tile;                            // snapped in space
  std::optional<double> period_s;                          // snapped in time: everything repeats after it
  std::vector<SetWave> waves;

  bool snapped() const { return tile.has_value() && period_s.has_value(); }
  bool fades() const;
};

// omega = time_scale * sqrt(g*k*tanh(k*depth)) (linear theory; deep water: sqrt(g*k)), rad/s.
double dispersion(double k, double gravity, double depth, double time_scale = 1);

// What kernels and probes evaluate at that time: amplitudes with their weights; waves of weight 0 are kept,
// so that indices stay.
std::vector<Wave> waves_at(const WaveSet& set, double time_s);

// Limits against loops (surfaces that fold over themselves).
struct FoldLimits {
  double sum = 0;    // sum of Q*k*A*weight: up to 1 no loops for certain
  double exact = 0;  // largest eigenvalue of the sum of Q*k*A*d*d^T: up to 1 no loops at any phase
};
inline constexpr double kFoldSlack = 1e-6;
// At that time; with fades, the largest over all times is at most that of weights 1 (time unset).
FoldLimits fold_limits(const WaveSet& set, std::optional<double> time_s = std::nullopt);

inline constexpr int kWaveSetFormat = 1;

// Two-space JSON with a fixed key order and shortest round-trip numbers; a set read back is equal. Besides
// what SetWave holds, each wave states length_m and toward_deg (degrees clockwise from north) for people.
std::string wave_set_text(const WaveSet& set);
// Strict. Throws Error{input} with file and line or JSON pointer: a newer format (says which version reads
// it), unknown keys, numbers out of range, a length or direction that contradicts k, a snapped wave that
// contradicts its cell or cycles.
WaveSet read_wave_set(const std::string& path);

}  // namespace ocean
