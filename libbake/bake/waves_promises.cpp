// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/waves_promises.h"

#include <cmath>
#include <utility>

#include "libbake/bake/wave_table.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kSlack = 1e-9;  // relative

}  // namespace

void check_waves_promises(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks) {
  for (const OutputRecord& record : manifest.outputs) {
    if (record.role != "waves") continue;
    WaveSet set;
    try {
      set = read_wave_set(folder + "/" + record.file);
    } catch (const Error& error) {
      checks.push_back({record.file, "a wave set", false, "readable", error.what()});
      continue;
    }
    const SeaSummary s = summary_of(set);
    const std::pair<const char*, double> facts[] = {{"significant_height_m", s.height_m},
                                                    {"sum_qka", s.folds.sum},
                                                    {"largest_eigenvalue", s.folds.exact},
                                                    {"longest_period_s", s.longest_period_s},
                                                    {"max_horizontal_m", s.horizontal_m}};
    for (const auto& [name, value] : facts) {
      const auto stated = manifest.facts.find(name);
      const std::string text = stated == manifest.facts.end() ? "nothing" : stated->second;
      const auto number = parse_real(text);
      const bool same = number && std::abs(*number - value) <= kSlack * (1 + std::abs(value));
      checks.push_back({record.file, name, same, text, shortest(value)});
    }
  }
}

}  // namespace ocean
