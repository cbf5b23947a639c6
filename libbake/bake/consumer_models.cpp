// SPDX-License-Identifier: Apache-2.0
//
// After the programs' documentation and observed behaviour; Godot 3's was compared with the program
// (tests/programs/test_curve_programs.cpp).
#include "libbake/bake/consumer_models.h"

#include <algorithm>

#include "kernels/math/convert.h"

namespace ocean {
namespace {

float lerp(float a, float b, float t) { return a + (b - a) * t; }

// Index of the key at or before time; keys.size() - 2 at most.
std::size_t segment(const std::vector<ReadKey>& keys, float time) {
  const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                      [](float t, const ReadKey& key) { return t < key.time; });
  const auto index = static_cast<std::size_t>(after - keys.begin());
  return std::min(index > 0 ? index - 1 : 0, keys.size() - 2);
}

template <class Between>
float curve_at(const std::vector<ReadKey>& keys, float time, const Between& between) {
  if (time <= keys.front().time) return keys.front().value;
  if (time >= keys.back().time) return keys.back().value;
  const std::size_t i = segment(keys, time);
  return between(keys[i], keys[i + 1], (time - keys[i].time) / (keys[i + 1].time - keys[i].time));
}

float linear_at(const std::vector<ReadKey>& keys, float time) {
  return curve_at(keys, time,
                  [](const ReadKey& a, const ReadKey& b, float t) { return lerp(a.value, b.value, t); });
}

float hermite_at(const std::vector<ReadKey>& keys, float time) {
  return curve_at(keys, time, [](const ReadKey& a, const ReadKey& b, float t) {
    const float span = b.time - a.time, t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * a.value + (t3 - 2 * t2 + t) * (span * a.out_slope) +
           (t3 - t2) * (span * b.in_slope) + (3 * t2 - 2 * t3) * b.value;
  });
}

float bezier_at(const std::vector<ReadKey>& keys, float time) {
  return curve_at(keys, time, [](const ReadKey& a, const ReadKey& b, float t) {
    const float third = (b.time - a.time) / 3, s = 1 - t;
    const float from = a.value + third * a.out_slope, to = b.value - third * b.in_slope;
    return a.value * s * s * s + from * s * s * t * 3 + to * s * t * t * 3 + b.value * t * t * t;
  });
}

// --- Tables ------------------------------------------------------------------------------------------------

using Table = std::vector<std::vector<float>>;  // samples of each channel

float table_at(const std::vector<float>& samples, float position) {
  const int last = static_cast<int>(samples.size()) - 1;
  const int i = std::clamp(floor_to<int>(position), 0, last);
  const int j = std::min(i + 1, last);
  return lerp(samples[static_cast<std::size_t>(i)], samples[static_cast<std::size_t>(j)],
              position - static_cast<float>(floor_to<int>(position)));
}

Table build_table(const std::vector<ReadChannel>& channels, int count) {
  Table table;
  for (const ReadChannel& channel : channels) {
    const float first = channel.keys.front().time, range = channel.keys.back().time - first;
    table.emplace_back();
    for (int i = 0; i < count; ++i) {
      const float t = count > 1 ? static_cast<float>(i) / static_cast<float>(count - 1) : 0.0F;
      table.back().push_back(linear_at(channel.keys, first + t * range));
    }
  }
  return table;
}

bool is_close(const Table& full, const Table& small) {
  const auto n = static_cast<float>(full[0].size()), m = static_cast<float>(small[0].size());
  for (std::size_t i = 0; i < full[0].size(); ++i) {
    const float t = static_cast<float>(i) / (n - 1);
    for (std::size_t c = 0; c < full.size(); ++c) {
      const float difference = table_at(full[c], t * n) - table_at(small[c], t * m);
      if (difference > kOptimiserThreshold || difference < -kOptimiserThreshold) return false;
    }
  }
  return true;
}

Table optimised(const std::vector<ReadChannel>& channels, const Table& full) {
  for (int count = 1; count < kCurveKeys; ++count) {
    Table small = build_table(channels, count);
    if (is_close(full, small)) return small;
  }
  return full;
}

// One multiplication by the reciprocal of the range, then one by the number of samples less one.
Consumed read_table(const std::vector<ReadChannel>& channels, const Table& table) {
  Consumed out;
  out.samples = static_cast<int>(table[0].size());
  const float first = channels[0].keys.front().time;
  const float reciprocal = 1.0F / (channels[0].keys.back().time - first);
  for (const std::vector<float>& samples : table) {
    out.values.emplace_back();
    for (std::size_t key = 0; key < kCurveKeys; ++key) {
      const float t = std::clamp((static_cast<float>(key) - first) * reciprocal, 0.0F, 1.0F);
      out.values.back()[key] = table_at(samples, t * static_cast<float>(out.samples - 1));
    }
  }
  return out;
}

Consumed read_material(const std::vector<ReadChannel>& channels) {
  constexpr int kTexels = 256;
  Consumed out;
  out.samples = kTexels;
  Table table = build_table(channels, kTexels);
  const float first = channels[0].keys.front().time, range = channels[0].keys.back().time - first;
  for (std::vector<float>& texels : table) {
    for (float& v : texels) v = half_to_float(float_to_half(v));
    out.values.emplace_back();
    for (std::size_t key = 0; key < kCurveKeys; ++key) {
      const float t = std::clamp((static_cast<float>(key) - first) / range, 0.0F, 1.0F);
      out.values.back()[key] = table_at(texels, t * (kTexels - 1));
    }
  }
  return out;
}

Consumed read_godot_baked(const std::vector<ReadChannel>& channels, bool is_godot3) {
  Consumed out;
  out.samples = kCurveKeys;
  for (const ReadChannel& channel : channels) {
    const auto domain = static_cast<float>(channel.last_time);
    const auto divisions = static_cast<float>(is_godot3 ? kCurveKeys : kCurveKeys - 1);
    std::vector<float> baked;
    for (int i = 0; i < kCurveKeys; ++i)
      baked.push_back(bezier_at(channel.keys, domain * static_cast<float>(i) / divisions));
    baked.back() = channel.keys.back().value;
    out.values.emplace_back();
    for (std::size_t key = 0; key < kCurveKeys; ++key) {
      const auto offset = static_cast<float>(static_cast<double>(key) * channel.last_time / (kCurveKeys - 1));
      out.values.back()[key] = table_at(baked, offset / domain * divisions);
    }
  }
  return out;
}

}  // namespace

