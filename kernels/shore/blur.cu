// SPDX-License-Identifier: Apache-2.0
//
// A tent sum moves by one texel with two running box sums: with n the reach,
//   T(i) = sum of (n - |k|) d(i + k),  ahead(i) = d(i + 1) + … + d(i + n),  behind(i) = d(i - n + 1) + … +
//   d(i) T(i + 1) = T(i) + ahead(i) - behind(i).
#include "kernels/shore/blur.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kernels/math/convert.h"
#include "kernels/math/elementary.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

constexpr int64_t kScratchBytes = int64_t{256} << 20;

struct Vector3 {
  int64_t x, y, weight;
};
OCEAN_HD inline Vector3 operator+(Vector3 a, Vector3 b) {
  return {a.x + b.x, a.y + b.y, a.weight + b.weight};
}
OCEAN_HD inline Vector3 operator-(Vector3 a, Vector3 b) {
  return {a.x - b.x, a.y - b.y, a.weight - b.weight};
}
OCEAN_HD inline Vector3 operator*(int64_t s, Vector3 a) { return {s * a.x, s * a.y, s * a.weight}; }

// The running sums at a place of a line whose entry k is source(k); entries outside [0, count) are 0.
template <class Source>
struct Tent {
  Vector3 sum, ahead, behind;

  OCEAN_HD static Vector3 entry(const Source& source, int64_t k, int64_t count) {
    return k >= 0 && k < count ? source(k) : Vector3{0, 0, 0};
  }
  OCEAN_HD Tent(const Source& source, int64_t at, int64_t count, int64_t reach)
      : sum{0, 0, 0}, ahead{0, 0, 0}, behind{0, 0, 0} {
    const int64_t first = at - reach + 1 > 0 ? at - reach + 1 : 0,
                  last = at + reach < count - 1 ? at + reach : count - 1;
    for (int64_t k = first; k <= last; ++k) {
      const Vector3 d = source(k);
      sum = sum + (reach - (k > at ? k - at : at - k)) * d;
      if (k > at) ahead = ahead + d;
      else behind = behind + d;
    }
  }
  // From `at` to at + 1.
  OCEAN_HD void step(const Source& source, int64_t at, int64_t count, int64_t reach) {
    sum = sum + (ahead - behind);
    const Vector3 next = entry(source, at + 1, count);
    ahead = ahead + (entry(source, at + reach + 1, count) - next);
    behind = behind + (next - entry(source, at - reach + 1, count));
  }
};

// --- Along the columns -------------------------------------------------------------------------------------

struct ColumnSource {
  const Vec2f* direction;
  const uint8_t* water;
  int64_t stride;
  double scale;
  OCEAN_HD Vector3 operator()(int64_t row) const {
    const int64_t t = row * stride;
    if (water[t] == 0) return {0, 0, 0};
    return {static_cast<int32_t>(round_small(static_cast<double>(direction[t].x) * scale)),
            static_cast<int32_t>(round_small(static_cast<double>(direction[t].y) * scale)), 1};
  }
};

// Sums of a strip's rows, all columns of `from`.
struct StripView {
  int64_t* x;
  int64_t* y;
  int32_t* weight;  // at most reach^2 = 2^24
};

struct SumColumns {
  const Vec2f* direction;
  const uint8_t* water;
  int64_t width, height;        // of `from`
  int64_t first, rows, length;  // the strip's rows in `from`; rows a worker
  int64_t reach;
  double scale;
  StripView out;

  OCEAN_HD void operator()(int64_t worker) const {
    const int64_t column = worker % width, begin = worker / width * length,
                  end = begin + length < rows ? begin + length : rows;
    const ColumnSource source{direction + column, water + column, width, scale};
    Tent<ColumnSource> tent(source, first + begin, height, reach);
    for (int64_t r = begin;; ++r) {
      const int64_t t = r * width + column;
      out.x[t] = tent.sum.x;
      out.y[t] = tent.sum.y;
      out.weight[t] = static_cast<int32_t>(tent.sum.weight);
      if (r + 1 >= end) return;
      tent.step(source, first + r, height, reach);
    }
  }
};

// --- Along the rows ----------------------------------------------------------------------------------------

struct RowSource {
  const int64_t* x;
  const int64_t* y;
  const int32_t* weight;
  OCEAN_HD Vector3 operator()(int64_t column) const { return {x[column], y[column], weight[column]}; }
};

OCEAN_HD inline float confidence_of(Vec2f sharp) { return sharp.x != 0 || sharp.y != 0 ? 1.0f : 0.0f; }

struct SharpTexel {
  const Vec2f* direction;
  float* confidence;
  OCEAN_HD void operator()(int64_t i) const { confidence[i] = confidence_of(direction[i]); }
};

struct BlurRows {
  const Vec2f* direction;
  const uint8_t* water;
  int64_t width;             // of `from`
  int64_t first_row, first;  // of the window in `from`: the strip's first row, the first column
  int64_t out_row, count;    // the strip's first row in the window, the window's columns
  int64_t length, segments;  // columns a worker, workers a row
  int64_t reach;
  double scale;
  StripView sums;
  Vec2f* out;
  float* confidence;

