// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/wave_snap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kMostCells = 1 << 20;

struct Cell {
  double n = 0, m = 0;
};

Cell cell_of(const SetWave& wave, const WaveTile& tile) {
  return {std::floor(wave.kx * tile.length_x / kTwoPi + 0.5),
          std::floor(wave.ky * tile.length_y / kTwoPi + 0.5)};
}

struct Snapped {
  double kx = 0, ky = 0, k = 0, omega = 0;
  int64_t cycles = 0;
};

Snapped snap(const WaveSet& set, Cell cell, const WaveTile& tile, double period_s) {
  Snapped s;
  s.kx = kTwoPi * cell.n / tile.length_x;
  s.ky = kTwoPi * cell.m / tile.length_y;
  s.k = elem::sqrt(s.kx * s.kx + s.ky * s.ky);
  const double wish = dispersion(s.k, set.gravity, set.depth, set.time_scale);
  s.cycles = std::max<int64_t>(1, static_cast<int64_t>(std::floor(wish * period_s / kTwoPi + 0.5)));
  s.omega = kTwoPi * static_cast<double>(s.cycles) / period_s;
  return s;
}

// Squared relative loss of wave vector and frequency.
double loss(const SetWave& wave, const Snapped& s) {
  const double k = wave.k(), dx = s.kx - wave.kx, dy = s.ky - wave.ky,
               dw = (s.omega - wave.omega) / wave.omega;
  return (dx * dx + dy * dy) / (k * k) + dw * dw;
}

double energy(const SetWave& wave) {
  const double a = wave.amplitude * wave.weight;
  return a * a;
}

std::string name_of(std::size_t index, const SetWave& wave) {
  return "wave " + std::to_string(index) + " (length " + shortest(static_cast<float>(wave.length())) + " m)";
}

void check_cell(std::size_t index, const SetWave& wave, Cell cell, const WaveTile& tile) {
  if (cell.n == 0 && cell.m == 0) {
    // The side at which |k|*L/(2*pi) rounds to 1 on the wave's longer axis.
    const double least = 0.5 * kTwoPi / std::max(std::abs(wave.kx), std::abs(wave.ky));
    throw Error(ErrorKind::usage, "--tile",
                name_of(index, wave) + " is too long for a tile of " + shortest(tile.length_x) + " x " +
                    shortest(tile.length_y) + " m: no whole number of it fits; the tile must be at least " +
                    shortest(std::ceil(least * 1000) / 1000) + " m along it");
  }
  if (std::max(std::abs(cell.n), std::abs(cell.m)) > kMostCells)
    throw Error(ErrorKind::usage, "--tile",
                name_of(index, wave) + " fits more than " + shortest(kMostCells) +
                    " times into the tile; pass a smaller one");
}

void check_period(const WaveSet& set, double period_s) {
  double shortest_period = std::numeric_limits<double>::infinity();
  for (const SetWave& wave : set.waves) shortest_period = std::min(shortest_period, kTwoPi / wave.omega);
  if (period_s < shortest_period)
    throw Error(ErrorKind::usage, "--period",
                "is " + shortest(period_s) + " s, shorter than the period of every wave; the shortest is " +
                    shortest(std::ceil(shortest_period * 1000) / 1000) + " s");
}

double direction_change(const SetWave& wave, const Snapped& s) {
  const double sine = wave.kx * s.ky - wave.ky * s.kx, cosine = wave.kx * s.kx + wave.ky * s.ky;
  return std::abs(elem::atan2(sine, cosine)) * (360 / kTwoPi);
}

// Sums by energy of the waves that share a cell.
struct Merge {
  double amplitude2 = 0, fold2 = 0, strongest = -1;
};

}  // namespace

