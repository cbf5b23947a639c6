// SPDX-License-Identifier: Apache-2.0
//
// What a consumer's reading of the curves costs: the worst error of the numbers, and of the water in metres.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "libbake/bake/curve_sheets.h"

namespace ocean {

inline constexpr double kCurveBar_m = 1e-4;  // of the surface's points

struct ConsumerError {
  std::string writer, consumer;
  int samples = 0;                                      // of the table it keeps; 0: the keys, -1: texels
  std::vector<std::pair<std::string, double>> numbers;  // parameter or column, worst difference
  bool is_waves = false;
  // Largest differences at 512 points and times: of the heights, and of the points of the surface.
  double height_error_m = 0, point_error_m = 0;
  bool passes() const { return !is_waves || point_error_m <= kCurveBar_m; }
  std::string text() const;  // one line for people
};

// curves: the values that the consumer gets at times 0 to 127, a curve and a channel.
ConsumerError measure_consumer(const CurveSource& source, const CurveSheet& sheet, const TargetTraits& target,
                               const std::vector<std::vector<CurveValues>>& curves);

// Between what two lists of waves make of the points of the set's tile (else of a square of 128 m around the
// origin) and of times up to its period (else 60 s).
struct WaterError {
  double height_m = 0, point_m = 0;
};
WaterError water_error(const WaveSet& set, const std::vector<Wave>& exact, const std::vector<Wave>& decoded);

std::string consumers_json(const std::vector<ConsumerError>& errors);

}  // namespace ocean
