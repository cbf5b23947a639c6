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

enum class ShoreChannel : uint8_t { distance, direction_x, direction_y, depth, mask, zero };
inline constexpr int kShoreChannels = 6;

// What an integer format's largest code stands for: a length that --distance-range or --depth-range give or
// that the map holds, or a fixed 1.
enum class ChannelRange : uint8_t { distance, depth, one };

struct ShoreChannelTraits {
  std::string_view word;  // of --pack and --maps
  std::string_view meaning;
  bool is_length;  // in the target's unit; else a pure number
  bool is_signed;
  ChannelRange range;
};
const ShoreChannelTraits& traits(ShoreChannel channel);

std::string meaning(ShoreChannel channel, const TargetTraits& target);
std::string unit(ShoreChannel channel, const TargetTraits& target);

// Where the channel lies in a window's maps and how it goes to the target; range is the caller's.
PackChannel pack_channel(ShoreChannel channel, const ShoreMaps& maps, double texel_m,
                         const TargetTraits& target);

}  // namespace ocean
