// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/curve_writers/curve_readers.h"

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/strict_json.h"

namespace ocean {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& what) { throw Error(ErrorKind::internal, "curves", what); }

float number(std::string_view text) {
  const auto value = parse_real(text);
  if (!value) fail(in_quotes(text) + " in a written file is no number");
  return static_cast<float>(*value);
}

std::vector<std::vector<std::string>> cells(const std::string& text, char separator) {
  std::vector<std::vector<std::string>> out;
  for (const std::string& line : split(text, '\n'))
    if (!line.empty()) out.push_back(split(line, separator));
  if (out.empty()) fail("a written file is empty");
  for (const auto& row : out)
    if (row.size() != out.front().size()) fail("the lines of a written file have unequal columns");
  return out;
}

std::vector<ReadChannel> of_columns(const std::vector<std::vector<std::string>>& rows, std::size_t first_row,
                                    bool has_time) {
  const std::size_t skip = has_time ? 1 : 0;
  std::vector<ReadChannel> out(rows.front().size() - skip);
  for (std::size_t c = 0; c < out.size(); ++c) {
    if (first_row > 0) out[c].name = rows[0][c + skip];
    for (std::size_t r = first_row; r < rows.size(); ++r)
      out[c].keys.push_back(
          {has_time ? number(rows[r][0]) : static_cast<float>(r), number(rows[r][c + skip])});
  }
  return out;
}

float real(const Json& value) { return static_cast<float>(value.get<double>()); }

// The text between the first `from` and the next `to` after it.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  const std::size_t end = begin == std::string::npos ? begin : text.find(to, begin + from.size());
  if (end == std::string::npos) fail("a written file lacks " + in_quotes(from));
  return text.substr(begin + from.size(), end - begin - from.size());
}

}  // namespace

std::vector<ReadChannel> read_unreal_curve(const std::string& csv) {
  return of_columns(cells(csv, ','), 0, true);
}

std::vector<ReadChannel> read_unreal_table_csv(const std::string& csv) {
  const auto rows = cells(csv, ',');
  std::vector<ReadChannel> out;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    out.push_back({rows[r][0], {}});
    for (std::size_t c = 1; c < rows[r].size(); ++c)
      out.back().keys.push_back({number(rows[0][c]), number(rows[r][c])});
  }
  return out;
}

std::vector<ReadChannel> read_unreal_table_json(const std::string& json) {
  std::vector<ReadChannel> out;
  const Json rows = parse_strict_json(json, "curve table");
  for (const Json& row : rows) {
    out.push_back({});
    for (const auto& [key, value] : row.items())
      if (key == "Name") out.back().name = value.get<std::string>();
      else out.back().keys.push_back({number(key), real(value)});
  }
  return out;
}

std::vector<ReadChannel> read_unity_json(const std::string& json) {
  std::vector<ReadChannel> out;
  const Json file = parse_strict_json(json, "curves for Unity");
  for (const Json& curve : file.at("curves")) {
    out.push_back({curve.at("name").get<std::string>(), {}});
    for (const Json& key : curve.at("keys"))
      out.back().keys.push_back({real(key.at("time")), real(key.at("value")), real(key.at("inTangent")),
                                 real(key.at("outTangent"))});
  }
  return out;
}

ReadChannel read_godot_curve(const std::string& tres) {
  std::vector<float> values;
  for (const std::string& item : split(between(tres, "_data = [", "]"), ',')) {
    std::string text = trim(item);
    if (const std::string vector = "Vector2("; text.starts_with(vector)) text.erase(0, vector.size());
    if (text.ends_with(")")) text.pop_back();
    values.push_back(number(trim(text)));
  }
  if (values.size() % 6 != 0) fail("the points of a written Godot curve are incomplete");
  ReadChannel out;
  for (std::size_t k = 0; k < values.size(); k += 6)
    out.keys.push_back({values[k], values[k + 1], values[k + 2], values[k + 3]});
  if (tres.find("format=2") != std::string::npos) out.last_time = 1;
  return out;
}

std::vector<ReadChannel> read_houdini_chan(const std::string& chan) {
  return of_columns(cells(chan, '\t'), 0, false);
}

std::vector<ReadChannel> read_plain_csv(const std::string& csv) {
  return of_columns(cells(csv, ','), 1, true);
}

std::vector<ReadChannel> read_plain_json(const std::string& json) {
  const Json file = parse_strict_json(json, "curves");
  const Json& times = file.at("time");
  std::vector<ReadChannel> out;
  for (const auto& [name, values] : file.items()) {
    if (name == "time") continue;
    out.push_back({name, {}});
    for (std::size_t k = 0; k < values.size(); ++k)
      out.back().keys.push_back({real(times.at(k)), real(values[k])});
  }
  return out;
}

}  // namespace ocean
