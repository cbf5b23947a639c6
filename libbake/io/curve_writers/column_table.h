// SPDX-License-Identifier: Apache-2.0
//
// A table of columns over time, from a CSV or JSON file.
//
// CSV: a header of names, then numbers, separated by commas; the first column is time. Spaces and tabs around
// a cell, empty lines and lines that begin with '#' do not count. JSON: an object of lists of numbers, of
// which the first is time: {"time": [0, 1], "rate": [3, 4]}, or a list of objects with the same keys, the
// first being time.
#pragma once

#include <string>
#include <vector>

namespace ocean {

struct ColumnTable {
  // Of the columns besides time: letters, digits, _ - and a point; distinct even without regard to case; none
  // is "time".
  std::vector<std::string> names;
  std::vector<double> times;                 // strictly increasing, at least one
  std::vector<std::vector<double>> columns;  // values at the times
};

inline constexpr int kMostTableColumns = 64, kMostTableRows = 1 << 20;

// Throws Error{input} with file and line, or JSON pointer: a cell that is no finite number, unequal columns,
// times that do not increase, names that files cannot carry, no column besides time, no row.
ColumnTable read_column_table(const std::string& path);

// Does a JSON file hold a wave set (NAME.waves.json) rather than a table? By its name, else by its key
// "waves". Throws Error{input} where it cannot be read.
bool is_wave_set_file(const std::string& path);

}  // namespace ocean
