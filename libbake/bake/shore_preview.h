// SPDX-License-Identifier: Apache-2.0
//
// The picture that shows a shore bake at a glance: depth and shaded land, distance isolines, arrows of the
// wave direction, the shoreline, and a legend with numbers.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/shore.h"
#include "libbake/io/draw.h"

namespace ocean {

// The maps at the picture's size, rows north first.
struct ShoreThumbnail {
  int32_t width = 0, height = 0;
  double texels_per_pixel = 1;
  std::vector<float> depth, distance, direction_x, direction_y;
  std::vector<uint8_t> ocean;
  std::size_t at(int32_t x, int32_t y) const { return static_cast<std::size_t>(int64_t{y} * width + x); }
};

class ShorePreview {
 public:
  explicit ShorePreview(const Grid& grid);
  // Every band once, in any order.
  void add(const Exec& exec, const ShoreMaps& maps);
  // Of the ocean's directions; the legend says it where it is above 0.
  void set_ridge_share(double share) { ridge_share_ = share; }
  // title: one line, e.g. the bake's name; warnings appear below the legend.
  Picture draw(const Shore& shore, const std::string& title, const std::vector<std::string>& warnings) const;

 private:
  ShoreThumbnail finished() const;

  Grid grid_;
  double ridge_share_ = 0;
  ShoreThumbnail thumbnail_;        // final size
  int32_t width_ = 0, height_ = 0;  // as sampled: smaller where the map is smaller than its picture
};

// A round distance between isolines so that about `lines` fit below `largest_m` > 0: 1, 2 or 5 times a power
// of ten.
double isoline_interval(double largest_m, int lines);

}  // namespace ocean