  OCEAN_HD void finish(int64_t from_texel, int64_t texel, const Vector3& sum) const {
    const Vec2f own = direction[from_texel];
    if (water[from_texel] == 0) {
      out[texel] = own;
      confidence[texel] = confidence_of(own);
      return;
    }
    const double whole = static_cast<double>(sum.weight) * scale;
    const double x = static_cast<double>(sum.x) / whole, y = static_cast<double>(sum.y) / whole;
    const double size = elem::sqrt(x * x + y * y);
    const bool some = size * scale >= 1.0;
    out[texel] = some ? Vec2f{static_cast<float>(x / size), static_cast<float>(y / size)} : Vec2f{0, 0};
    confidence[texel] = !some ? 0.0f : (size < 1.0 ? static_cast<float>(size) : 1.0f);
  }

  OCEAN_HD void operator()(int64_t worker) const {
    const int64_t row = worker / segments, begin = worker % segments * length,
                  end = begin + length < count ? begin + length : count;
    const int64_t line = row * width;
    const RowSource source{sums.x + line, sums.y + line, sums.weight + line};
    Tent<RowSource> tent(source, first + begin, width, reach);
    for (int64_t c = begin;; ++c) {
      finish((first_row + row) * width + first + c, (out_row + row) * count + c, tent.sum);
      if (c + 1 >= end) return;
      tent.step(source, first + c, width, reach);
    }
  }
};

int fraction_bits(int32_t reach) {
  int log2 = 0;
  while ((int64_t{1} << log2) < reach) ++log2;
  return std::min(30, 62 - 4 * log2);
}

void check(int64_t directions, int64_t water, const Window& from, const Window& window, int32_t reach,
           int64_t out, int64_t confidence) {
  if (reach < 1 || reach > kMostBlurReach)
    throw std::invalid_argument("blur_direction: the reach is " + std::to_string(reach) +
                                " texels, must be 1 to " + std::to_string(kMostBlurReach));
  if (directions != from.size() || water != from.size() || out != window.size() ||
      confidence != window.size())
    throw std::invalid_argument("blur_direction: the views do not have one value a texel of their windows");
  if (window.i0 < from.i0 || window.j0 < from.j0 || window.i0 + window.width > from.i0 + from.width ||
      window.j0 + window.height > from.j0 + from.height)
    throw std::invalid_argument("blur_direction: the window reaches beyond the texels that are there");
}

}  // namespace

Window blur_window(const Window& window, int32_t reach, int32_t map_width, int32_t map_height) {
  const auto low = [&](int32_t first) { return std::max(0, first - (reach - 1)); };
  const auto high = [&](int64_t end, int32_t side) {
    return static_cast<int32_t>(std::min<int64_t>(side, end + (reach - 1)));
  };
  const int32_t i0 = low(window.i0), j0 = low(window.j0);
  return {i0, j0, high(int64_t{window.i0} + window.width, map_width) - i0,
          high(int64_t{window.j0} + window.height, map_height) - j0};
}

void blur_direction(const Exec& exec, View<const Vec2f> direction, View<const uint8_t> water,
                    const Window& from, const Window& window, int32_t reach, View<Vec2f> out,
                    View<float> confidence) {
  check(direction.size, water.size, from, window, reach, out.size, confidence.size);
  if (window.size() == 0) return;
  const double scale = static_cast<double>(int64_t{1} << fraction_bits(reach));
  const int64_t width = from.width;
  const int64_t most = kScratchBytes / (width * (2 * int64_t{sizeof(int64_t)} + int64_t{sizeof(int32_t)}));
  const int64_t strip = std::clamp<int64_t>(most, 1, window.height);
  Buffer<int64_t> x(exec, strip * width), y(exec, strip * width);
  Buffer<int32_t> weight(exec, strip * width);
  const StripView sums{x.data(), y.data(), weight.data()};
  // A worker's first sum takes 2*reach steps, so it does some times as many more.
  const int64_t length = std::max<int64_t>(64, 4 * int64_t{reach});
  const int64_t first = window.i0 - from.i0, segments = (window.width - 1) / length + 1;
  for (int64_t row = 0; row < window.height; row += strip) {
    const int64_t rows = std::min(strip, window.height - row), first_row = window.j0 - from.j0 + row;
    parallel_for(exec, "blur.columns", ((rows - 1) / length + 1) * width,
                 SumColumns{direction.data, water.data, width, from.height, first_row, rows, length, reach,
                            scale, sums},
                 16);
    parallel_for(exec, "blur.rows", rows * segments,
                 BlurRows{direction.data, water.data, width, first_row, first, row, window.width, length,
                          segments, reach, scale, sums, out.data, confidence.data},
                 4);
  }
}

void sharp_confidence(const Exec& exec, View<const Vec2f> direction, View<float> confidence) {
  if (direction.size != confidence.size)
    throw std::invalid_argument("sharp_confidence: views of different sizes");
  parallel_for(exec, "sharp_confidence", direction.size, SharpTexel{direction.data, confidence.data},
               1 << 15);
}

}  // namespace ocean
