// SPDX-License-Identifier: Apache-2.0
//
// Heights from images (PNG, EXR, HDR, TGA, … through libbake/io/image.h) and from headless raw files.
#pragma once

#include <string>

#include "libbake/io/input_options.h"
#include "libbake/io/raster_file.h"

namespace ocean {

// Samples as stored, rows as stored, not placed. One channel, or three that are equal (of integer codes, at
// most 2 % of the samples may differ, by at most 2 % of the range, as editors leave them: then the middle one
// is taken and a note says so); an alpha of 0 and values that are not finite become nodata. Throws
// Error{input}: what cannot be read, and a picture without heights.
RasterFile read_height_image(const std::string& path);

// Throws Error{input} unless the file has exactly the bytes that spec says.
RasterFile read_raw_heights(const std::string& path, const RawSpec& spec);

}  // namespace ocean
