// SPDX-License-Identifier: Apache-2.0
//
// Every text of curves, parsed by small parsers of this file that share nothing with the readers of the
// project.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "libbake/io/curve_writers/column_table.h"
#include "libbake/io/curve_writers/curve_readers.h"
#include "libbake/io/curve_writers/curve_writers.h"
#include "tests/io/io_test.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

float wanted(std::size_t curve, std::size_t channel, std::size_t key) {
  const auto k = static_cast<float>(key);
  return key == 5
             ? -0.0F
             : (k - 40.3F) * (1 + static_cast<float>(curve)) / (3.7F + static_cast<float>(channel)) * 1e-3F;
}

CurveSet sample(std::size_t channels) {
  CurveSet set;
  for (std::size_t c = 0; c < 2; ++c) {
    set.curves.push_back({"row" + std::to_string(c), {}});
    for (std::size_t k = 0; k < channels; ++k) {
      set.curves[c].channels.push_back({"c" + std::to_string(k), "", "", {}});
      for (std::size_t i = 0; i < kCurveKeys; ++i) set.curves[c].channels[k].values[i] = wanted(c, k, i);
    }
  }
  return set;
}

std::vector<std::vector<std::string>> grid(const std::string& text, char separator) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, separator);) rows.back().push_back(cell);
  }
  return rows;
}

TEST(CurveWriters, UnrealCurveHasNoHeaderAndRoundTrips) {
  const CurveSet set = sample(4);
  const auto rows = grid(unreal_curve_csv(set.curves[1]), ',');
  ASSERT_EQ(rows.size(), 128U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].size(), 5U);
    EXPECT_EQ(rows[i][0], std::to_string(i));
    for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(std::stof(rows[i][c + 1]), wanted(1, c, i));
  }
  EXPECT_EQ(rows[5][1], "0") << "no negative zero";
  EXPECT_EQ(grid(unreal_curve_csv(sample(1).curves[0]), ',')[3].size(), 2U);
}

TEST(CurveWriters, UnrealTablesHaveTheirFirstRowAndNames) {
  const CurveSet set = sample(4);
  const auto rows = grid(unreal_table_csv(set), ',');
  ASSERT_EQ(rows.size(), 9U);
  EXPECT_EQ(rows[0][0], "---");
  for (const auto& row : rows) ASSERT_EQ(row.size(), 129U);
  for (std::size_t i = 0; i < kCurveKeys; ++i) {
    EXPECT_EQ(rows[0][i + 1], std::to_string(i));
    EXPECT_EQ(std::stof(rows[7][i + 1]), wanted(1, 2, i));
  }
  EXPECT_EQ(rows[7][0], "row1_c2");
  const Json json = Json::parse(unreal_table_json(set));
  ASSERT_EQ(json.size(), 8U);
  EXPECT_EQ(json[6]["Name"], "row1_c2");
  EXPECT_EQ(json[6].size(), 129U);
  EXPECT_EQ(json[6]["127"].get<float>(), wanted(1, 2, 127));
}

TEST(CurveWriters, UnitySlopesMakeStraightLines) {
  const Json json = Json::parse(unity_json(sample(1)));
  ASSERT_EQ(json["curves"].size(), 2U);
  const Json& keys = json["curves"][1]["keys"];
  ASSERT_EQ(keys.size(), 128U);
  EXPECT_EQ(keys[0]["inTangent"].get<float>(), 0);
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    const float rise = wanted(1, 0, i + 1) - wanted(1, 0, i);
    EXPECT_EQ(keys[i]["value"].get<float>(), wanted(1, 0, i) + 0.0F);
    EXPECT_EQ(keys[i]["outTangent"].get<float>(), rise);
    EXPECT_EQ(keys[i + 1]["inTangent"].get<float>(), rise);
  }
}

struct TresPoint {
  float x, y, left, right;
  std::string left_text;
};
std::vector<TresPoint> tres_points(const std::string& text) {
  std::vector<TresPoint> out;
  for (std::size_t at = 0; (at = text.find("Vector2(", at)) != std::string::npos; ++at) {
    std::string item = text.substr(at + 8, text.find_first_of("V]\n", at + 8) - at - 8);
    for (char& c : item)
      if (c == '(' || c == ')' || c == ',') c = ' ';
    std::istringstream words(item);
    std::string x, y, left, right, a, b;
    words >> x >> y >> left >> right >> a >> b;
    EXPECT_EQ(a + b, "11");
    out.push_back({std::stof(x), std::stof(y), std::stof(left), std::stof(right), left});
  }
  return out;
}

