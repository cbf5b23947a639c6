// SPDX-License-Identifier: Apache-2.0
//
// Unity documentation, AnimationCurve and Keyframe: between two keys the curve is the cubic Hermite
// polynomial of their values and of the slopes outTangent and inTangent, a second (here: a key).
#include "libbake/core/json_writer.h"
#include "libbake/io/curve_writers/curve_writers.h"

namespace ocean {

std::string unity_json(const CurveSet& set) {
  JsonWriter w(0);
  w.object().key("curves").array();
  for (const Curve& curve : set.curves)
    for (const CurveChannel& channel : curve.channels) {
      const CurveValues& v = channel.values;
      w.object().member("name", channel_name(curve, channel)).key("keys").array();
      for (std::size_t key = 0; key < kCurveKeys; ++key) {
        const float before = key > 0 ? v[key] - v[key - 1] : 0.0F;
        const float after = key + 1 < kCurveKeys ? v[key + 1] - v[key] : 0.0F;
        w.object().member("time", key).key("value").raw(curve_number(v[key]));
        w.key("inTangent").raw(curve_number(before)).key("outTangent").raw(curve_number(after)).end();
      }
      w.end().end();
    }
  return w.end().end().text() + "\n";
}

}  // namespace ocean
