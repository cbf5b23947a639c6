// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_images.h"

#include <algorithm>
#include <cmath>

#include "kernels/math/convert.h"
#include "libbake/core/error.h"

namespace ocean {

std::vector<ShoreImage> shore_images(const ShoreConfig& config) {
  using C = ShoreChannel;
  std::vector<ShoreImage> images;
  if (config.packed) images.push_back({"shore", config.pack});
  for (const ShoreMap map : config.maps) {
    ShoreImage image{map_name(map), {}};
    switch (map) {
      case ShoreMap::distance:
        image.channels = {C::distance};
        break;
      case ShoreMap::direction:
        image.channels = {C::direction_x, C::direction_y, C::zero};  // not every format has two
        break;
      case ShoreMap::depth:
        image.channels = {C::depth};
        break;
      case ShoreMap::mask:
        image.channels = {C::mask};
        break;
      case ShoreMap::confidence:
        image.channels = {C::confidence};
        break;
      case ShoreMap::shore_length:
        image.channels = {C::shore_length};
        break;
      case ShoreMap::shore_perimeter:
        image.channels = {C::shore_perimeter};
        break;
      case ShoreMap::slope:
        image.channels = {C::slope};
        break;
      case ShoreMap::bodies:
        image.channels = {C::bodies};
        break;
    }
    images.push_back(std::move(image));
  }
  return images;
}

std::set<ShoreChannel> wanted_channels(const ShoreConfig& config) {
  std::set<ShoreChannel> channels;
  for (const ShoreImage& image : shore_images(config))
    channels.insert(image.channels.begin(), image.channels.end());
  return channels;
}

void ShoreExtremes::add(const Exec& exec, const ShoreMaps& maps, double texel_m, const TargetTraits& target,
                        ShoreChannel channel) {
  PackSpec spec;
  spec.type = SampleType::float32;
  spec.channels = 1;
  spec.width = maps.window.width;
  spec.height = maps.window.height;
  spec.channel[0] = pack_channel(channel, maps, texel_m, target);
  const ChannelMeasure measure = measure_channels(exec, spec)[0];
  const auto c = static_cast<std::size_t>(channel);
  of[c].min = known[c] ? std::min(of[c].min, measure.min) : measure.min;
  of[c].max = known[c] ? std::max(of[c].max, measure.max) : measure.max;
  known[c] = true;
}

double ShoreExtremes::largest(ShoreChannel channel) const {
  const ChannelMeasure& m = of[static_cast<std::size_t>(channel)];
  return static_cast<double>(std::max(std::abs(m.min), std::abs(m.max)));
}

void check_map_size(const Grid& grid, ImageFormat format, const TargetTraits& target) {
  constexpr int32_t kMaxTgaSide = 65535;
  const int32_t side = std::max(grid.width, grid.height);
  const std::string size = "a map of " + std::to_string(grid.width) + "x" + std::to_string(grid.height);
  if (target.max_texture > 0 && side > target.max_texture)
    throw Error(ErrorKind::usage, "--target " + std::string(target.name),
                size + " is larger than the " + std::to_string(target.max_texture) +
                    " texels a side that it imports; pass a smaller --resolution, or bake "
                    "parts with --bounds");
  if (format == ImageFormat::tga8 && side > kMaxTgaSide)
    throw Error(ErrorKind::usage, "--format tga8",
                size + " is larger than the " + std::to_string(kMaxTgaSide) +
                    " texels a side that TGA holds; choose another --format or a smaller --resolution");
}

double half_step(double magnitude) {
  if (magnitude < 6.103515625e-05) return std::ldexp(1.0, -24);  // subnormal
  return std::ldexp(1.0, std::ilogb(magnitude) - 10);
}

ImageFormat automatic_format(double largest_distance_m, double largest_depth_m, double texel_m,
                             const TargetTraits& target) {
  const double largest = std::max(largest_distance_m, largest_depth_m) / target.unit_m;
  if (largest > static_cast<double>(kHalfMax)) return ImageFormat::exr_float;
  const double step = half_step(largest_distance_m / target.unit_m) * target.unit_m;
  return step > 0.1 * texel_m ? ImageFormat::exr_float : ImageFormat::exr_half;
}

ImageFormat image_format(FormatChoice choice) {
  switch (choice) {
    case FormatChoice::exr_half:
      return ImageFormat::exr_half;
    case FormatChoice::exr_float:
      return ImageFormat::exr_float;
    case FormatChoice::png16:
      return ImageFormat::png16;
    case FormatChoice::png8:
      return ImageFormat::png8;
    case FormatChoice::tiff_float:
      return ImageFormat::tiff_float;
    case FormatChoice::tga8:
      return ImageFormat::tga8;
    case FormatChoice::automatic:
      break;
  }
  throw Error(ErrorKind::internal, "shore", "the automatic format is not resolved");
}

const char* map_name(ShoreMap map) {
  switch (map) {
    case ShoreMap::distance:
      return "distance";
    case ShoreMap::direction:
      return "direction";
    case ShoreMap::depth:
      return "depth";
    case ShoreMap::mask:
      return "mask";
    case ShoreMap::confidence:
      return "confidence";
    case ShoreMap::shore_length:
      return "shore_length";
    case ShoreMap::shore_perimeter:
      return "shore_perimeter";
    case ShoreMap::slope:
      return "slope";
    case ShoreMap::bodies:
      return "bodies";
  }
  throw Error(ErrorKind::internal, "shore", "unknown map");
}

ImageFormat chosen_format(const ShoreConfig& config, const ShoreExtremes& extremes, double texel_m,
                          const TargetTraits& target) {
  if (config.format != FormatChoice::automatic) return image_format(config.format);
  for (std::size_t c = 0; c < extremes.of.size(); ++c) {
    const auto channel = static_cast<ShoreChannel>(c);
    const double most = traits(channel).range == ChannelRange::whole
                            ? static_cast<double>(largest_whole(ImageFormat::exr_half))
                            : static_cast<double>(kHalfMax);
    if (extremes.known[c] && extremes.largest(channel) > most) return ImageFormat::exr_float;
  }
  return automatic_format(extremes.largest(ShoreChannel::distance) * target.unit_m,
                          extremes.largest(ShoreChannel::depth) * target.unit_m, texel_m, target);
}

int64_t largest_whole(ImageFormat format) {
  switch (format_type(format)) {
    case SampleType::u8:
      return 255;
    case SampleType::u16:
      return 65535;
    case SampleType::half:
      return 2048;
    case SampleType::float32:
      return int64_t{1} << 24;
  }
  throw Error(ErrorKind::internal, "shore", "unknown sample type");
}

void check_bodies(const ShoreConfig& config, int64_t bodies) {
  if (!wanted_channels(config).contains(ShoreChannel::bodies)) return;
  const ImageFormat format =
      config.format == FormatChoice::automatic ? ImageFormat::exr_float : image_format(config.format);
  if (bodies <= largest_whole(format)) return;
  throw Error(ErrorKind::usage, std::string("--format ") + format_name(format),
              "holds whole numbers up to " + std::to_string(largest_whole(format)) + ", but there are " +
                  std::to_string(bodies) + " bodies of water to number; pass --format " +
                  (bodies <= largest_whole(ImageFormat::png16) ? "png16 or exr-float" : "exr-float") +
                  ", or leave bodies out");
}

}  // namespace ocean
