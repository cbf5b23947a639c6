// SPDX-License-Identifier: Apache-2.0
//
// How jobs that write textures of waves store them: the options format and compression, and what each format
// takes.
#pragma once

#include "libbake/bake/output_grid.h"
#include "libbake/config/field.h"
#include "libbake/core/target.h"
#include "libbake/io/image.h"

namespace ocean {

// --format and --compression.
void describe_texture(Fields& f, ImageFormat& format, Compression& compression);
// A compression that the format does not take.
void check_texture(ImageFormat format, Compression compression, Problems& problems);

// Values as codes of a stated range, not as they are.
bool has_codes(ImageFormat format);

// Throws Error{usage} where a texture of this size cannot be written, or not be imported by the target. what:
// "the atlas"; remedy: "pass a smaller --resolution".
void check_texture_size(int64_t width, int64_t height, ImageFormat format, const TargetTraits& target,
                        const std::string& what, const std::string& remedy);

// How integer codes are decoded: v = scale*code + offset, of codes for [-range, range] or [0, range]
// (kernels/math/convert.h). Float formats: as stored.
struct CodeScale {
  double scale = 1, offset = 0;
};
CodeScale code_scale(ImageFormat format, double range, bool is_signed);

}  // namespace ocean
