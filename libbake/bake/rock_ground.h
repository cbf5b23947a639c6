// SPDX-License-Identifier: Apache-2.0
//
// Ground as a rock: height rasters and open sheets of terrain become solids by a floor and walls.
#pragma once

#include <string>
#include <vector>

#include "kernels/math/grid.h"
#include "libbake/io/terrain.h"

namespace ocean {

// Two triangles a cell between the samples, facing up. Throws Error{input}, naming the file, where a sample
// has no height.
Mesh sheet_of(const HeightRaster& raster, const std::string& file);

// Adds a floor below the lowest corner by kFloor of the longest side, and walls at the edges of one face.
// Faces that look down as a whole are turned first.
inline constexpr double kFloor = 0.02;
void close_below(std::vector<Vec3d>& corners, std::vector<Triangle>& triangles);

}  // namespace ocean
