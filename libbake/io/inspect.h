// SPDX-License-Identifier: Apache-2.0
//
// What is in a file, and a picture of it.
#pragma once

#include <string>

#include "libbake/io/draw.h"

namespace ocean {

// JSON text with a final newline. Image: format, sizes, channels with least, largest and mean stored value
// (integers: codes), metadata, content hash. Manifest: job, version, inputs and outputs in short. Other JSON:
// its size and top-level values. Meshes and height rasters: inspect_terrain.h; a TIFF with heights is shown
// as image and, under "raster", as terrain. VDB: inspect_vdb.h. Throws Error{input} for anything else.
std::string inspect(const std::string& path);

// One panel a channel with its colour scale in decoded values and units (where a manifest beside the file
// knows them): around 0 for signed values, otherwise from least to largest, without the outermost half
// percent. Two channels that are a direction also get a panel with hue = direction. Colour pictures are shown
// as they are. Of a manifest, its first image. At most about 1,650 pixels wide. Throws Error{input}.
Picture preview(const std::string& path);

// The file that preview(path) shows: path itself, or the first image of a manifest.
std::string previewed_file(const std::string& path);

}  // namespace ocean
