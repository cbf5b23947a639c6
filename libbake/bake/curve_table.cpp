// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/curve_table.h"

#include <algorithm>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kFloatMost = 3.4028234663852886e38;

KeyTimes key_times(double first, double last, const std::optional<std::array<double, 2>>& range) {
  if (!range) return first < last ? KeyTimes{first, last} : KeyTimes{first, first + (kCurveKeys - 1)};
  if (!((*range)[0] < (*range)[1]))
    throw Error(
        ErrorKind::usage, "--time-range",
        shortest((*range)[0]) + "," + shortest((*range)[1]) + ": the first time must be the smaller one");
  return {(*range)[0], (*range)[1]};
}

double column_at(const ColumnTable& table, const std::vector<double>& values, double time) {
  const auto after = std::upper_bound(table.times.begin(), table.times.end(), time);
  if (after == table.times.begin()) return values.front();
  if (after == table.times.end()) return values.back();
  const auto right = static_cast<std::size_t>(after - table.times.begin());
  const double t0 = table.times[right - 1], t1 = table.times[right], v0 = values[right - 1];
  return time == t0 ? v0 : v0 + (values[right] - v0) * ((time - t0) / (t1 - t0));
}

double keys_at(const CurveValues& values, double key) {
  const auto left = static_cast<std::size_t>(std::min(key, kCurveKeys - 2.0));
  const auto value = [&](std::size_t k) { return static_cast<double>(values[k]); };
  return value(left) + (value(left + 1) - value(left)) * (key - static_cast<double>(left));
}

}  // namespace

ColumnCurves table_curves(const ColumnTable& table, const std::vector<std::string>& columns,
                          const std::optional<std::array<double, 2>>& range, const std::string& where) {
  ColumnCurves out;
  out.times = key_times(table.times.front(), table.times.back(), range);
  const double first = out.times.first_s, span = out.times.last_s - first;
  for (const std::string& name : columns.empty() ? table.names : columns) {
    const auto found = std::find(table.names.begin(), table.names.end(), name);
    if (found == table.names.end())
      throw Error(ErrorKind::usage, "--columns",
                  where + " has no column " + in_quotes(name) + did_you_mean(name, table.names) +
                      "; it has " + join(table.names, ", "));
    const std::vector<double>& values = table.columns[static_cast<std::size_t>(found - table.names.begin())];
    Curve curve{name, {{"value", "column " + name, ""}}};
    for (std::size_t key = 0; key < kCurveKeys; ++key) {
      const double v = column_at(table, values, out.times.at(static_cast<double>(key)));
      if (!(v >= -kFloatMost && v <= kFloatMost))
        throw Error(
            ErrorKind::input, where,
            "column " + in_quotes(name) + " holds " + shortest(v) + ", beyond what a curve's float holds");
      curve.channels[0].values[key] = static_cast<float>(v);
    }
    double error = 0;
    for (std::size_t r = 0; r < table.times.size(); ++r) {
      const double key = (table.times[r] - first) / span * (kCurveKeys - 1);
      if (!(key >= 0 && key <= kCurveKeys - 1)) continue;
      const double difference = keys_at(curve.channels[0].values, key) - values[r];
      error = std::max(error, difference < 0 ? -difference : difference);
    }
    out.resampling_error.push_back(error);
    out.set.curves.push_back(std::move(curve));
  }
  return out;
}

ColumnCurves fade_curves(const WaveSet& set, const std::optional<std::array<double, 2>>& range) {
  std::vector<double> ends;
  for (const SetWave& w : set.waves)
    if (w.fade)
      for (const double t : {w.fade->in_start_s, w.fade->in_end_s, w.fade->out_start_s, w.fade->out_end_s})
        if (t > -kFloatMost && t < kFloatMost) ends.push_back(t);
  ColumnCurves out;
  if (!set.fades() || ends.empty()) return out;
  const auto [first, last] = std::minmax_element(ends.begin(), ends.end());
  out.times = key_times(*first, *last, range);
  constexpr int kBetween = 16;  // points a key at which the straight lines are compared with the fade
  for (std::size_t w = 0; w < set.waves.size(); ++w) {
    const auto weight = [&](double time) {
      return set.waves[w].fade ? set.waves[w].fade->weight(time) : 1.0;
    };
    const std::string number = std::to_string(w);
    Curve curve{"fade" + (number.size() < 2 ? "0" + number : number),
                {{"weight", "weight of wave " + number + " over time", ""}}};
    for (std::size_t key = 0; key < kCurveKeys; ++key)
      curve.channels[0].values[key] = static_cast<float>(weight(out.times.at(static_cast<double>(key))));
    double error = 0;
    for (int i = 0; i <= (kCurveKeys - 1) * kBetween; ++i) {
      const double key = static_cast<double>(i) / kBetween;
      const double difference = keys_at(curve.channels[0].values, key) - weight(out.times.at(key));
      error = std::max(error, difference < 0 ? -difference : difference);
    }
    out.resampling_error.push_back(error);
    out.set.curves.push_back(std::move(curve));
  }
  return out;
}

}  // namespace ocean
