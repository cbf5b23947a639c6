// SPDX-License-Identifier: Apache-2.0
//
// What a wave set's surface does at a point: `oceanbake waves probe`, and what import checks compare with.
#pragma once

#include <string>
#include <vector>

#include "kernels/math/vec.h"
#include "libbake/io/wave_set.h"

namespace ocean {

// Of the particle that rests at each (x, y): displacement, normal, Jacobian, smaller eigenvalue, velocity;
// and the height of the water over the fixed place (x, y), with its residual and whether the search
// converged. JSON: one object with time_s and the points; text: one line a value. |x|, |y| <=
// kMostWaterDistance_m.
std::string probe_json(const WaveSet& set, const std::vector<Vec2d>& points, double time_s);
std::string probe_text(const WaveSet& set, const std::vector<Vec2d>& points, double time_s);

}  // namespace ocean
