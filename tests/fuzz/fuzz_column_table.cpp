// SPDX-License-Identifier: Apache-2.0
//
// Tables of columns over time, as CSV and as JSON: one that is accepted has what its header promises, and its
// keys, written plainly, read back as the same table.
#include <algorithm>
#include <cmath>
#include <functional>

#include "libbake/io/curve_writers/column_table.h"
#include "libbake/io/curve_writers/curve_writers.h"
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {
namespace {

void check_table(const ColumnTable& table) {
  check(!table.names.empty() && !table.times.empty(), "a table has a column and a row");
  check(table.columns.size() == table.names.size(), "a name a column");
  check(
      std::adjacent_find(table.times.begin(), table.times.end(), std::greater_equal<>()) == table.times.end(),
      "times increase");
  for (const std::vector<double>& column : table.columns) {
    check(column.size() == table.times.size(), "a value a time");
    for (const double v : column) check(std::isfinite(v), "values are finite");
  }
}

// The first column's first values as a curve.
void check_round_trip(const ColumnTable& table) {
  CurveSet set;
  for (const std::string& name : table.names) {
    set.curves.push_back({name, {{"value", "", "", {}}}});
    const std::vector<double>& values = table.columns[set.curves.size() - 1];
    for (std::size_t k = 0; k < kCurveKeys; ++k) {
      const double v = values[k % values.size()];
      set.curves.back().channels[0].values[k] = std::abs(v) < 1e30 ? static_cast<float>(v) : 0;
    }
  }
  const ColumnTable csv = read_column_table(scratch_file("keys.csv", plain_csv(set)));
  const ColumnTable json = read_column_table(scratch_file("keys.json", plain_json(set)));
  check(csv.names == table.names && csv.columns == json.columns, "keys read back the same from CSV and JSON");
  for (std::size_t c = 0; c < csv.columns.size(); ++c)
    for (std::size_t k = 0; k < kCurveKeys; ++k)
      check(static_cast<float>(csv.columns[c][k]) == set.curves[c].channels[0].values[k], "floats are exact");
}

}  // namespace

OCEAN_FUZZ_TARGET(column_table) {
  const std::string_view text = text_of(data, size);
  const bool is_json = !text.empty() && (text.front() == '{' || text.front() == '[');
  const ColumnTable table = read_column_table(scratch_file(is_json ? "a.json" : "a.csv", text));
  check_table(table);
  check_round_trip(table);
}

}  // namespace ocean::fuzz
