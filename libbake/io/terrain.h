// SPDX-License-Identifier: Apache-2.0
//
// A terrain as read from files: triangle meshes or a height raster, in world conventions (metres, z up, x
// east, y north), still in double where the file's coordinates are far from the origin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/math/grid.h"
#include "kernels/math/vec.h"

namespace ocean {

struct Box {
  Vec3d min{0, 0, 0}, max{0, 0, 0};
};

struct Mesh {
  std::vector<Vec3d> positions;     // all finite
  std::vector<Triangle> triangles;  // indices in range; may be degenerate, overlap, face any way
};

// Heights at the samples of a regular raster. Sample (i, j) lies at (x0 + i*dx, y0 + j*dy), south first
// (index j*width + i).
struct HeightRaster {
  int32_t width = 0, height = 0;
  double x0 = 0, y0 = 0, dx = 1, dy = 1;  // metres, dx > 0, dy > 0; centre of the south-west sample
  bool cells = true;  // true: a sample stands for its cell, bounds reach half a cell beyond the outermost
                      // samples false: samples are corners, bounds end at the outermost samples
  std::vector<float> heights;  // metres; meaningless where valid is 0
  std::vector<uint8_t> valid;  // empty: all valid; else width*height, 0 = nodata
  // Samples without a height in these rectangles lie in tiles that a set lacks (tile_set.h); if
  // missing_is_land says something, it goes before the policy for nodata.
  std::vector<Window> missing;
  std::optional<bool> missing_is_land;
};

struct Terrain {
  std::variant<Mesh, HeightRaster> shape;
  Box bounds;  // of the mesh or the raster's area (z over valid heights)
  // What x and y are where the input had a coordinate system: its name, or, if degrees were scaled to metres,
  // the place that the origin is. Empty: the input's own, scaled by its unit.
  std::string coordinates;
  bool local_metres = false;  // degrees were scaled to metres about a place of the input
  std::vector<std::string>
      notes;  // what was read and what was guessed, one sentence each, for log and report
  std::vector<std::string>
      files;  // every file that was opened: those named, then those that they name (glTF buffers)
};

}  // namespace ocean
