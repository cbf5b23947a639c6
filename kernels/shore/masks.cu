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
  const float* depth;    // null: count water alone
  const uint8_t* water;  // null: count uncovered as water
  int64_t texels, first, next;
  int32_t width, j0, map_height;
  LevelCount* out;
  OCEAN_HD void operator()(int64_t w) const {
    LevelCount count;
    for (int64_t k = 0; k < kPerWorker; ++k) {
      const int64_t t = w * first + k * next;
      if (t >= texels) break;
      count.water += water != nullptr ? water[t] != 0 : depth[t] == kUncovered;
      if (depth == nullptr || depth[t] != 0) continue;
      ++count.at_level;
      const int64_t i = t % width, j = t / width + j0;
      count.at_level_border += i == 0 || j == 0 || i == width - 1 || j == map_height - 1;
    }
    out[w] = count;
  }
};

LevelCount count(const Exec& exec, const float* depth, const uint8_t* water, int64_t texels,
                 const Window& window, int32_t map_height) {
  const int64_t workers = (texels + kPerWorker - 1) / kPerWorker;
  Buffer<LevelCount> partial(exec, workers);
  const bool strided = exec.is_cuda();  // neighbouring threads read neighbouring texels there
  parallel_for(exec, "count_texels", workers,
               CountTexels{depth, water, texels, strided ? 1 : kPerWorker, strided ? workers : 1,
                           window.width, window.j0, map_height, partial.data()},
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

LevelCount count_levels(const Exec& exec, View<const float> depth, View<const uint8_t> water,
                        const Window& window, int32_t map_height) {
  same_size(depth.size, water.size, "count_levels");
  same_size(depth.size, window.size(), "count_levels");
  return count(exec, depth.data, water.data, depth.size, window, map_height);
}

int64_t count_uncovered(const Exec& exec, View<const float> depth) {
  return count(exec, depth.data, nullptr, depth.size, {0, 0, 1, 1}, 1).water;
}

int64_t count_mask(const Exec& exec, View<const uint8_t> mask) {
  return count(exec, nullptr, mask.data, mask.size, {0, 0, 1, 1}, 1).water;
}

void limit_distance(const Exec& exec, float limit, View<float> distance) {
  if (!(limit > 0)) throw std::invalid_argument("limit_distance: the limit must be above 0");
  parallel_for(exec, "limit_distance", distance.size, LimitTexel{limit, distance.data}, 1 << 16);
}

}  // namespace ocean
