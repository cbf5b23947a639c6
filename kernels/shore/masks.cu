// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/masks.h"

#include <stdexcept>
#include <string>

#include "kernels/parallel_for.h"
#include "kernels/raster/atomic.h"

namespace ocean {
namespace {

void same_size(int64_t a, int64_t b, const char* what) {
  if (a != b)
    throw std::invalid_argument(std::string(what) + ": maps of " + std::to_string(a) + " and " +
                                std::to_string(b) + " texels");
}

struct LimitTexel {
  float limit;
  float* distance;
  OCEAN_HD void operator()(int64_t t) const {
    const float d = distance[t];
    distance[t] = d > limit ? limit : d < -limit ? -limit : d;
  }
};

// Counting: integers, exact in any order. Worker w visits texels w*first + k*next for k < kPerWorker.
constexpr int64_t kPerWorker = 64;
constexpr int64_t kCounters = 256;  // workers spread their sums over these

struct CountTexels {
  const float* depth;   // null: count `mask` alone
  const uint8_t* mask;  // null: count uncovered, or what is water where `water` is written
  uint8_t* water;       // may be null
  bool level_is_water;
  int64_t texels, first, next;
  int32_t width, j0, map_height;
  LevelCount* out;
  OCEAN_HD void operator()(int64_t w) const {
    LevelCount count;
    for (int64_t k = 0; k < kPerWorker; ++k) {
      const int64_t t = w * first + k * next;
      if (t >= texels) break;
      if (mask != nullptr) {
        count.water += mask[t] != 0;
        continue;
      }
      const float d = depth[t];
      if (water == nullptr) {
        count.water += d == kUncovered;
        continue;
      }
      const bool is_water = level_is_water ? d >= 0 : d > 0;
      water[t] = is_water;
      count.water += is_water;
      if (d != 0) continue;
      ++count.at_level;
      const RowColumn at = row_column(t, width);
      const int64_t j = at.row + j0;
      count.at_level_border += at.column == 0 || j == 0 || at.column == width - 1 || j == map_height - 1;
    }
    LevelCount& sum = out[w % kCounters];
    if (count.water > 0) atomic_add(&sum.water, count.water);
    if (count.at_level > 0) atomic_add(&sum.at_level, count.at_level);
    if (count.at_level_border > 0) atomic_add(&sum.at_level_border, count.at_level_border);
  }
};

LevelCount count(const Exec& exec, CountTexels body) {
  const int64_t workers = (body.texels + kPerWorker - 1) / kPerWorker;
  Buffer<LevelCount> partial(exec, kCounters);
  partial.fill_zero();
  const bool strided = exec.is_cuda();  // neighbouring threads touch neighbouring texels there
  body.first = strided ? 1 : kPerWorker;
  body.next = strided ? workers : 1;
  body.out = partial.data();
  parallel_for(exec, "count_texels", workers, body, 256);
  LevelCount total;
  for (const LevelCount& c : partial.to_host("texel counts")) {
    total.water += c.water;
    total.at_level += c.at_level;
    total.at_level_border += c.at_level_border;
  }
  return total;
}

}  // namespace

LevelCount water_mask(const Exec& exec, View<const float> depth, bool level_is_water, const Window& window,
                      int32_t map_height, View<uint8_t> water) {
  same_size(depth.size, water.size, "water_mask");
  same_size(depth.size, window.size(), "water_mask");
  return count(exec, {depth.data, nullptr, water.data, level_is_water, depth.size, 0, 0, window.width,
                      window.j0, map_height, nullptr});
}

int64_t count_uncovered(const Exec& exec, View<const float> depth) {
  return count(exec, {depth.data, nullptr, nullptr, false, depth.size, 0, 0, 1, 0, 1, nullptr}).water;
}

int64_t count_mask(const Exec& exec, View<const uint8_t> mask) {
  return count(exec, {nullptr, mask.data, nullptr, false, mask.size, 0, 0, 1, 0, 1, nullptr}).water;
}

void limit_distance(const Exec& exec, float limit, View<float> distance) {
  if (!(limit > 0)) throw std::invalid_argument("limit_distance: the limit must be above 0");
  parallel_for(exec, "limit_distance", distance.size, LimitTexel{limit, distance.data}, 1 << 16);
}

}  // namespace ocean
