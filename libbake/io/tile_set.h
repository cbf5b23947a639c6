// SPDX-License-Identifier: Apache-2.0
//
// A height raster in tiles, named by a pattern with {x} and {y}: "heights/Terrain_{x}_{y}.r16". x is the
// tile's column, counted to the east; y its row. Both are whole numbers, with or without leading zeros.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libbake/io/input_options.h"

namespace ocean {

// Does the path name a pattern: braces in it, and no file of that name?
bool is_tile_pattern(const std::string& path);
// What is wrong with it as a pattern and what to do ("needs {y} once; …"); "" if nothing.
std::string tile_pattern_problem(const std::string& pattern);

struct TileSet {
  int32_t columns = 0, rows = 0;
  std::vector<std::string> paths;  // column + row * columns, row 0 in the south; "" where the tile is missing
  std::vector<std::string> missing;  // the names that were looked for
  std::vector<std::string> files() const;
};

// The files that fit the pattern, over the rectangle of the numbers that occur. Throws Error{input}: none
// fits, two fit one place, a tile is missing and may not be (the names are given); Error{usage}: no pattern.
TileSet find_tiles(const std::string& pattern, TileRows rows, MissingTile missing);

}  // namespace ocean
