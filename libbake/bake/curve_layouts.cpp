// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/curve_layouts.h"

#include <algorithm>

#include "kernels/math/elementary.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kOmegaSlack = 1e-9;
constexpr double kPi = 0.5 * kTwoPi;
constexpr std::size_t kHeldKeys = kCurveKeys / kWavesPerCurve, kHeldCentre = kHeldKeys / 2;
constexpr std::size_t kExactKey = kCurveKeys / 2;  // the values are constant

std::string numbered(const char* stem, std::size_t number) {
  const std::string text = std::to_string(number);
  return stem + (text.size() < 2 ? "0" + text : text);
}

double deep_omega(double length, const WaveSet& set, const TargetTraits& target) {
  return dispersion(kTwoPi / (length * target.unit_m), set.gravity, std::numeric_limits<double>::infinity(),
                    set.time_scale);
}

Curve colour_curve(std::string name, const TargetTraits& target, bool is_second) {
  const std::string unit(target.unit);
  if (is_second)
    return {std::move(name),
            {{"omega", "angular frequency", "rad/s"},
             {"phase", "phase offset", "rad"},
             {"weight", "factor of the amplitude", ""},
             {"zero", "0", ""}}};
  return {std::move(name),
          {{"turn", "direction: (cos, sin) of pi*turn", ""},
           {"length", "wavelength", unit},
           {"amplitude", "amplitude", unit},
           {"steepness", "Q", ""}}};
}

std::array<float, 4> four(const WaveNumbers& w, double amplitude) {
  return {static_cast<float>(w.turn), static_cast<float>(w.length), static_cast<float>(amplitude),
          static_cast<float>(w.steepness)};
}

Curve packed_curve(const std::vector<WaveNumbers>& waves, std::size_t first) {
  Curve curve{numbered("packed", first / kWavesPerCurve),
              {{"value", "turn, length, amplitude, Q of wave w at keys 4w to 4w+3", ""}}};
  for (std::size_t key = 0; key < kCurveKeys; ++key) {
    const std::size_t w = key / 4;
    const bool is_there = w < kWavesPerCurve && first + w < waves.size();
    const WaveNumbers numbers = is_there ? waves[first + w] : WaveNumbers();
    curve.channels[0].values[key] = four(numbers, numbers.amplitude * numbers.weight)[key % 4];
  }
  return curve;
}

Curve held_curve(const std::vector<WaveNumbers>& waves, std::size_t first, const TargetTraits& target) {
  Curve curve = colour_curve(numbered("held", first / kWavesPerCurve), target, false);
  for (std::size_t key = 0; key < kCurveKeys; ++key) {
    const std::size_t w = first + key / kHeldKeys;
    const WaveNumbers numbers = w < waves.size() ? waves[w] : WaveNumbers();
    const auto values = four(numbers, numbers.amplitude * numbers.weight);
    for (std::size_t c = 0; c < 4; ++c) curve.channels[c].values[key] = values[c];
  }
  return curve;
}

}  // namespace

std::vector<WaveNumbers> wave_numbers(const WaveSet& set, const TargetTraits& target) {
  std::vector<WaveNumbers> out;
  for (const SetWave& w : set.waves) {
    WaveNumbers n;
    n.turn = elem::atan2(target.horizontal_sign * w.ky, w.kx) / kPi;
    n.length = w.length() / target.unit_m;
    n.amplitude = w.amplitude / target.unit_m;
    n.steepness = w.steepness;
    n.omega = w.omega;
    n.phase = kTwoPi * w.phase;
    n.weight = w.weight;
    out.push_back(n);
  }
  return out;
}

std::string needs_exact(const WaveSet& set) {
  if (set.depth < std::numeric_limits<double>::infinity())
    return "the set's depth is " + shortest(set.depth) + " m, so that omega is not sqrt(g*k)";
  for (std::size_t i = 0; i < set.waves.size(); ++i) {
    const SetWave& w = set.waves[i];
    const std::string name = "wave " + std::to_string(i);
    if (w.phase != 0) return name + " has a phase of " + shortest(w.phase) + " turns";
    const double deep = dispersion(w.k(), set.gravity, set.depth, set.time_scale);
    const double difference = w.omega > deep ? w.omega - deep : deep - w.omega;
    if (difference > kOmegaSlack * deep)
      return name + " has omega " + shortest(w.omega) +
             " rad/s (snapped?), not sqrt(g*k) = " + shortest(deep);
  }
  return {};
}

