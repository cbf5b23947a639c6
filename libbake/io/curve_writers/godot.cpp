// SPDX-License-Identifier: Apache-2.0
//
// Godot, scene/resources/curve.cpp: a point of _data is (position, left tangent, right tangent, left mode,
// right mode); mode 1 is linear; tangents are slopes that loading does not compute anew. Limits come first:
// values are clamped to those that are known.
#include <algorithm>

#include "libbake/io/curve_writers/curve_writers.h"

namespace ocean {
namespace {

constexpr float kLeastSpan = 0.02F;  // Godot keeps the limits at least 0.01 apart

struct Limits {
  float low, high;
};

Limits limits_of(const CurveValues& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {*low, std::max(*high, *low + std::max(kLeastSpan, 0.001F * std::max(*low, -*low)))};
}

// keys_per_unit: 1, or 127 where the domain is 0 to 1.
std::string points_of(const CurveValues& v, int keys_per_unit) {
  const auto slope = [&](std::size_t key) {
    return curve_real((v[key + 1] - v[key]) * static_cast<float>(keys_per_unit));
  };
  std::string out;
  for (std::size_t key = 0; key < kCurveKeys; ++key) {
    const auto at = static_cast<float>(static_cast<double>(key) / keys_per_unit);
    out += (key > 0 ? ", " : "") + ("Vector2(" + curve_real(at)) + ", " + curve_real(v[key]) + "), " +
           (key > 0 ? slope(key - 1) : "0.0") + ", " + (key + 1 < kCurveKeys ? slope(key) : "0.0") + ", 1, 1";
  }
  return out;
}

}  // namespace

std::string godot4_curve(const CurveChannel& channel) {
  const Limits limits = limits_of(channel.values);
  return "[gd_resource type=\"Curve\" format=3]\n\n[resource]\n_limits = [" + curve_real(limits.low) + ", " +
         curve_real(limits.high) + ", 0.0, " + curve_real(kCurveKeys - 1) +
         "]\nbake_resolution = " + std::to_string(kCurveKeys) + "\n_data = [" + points_of(channel.values, 1) +
         "]\npoint_count = " + std::to_string(kCurveKeys) + "\n";
}

std::string godot3_curve(const CurveChannel& channel) {
  const Limits limits = limits_of(channel.values);
  // The largest first: a smallest value above the largest so far would be clamped.
  const std::string low = "min_value = " + curve_real(limits.low) + "\n",
                    high = "max_value = " + curve_real(limits.high) + "\n";
  return "[gd_resource type=\"Curve\" format=2]\n\n[resource]\n" +
         (limits.high > 0.5F ? high + low : low + high) + "bake_resolution = " + std::to_string(kCurveKeys) +
         "\n_data = [ " + points_of(channel.values, kCurveKeys - 1) + " ]\n";
}

}  // namespace ocean
