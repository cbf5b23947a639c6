// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "libbake/io/strict_json.h"

namespace ocean {

// What `oceanbake shore` would make of a mesh or a height raster without further options: counts, bounds in
// metres and z up, axis and unit with the word whether they are guesses (notes); of rasters size, texel where
// the file places its samples, heights and samples without one. Throws Error{input}.
nlohmann::ordered_json inspect_terrain(const std::string& path);

}  // namespace ocean
