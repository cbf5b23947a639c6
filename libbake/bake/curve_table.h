// SPDX-License-Identifier: Apache-2.0
//
// Columns over time on 128 keys: key i stands for time first + i*(last - first)/127. Between its rows a
// column is straight; before its first row and after its last it holds their values.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "libbake/io/curve_writers/column_table.h"
#include "libbake/io/curve_writers/curve_set.h"
#include "libbake/io/wave_set.h"

namespace ocean {

struct KeyTimes {
  double first_s = 0, last_s = kCurveKeys - 1;
  double at(double key) const { return first_s + (last_s - first_s) * (key / (kCurveKeys - 1)); }
};

struct ColumnCurves {
  CurveSet set;  // a curve a column
  KeyTimes times;
  // Largest difference between a column and its straight-lined keys, at the table's rows within the key
  // times.
  std::vector<double> resampling_error;
};

// columns: names to take, in this order; empty: all. Throws Error{usage} for a name that the table lacks, for
// a range whose ends are not in order, and Error{input} for values beyond float.
ColumnCurves table_curves(const ColumnTable& table, const std::vector<std::string>& columns,
                          const std::optional<std::array<double, 2>>& range, const std::string& where);

// Weights of a set with fades, a curve a wave: fade00, …; the range runs from the first fade's start to the
// last one's end. No curves where no wave fades.
ColumnCurves fade_curves(const WaveSet& set, const std::optional<std::array<double, 2>>& range);

}  // namespace ocean
