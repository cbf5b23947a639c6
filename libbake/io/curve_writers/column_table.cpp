// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/curve_writers/column_table.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/core/read_file.h"
#include "libbake/core/text.h"
#include "libbake/io/strict_json.h"

namespace ocean {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw Error(ErrorKind::input, where, what);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_but_for_case(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool ends_with_any_case(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && equal_but_for_case(text.substr(text.size() - end.size()), end);
}

bool is_json(const std::string& path) { return ends_with_any_case(path, ".json"); }

void check_name(const std::string& where, const std::string& name, const std::vector<std::string>& earlier) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  if (name.empty() || name.front() == '.' || !std::all_of(name.begin(), name.end(), fits))
    fail(where, "the column name " + in_quotes(name) +
                    " cannot be part of a file's name; use letters, digits, '_', '-' and '.'");
  if (name == "time") fail(where, "the column 'time' comes after the first, which is time; rename it");
  if (std::find(earlier.begin(), earlier.end(), name) != earlier.end())
    fail(where, "the column " + in_quotes(name) + " comes twice; rename one");
  for (const std::string& other : earlier)
    if (equal_but_for_case(name, other))
      fail(where, "the columns " + in_quotes(other) + " and " + in_quotes(name) +
                      " differ in case alone, which some file systems take for one name; rename one");
}

void check_columns(const std::string& where, const ColumnTable& table) {
  if (table.names.empty()) fail(where, "has no column besides time; add one");
  if (table.names.size() > kMostTableColumns)
    fail(where, "has " + std::to_string(table.names.size()) + " columns besides time; at most " +
                    std::to_string(kMostTableColumns) + " become curves; leave out columns of the file");
}

void add_time(const std::string& where, double time, ColumnTable& table) {
  if (!table.times.empty() && !(time > table.times.back()))
    fail(where, "time " + shortest(time) + " does not come after " + shortest(table.times.back()) +
                    "; sort the rows by time, each time once");
  if (table.times.size() >= kMostTableRows)
    fail(where, "more than " + std::to_string(kMostTableRows) + " rows; thin them out: curves have 128 keys");
  table.times.push_back(time);
}

// --- CSV ---------------------------------------------------------------------------------------------------

void read_header(const std::string& where, const std::vector<std::string>& cells, ColumnTable& table) {
  if (std::all_of(cells.begin(), cells.end(), [](const std::string& c) { return parse_real(c).has_value(); }))
    fail(where, "the first line holds numbers; it must name the columns: time,rate");
  if (cells.size() == 1 && cells[0].find_first_of(";\t ") != std::string::npos)
    fail(where, "holds no comma; separate the columns by commas: time,rate");
  for (std::size_t c = 1; c < cells.size(); ++c) {
    check_name(where, cells[c], table.names);
    table.names.push_back(cells[c]);
  }
  check_columns(where, table);
  table.columns.resize(table.names.size());
}

void read_row(const std::string& where, const std::vector<std::string>& cells, ColumnTable& table) {
  if (cells.size() != table.names.size() + 1)
    fail(where, "has " + std::to_string(cells.size()) + " columns; the header has " +
                    std::to_string(table.names.size() + 1));
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto value = parse_real(cells[c]);
    if (!value)
      fail(where, "column " + in_quotes(c == 0 ? "time" : table.names[c - 1]) + " holds " +
                      in_quotes(cells[c]) + ", which is no finite number; write it like 0.5 or 1e-3");
    if (c == 0) add_time(where, *value, table);
    else table.columns[c - 1].push_back(*value);
  }
}

ColumnTable read_csv(const std::string& path, const std::string& text) {
  ColumnTable table;
  bool has_header = false;
  int64_t line = 0;
  for (const std::string& raw : split(text, '\n')) {
    const std::string where = path + ":" + std::to_string(++line);
    if (trim(raw).empty() || trim(raw).front() == '#') continue;
    std::vector<std::string> cells;
    for (const std::string& cell : split(raw, ',')) cells.push_back(trim(cell));
    if (!has_header) read_header(where, cells, table);
    else read_row(where, cells, table);
    has_header = true;
  }
  if (!has_header) fail(path, "is empty; the first line names the columns: time,rate");
  if (table.times.empty()) fail(path, "has a header and no row; add one");
  return table;
}

