// SPDX-License-Identifier: Apache-2.0
//
// Shared by the fluid tests.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/fluid/places.h"
#include "kernels/fluid/solver.h"

namespace ocean::fluid {

// Signed distance to discs (balls) that scale with a box of size `length`.
template <int Dim>
double discs(const Place<Dim>& p, double length) {
  const double centres[5][4] = {
      {.3, .3, .4, .1}, {.7, .35, .6, .08}, {.5, .7, .5, .12}, {.2, .75, .3, .05}, {.85, .8, .7, .06}};
  double d = 1e9;
  for (const auto& c : centres) {
    double r2 = 0;
    for (int a = 0; a < Dim; ++a) r2 += (p.x[a] - c[a] * length) * (p.x[a] - c[a] * length);
    d = std::fmin(d, std::sqrt(r2) - c[3] * length);
  }
  return d;
}

}  // namespace ocean::fluid
