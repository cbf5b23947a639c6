// SPDX-License-Identifier: Apache-2.0
//
// LUT curves on their way into files: 128 keys at the whole times 0 to 127. A common GPU particle system
// samples a curve 128 times from its first to its last key, so that keys on these times survive.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace ocean {

inline constexpr int kCurveKeys = 128;
using CurveValues = std::array<float, kCurveKeys>;  // value of key i at time i; finite

struct CurveChannel {
  std::string name;     // letters, digits, '_', '-', '.'
  std::string meaning;  // for people
  std::string unit;     // "" for pure numbers
  CurveValues values{};
};

// One scalar, or the four channels of a colour curve.
struct Curve {
  std::string name;  // letters, digits, '_', '-', '.'; unique in its set
  std::vector<CurveChannel> channels;
};

struct CurveSet {
  std::vector<Curve> curves;  // all with equally many channels, 1 or 4; at least one
};

// What tables call a channel: the curve's name where it has one channel, else CURVE_CHANNEL.
inline std::string channel_name(const Curve& curve, const CurveChannel& channel) {
  return curve.channels.size() == 1 ? curve.name : curve.name + "_" + channel.name;
}

}  // namespace ocean
