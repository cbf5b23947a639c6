// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_channels.h"

#include <array>

#include "libbake/core/error.h"

namespace ocean {
namespace {

constexpr std::array<ShoreChannelTraits, kShoreChannels> kTraits{{
    {"distance", "signed distance to the shoreline, positive in water", true, true, ChannelRange::distance},
    {"direction_x", "wave direction, toward the shore", false, true, ChannelRange::one},
    {"direction_y", "wave direction, toward the shore", false, true, ChannelRange::one},
    {"depth", "depth: sea level minus ground, positive under water", true, true, ChannelRange::depth},
    {"mask", "1 in the ocean, 0 elsewhere", false, false, ChannelRange::one},
    {"zero", "0; three channels, since not every format has two", false, false, ChannelRange::one},
}};

bool is_direction(ShoreChannel channel) {
  return channel == ShoreChannel::direction_x || channel == ShoreChannel::direction_y;
}

}  // namespace

const ShoreChannelTraits& traits(ShoreChannel channel) { return kTraits[static_cast<std::size_t>(channel)]; }

std::string meaning(ShoreChannel channel, const TargetTraits& target) {
  std::string text(traits(channel).meaning);
  if (!is_direction(channel)) return text;
  const std::size_t axis = channel == ShoreChannel::direction_x ? 0 : 2;
  return text + ", " + std::string(target.horizontal_axes.substr(axis, 1)) + " component";
}

std::string unit(ShoreChannel channel, const TargetTraits& target) {
  return traits(channel).is_length ? std::string(target.unit) : std::string();
}

PackChannel pack_channel(ShoreChannel channel, const ShoreMaps& maps, double texel_m,
                         const TargetTraits& target) {
  PackChannel pack;
  pack.is_signed = traits(channel).is_signed;
  const auto* direction = reinterpret_cast<const float*>(maps.direction.data());
  switch (channel) {
    case ShoreChannel::distance:
      pack.source = maps.distance.data();
      pack.scale = static_cast<float>(texel_m / target.unit_m);
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
    case ShoreChannel::mask:  // both are packed from the sign of the distance
    case ShoreChannel::zero:
      pack.source = maps.distance.data();
      pack.as_mask = true;
      pack.scale = channel == ShoreChannel::mask ? 1 : 0;
      return pack;
  }
  throw Error(ErrorKind::internal, "shore", "unknown channel");
}

}  // namespace ocean
