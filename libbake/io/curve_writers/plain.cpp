// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"
#include "libbake/io/curve_writers/curve_writers.h"

namespace ocean {

std::string curve_number(float value) { return shortest(value == 0 ? 0.0F : value); }  // no -0

std::string curve_real(float value) {
  const std::string text = curve_number(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string plain_csv(const CurveSet& set) {
  std::string out = "time";
  for (const Curve& curve : set.curves)
    for (const CurveChannel& channel : curve.channels) out += "," + channel_name(curve, channel);
  out += "\n";
  for (std::size_t key = 0; key < kCurveKeys; ++key) {
    out += std::to_string(key);
    for (const Curve& curve : set.curves)
      for (const CurveChannel& channel : curve.channels) out += "," + curve_number(channel.values[key]);
    out += "\n";
  }
  return out;
}

std::string plain_json(const CurveSet& set) {
  JsonWriter w;
  w.object().key("time").raw([] {
    std::string times = "[0";
    for (int key = 1; key < kCurveKeys; ++key) times += ", " + std::to_string(key);
    return times + "]";
  }());
  for (const Curve& curve : set.curves)
    for (const CurveChannel& channel : curve.channels) {
      std::string values = "[";
      for (const float v : channel.values) values += (values.size() > 1 ? ", " : "") + curve_number(v);
      w.key(channel_name(curve, channel)).raw(values + "]");
    }
  return w.end().text() + "\n";
}

}  // namespace ocean
