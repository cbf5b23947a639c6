// SPDX-License-Identifier: Apache-2.0
//
// What a shore bake can put into an image's channel: one row a kind.
#pragma once

#include <string>
#include <string_view>

#include "kernels/pack/pack.h"
#include "libbake/bake/shore.h"
#include "libbake/core/target.h"

namespace ocean {

// What an integer format's largest code stands for: a length that --distance-range or --depth-range give or
// that the map holds; the largest value in the map; a fixed 1; or itself, of whole numbers.
enum class ChannelRange : uint8_t { distance, depth, own, one, whole };

struct ShoreChannelTraits {
  std::string_view word;  // of --pack, and the key in the manifest
  std::string_view meaning;
  bool is_length;  // in the target's unit; else a pure number
  bool is_signed;
  ChannelRange range;
};
const ShoreChannelTraits& traits(ShoreChannel channel);

// Does --encode sqrt speak of it?
bool is_companded(ShoreChannel channel);

std::string meaning(ShoreChannel channel, const TargetTraits& target);
std::string unit(ShoreChannel channel, const TargetTraits& target);

// How a format holds a channel.
struct ChannelForm {
  SampleType type;
  SampleCode code;
  bool is_signed;
  float range;  // of integer formats: the magnitude that the largest code stands for, in target units
};
// largest: the magnitude that the map holds, in target units.
ChannelForm channel_form(ShoreChannel channel, const ShoreConfig& config, SampleType type,
                         const TargetTraits& target, double largest);

// Where the channel lies in a window's maps and how it goes to the target; range and code are the form's.
// Throws Error{internal} where the bake was not asked for the map.
PackChannel pack_channel(ShoreChannel channel, const ShoreMaps& maps, double texel_m,
                         const TargetTraits& target);

}  // namespace ocean
