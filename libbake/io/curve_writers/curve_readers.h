// SPDX-License-Identifier: Apache-2.0
//
// The curves of a written file, read back: what the models of their consumers work on
// (libbake/bake/consumer_models.h). For files of curve_writers.h; throws Error{internal} for anything else,
// since we wrote it.
#pragma once

#include <string>
#include <vector>

namespace ocean {

struct ReadKey {
  float time = 0, value = 0;
  float in_slope = 0, out_slope = 0;  // a unit of time; 0 where the file has none
};

struct ReadChannel {
  std::string name;  // "" where the file has none
  std::vector<ReadKey> keys;
  double last_time = 127;  // time of key 127
};

std::vector<ReadChannel> read_unreal_curve(const std::string& csv);
std::vector<ReadChannel> read_unreal_table_csv(const std::string& csv);
std::vector<ReadChannel> read_unreal_table_json(const std::string& json);
std::vector<ReadChannel> read_unity_json(const std::string& json);
ReadChannel read_godot_curve(const std::string& tres);  // 3 and 4
std::vector<ReadChannel> read_houdini_chan(const std::string& chan);
std::vector<ReadChannel> read_plain_csv(const std::string& csv);
std::vector<ReadChannel> read_plain_json(const std::string& json);

}  // namespace ocean
