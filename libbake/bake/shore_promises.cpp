// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_promises.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "libbake/bake/shore_channels.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kLengthTolerance = 2e-6;

double quantisation(const OutputRecord& record, std::size_t channel) {
  return record.channels[channel].quantisation_error.value_or(0);
}

std::optional<std::size_t> find(const OutputRecord& record, ShoreChannel channel) {
  for (std::size_t c = 0; c < record.channels.size(); ++c)
    if (record.channels[c].key == traits(channel).word) return c;
  return std::nullopt;
}

// Which lengths directions may have.
struct Lengths {
  bool zero, one;
  double off(double length) const {
    const double from_one = std::abs(length - 1);
    return zero && one ? std::min(length, from_one) : zero ? length : from_one;
  }
  std::string text() const { return zero && one ? "0 or 1" : zero ? "0" : "1"; }
};

Lengths lengths_of(const OutputRecord& record) {
  const auto is = [&](const char* key) {
    const auto fact = record.facts.find(key);
    return fact != record.facts.end() && fact->second == "true";
  };
  if (is("direction_may_vanish")) return {true, true};
  return is("no_shoreline") ? Lengths{true, false} : Lengths{false, true};
}

void check_direction(const OutputRecord& record, const std::string& folder, const Lengths& lengths,
                     std::vector<Check>& checks) {
  const auto x = find(record, ShoreChannel::direction_x), y = find(record, ShoreChannel::direction_y);
  if (!x || !y) return;
  const double slack = kLengthTolerance + 2 * (quantisation(record, *x) + quantisation(record, *y));
  const std::size_t channels = record.channels.size();
  double worst = 0, worst_length = lengths.one ? 1 : 0;
  for_each_decoded_row(record, folder, [&](int32_t, std::span<const float> row) {
    for (std::size_t t = 0; t + channels <= row.size(); t += channels) {
      const double length = std::hypot(static_cast<double>(row[t + *x]), static_cast<double>(row[t + *y]));
      const double off = lengths.off(length);
      if (off <= worst) continue;
      worst = off;
      worst_length = length;
    }
  });
  checks.push_back({record.file, "length of the direction", worst <= slack,
                    lengths.text() + " within " + shortest(slack), shortest(worst_length)});
}

void check_depth(const OutputRecord& record, const std::string& folder, std::vector<Check>& checks) {
  const auto distance = find(record, ShoreChannel::distance), depth = find(record, ShoreChannel::depth);
  // A dropped island is water that stands above the sea.
  if (!distance || !depth || record.facts.contains("islands_dropped")) return;
  // A lossy file may turn the sign of what is nearer to the shore than its error.
  const double in_ocean = record.facts.contains("lossy_compression") ? quantisation(record, *distance) : 0;
  const std::size_t channels = record.channels.size();
  double shallowest_ocean = 0;
  for_each_decoded_row(record, folder, [&](int32_t, std::span<const float> row) {
    for (std::size_t t = 0; t + channels <= row.size(); t += channels)
      if (static_cast<double>(row[t + *distance]) > in_ocean)
        shallowest_ocean = std::min(shallowest_ocean, static_cast<double>(row[t + *depth]));
  });
  const double slack = quantisation(record, *depth);
  checks.push_back({record.file, "depth where the distance is positive", shallowest_ocean >= -slack,
                    "not below " + shortest(-slack), shortest(shallowest_ocean)});
}

}  // namespace

void check_shore_promises(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks) {
  for (const OutputRecord& record : manifest.outputs) {
    check_direction(record, folder, lengths_of(record), checks);
    check_depth(record, folder, checks);
  }
}

}  // namespace ocean