TEST(CurveWriters, GodotLimitsComeFirstAndTangentsAreReal) {
  CurveChannel channel{"c", "", "", {}};
  for (std::size_t i = 0; i < kCurveKeys; ++i) channel.values[i] = static_cast<float>(i % 7) * 10 + 30;
  const std::string four = godot4_curve(channel), three = godot3_curve(channel);
  EXPECT_EQ(four.find("[gd_resource type=\"Curve\" format=3]"), 0U);
  EXPECT_LT(four.find("_limits = [30.0, 90.0, 0.0, 127.0]"), four.find("_data"));
  EXPECT_NE(four.find("bake_resolution = 128"), std::string::npos);
  EXPECT_NE(four.find("point_count = 128"), std::string::npos);
  EXPECT_LT(three.find("max_value = 90.0\nmin_value = 30.0"), three.find("_data"));
  const auto a = tres_points(four), b = tres_points(three);
  ASSERT_EQ(a.size(), 128U);
  ASSERT_EQ(b.size(), 128U);
  for (std::size_t i = 0; i < 128; ++i) {
    EXPECT_EQ(a[i].x, static_cast<float>(i));
    EXPECT_EQ(b[i].x, static_cast<float>(static_cast<double>(i) / 127));
    EXPECT_EQ(a[i].y, channel.values[i]);
    EXPECT_NE(a[i].left_text.find_first_of(".e"), std::string::npos);
    if (i > 0) {
      EXPECT_EQ(a[i].left, channel.values[i] - channel.values[i - 1]);
      EXPECT_EQ(b[i].left, 127 * (channel.values[i] - channel.values[i - 1]));
      EXPECT_EQ(a[i - 1].right, a[i].left);
    }
  }
  const ReadChannel read = read_godot_curve(three);
  ASSERT_EQ(read.keys.size(), 128U);
  EXPECT_EQ(read.last_time, 1);
  EXPECT_EQ(read.keys[9].value, channel.values[9]);
}

TEST(CurveWriters, ChanPlainCsvAndJson) {
  const CurveSet set = sample(4);
  const auto chan = grid(houdini_chan(set), '\t');
  ASSERT_EQ(chan.size(), 128U);
  ASSERT_EQ(chan[0].size(), 8U);
  EXPECT_EQ(std::stof(chan[77][6]), wanted(1, 2, 77));
  const auto csv = grid(plain_csv(set), ',');
  ASSERT_EQ(csv.size(), 129U);
  EXPECT_EQ(csv[0][7], "row1_c2");
  EXPECT_EQ(std::stof(csv[78][7]), wanted(1, 2, 77));
  const Json json = Json::parse(plain_json(set));
  EXPECT_EQ(json["time"][127], 127);
  EXPECT_EQ(json["row1_c2"][77].get<float>(), wanted(1, 2, 77));
}

TEST(ColumnTable, ReadsWhatItWrites) {
  const test::ScratchFile csv("t.csv", plain_csv(sample(1))), json("t.json", plain_json(sample(1)));
  for (const std::string& path : {csv.path(), json.path()}) {
    EXPECT_FALSE(is_wave_set_file(path));
    const ColumnTable table = read_column_table(path);
    ASSERT_EQ(table.names, (std::vector<std::string>{"row0", "row1"}));
    ASSERT_EQ(table.times.size(), 128U);
    EXPECT_EQ(static_cast<float>(table.columns[1][99]), wanted(1, 0, 99));
  }
}

TEST(ColumnTable, ListOfObjects) {
  const test::ScratchFile file("t.json", R"([{"frame": 0, "rate": 1}, {"rate": 3, "frame": 2}])");
  const ColumnTable table = read_column_table(file.path());
  EXPECT_EQ(table.times, (std::vector<double>{0, 2}));
  EXPECT_EQ(table.columns[0], (std::vector<double>{1, 3}));
}

TEST(ColumnTable, RefusesWithPlaceAndRule) {
  const auto error = [](const std::string& name, const std::string& text) {
    const test::ScratchFile file(name, text);
    return test::input_error([&] { read_column_table(file.path()); });
  };
  EXPECT_NE(error("a.csv", "time,rate\n0,1\n1,x\n").find("a.csv:3: column 'rate' holds 'x'"),
            std::string::npos);
  EXPECT_NE(error("a.csv", "time,rate\n0,1\n0,2\n").find("a.csv:3: time 0 does not come after 0"),
            std::string::npos);
  EXPECT_NE(error("a.csv", "time,rate\n0,1,2\n").find("a.csv:2: has 3 columns; the header has 2"),
            std::string::npos);
  EXPECT_NE(error("a.csv", "0,1\n1,2\n").find("must name the columns"), std::string::npos);
  EXPECT_NE(error("a.csv", "time,nan\n0,nan\n").find("no finite number"), std::string::npos);
  EXPECT_NE(error("a.csv", "time,a,a\n0,1,1\n").find("comes twice"), std::string::npos);
  EXPECT_NE(error("a.csv", "frame,time\n0,1\n").find("comes after the first, which is time"),
            std::string::npos);
  EXPECT_NE(error("a.json", R"({"frame": [0], "time": [1]})").find("comes after the first"),
            std::string::npos);
  EXPECT_NE(error("a.csv", "time,a,A\n0,1,1\n").find("differ in case alone"), std::string::npos);
  EXPECT_NE(error("a.csv", "time;a\n0;1\n").find("separate the columns by commas"), std::string::npos);
  EXPECT_NE(error("a.csv", "time,a/b\n0,1\n").find("cannot be part of a file's name"), std::string::npos);
  EXPECT_NE(error("a.csv", "time\n0\n").find("no column besides time"), std::string::npos);
  EXPECT_NE(error("a.csv", "").find("is empty"), std::string::npos);
  EXPECT_NE(error("a.csv", "time,a\n").find("no row"), std::string::npos);
  EXPECT_NE(error("a.json", R"({"time": [0, 1], "a": [1]})").find("/a: holds 1 numbers; time has 2"),
            std::string::npos);
  EXPECT_NE(error("a.json", R"([{"t": 0, "a": 1}, {"t": 1}])").find("/1: lacks 'a'"), std::string::npos);
  EXPECT_NE(error("a.json", R"({"time": [0, "x"], "a": [1, 2]})").find("/time/1: is string"),
            std::string::npos);
  EXPECT_NE(error("a.json", "7").find("must be an object of lists"), std::string::npos);
}

}  // namespace
}  // namespace ocean
