// SPDX-License-Identifier: Apache-2.0
//
// What each image format can hold: the part of image.h that needs no library.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/image.h"

namespace ocean {

// The plug-in's word for the format, which ImageReader::file_format() gives back.
constexpr const char* format_library(ImageFormat format) {
  switch (format) {
    case ImageFormat::exr_half:
    case ImageFormat::exr_float:
      return "openexr";
    case ImageFormat::png16:
    case ImageFormat::png8:
      return "png";
    case ImageFormat::tiff_float:
      return "tiff";
    case ImageFormat::tga8:
      break;
  }
  return "targa";
}

// Throws Error{usage} when the format cannot hold the image, Error{internal} for samples of another type than
// the format's.
void check_spec(const std::string& path, ImageFormat format, const ImageSpec& spec, Compression compression);

// What a file carries of the attributes: EXR all as they are; PNG texts; TIFF lines in its description; TGA
// none.
std::vector<Attribute> stored_attributes(ImageFormat format, const std::vector<Attribute>& attributes);
// The inverse for TIFF: lines "ocean:name=value" of a description become attributes.
void split_description(std::vector<Attribute>& attributes);

}  // namespace ocean
