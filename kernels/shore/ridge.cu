// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/ridge.h"

#include <stdexcept>

#include "kernels/parallel_for.h"

namespace ocean {
namespace {

constexpr int64_t kPerWorker = 1024;

// Whole numbers, exact in any order. Worker w visits texels w*first + k*next for k < kPerWorker.
struct CountRidge {
  const Vec2f* direction;
  const uint8_t* ocean;
  const Vec2f* below_direction;  // null: no row
  const uint8_t* below_ocean;
  int64_t texels, first, next;
  int32_t width;
  RidgeCount* out;

  OCEAN_HD static bool turns(Vec2f a, Vec2f b) { return a.x * b.x + a.y * b.y < 0; }
  OCEAN_HD void operator()(int64_t w) const {
    RidgeCount count;
    for (int64_t k = 0; k < kPerWorker; ++k) {
      const int64_t t = w * first + k * next;
      if (t >= texels) break;
      const Vec2f d = direction[t];
      if (ocean[t] == 0 || (d.x == 0 && d.y == 0)) continue;
      ++count.directions;
      const int64_t south = t - width;
      const bool west_turns = t % width > 0 && ocean[t - 1] != 0 && turns(d, direction[t - 1]);
      const bool has_row = south >= 0 || below_ocean != nullptr;
      const bool south_turns = has_row && (south >= 0 ? ocean[south] : below_ocean[t]) != 0 &&
                               turns(d, south >= 0 ? direction[south] : below_direction[t]);
      count.ridge += west_turns || south_turns ? 1 : 0;
    }
    out[w] = count;
  }
};

}  // namespace

RidgeCount count_ridge(const Exec& exec, View<const Vec2f> direction, View<const uint8_t> ocean,
                       int32_t width, View<const Vec2f> below_direction, View<const uint8_t> below_ocean) {
  if (width < 1 || direction.size != ocean.size || direction.size % width != 0 ||
      below_direction.size != below_ocean.size || (below_ocean.size != 0 && below_ocean.size != width))
    throw std::invalid_argument("count_ridge: the views' sizes do not fit");
  const int64_t workers = (direction.size + kPerWorker - 1) / kPerWorker;
  Buffer<RidgeCount> partial(exec, workers);
  const bool strided = exec.is_cuda();  // neighbouring threads read neighbouring texels there
  const bool below = below_ocean.size > 0;
  parallel_for(exec, "count_ridge", workers,
               CountRidge{direction.data, ocean.data, below ? below_direction.data : nullptr,
                          below ? below_ocean.data : nullptr, direction.size, strided ? 1 : kPerWorker,
                          strided ? workers : 1, width, partial.data()},
               16);
  RidgeCount total;
  for (const RidgeCount& c : partial.to_host("ridge counts")) {
    total.directions += c.directions;
    total.ridge += c.ridge;
  }
  return total;
}

}  // namespace ocean
