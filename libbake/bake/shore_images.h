// SPDX-License-Identifier: Apache-2.0
//
// Which images a shore bake writes, and in which format.
#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

#include "libbake/bake/shore_channels.h"
#include "libbake/io/image.h"

namespace ocean {

// The file is NAME_ROLE.ext.
struct ShoreImage {
  std::string role;  // "shore" (packed) or the map's name
  std::vector<ShoreChannel> channels;
};

// The images that config asks for, packed first.
std::vector<ShoreImage> shore_images(const ShoreConfig& config);

// All that some image of them holds.
std::set<ShoreChannel> wanted_channels(const ShoreConfig& config);

// Least and largest values of each channel over the whole map, in target units.
struct ShoreExtremes {
  std::array<ChannelMeasure, kShoreChannels> of;
  std::array<bool, kShoreChannels> known{};
  // Adds a window.
  void add(const Exec& exec, const ShoreMaps& maps, double texel_m, const TargetTraits& target,
           ShoreChannel channel);
  double largest(ShoreChannel channel) const;  // magnitude
};

// The format that --format auto stands for: exr-half, or exr-float where half's step at the largest distance
// exceeds a tenth of a texel or a value exceeds half's largest. All in target units; largest_m are magnitudes
// in metres.
ImageFormat automatic_format(double largest_distance_m, double largest_depth_m, double texel_m,
                             const TargetTraits& target);
// Distance between neighbouring half floats at a magnitude.
double half_step(double magnitude);

ImageFormat image_format(FormatChoice choice);  // not automatic
const char* map_name(ShoreMap map);             // "distance", …: the word of --maps and of the file's name

// The format of config, with auto resolved from what the map holds (all known channels).
ImageFormat chosen_format(const ShoreConfig& config, const ShoreExtremes& extremes, double texel_m,
                          const TargetTraits& target);

// The largest whole number up to which a format holds all.
int64_t largest_whole(ImageFormat format);
// Throws Error{usage} where images ask for the numbers of so many bodies of water and the format does not
// hold them exactly; auto takes one that does.
void check_bodies(const ShoreConfig& config, int64_t bodies);

// Throws Error{usage} where a map of this size cannot be written, or not be imported by the target.
void check_map_size(const Grid& grid, ImageFormat format, const TargetTraits& target);

}  // namespace ocean
