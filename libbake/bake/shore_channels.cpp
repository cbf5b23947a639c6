// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_channels.h"

#include <algorithm>
#include <array>
#include <optional>

#include "libbake/core/error.h"

namespace ocean {
namespace {

constexpr std::array<ShoreChannelTraits, kShoreChannels> kTraits{{
    {"distance", "signed distance to the shoreline, positive in water", true, true, ChannelRange::distance},
    {"direction_x", "wave direction, toward the shore", false, true, ChannelRange::one},
    {"direction_y", "wave direction, toward the shore", false, true, ChannelRange::one},
    {"depth", "depth: sea level minus ground, positive under water", true, true, ChannelRange::depth},
    {"mask", "1 in the ocean, 0 elsewhere", false, false, ChannelRange::one},
    {"confidence", "confidence of the wave direction: length of its mean over --direction-blur", false, false,
     ChannelRange::one},
    {"shore_length", "arc length of the nearest shoreline point from the start of its curve", true, false,
     ChannelRange::own},
    {"shore_perimeter", "length of the curve of the nearest shoreline point", true, false, ChannelRange::own},
    {"slope", "beach slope: tangent of the ground's slope at the nearest shoreline point, at most 10", false,
     false, ChannelRange::own},
    {"bodies", "number of the body of water, from 1 as in water_bodies; 0 on land", false, false,
     ChannelRange::whole},
    {"zero", "0", false, false, ChannelRange::one},
    {"one", "1", false, false, ChannelRange::one},
}};

bool is_direction(ShoreChannel channel) {
  return channel == ShoreChannel::direction_x || channel == ShoreChannel::direction_y;
}

const float* source_of(const Buffer<float>& map) {
  if (map.size() == 0) throw Error(ErrorKind::internal, "shore", "a map was not asked for");
  return map.data();
}

}  // namespace

const ShoreChannelTraits& traits(ShoreChannel channel) { return kTraits[static_cast<std::size_t>(channel)]; }

bool is_companded(ShoreChannel channel) {
  return channel == ShoreChannel::distance || channel == ShoreChannel::depth;
}

std::string meaning(ShoreChannel channel, const TargetTraits& target) {
  std::string text(traits(channel).meaning);
  if (!is_direction(channel)) return text;
  const std::size_t axis = channel == ShoreChannel::direction_x ? 0 : 2;
  return text + ", " + std::string(target.horizontal_axes.substr(axis, 1)) + " component";
}

std::string unit(ShoreChannel channel, const TargetTraits& target) {
  return traits(channel).is_length ? std::string(target.unit) : std::string();
}

ChannelForm channel_form(ShoreChannel channel, const ShoreConfig& config, SampleType type,
                         const TargetTraits& target, double largest) {
  const bool integer = type == SampleType::u8 || type == SampleType::u16;
  ChannelForm form{type, SampleCode::linear, traits(channel).is_signed, 1};
  if (integer && config.encode == EncodeChoice::sqrt && is_companded(channel))
    form.code = SampleCode::square_root;
  const auto in_target = [&](const std::optional<double>& given_m) {
    return given_m ? static_cast<float>(*given_m / target.unit_m)
                   : std::max(static_cast<float>(largest), 1e-6f);
  };
  switch (traits(channel).range) {
    case ChannelRange::distance:
      form.range = in_target(config.distance_range);
      break;
    case ChannelRange::depth:
      form.range = in_target(config.depth_range);
      break;
    case ChannelRange::own:
      form.range = in_target(std::nullopt);
      break;
    case ChannelRange::whole:
      form.code = SampleCode::whole;
      break;
    case ChannelRange::one:
      break;
  }
  return form;
}

PackChannel pack_channel(ShoreChannel channel, const ShoreMaps& maps, double texel_m,
                         const TargetTraits& target) {
  PackChannel pack;
  pack.is_signed = traits(channel).is_signed;
  const auto length = static_cast<float>(texel_m / target.unit_m);
  const auto* direction = reinterpret_cast<const float*>(maps.direction.data());
  switch (channel) {
    case ShoreChannel::distance:
      pack.source = maps.distance.data();
      pack.scale = length;
      return pack;
    case ShoreChannel::direction_x:
    case ShoreChannel::direction_y:
      pack.source = direction + (channel == ShoreChannel::direction_x ? 0 : 1);
      pack.stride = 2;
      pack.scale = channel == ShoreChannel::direction_x ? 1 : static_cast<float>(target.horizontal_sign);
      return pack;
    case ShoreChannel::depth:
      pack.source = maps.depth.data();
      pack.scale = static_cast<float>(1 / target.unit_m);
      return pack;
    case ShoreChannel::mask:
      pack.source = maps.distance.data();
      pack.as_mask = true;
      return pack;
    case ShoreChannel::confidence:
      pack.source = source_of(maps.confidence);
      return pack;
    case ShoreChannel::shore_length:
      pack.source = source_of(maps.shore_length);
      pack.scale = length;
      return pack;
    case ShoreChannel::shore_perimeter:
      pack.source = source_of(maps.shore_perimeter);
      pack.scale = length;
      return pack;
    case ShoreChannel::slope:
      pack.source = source_of(maps.slope);
      return pack;
    case ShoreChannel::bodies:
      pack.source = source_of(maps.bodies);
      return pack;
    case ShoreChannel::zero:
    case ShoreChannel::one:
      pack.scale = channel == ShoreChannel::one ? 1 : 0;
      return pack;
  }
  throw Error(ErrorKind::internal, "shore", "unknown channel");
}

}  // namespace ocean
