// SPDX-License-Identifier: Apache-2.0
//
// A height raster in tiles, named by a pattern with {x} and {y}: "heights/Terrain_{x}_{y}.r16". x is the
// tile's column, counted to the east; y its row. Both are whole numbers, with or without leading zeros.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "libbake/io/input_options.h"
#include "libbake/io/raster_file.h"
#include "libbake/io/terrain.h"

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

struct JoinedTiles {
  RasterFile file;              // rows as the tiles store them
  bool shared_edges = false;    // neighbours share their edge samples, so samples are corners
  std::vector<Window> missing;  // samples, south first
  std::vector<std::string> notes;
};

// One raster of all tiles, each read once. Tiles of one size, kind and coordinate system. Neighbours share
// their edge samples if `corners` says so, if the files place them so, or if all edges between unplaced
// neighbours hold the same heights; else they stand side by side. Where shared samples differ, those of the
// tile to the west and south stay, and a note gives the largest difference. south_first: unplaced tiles store
// their southern row first. pattern stands in messages. Throws Error{input} where tiles do not fit each
// other.
JoinedTiles join_tiles(const TileSet& tiles, const std::string& pattern, bool corners, bool south_first,
                       const std::function<RasterFile(const std::string& path)>& read);

}  // namespace ocean
