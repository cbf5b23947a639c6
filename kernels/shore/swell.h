// SPDX-License-Identifier: Apache-2.0
//
// Fading a direction map to the swell's one direction, far from the shore and where many shores compete.
//
//   t = min(distance/blend, 1),  far = t*t*(3 - 2*t),  w = 1 - confidence*(1 - far)
//   m = (1 - w)*direction + w*swell,  direction' = m/|m|, or swell where m is 0.
// So at the shore the direction stays as far as it is certain (confidence 1), and from the distance `blend`
// on it is the swell's. Land (distance <= 0) keeps its direction.
#pragma once

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

struct Swell {
  Vec2f direction;  // unit, world axes, the way the waves go
  float blend;      // the units of the distance, > 0
};

// The unit vector at `degrees` clockwise from north (x east, y north), within 1e-7; quarter turns are exact.
// Any finite angle.
Vec2f compass_direction(double degrees);

// distance: positive in water; confidence: in [0, 1], or empty for 1 everywhere. Views of one size on the
// Exec's back end (std::invalid_argument otherwise, and for a blend that is not above 0).
void blend_swell(const Exec& exec, View<const float> distance, View<const float> confidence,
                 const Swell& swell, View<Vec2f> direction);

}  // namespace ocean
