// SPDX-License-Identifier: Apache-2.0
#include "kernels/raster/height_field.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "kernels/parallel_for.h"
#include "kernels/raster/atomic.h"
#include "kernels/raster/row_pieces.h"
#include "kernels/raster/top_surface.h"

namespace ocean {

namespace {

struct Sample {
  HeightField field;
  Window window;
  double sea_level_m;
  RowPieces pieces;
  float* depth;
  int64_t* first_bad;
  OCEAN_HD void operator()(int64_t item) const {
    const int64_t row = pieces.row(item), first = row * window.width;
    const double v = window.j0 + row + 0.5;
    const int32_t end = pieces.end(item);
    for (int32_t i = pieces.begin(item); i < end; ++i) {
      const double z = height_at(field, window.i0 + int64_t{i} + 0.5, v);
      const bool good = z >= -kHeightLimit && z <= kHeightLimit;
      if (!good) atomic_min(first_bad, first + i);
      depth[first + i] = good ? static_cast<float>(sea_level_m - z) + 0.0f : kUncovered;
    }
  }
};

[[noreturn]] void reject(const std::string& what) { throw std::invalid_argument("height field: " + what); }

}  // namespace

void sample_height_field(const Exec& exec, const HeightField& field, const Window& window, double sea_level_m,
                         View<float> depth) {
  if (field.width < 2 || field.height < 2)
    reject(std::to_string(field.width) + " x " + std::to_string(field.height) +
           " samples, at least 2 x 2 needed");
  if (!(field.du > 0 && field.dv > 0) || !std::isfinite(field.du) || !std::isfinite(field.dv) ||
      !std::isfinite(field.u0) || !std::isfinite(field.v0) || !(std::fabs(sea_level_m) <= kHeightLimit))
    reject("an origin, step or sea level that is not finite, or a step that is not positive");
  if (window.width < 1 || window.height < 1 || depth.size != int64_t{window.width} * window.height)
    reject("a depth map of " + std::to_string(depth.size) + " elements for a window of " +
           std::to_string(window.width) + " x " + std::to_string(window.height));
  Buffer<int64_t> first_bad(exec, "height_field check", {INT64_MAX});
  const RowPieces pieces(window.width, exec.is_cuda() ? 1 : 512);
  parallel_for(exec, "height_field_sample", pieces.items(window.height),
               Sample{field, window, sea_level_m, pieces, depth.data, first_bad.data()}, 16);
  const int64_t bad = first_bad.to_host("height_field check")[0];
  if (bad != INT64_MAX)
    reject("the height at texel (" + std::to_string(window.i0 + bad % window.width) + ", " +
           std::to_string(window.j0 + bad / window.width) + "), south first, is no number within 1e30 m");
}

void sample_height_field(const Exec& exec, const HeightField& field, int32_t width, int32_t height,
                         double sea_level_m, View<float> depth) {
  sample_height_field(exec, field, {0, 0, width, height}, sea_level_m, depth);
}

}  // namespace ocean
