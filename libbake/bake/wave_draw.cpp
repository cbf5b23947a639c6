// SPDX-License-Identifier: Apache-2.0
//
// A spectrum's waves stand for bins of equal width in log k; a wave's amplitude is sqrt(2 * energy of its
// bin), so that the variance of the set is the spectrum's between the outermost edges, for any number of
// waves. Directions: cos^2s(theta/2) (Longuet-Higgins, Cartwright & Smith 1963), by its inverse distribution.
#include "libbake/bake/wave_draw.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/math/philox.h"
#include "libbake/bake/wave_spectrum.h"

namespace ocean {
namespace {

constexpr uint32_t kShapeStream = 0x77617630u;  // words: length 2, direction 2
constexpr uint32_t kStyleStream = 0x77617631u;  // words: steepness 2, phase 2
constexpr double kDefaultRatio = 0.012;         // amplitude/length of a moderate wind sea
// A spectrum's wave lies in the middle half of its bin, so that neighbours keep apart.
constexpr double kBinMargin = 0.25;
constexpr int kSpreadCells = 8192;

struct Draw {
  double length, direction, steepness, phase;  // uniform in [0, 1)
};

Draw draw(int64_t seed, int64_t index) {
  const auto key = static_cast<uint64_t>(seed), id = static_cast<uint64_t>(index);
  const Random4 a = random4(key, kShapeStream, id, 0), b = random4(key, kStyleStream, id, 0);
  return {uniform_double(a.word[0], a.word[1]), uniform_double(a.word[2], a.word[3]),
          uniform_double(b.word[0], b.word[1]), uniform_double(b.word[2], b.word[3])};
}

// The inverse of the distribution cos^2s(theta/2) on [-pi, pi].
class Spreading {
 public:
  explicit Spreading(double exponent) : cumulated_(kSpreadCells + 1, 0.0) {
    for (int i = 0; i < kSpreadCells; ++i) {
      const double half = 0.25 * kTwoPi * (i + 0.5) / kSpreadCells;
      const double density = exponent == 0 ? 1 : elem::exp(2 * exponent * elem::log(elem::cos(half)));
      cumulated_[static_cast<std::size_t>(i) + 1] = cumulated_[static_cast<std::size_t>(i)] + density;
    }
  }
  double degrees(double uniform) const {
    const double side = 2 * uniform - 1, wanted = std::abs(side) * cumulated_.back();
    const auto above = std::upper_bound(cumulated_.begin(), cumulated_.end() - 1, wanted);
    const double low = *(above - 1), high = *above;
    const auto cell = static_cast<double>(above - cumulated_.begin() - 1);
    const double off = (cell + (high > low ? (wanted - low) / (high - low) : 0)) * 180 / kSpreadCells;
    return side < 0 ? -off : off;
  }

