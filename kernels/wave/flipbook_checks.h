// SPDX-License-Identifier: Apache-2.0
//
// The ranges of surface_maps.h, checked once for all paths.
#pragma once

#include <span>

#include "kernels/wave/surface_maps.h"

namespace ocean {

// Throw std::invalid_argument with the numbers.
void check_flipbook(const FlipbookGrid& grid, std::span<const SnappedWave> waves);
void check_maps(const FrameWindow& window, const SurfaceMaps& maps);

}  // namespace ocean