const char* consumer_name(CurveConsumer consumer) {
  switch (consumer) {
    case CurveConsumer::linear:
      return "straight lines between keys";
    case CurveConsumer::gpu_table:
      return "GPU curve table, optimiser off";
    case CurveConsumer::gpu_table_optimised:
      return "GPU curve table, optimiser at 0.01";
    case CurveConsumer::material:
      return "material exposure, 256 half texels";
    case CurveConsumer::cubic:
      return "AnimationCurve";
    case CurveConsumer::godot:
      return "Curve, not baked";
    case CurveConsumer::godot3_baked:
      return "Curve, baked by Godot 3";
    case CurveConsumer::godot4_baked:
      return "Curve, baked by Godot 4";
  }
  return "";
}

Consumed consume(CurveConsumer consumer, const std::vector<ReadChannel>& channels) {
  switch (consumer) {
    case CurveConsumer::gpu_table:
      return read_table(channels, build_table(channels, kCurveKeys));
    case CurveConsumer::gpu_table_optimised:
      return read_table(channels, optimised(channels, build_table(channels, kCurveKeys)));
    case CurveConsumer::material:
      return read_material(channels);
    case CurveConsumer::godot3_baked:
    case CurveConsumer::godot4_baked:
      return read_godot_baked(channels, consumer == CurveConsumer::godot3_baked);
    default:
      break;
  }
  Consumed out;
  for (const ReadChannel& channel : channels) {
    out.values.emplace_back();
    for (std::size_t key = 0; key < kCurveKeys; ++key) {
      const auto time = static_cast<float>(static_cast<double>(key) * channel.last_time / (kCurveKeys - 1));
      out.values.back()[key] = consumer == CurveConsumer::cubic   ? hermite_at(channel.keys, time)
                               : consumer == CurveConsumer::godot ? bezier_at(channel.keys, time)
                                                                  : linear_at(channel.keys, time);
    }
  }
  return out;
}

CurveValues sample_texture(const CurveValues& texels, float offset) {
  const std::vector<float> row(texels.begin(), texels.end());
  CurveValues out;
  for (std::size_t key = 0; key < kCurveKeys; ++key) {
    const float u = (static_cast<float>(key) + offset + 0.5F) / kCurveKeys;
    out[key] = table_at(row, std::clamp(u * kCurveKeys - 0.5F, 0.0F, kCurveKeys - 1.0F));
  }
  return out;
}

}  // namespace ocean
