// SPDX-License-Identifier: Apache-2.0
//
// Unreal Engine documentation, "Curve Editor: importing" and "Data Driven Gameplay Elements".
#include "libbake/core/json_writer.h"
#include "libbake/io/curve_writers/curve_writers.h"

namespace ocean {

std::string unreal_curve_csv(const Curve& curve) {
  std::string out;
  for (std::size_t key = 0; key < kCurveKeys; ++key) {
    out += std::to_string(key);
    for (const CurveChannel& channel : curve.channels) out += "," + curve_number(channel.values[key]);
    out += "\n";
  }
  return out;
}

std::string unreal_table_csv(const CurveSet& set) {
  std::string out = "---";
  for (int key = 0; key < kCurveKeys; ++key) out += "," + std::to_string(key);
  out += "\n";
  for (const Curve& curve : set.curves)
    for (const CurveChannel& channel : curve.channels) {
      out += channel_name(curve, channel);
      for (const float v : channel.values) out += "," + curve_number(v);
      out += "\n";
    }
  return out;
}

std::string unreal_table_json(const CurveSet& set) {
  JsonWriter rows(0);
  rows.array();
  for (const Curve& curve : set.curves)
    for (const CurveChannel& channel : curve.channels) {
      rows.object().member("Name", channel_name(curve, channel));
      for (std::size_t key = 0; key < kCurveKeys; ++key)
        rows.key(std::to_string(key)).raw(curve_number(channel.values[key]));
      rows.end();
    }
  return rows.end().text() + "\n";
}

}  // namespace ocean
