// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake shore` that say what its maps and curves hold and how they are written.
#pragma once

#include "libbake/bake/shore_config.h"

namespace ocean {

// The groups "Wave direction", "Maps" and "Curves".
void describe_wave_direction(ShoreConfig& config, Fields& f);
void describe_maps(ShoreConfig& config, Fields& f);
void describe_curves(ShoreConfig& config, Fields& f);

}  // namespace ocean
