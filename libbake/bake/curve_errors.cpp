// SPDX-License-Identifier: Apache-2.0
//
// Points and times: the additive sequence of the plastic number in three dimensions (Roberts 2018), which
// spreads evenly and needs no random numbers.
#include "libbake/bake/curve_errors.h"

#include <algorithm>

#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int kPoints = 512;
constexpr double kSide_m = 128, kTime_s = 60;

double distance(double a, double b) { return a > b ? a - b : b - a; }

double fraction(double x) { return x - static_cast<double>(static_cast<int64_t>(x)); }

void widen(std::vector<std::pair<std::string, double>>& worst, const char* name, double error) {
  for (auto& [known, value] : worst)
    if (known == name) {
      value = std::max(value, error);
      return;
    }
  worst.emplace_back(name, error);
}

// The set's own, with weights of fades at 1, as the curves hold it.
std::vector<Wave> unfaded(WaveSet set) {
  for (SetWave& w : set.waves) w.fade.reset();
  return waves_at(set, 0);
}

std::string short_number(double v) {
  if (v == 0) return "0";
  double scale = 1;  // two digits
  while (v * scale < 10) scale *= 10;
  while (v * scale >= 100) scale /= 10;
  return shortest(static_cast<float>(static_cast<double>(static_cast<int64_t>(v * scale + 0.5)) / scale));
}

}  // namespace

std::string ConsumerError::text() const {
  std::string out = writer + ", " + consumer;
  if (samples > 0) out += " (" + std::to_string(samples) + " samples)";
  out += ":";
  if (is_waves)
    out += " water height off by " + short_number(height_error_m) + " m, surface by " +
           short_number(point_error_m) + " m;";
  std::string worst;
  for (const auto& [name, error] : numbers)
    if (error > 0) worst += (worst.empty() ? " " : ", ") + name + " " + short_number(error);
  return out + (worst.empty() ? " all numbers exact" : " worst numbers:" + worst);
}

WaterError water_error(const WaveSet& set, const std::vector<Wave>& exact, const std::vector<Wave>& decoded) {
  const WaveTile tile = set.tile ? *set.tile : WaveTile{-0.5 * kSide_m, -0.5 * kSide_m, kSide_m, kSide_m};
  const double period = set.period_s.value_or(kTime_s);
  const View<const Wave> a{exact.data(), static_cast<int64_t>(exact.size())},
      b{decoded.data(), static_cast<int64_t>(decoded.size())};
  WaterError worst;
  for (int i = 0; i < kPoints; ++i) {
    const double x = tile.x0 + tile.length_x * fraction(0.5 + i * 0.8191725133961645),
                 y = tile.y0 + tile.length_y * fraction(0.5 + i * 0.6710436067037893),
                 t = period * fraction(0.5 + i * 0.5497004779019703);
    const Vec3d p = surface_point(a, x, y, t).displacement, q = surface_point(b, x, y, t).displacement;
    const double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    worst.height_m = std::max(worst.height_m, distance(p.z, q.z));
    worst.point_m = std::max(worst.point_m, elem::sqrt(dx * dx + dy * dy + dz * dz));
  }
  return worst;
}

ConsumerError measure_consumer(const CurveSource& source, const CurveSheet& sheet, const TargetTraits& target,
                               const std::vector<std::vector<CurveValues>>& curves) {
  ConsumerError out;
  out.is_waves = sheet.is_waves;
  if (!sheet.is_waves) {
    for (std::size_t c = 0; c < curves.size(); ++c)
      for (std::size_t key = 0; key < kCurveKeys; ++key)
        widen(out.numbers, sheet.set.curves[c].name.c_str(),
              distance(static_cast<double>(curves[c][0][key]),
                       static_cast<double>(sheet.set.curves[c].channels[0].values[key])));
    return out;
  }
  const std::vector<WaveNumbers> read =
      read_layout(source.layout, curves, source.numbers.size(), *source.waves, target);
  for (std::size_t w = 0; w < read.size(); ++w) {
    const WaveNumbers &got = read[w], &want = source.numbers[w];
    const bool is_exact = source.layout == CurveLayout::exact;
    widen(out.numbers, "turn", distance(got.turn, want.turn));
    widen(out.numbers, "length", distance(got.length, want.length));
    widen(out.numbers, "amplitude",
          distance(got.amplitude, is_exact ? want.amplitude : want.amplitude * want.weight));
    widen(out.numbers, "steepness", distance(got.steepness, want.steepness));
    if (!is_exact) continue;
    widen(out.numbers, "omega", distance(got.omega, want.omega));
    widen(out.numbers, "phase", distance(got.phase, want.phase));
    widen(out.numbers, "weight", distance(got.weight, want.weight));
  }
  const WaterError water = water_error(*source.waves, unfaded(*source.waves), world_waves(read, target));
  out.height_error_m = water.height_m;
  out.point_error_m = water.point_m;
  return out;
}

std::string consumers_json(const std::vector<ConsumerError>& errors) {
  JsonWriter w(0);
  w.array();
  for (const ConsumerError& e : errors) {
    w.object().member("writer", e.writer).member("consumer", e.consumer);
    if (e.samples > 0) w.member("samples", e.samples);
    w.key("worst_numbers").object();
    for (const auto& [name, error] : e.numbers) w.member(name, error);
    w.end();
    if (e.is_waves)
      w.member("height_error_m", e.height_error_m)
          .member("surface_error_m", e.point_error_m)
          .member("bar_m", kCurveBar_m)
          .member("passes", e.passes());
    w.end();
  }
  return w.end().text();
}

}  // namespace ocean
