// SPDX-License-Identifier: Apache-2.0
//
// A raster as its file holds it → heights in metres at places in the world.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/input_options.h"
#include "libbake/io/raster_file.h"
#include "libbake/io/terrain.h"

namespace ocean {

struct PlacedRaster {
  HeightRaster raster;             // valid is empty where all samples are
  std::vector<std::string> notes;  // what the file said, what the options said, what was guessed
  std::string coordinates;         // Terrain::coordinates, local_metres
  bool local_metres = false;
};

// path stands in messages. Heights and places as input_options.h says. Geographic coordinates become metres
// east and north of the raster's centre on the WGS 84 ellipsoid, scaled at the centre's latitude (the cosine
// of the latitude is constant over the map). A file without a coordinate system whose corners lie within
// ±360°, ±90° and whose steps are below 0.2 is taken for degrees, as a stated guess, unless unit_m is set.
// corners, south_first: of headless rasters (RawSpec). Throws Error{input} or Error{usage} that names the
// flags: no spacing known, both ways of spacing or of heights, a range for signed integers or without a code
// limit.
PlacedRaster place_raster(RasterFile file, const std::string& path, const InputOptions& options,
                          bool corners = false, bool south_first = false);

}  // namespace ocean
