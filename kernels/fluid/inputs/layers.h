// SPDX-License-Identifier: Apache-2.0
//
// Layers that do not flow: the wet mask, which remembers what passed over, the imprint, and a window's arrays
// as the window moves.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/grid.h"

namespace ocean::fluid {

struct WetParameters {
  float soak = 4;   // 1/s: how fast density 1 wets dry ground
  float dry_s = 8;  // seconds in which it dries to 1/e; > 0
};

// wet = wet*exp(-dt/dry_s), then 1 - (1 - wet)*exp(-soak*density*dt), then at least `painted` (without data:
// none). Where density is 0 it follows exp(-t/dry_s). All of one size. Asynchronous on CUDA.
void update_wet(const Exec& exec, const WetParameters& p, float dt, View<const float> density,
                View<const float> painted, View<float> wet);

// imprint = max(imprint*exp(-dt/fade_s), painted). fade_s > 0. Asynchronous on CUDA.
void update_imprint(const Exec& exec, float fade_s, float dt, View<const float> painted, View<float> imprint);

// out(i) = in(i + by), `fill` where that lies outside: what a window holds after it moved by whole cells. in
// and out are different arrays of one size (cells, or the faces of an axis). No value is computed: bits are
// kept.
template <int Dim>
void shift_cells(const Exec& exec, GridView<const float, Dim> in, const Index<Dim>& by, float fill,
                 GridView<float, Dim> out);

// The same by any distance in cells, linear between neighbours: `window: continuous`, which blurs.
template <int Dim>
void shift_smoothly(const Exec& exec, GridView<const float, Dim> in, const float (&by)[Dim], float fill,
                    GridView<float, Dim> out);

}  // namespace ocean::fluid
