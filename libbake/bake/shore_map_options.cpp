// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_map_options.h"

#include <algorithm>

#include "kernels/pack/pack.h"
#include "kernels/shore/blur.h"
#include "libbake/bake/shore_channels.h"

namespace ocean {
namespace {

void check_pack(const ShoreConfig& config, Problems& problems) {
  std::vector<ShoreChannel> seen;
  for (const ShoreChannel channel : config.pack) {
    const bool filler = channel == ShoreChannel::zero || channel == ShoreChannel::one;
    if (!filler && std::find(seen.begin(), seen.end(), channel) != seen.end())
      problems.add("pack", "holds " + std::string(traits(channel).word) + " twice; name each channel once");
    seen.push_back(channel);
  }
  if (config.pack.size() == 2 && config.format == FormatChoice::tga8)
    problems.add("pack", "has 2 channels, which TGA cannot hold; add zero, or choose another --format");
  if (!config.packed && config.pack != ShoreConfig().pack)
    problems.add("pack", "has no effect with --no-packed; leave one of them out");
}

void check_swell(const ShoreConfig& config, Problems& problems) {
  if (config.swell_dir && config.swell_from_deg)
    problems.add("swell_from_deg", "and swell_dir both give the swell's direction; give one of them");
  if (config.has_swell() && !config.swell_blend)
    problems.add("swell_blend",
                 "is missing beside the swell's direction; give the distance from the shore at which the "
                 "waves follow the swell, e.g. 200");
  if (!config.has_swell() && config.swell_blend)
    problems.add("swell_blend", "has no effect without a direction of the swell; give swell_dir too");
}

}  // namespace

void describe_wave_direction(ShoreConfig& config, Fields& f) {
  f.group("Wave direction");
  f.real("direction_blur", config.direction_blur)
      .unit("m")
      .range(0, 1e6)
      .text(
          "Distance over which the wave direction is smoothed, by a tent of that half width over the water; "
          "0: not at all. At most " +
          std::to_string(kMostBlurReach) + " texels.");
  f.real("swell_dir", config.swell_dir)
      .unit("°")
      .syntax("DEGREES")
      .range(-360, 360)
      .unset("none", "no swell")
      .text(
          "Direction of the swell, clockwise from north, toward which it goes; with --swell-blend. The wave "
          "direction fades to it offshore and where its confidence is low.");
  f.real("swell_from_deg", config.swell_from_deg)
      .unit("°")
      .syntax("DEGREES")
      .range(-360, 360)
      .unset("none", "no swell")
      .text("The same as the direction that the swell comes from, as weather reports give it.");
  f.real("swell_blend", config.swell_blend)
      .unit("m")
      .above(0)
      .max(1e9)
      .unset("none", "no swell")
      .text("Distance from the shore at which the wave direction is the swell's alone.");
}

void describe_pack(ShoreConfig& config, Fields& f) {
  f.choices("pack", config.pack,
            {{"distance", ShoreChannel::distance, "signed distance to the shoreline"},
             {"direction_x", ShoreChannel::direction_x, "wave direction, first horizontal component"},
             {"direction_y", ShoreChannel::direction_y, "wave direction, second horizontal component"},
             {"depth", ShoreChannel::depth, "sea level minus ground"},
             {"mask", ShoreChannel::mask, "1 in the ocean, 0 elsewhere"},
             {"confidence", ShoreChannel::confidence, "of the wave direction"},
             {"shore_length", ShoreChannel::shore_length, "arc length at the nearest shoreline point"},
             {"slope", ShoreChannel::slope, "beach slope there"},
             {"bodies", ShoreChannel::bodies, "number of the body of water"},
             {"zero", ShoreChannel::zero},
             {"one", ShoreChannel::one}})
      .count(1, kMaxPackChannels)
      .text("Channels of NAME_shore in their order; each once, but for zero and one.");
}

void check_maps(const ShoreConfig& config, Problems& problems) {
  check_pack(config, problems);
  check_swell(config, problems);
}

}  // namespace ocean
