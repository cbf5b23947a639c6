// SPDX-License-Identifier: Apache-2.0
//
// Houdini documentation, file formats: .chan is columns of samples, a line a frame.
#include "libbake/io/curve_writers/curve_writers.h"

namespace ocean {

std::string houdini_chan(const CurveSet& set) {
  std::string out;
  for (std::size_t key = 0; key < kCurveKeys; ++key) {
    bool is_first = true;
    for (const Curve& curve : set.curves)
      for (const CurveChannel& channel : curve.channels) {
        out += (is_first ? "" : "\t") + curve_number(channel.values[key]);
        is_first = false;
      }
    out += "\n";
  }
  return out;
}

}  // namespace ocean