CurveLayout choose_layout(CurveLayout wanted, const WaveSet& set, const std::string& where) {
  if (set.waves.empty()) throw Error(ErrorKind::input, where, "holds no wave; make a set with at least one");
  if (set.waves.size() > kMostCurveWaves)
    throw Error(ErrorKind::input, where,
                "holds " + std::to_string(set.waves.size()) + " waves; curves carry at most " +
                    std::to_string(kMostCurveWaves) +
                    "; make a set of fewer, or bake textures with gerstner");
  const std::string why = needs_exact(set);
  if (wanted == CurveLayout::automatic) return why.empty() ? CurveLayout::held : CurveLayout::exact;
  if (wanted != CurveLayout::exact && !why.empty())
    throw Error(ErrorKind::usage, "--layout",
                std::string(wanted == CurveLayout::packed ? "packed" : "held") +
                    " carries turn, length, amplitude and Q alone, but " + why + " (" + where +
                    "); use --layout exact");
  return wanted;
}

CurveSet layout_curves(CurveLayout layout, const std::vector<WaveNumbers>& waves,
                       const TargetTraits& target) {
  CurveSet set;
  if (layout == CurveLayout::exact) {
    for (std::size_t w = 0; w < waves.size(); ++w) {
      const WaveNumbers& n = waves[w];
      const std::array<std::array<float, 4>, 2> rows{
          four(n, n.amplitude),
          {static_cast<float>(n.omega), static_cast<float>(n.phase), static_cast<float>(n.weight), 0}};
      for (std::size_t row = 0; row < 2; ++row) {
        set.curves.push_back(colour_curve(numbered("wave", w) + (row == 0 ? "a" : "b"), target, row == 1));
        for (std::size_t c = 0; c < 4; ++c) set.curves.back().channels[c].values.fill(rows[row][c]);
      }
    }
    return set;
  }
  for (std::size_t first = 0; first < waves.size(); first += kWavesPerCurve)
    set.curves.push_back(layout == CurveLayout::packed ? packed_curve(waves, first)
                                                       : held_curve(waves, first, target));
  return set;
}

std::vector<WaveNumbers> read_layout(CurveLayout layout, const std::vector<std::vector<CurveValues>>& curves,
                                     std::size_t count, const WaveSet& set, const TargetTraits& target) {
  std::vector<WaveNumbers> out;
  for (std::size_t w = 0; w < count; ++w) {
    const std::size_t in_curve = w % kWavesPerCurve;
    const auto value = [&](std::size_t c) {
      const auto read = [&](std::size_t curve, std::size_t channel, std::size_t key) {
        return static_cast<double>(curves.at(curve).at(channel)[key]);
      };
      if (layout == CurveLayout::exact) return read(2 * w + c / 4, c % 4, kExactKey);
      if (layout == CurveLayout::packed) return read(w / kWavesPerCurve, 0, 4 * in_curve + c);
      return read(w / kWavesPerCurve, c, kHeldKeys * in_curve + kHeldCentre);
    };
    WaveNumbers n{value(0), value(1), value(2), value(3)};
    if (layout == CurveLayout::exact) n.omega = value(4), n.phase = value(5), n.weight = value(6);
    else if (n.length > 0) n.omega = deep_omega(n.length, set, target);
    out.push_back(n);
  }
  return out;
}

std::vector<Wave> world_waves(const std::vector<WaveNumbers>& waves, const TargetTraits& target) {
  std::vector<Wave> out;
  for (const WaveNumbers& n : waves) {
    const elem::SinCos<double> d = elem::sincos(kPi * n.turn);
    const bool is_there = n.length > 0;
    const double k = kTwoPi / (is_there ? n.length * target.unit_m : 1);
    Wave w;
    w.kx = k * d.cos;
    w.ky = target.horizontal_sign * (k * d.sin);
    w.omega = n.omega;
    w.phase = n.phase / kTwoPi;
    w.amplitude = is_there ? n.amplitude * n.weight * target.unit_m : 0;
    w.steepness = n.steepness;
    out.push_back(w);
  }
  return out;
}

}  // namespace ocean