SnappedSet snap_waves(const WaveSet& set, const WaveTile& tile, double period_s) {
  if (set.waves.empty())
    throw Error(ErrorKind::usage, "waves", "the set holds no wave; there is nothing to bake");
  check_period(set, period_s);
  SnappedSet out;
  out.set = set;
  out.set.tile = tile;
  out.set.period_s = period_s;
  out.set.waves.clear();
  using Key = std::tuple<int32_t, int32_t, double, double, double, double, double>;
  std::map<Key, std::size_t> places;
  std::vector<Merge> merges;
  double lost = 0, total = 0;
  for (std::size_t i = 0; i < set.waves.size(); ++i) {
    const SetWave& wave = set.waves[i];
    const Cell cell = cell_of(wave, tile);
    check_cell(i, wave, cell, tile);
    const Snapped s = snap(set, cell, tile, period_s);
    const WaveFade fade = wave.fade.value_or(WaveFade());
    const auto [place, is_new] =
        places.try_emplace(Key{static_cast<int32_t>(cell.n), static_cast<int32_t>(cell.m), wave.weight,
                               fade.in_start_s, fade.in_end_s, fade.out_start_s, fade.out_end_s},
                           out.set.waves.size());
    if (is_new) {
      SetWave made = wave;
      made.kx = s.kx, made.ky = s.ky, made.omega = s.omega;
      made.cell = {static_cast<int32_t>(cell.n), static_cast<int32_t>(cell.m)};
      made.cycles = s.cycles;
      out.set.waves.push_back(made);
      merges.emplace_back();
    } else {
      ++out.merged;
    }
    Merge& merge = merges[place->second];
    const double fold = wave.steepness * wave.k() * wave.amplitude;
    merge.amplitude2 += wave.amplitude * wave.amplitude;
    merge.fold2 += fold * fold;
    if (wave.amplitude > merge.strongest) {
      merge.strongest = wave.amplitude;
      out.set.waves[place->second].phase = wave.phase;
    }
    out.costs.push_back({wave.k() / s.k - 1, direction_change(wave, s),
                         (s.omega / s.k) / (wave.omega / wave.k()) - 1, static_cast<int64_t>(place->second)});
    lost += energy(wave) * loss(wave, s);
    total += energy(wave);
  }
  for (std::size_t i = 0; i < merges.size(); ++i) {
    SetWave& wave = out.set.waves[i];
    wave.amplitude = elem::sqrt(merges[i].amplitude2);
    const double ka = wave.k() * wave.amplitude;
    wave.steepness = ka > 0 ? elem::sqrt(merges[i].fold2) / ka : 0;
  }
  out.error = total > 0 ? elem::sqrt(lost / total) : 0;
  return out;
}

namespace {

// infinity where a wave does not fit.
double error_of(const WaveSet& set, const WaveTile& tile, double period_s) {
  double lost = 0, total = 0;
  for (const SetWave& wave : set.waves) {
    const Cell cell = cell_of(wave, tile);
    if (cell.n == 0 && cell.m == 0) return std::numeric_limits<double>::infinity();
    lost += energy(wave) * loss(wave, snap(set, cell, tile, period_s));
    total += energy(wave);
  }
  return total > 0 ? elem::sqrt(lost / total) : 0;
}

double to_thousandths(double value) { return std::floor(value * 1000 + 0.5) / 1000; }

}  // namespace

FittedLoop fit_loop(const WaveSet& set, const WaveTile& wish, double wish_period_s, double reach) {
  check_period(set, wish_period_s * (1 + reach));
  FittedLoop best{wish, wish_period_s, error_of(set, wish, wish_period_s)};
  const auto factor = [&](int step) { return 1 + reach * (2.0 * step / (kFitSteps - 1) - 1); };
  for (int a = 0; a < kFitSteps; ++a) {
    WaveTile tile = wish;
    tile.length_x = to_thousandths(wish.length_x * factor(a));
    tile.length_y =
        wish.length_y == wish.length_x ? tile.length_x : tile.length_x * (wish.length_y / wish.length_x);
    if (!(tile.length_x > 0 && tile.length_y > 0)) continue;
    for (int b = 0; b < kFitSteps; ++b) {
      const double period = to_thousandths(wish_period_s * factor(b));
      if (!(period > 0)) continue;
      const double error = error_of(set, tile, period);
      if (error < best.error) best = {tile, period, error};
    }
  }
  return best;
}

}  // namespace ocean
