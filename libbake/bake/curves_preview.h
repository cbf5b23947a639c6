// SPDX-License-Identifier: Apache-2.0
//
// The curves as a picture: a panel a channel, a line a curve, a dot a key.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/curve_errors.h"
#include "libbake/io/draw.h"

namespace ocean {

Picture draw_curves(const std::vector<CurveSheet>& sheets, const std::string& title,
                    const std::vector<ConsumerError>& errors);

}  // namespace ocean
