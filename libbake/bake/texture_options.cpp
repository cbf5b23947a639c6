// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/texture_options.h"

#include <cmath>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {

void describe_texture(Fields& f, ImageFormat& format, Compression& compression) {
  f.choice("format", format,
           {{"exr-half", ImageFormat::exr_half},
            {"exr-float", ImageFormat::exr_float},
            {"png16", ImageFormat::png16},
            {"png8", ImageFormat::png8},
            {"tiff-float", ImageFormat::tiff_float},
            {"tga8", ImageFormat::tga8}})
      .text("File format and sample type of the maps.");
  f.choice("compression", compression,
           {{"zip", Compression::zip},
            {"zips", Compression::zips},
            {"piz", Compression::piz},
            {"rle", Compression::rle},
            {"none", Compression::none}})
      .text(
          "Compression of EXR files, all without loss; TIFF takes zip, zips and none. PNG and TGA have their "
          "own, beside which only the default may stand.");
}

void check_texture(ImageFormat format, Compression compression, Problems& problems) {
  if (compression == Compression::zip) return;
  const bool exr = format == ImageFormat::exr_half || format == ImageFormat::exr_float;
  const bool tiff = format == ImageFormat::tiff_float &&
                    (compression == Compression::zips || compression == Compression::none);
  if (!exr && !tiff)
    problems.add("compression", std::string("is not one that ") + format_name(format) +
                                    " takes; leave it out or choose an EXR format");
}

bool has_codes(ImageFormat format) {
  return format_type(format) == SampleType::u8 || format_type(format) == SampleType::u16;
}

void check_texture_size(int64_t width, int64_t height, ImageFormat format, const TargetTraits& target,
                        const std::string& what, const std::string& remedy) {
  constexpr int64_t kMaxTgaSide = 65535;
  const int64_t side = std::max(width, height);
  const std::string size = what + " of " + std::to_string(width) + "x" + std::to_string(height);
  if (target.max_texture > 0 && side > target.max_texture)
    throw Error(ErrorKind::usage, "--target " + std::string(target.name),
                size + " is larger than the " + std::to_string(target.max_texture) +
                    " texels a side that it imports; " + remedy);
  if (format == ImageFormat::tga8 && side > kMaxTgaSide)
    throw Error(ErrorKind::usage, "--format tga8",
                size + " is larger than the " + std::to_string(kMaxTgaSide) +
                    " texels a side that TGA holds; " + remedy);
  if (side > kMaxMapSide)
    throw Error(ErrorKind::usage, "--resolution",
                size + " is larger than " + std::to_string(kMaxMapSide) + " texels a side; " + remedy);
}

CodeScale code_scale(ImageFormat format, double range, bool is_signed) {
  if (!has_codes(format)) return {};
  const int bits = format_type(format) == SampleType::u8 ? 8 : 16;
  const double steps = std::ldexp(1.0, is_signed ? bits - 1 : bits) - 1;
  const double scale = range / steps;
  return {scale, is_signed ? -std::ldexp(1.0, bits - 1) * scale : 0};
}

}  // namespace ocean
