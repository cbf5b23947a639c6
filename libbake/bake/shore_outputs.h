// SPDX-License-Identifier: Apache-2.0
//
// The write stage of `oceanbake shore`: which images there are, how their channels are encoded for a target,
// and writing them by bands of rows.
#pragma once

#include <vector>

#include "kernels/pack/pack.h"
#include "libbake/bake/shore.h"
#include "libbake/core/progress.h"
#include "libbake/core/target.h"
#include "libbake/io/draw.h"
#include "libbake/io/outputs.h"

namespace ocean {

// One image of the bake: what goes into its channels, before a format is chosen.
struct ShoreImage {
  std::string role;  // "shore" (packed) or the map's name: the file is NAME_ROLE.ext
  struct Channel {
    PackChannel pack;  // source, stride, scale to the target; range is set when the image is written
    std::string meaning, unit;
    enum class Range : uint8_t { distance, unit_vector, depth, flag } range = Range::unit_vector;
  };
  std::vector<Channel> channels;
};

// The images that config asks for, packed first. Sources point into maps.
std::vector<ShoreImage> shore_images(const ShoreMaps& maps, const ShoreConfig& config,
                                     const TargetTraits& target);

// The format that --format auto stands for: exr-half, or exr-float where half's step at the largest distance
// exceeds a tenth of a texel or a value exceeds half's largest. All in target units; largest_m are magnitudes
// in metres.
ImageFormat automatic_format(double largest_distance_m, double largest_depth_m, double texel_m,
                             const TargetTraits& target);
// Distance between neighbouring half floats at a magnitude.
double half_step(double magnitude);

ImageFormat image_format(FormatChoice choice);  // not automatic
const char* map_name(ShoreMap map);             // "distance", …: the word of --maps and of the file's name

// The format of config, with auto resolved from what the maps hold.
ImageFormat chosen_format(const Exec& exec, const ShoreMaps& maps, const ShoreConfig& config,
                          const TargetTraits& target);

// Writes one image and records it; quantisation and saturation are measured, recorded, and warned about in
// the report. Of a lossy file (dwaa) range and error are those of the values that come back. Rows are counted
// in progress; throws Interrupted between bands.
void write_shore_image(const Exec& exec, const ShoreMaps& maps, const ShoreImage& image,
                       const ShoreConfig& config, ImageFormat format, const TargetTraits& target,
                       OutputSet& outputs, RunReport& report, Progress& progress);

// Throws Error{usage} where a map of this size cannot be written, or not be imported by the target.
void check_map_size(const Grid& grid, ImageFormat format, const TargetTraits& target);

// NAME_preview.png.
void write_preview(const Picture& picture, OutputSet& outputs);

}  // namespace ocean
