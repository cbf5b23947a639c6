// SPDX-License-Identifier: Apache-2.0
//
// One raster of all tiles of a set.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "libbake/io/raster_file.h"
#include "libbake/io/terrain.h"
#include "libbake/io/tile_set.h"

namespace ocean {

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
