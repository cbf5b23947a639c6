// SPDX-License-Identifier: Apache-2.0
//
// Unit vectors from turns without trigonometry, so that they have the same bits everywhere.
#pragma once

#include "kernels/terrain/noise.h"

namespace ocean {

struct Direction {
  float x, y;
};

// The unit vector at `turn` of a full circle counter-clockwise from +x, any sign. Each quadrant is run
// through by t = tan(angle/2) in [0, 1], which a cubic in the quarter's fraction follows within 0.008, so the
// angle differs from 2 pi turn by less than 0.9 degrees; quarter turns are exact. |turn| < 2^20.
OCEAN_HD inline Direction direction(float turn) {
  const int32_t whole = lattice_floor(turn);
  const float quarters = 4.0f * (turn - static_cast<float>(whole));
  const int32_t quadrant = quarters < 4.0f ? static_cast<int32_t>(quarters) : 3;
  const float f = quarters - static_cast<float>(quadrant), t = f * (0.7853982f + 0.2146018f * f * f);
  const float c = (1.0f - t * t) / (1.0f + t * t), s = 2.0f * t / (1.0f + t * t);
  if (quadrant == 0) return {c, s};
  if (quadrant == 1) return {-s, c};
  if (quadrant == 2) return {-c, -s};
  return {s, -c};
}

}  // namespace ocean