// --- JSON --------------------------------------------------------------------------------------------------

double number_at(const std::string& where, const Json& value) {
  if (!value.is_number()) fail(where, std::string("is ") + value.type_name() + "; it must be a number");
  return value.get<double>();
}

ColumnTable read_lists(const std::string& path, const Json& file) {
  ColumnTable table;
  bool is_time = true;
  for (const auto& [name, list] : file.items()) {
    const std::string where = path + ": /" + name;
    if (!list.is_array()) fail(where, "must be a list of numbers");
    if (is_time) {
      for (std::size_t r = 0; r < list.size(); ++r) {
        const std::string at = where + "/" + std::to_string(r);
        add_time(at, number_at(at, list[r]), table);
      }
    } else {
      check_name(where, name, table.names);
      if (list.size() != table.times.size())
        fail(where, "holds " + std::to_string(list.size()) + " numbers; time has " +
                        std::to_string(table.times.size()));
      table.names.push_back(name);
      table.columns.emplace_back();
      for (std::size_t r = 0; r < list.size(); ++r)
        table.columns.back().push_back(number_at(where + "/" + std::to_string(r), list[r]));
    }
    is_time = false;
  }
  return table;
}

ColumnTable read_objects(const std::string& path, const Json& rows) {
  ColumnTable table;
  std::vector<std::string> keys;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string where = path + ": /" + std::to_string(r);
    if (!rows[r].is_object()) fail(where, "must be an object of numbers: {\"time\": 0, \"rate\": 3}");
    if (r == 0) {
      for (const auto& [name, value] : rows[0].items()) keys.push_back(name);
      for (std::size_t k = 1; k < keys.size(); ++k) {
        check_name(where, keys[k], table.names);
        table.names.push_back(keys[k]);
      }
      table.columns.resize(table.names.size());
    }
    for (const auto& [name, value] : rows[r].items())
      if (std::find(keys.begin(), keys.end(), name) == keys.end())
        fail(where + "/" + name, "is a key that the first row does not have");
    for (std::size_t k = 0; k < keys.size(); ++k) {
      if (!rows[r].contains(keys[k]))
        fail(where, "lacks " + in_quotes(keys[k]) + ", which the first row has");
      const std::string at = where + "/" + keys[k];
      const double value = number_at(at, rows[r].at(keys[k]));
      if (k == 0) add_time(at, value, table);
      else table.columns[k - 1].push_back(value);
    }
  }
  return table;
}

ColumnTable read_json(const std::string& path, const std::string& text) {
  const Json file = parse_strict_json(text, path);
  if (!file.is_object() && !file.is_array())
    fail(path, "must be an object of lists, {\"time\": [0, 1], \"rate\": [3, 4]}, or a list of objects");
  ColumnTable table = file.is_object() ? read_lists(path, file) : read_objects(path, file);
  if (table.times.empty()) fail(path, "has no row; add one");
  check_columns(path, table);
  return table;
}

std::string text_of(const std::string& path) {
  const SmallFile file = read_small_file(path);
  if (!file.problem.empty())
    fail(path, file.problem + "; name a NAME.waves.json or a table of columns (CSV, JSON)");
  return file.text;
}

}  // namespace

ColumnTable read_column_table(const std::string& path) {
  std::string text = text_of(path);
  if (is_json(path)) return read_json(path, text);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // byte order mark
  return read_csv(path, text);
}

bool is_wave_set_file(const std::string& path) {
  if (ends_with_any_case(path, ".waves.json")) return true;
  if (!is_json(path)) return false;
  const Json file = parse_strict_json(text_of(path), path);
  return file.is_object() && file.contains("waves");
}

}  // namespace ocean
