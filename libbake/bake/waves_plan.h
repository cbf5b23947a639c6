// SPDX-License-Identifier: Apache-2.0
//
// The sea from above as a raster at fixed places, for pictures.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/wave/wave.h"

namespace ocean {

struct SeaRaster {
  int32_t side = 0;  // pixels, rows south first
  double pixel_m = 0;
  std::vector<double> height, slope_x, slope_y, jacobian;  // at fixed places
};

// Of the square of extent_m about the origin. Waves shorter than 2.5 pixels are left out. Particles are
// brought to fixed places by a fixed-point search on bilinear samples, right to about a tenth of a pixel.
SeaRaster sea_raster(const std::vector<Wave>& waves, double time_s, double extent_m, int32_t side);

}  // namespace ocean
