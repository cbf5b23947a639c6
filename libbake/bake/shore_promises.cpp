// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_promises.h"

#include <algorithm>
#include <cmath>

#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kLengthTolerance = 2e-6;

double quantisation(const OutputRecord& record, std::size_t channel) {
  return record.channels[channel].quantisation_error.value_or(0);
}

void check_packed(const OutputRecord& record, const std::string& folder, bool no_shoreline,
                  std::vector<Check>& checks) {
  const double length_slack = kLengthTolerance + 2 * (quantisation(record, 1) + quantisation(record, 2));
  const double wanted = no_shoreline ? 0 : 1;
  // A lossy file may turn the sign of what is nearer to the shore than its error.
  const double in_ocean = record.facts.contains("lossy_compression") ? quantisation(record, 0) : 0;
  double worst_length = wanted, shallowest_ocean = 0;
  for_each_decoded_row(record, folder, [&](int32_t, std::span<const float> row) {
    for (std::size_t t = 0; t + 3 < row.size(); t += 4) {
      const double length = std::hypot(static_cast<double>(row[t + 1]), static_cast<double>(row[t + 2]));
      if (!(std::abs(length - wanted) <= std::abs(worst_length - wanted))) worst_length = length;
      if (static_cast<double>(row[t]) > in_ocean)
        shallowest_ocean = std::min(shallowest_ocean, static_cast<double>(row[t + 3]));
    }
  });
  checks.push_back({record.file, "length of the direction", std::abs(worst_length - wanted) <= length_slack,
                    shortest(wanted) + " within " + shortest(length_slack), shortest(worst_length)});
  const double depth_slack = quantisation(record, 3);
  checks.push_back({record.file, "depth where the distance is positive", shallowest_ocean >= -depth_slack,
                    "not below " + shortest(-depth_slack), shortest(shallowest_ocean)});
}

}  // namespace

void check_shore_promises(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks) {
  for (const OutputRecord& record : manifest.outputs) {
    const auto fact = record.facts.find("no_shoreline");
    const bool no_shoreline = fact != record.facts.end() && fact->second == "true";
    if (record.role == "shore" && record.channels.size() == 4)
      check_packed(record, folder, no_shoreline, checks);
  }
}

}  // namespace ocean
