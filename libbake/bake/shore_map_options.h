// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake shore` that say what its maps hold: the wave direction, and the packed channels.
#pragma once

#include "libbake/bake/shore_config.h"

namespace ocean {

// The group "Wave direction".
void describe_wave_direction(ShoreConfig& config, Fields& f);
// --pack.
void describe_pack(ShoreConfig& config, Fields& f);

// Rules between them: --pack, --swell-dir, --swell-from-deg and --swell-blend.
void check_maps(const ShoreConfig& config, Problems& problems);

}  // namespace ocean
