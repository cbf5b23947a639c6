// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/masks.h"

#include <stdexcept>
#include <string>

#include "kernels/parallel_for.h"

namespace ocean {
namespace {

void same_size(int64_t a, int64_t b, const char* what) {
  if (a != b)
    throw std::invalid_argument(std::string(what) + ": maps of " + std::to_string(a) + " and " +
                                std::to_string(b) + " texels");
}

struct WaterTexel {
  const float* depth;
  bool level_is_water;
  uint8_t* water;
  OCEAN_HD void operator()(int64_t t) const { water[t] = level_is_water ? depth[t] >= 0 : depth[t] > 0; }
};

struct OceanTexel {
  const int32_t* labels;
  View<const int32_t> ocean_labels;
  uint8_t* ocean;
  OCEAN_HD void operator()(int64_t t) const {
    const int32_t label = labels[t];
    int64_t low = 0, high = label < 0 ? 0 : ocean_labels.size;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (ocean_labels[middle] < label) low = middle + 1;
      else high = middle;
    }
    ocean[t] = label >= 0 && low < ocean_labels.size && ocean_labels[low] == label;
  }
};

struct LimitTexel {
  float limit;
  float* distance;
  OCEAN_HD void operator()(int64_t t) const {
    const float d = distance[t];
    distance[t] = d > limit ? limit : d < -limit ? -limit : d;
  }
};

// Counting: integers, exact in any order. Worker w visits texels w*first + k*next for k < kPerWorker.
constexpr int64_t kPerWorker = 1024;

struct CountTexels {
  const float* depth;  // null: count water alone
  const uint8_t* water;
  int64_t texels, first, next;
  int32_t width, height;
  LevelCount* out;
  OCEAN_HD void operator()(int64_t w) const {
    LevelCount count;
    for (int64_t k = 0; k < kPerWorker; ++k) {
      const int64_t t = w * first + k * next;
      if (t >= texels) break;
      count.water += water[t] != 0;
      if (depth == nullptr || depth[t] != 0) continue;
      ++count.at_level;
      const int64_t i = t % width, j = t / width;
      count.at_level_border += i == 0 || j == 0 || i == width - 1 || j == height - 1;
    }
    out[w] = count;
  }
};

LevelCount count(const Exec& exec, const float* depth, View<const uint8_t> water, int32_t width,
                 int32_t height) {
  const int64_t workers = (water.size + kPerWorker - 1) / kPerWorker;
  Buffer<LevelCount> partial(exec, workers);
  const bool strided = exec.is_cuda();  // neighbouring threads read neighbouring texels there
  parallel_for(exec, "count_texels", workers,
               CountTexels{depth, water.data, water.size, strided ? 1 : kPerWorker, strided ? workers : 1,
                           width, height, partial.data()},
               16);
  LevelCount total;
  for (const LevelCount& c : partial.to_host("texel counts")) {
    total.water += c.water;
    total.at_level += c.at_level;
    total.at_level_border += c.at_level_border;
  }
  return total;
}

}  // namespace

void water_mask(const Exec& exec, View<const float> depth, bool level_is_water, View<uint8_t> water) {
  same_size(depth.size, water.size, "water_mask");
  parallel_for(exec, "water_mask", depth.size, WaterTexel{depth.data, level_is_water, water.data}, 1 << 16);
}

void ocean_mask(const Exec& exec, View<const int32_t> labels, View<const int32_t> ocean_labels,
                View<uint8_t> ocean) {
  same_size(labels.size, ocean.size, "ocean_mask");
  parallel_for(exec, "ocean_mask", labels.size, OceanTexel{labels.data, ocean_labels, ocean.data}, 1 << 14);
}

LevelCount count_levels(const Exec& exec, View<const float> depth, View<const uint8_t> water, int32_t width,
                        int32_t height) {
  same_size(depth.size, water.size, "count_levels");
  same_size(depth.size, int64_t{width} * height, "count_levels");
  return count(exec, depth.data, water, width, height);
}

int64_t count_mask(const Exec& exec, View<const uint8_t> mask) {
  return count(exec, nullptr, mask, 1, 1).water;
}

void limit_distance(const Exec& exec, float limit, View<float> distance) {
  if (!(limit > 0)) throw std::invalid_argument("limit_distance: the limit must be above 0");
  parallel_for(exec, "limit_distance", distance.size, LimitTexel{limit, distance.data}, 1 << 16);
}

}  // namespace ocean
