// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/flipbook_maps.h"

#include <algorithm>

#include "libbake/bake/texture_options.h"
#include "libbake/core/error.h"

namespace ocean {
namespace {

constexpr const char* kAxisNames[] = {"x", "y", "z"};

// Vectors in the target's axes, or (T, N, B) of a plane whose tangent is east.
std::vector<WaveChannel> vector_channels(Buffer<float> FrameMaps::*map, const std::string& key,
                                         const std::string& what, const std::string& unit, double horizontal,
                                         double vertical, const GerstnerConfig& config,
                                         const TargetTraits& target) {
  static constexpr int kTangentAxes[] = {0, 2, 1};  // T, N, B of world x, z, y
  static constexpr const char* kTangentNames[] = {"tangent", "normal", "bitangent"};
  const bool tangent = config.vdm == VdmSpace::tangent;
  std::vector<WaveChannel> channels;
  for (int c = 0; c < 3; ++c) {
    const auto slot = static_cast<std::size_t>(c);
    WaveChannel channel;
    channel.map = map;
    channel.components = 3;
    channel.component = tangent ? kTangentAxes[c] : target.axis[slot];
    channel.scale = (tangent ? 1.0 : target.sign[slot]) / target.unit_m;
    channel.range = std::max(horizontal, vertical) / target.unit_m;
    channel.key = key + "_" + (tangent ? kTangentNames[c] : kAxisNames[c]);
    channel.meaning =
        what + " along " + (tangent ? kTangentNames[c] : std::string("the target's ") + kAxisNames[c]);
    channel.unit = unit;
    channels.push_back(std::move(channel));
  }
  return channels;
}

WaveChannel scalar(Buffer<float> FrameMaps::*map, std::string key, std::string meaning, std::string unit,
                   double scale, double range, bool is_signed) {
  return {map, 0, 1, scale, range, is_signed, std::move(key), std::move(meaning), std::move(unit)};
}

WaveChannel constant(double value, std::string meaning) {
  return {nullptr, 0, 1, value, 1, false, "", std::move(meaning), ""};
}

WaveChannel foam_channel() {
  return scalar(&FrameMaps::foam, "foam", "foam, 0 none to 1 full", "", 1, 1, false);
}

WaveChannel jacobian_channel(const WaveBounds& bounds) {
  const double most = (1 + bounds.fold) * (1 + bounds.fold);
  return scalar(&FrameMaps::jacobian, "jacobian",
                "Jacobian of the horizontal displacement, below 0 folded over", "", 1, most, true);
}

std::vector<WaveChannel> displacement_channels(const GerstnerConfig& config, const TargetTraits& target,
                                               const WaveBounds& bounds) {
  auto channels =
      vector_channels(&FrameMaps::displacement, "displacement", "displacement", std::string(target.unit),
                      bounds.horizontal_m, bounds.vertical_m, config, target);
  if (config.alpha == AlphaChoice::foam) channels.push_back(foam_channel());
  if (config.alpha == AlphaChoice::jacobian) channels.push_back(jacobian_channel(bounds));
  if (config.alpha == AlphaChoice::one) channels.push_back(constant(1, "1"));
  return channels;
}

std::vector<WaveChannel> normal_channels(const TargetTraits& target) {
  const auto component = [](int index, double sign, const char* key, const char* meaning) {
    return WaveChannel{&FrameMaps::normal, index, 3, sign, 1, true, key, meaning, ""};
  };
  return {component(0, 1, "normal_right", "normal, to the right of the image (east)"),
          component(1, target.green_up ? 1 : -1, "normal_green",
                    target.green_up ? "normal, up the image (north)" : "normal, down the image (south)"),
          component(2, 1, "normal_out", "normal, out of the calm surface (up)")};
}

std::vector<WaveChannel> motion_channels(const TargetTraits& target, const WaveBounds& bounds) {
  const auto component = [&](int index, double sign, const char* key, const char* meaning) {
    return WaveChannel{&FrameMaps::motion, index, 2, sign, bounds.step_tiles, true, key, meaning, ""};
  };
  return {component(0, 1, "motion_u", "displacement to the next frame, in U of the tile"),
          component(1, target.v_up ? 1 : -1, "motion_v", "displacement to the next frame, in V of the tile"),
          constant(0, "0")};
}

std::vector<WaveChannel> channels_of(WaveMap map, const GerstnerConfig& config, const TargetTraits& target,
                                     const WaveBounds& bounds) {
  switch (map) {
    case WaveMap::displacement:
      return displacement_channels(config, target, bounds);
    case WaveMap::normal:
      return normal_channels(target);
    case WaveMap::jacobian:
      return {jacobian_channel(bounds)};
    case WaveMap::foam:
      return {foam_channel()};
    case WaveMap::velocity:
      return vector_channels(&FrameMaps::velocity, "velocity", "velocity", std::string(target.unit) + "/s",
                             bounds.horizontal_speed, bounds.vertical_speed, config, target);
    case WaveMap::motion:
      return motion_channels(target, bounds);
    case WaveMap::height:
      return {scalar(&FrameMaps::water, "height", "height of the water at this place",
                     std::string(target.unit), 1 / target.unit_m, bounds.vertical_m / target.unit_m, true)};
  }
  throw Error(ErrorKind::internal, "gerstner", "unknown map");
}

// Codes of a range of 0 would not decode.
double usable(double range) { return range > 0 ? range : 1; }

}  // namespace

std::vector<WaveImage> wave_images(const GerstnerConfig& config, const TargetTraits& target,
                                   const WaveBounds& bounds) {
  std::vector<WaveImage> images;
  for (const WaveMap map : config.maps)
    images.push_back({map, map_name(map), channels_of(map, config, target, bounds)});
  return images;
}

PackSpec pack_spec(const WaveImage& image, const FrameMaps& maps, ImageFormat format) {
  PackSpec spec;
  spec.type = format_type(format);
  spec.width = maps.width;
  spec.height = maps.height;
  spec.channels = static_cast<int32_t>(image.channels.size());
  for (std::size_t c = 0; c < image.channels.size(); ++c) {
    const WaveChannel& from = image.channels[c];
    PackChannel& to = spec.channel[c];
    to.source = from.map == nullptr ? nullptr : (maps.*from.map).data() + from.component;
    to.stride = from.components;
    to.scale = static_cast<float>(from.scale);
    to.range = static_cast<float>(usable(from.range));
    to.is_signed = from.is_signed;
  }
  return spec;
}

OutputRecord wave_record(const WaveImage& image, ImageFormat format, const WorldRecord& world) {
  static constexpr const char* kNames[] = {"R", "G", "B", "A"};
  OutputRecord record;
  record.role = image.role;
  record.format = format_name(format);
  record.world = world;
  record.tiles_x = record.tiles_y = image.tiles;
  for (std::size_t c = 0; c < image.channels.size(); ++c) {
    const WaveChannel& from = image.channels[c];
    ChannelRecord channel;
    channel.name = image.channels.size() == 1 ? "Y" : kNames[c];
    channel.key = from.key;
    channel.meaning = from.meaning;
    channel.unit = from.unit;
    const CodeScale code =
        code_scale(format, static_cast<double>(static_cast<float>(usable(from.range))), from.is_signed);
    channel.decode = {code.scale, code.offset};
    record.channels.push_back(std::move(channel));
  }
  return record;
}

}  // namespace ocean