 private:
  std::vector<double> cumulated_;
};

struct Shape {
  double length_m, amplitude_m, phase, steepness;
  Vec2d direction;
};

SetWave set_wave(const Shape& shape, const WavesConfig& c, int64_t count) {
  SetWave w;
  const double k = kTwoPi / shape.length_m;
  w.kx = k * shape.direction.x;
  w.ky = k * shape.direction.y;
  w.omega = dispersion(w.k(), c.gravity, c.depth_m(), c.wind_speed_scale);
  w.phase = shape.phase - std::floor(shape.phase);
  if (!(w.phase < 1)) w.phase = 0;
  w.amplitude = shape.amplitude_m;
  const double slope = k * shape.amplitude_m;
  switch (c.convention()) {
    case SteepnessConvention::share:
      w.steepness = slope > 0 ? shape.steepness / (slope * static_cast<double>(count)) : 0;
      break;
    case SteepnessConvention::stiffness:
      w.steepness = slope > 0 ? shape.steepness / slope : 0;
      break;
    default:
      w.steepness = shape.steepness;
  }
  return w;
}

double steepness_of(const WavesConfig& c, const Draw& d) {
  if (!c.steepness_range) return c.steepness;
  const auto [low, high] = *c.steepness_range;
  return low + d.steepness * (high - low);
}

void draw_about_median(const WavesConfig& c, WaveSet& set) {
  const double ratio =
      c.amplitude_median ? *c.amplitude_median / c.length_median : c.amplitude_ratio.value_or(kDefaultRatio);
  const double low = elem::log(c.lengths()[0]), high = elem::log(c.lengths()[1]);
  for (int64_t i = 0; i < c.wave_count(); ++i) {
    const Draw d = draw(c.seed, i);
    const double multiplier = c.length_multipliers.empty()
                                  ? elem::exp(low + d.length * (high - low))
                                  : c.length_multipliers[static_cast<std::size_t>(i)];
    const double length = c.length_median * multiplier;
    const double toward = c.toward_deg() + (2 * d.direction - 1) * c.direction_spread_deg;
    set.waves.push_back(set_wave({length, ratio * length, c.random_phases() ? d.phase : 0, steepness_of(c, d),
                                  toward_direction(toward)},
                                 c, c.wave_count()));
  }
}

void draw_by_spectrum(const WavesConfig& c, WaveSet& set) {
  const Spectrum spectrum = spectrum_of(c);
  const Spreading spreading(c.spreading);
  const double peak = peak_length(spectrum, c.depth_m());
  const double longest = elem::log(peak * c.lengths()[1]), shortest = elem::log(peak * c.lengths()[0]);
  const int64_t count = c.wave_count();
  const auto length_at = [&](double place) {
    return elem::exp(longest + (shortest - longest) * place / static_cast<double>(count));
  };
  const auto omega_at = [&](double place) {
    return dispersion(kTwoPi / length_at(place), c.gravity, c.depth_m());
  };
  for (int64_t i = 0; i < count; ++i) {
    const Draw d = draw(c.seed, i);
    const auto edge = static_cast<double>(i);
    const double variance = energy(spectrum, omega_at(edge), omega_at(edge + 1));
    set.waves.push_back(
        set_wave({length_at(edge + kBinMargin + (1 - 2 * kBinMargin) * d.length), elem::sqrt(2 * variance),
                  c.random_phases() ? d.phase : 0, steepness_of(c, d),
                  toward_direction(c.toward_deg() + spreading.degrees(d.direction))},
                 c, count));
  }
}

Vec2d direction_of(const WaveEntry& e, const WavesConfig& c) {
  if (e.turn) return turn_direction(*e.turn);
  if (e.direction_from_deg) return toward_direction(*e.direction_from_deg + 180);
  return toward_direction(e.direction_deg.value_or(c.toward_deg()));
}

}  // namespace

Vec2d toward_direction(double degrees) {
  const double quarters = std::floor(degrees / 90 + 0.5), rest = degrees - 90 * quarters;
  const elem::SinCos<double> a = elem::sincos_small(rest * (kTwoPi / 360));
  const auto quarter = static_cast<int64_t>(quarters - 4 * std::floor(quarters / 4));
  switch (quarter) {
    case 0:
      return {a.sin, a.cos};
    case 1:
      return {a.cos, -a.sin};
    case 2:
      return {-a.sin, -a.cos};
    default:
      return {-a.cos, a.sin};
  }
}

Vec2d turn_direction(double half_turns) {
  const Vec2d d = toward_direction(half_turns * 180);
  return {d.y, d.x};
}

namespace {

// Steepness so far is S.
void share_total(WaveSet& set) {
  double slopes = 0;
  for (const SetWave& w : set.waves) slopes += w.k() * w.amplitude;
  for (SetWave& w : set.waves) w.steepness = slopes > 0 ? w.steepness / slopes : 0;
}

}  // namespace

WaveSet make_wave_set(const WavesConfig& c) {
  WaveSet set;
  set.gravity = c.gravity;
  set.depth = c.depth_m();
  set.time_scale = c.wind_speed_scale;
  if (c.spectrum != SeaSpectrum::none) {
    draw_by_spectrum(c, set);
  } else if (c.waves.empty()) {
    draw_about_median(c, set);
  } else {
    for (const WaveEntry& e : c.waves)
      set.waves.push_back(set_wave({e.length.value(), e.amplitude, e.phase, e.steepness, direction_of(e, c)},
                                   c, static_cast<int64_t>(c.waves.size())));
  }
  if (c.convention() == SteepnessConvention::total) share_total(set);
  return set;
}

}  // namespace ocean
