// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "kernels/math/grid.h"
#include "kernels/parallel_for.h"
#include "kernels/raster/atomic.h"
#include "kernels/raster/label.h"

namespace ocean {

namespace {

constexpr int64_t kTexelsAnItem = 16;
constexpr int64_t kCounters = 1024;  // items spread their sums over these

// Also counts, so that a map without uncovered texels is read once.
struct FlagUncovered {
  View<const float> depth;
  uint8_t* uncovered;
  int64_t* counters;
  OCEAN_HD void operator()(int64_t item) const {
    const int64_t begin = item * kTexelsAnItem;
    const int64_t end = begin + kTexelsAnItem < depth.size ? begin + kTexelsAnItem : depth.size;
    int64_t n = 0;
    for (int64_t at = begin; at < end; ++at) {
      uncovered[at] = depth[at] == kUncovered;
      n += uncovered[at];
    }
    if (n > 0) atomic_add(&counters[item % kCounters], n);
  }
};

struct MarkOutside {
  const int32_t* labels;
  int32_t width, height;
  uint8_t* outside;  // at the labels of components on the border
  OCEAN_HD void mark(int64_t at) const {
    if (labels[at] >= 0) atomic_store(&outside[labels[at]], uint8_t{1});
  }
  OCEAN_HD void operator()(int64_t k) const {
    if (k < width) {
      mark(k);
      mark(int64_t{height - 1} * width + k);
    } else {
      mark((k - width) * width);
      mark((k - width) * width + width - 1);
    }
  }
};

struct Classify {
  View<const int32_t> labels;
  const uint8_t* outside;
  uint8_t* cover;  // null: not wanted
  int64_t* counters;
  OCEAN_HD void operator()(int64_t item) const {
    const int64_t begin = item * kTexelsAnItem;
    const int64_t end = begin + kTexelsAnItem < labels.size ? begin + kTexelsAnItem : labels.size;
    int64_t n = 0;
    for (int64_t at = begin; at < end; ++at) {
      const bool open = labels[at] >= 0 && outside[labels[at]] != 0;
      n += open;
      if (cover != nullptr)
        cover[at] = static_cast<uint8_t>(labels[at] < 0 ? Cover::covered
                                         : open         ? Cover::outside
                                                        : Cover::hole);
    }
    if (n > 0) atomic_add(&counters[item % kCounters], n);
  }
};

int64_t total(const Buffer<int64_t>& counters) {
  int64_t sum = 0;
  for (const int64_t n : counters.to_host("cover counters")) sum += n;
  return sum;
}

}  // namespace

CoverCount classify_cover(const Exec& exec, View<const float> depth, int32_t width, int32_t height,
                          View<uint8_t> cover) {
  const int64_t n = depth.size;
  if (width < 0 || height < 0 || n != int64_t{width} * height || (cover.size != 0 && cover.size != n))
    throw std::invalid_argument("cover: the views' sizes do not fit the map's");
  if (n == 0) return {};
  const int64_t items = (n + kTexelsAnItem - 1) / kTexelsAnItem;
  Buffer<int64_t> counters(exec, kCounters);
  counters.fill_zero();
  Buffer<uint8_t> uncovered(exec, n);
  parallel_for(exec, "cover_flag", items, FlagUncovered{depth, uncovered.data(), counters.data()}, 2048);
  CoverCount result;
  result.uncovered = total(counters);
  if (result.uncovered == 0) {
    if (cover.size > 0) fill_bytes(exec, cover.data, 0, n);
    return result;
  }
  Buffer<int32_t> labels(exec, n);
  label_components(exec, {uncovered.data(), n}, width, height, 1, Connectivity::four, labels.view());
  Buffer<uint8_t> outside = std::move(uncovered);
  outside.fill_zero();
  counters.fill_zero();
  parallel_for(exec, "cover_outside", int64_t{width} + height,
               MarkOutside{labels.data(), width, height, outside.data()});
  parallel_for(
      exec, "cover_classify", items,
      Classify{{labels.data(), n}, outside.data(), cover.size > 0 ? cover.data : nullptr, counters.data()},
      2048);
  result.outside = total(counters);
  result.holes = result.uncovered - result.outside;
  return result;
}

}  // namespace ocean
