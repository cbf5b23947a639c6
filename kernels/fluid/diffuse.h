// SPDX-License-Identifier: Apache-2.0
//
// Diffusion of cell fields through open faces: dq/dt = diffusivity*laplace(q). Explicit, in as many sub-steps
// as stability asks for. Nothing passes through closed faces, except at sides that are held at a value.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/geometry.h"
#include "kernels/fluid/grid.h"

namespace ocean::fluid {

// Sides of the box that hold a scalar at a value, half a cell beyond the outermost cells.
template <int Dim>
struct HeldSides {
  bool held[Dim][2] = {};
  float value[Dim][2] = {};
};

// number = dt*diffusivity/spacing² >= 0 in all; each sub-step takes at most kMostDiffusion of it.
template <int Dim>
inline constexpr double kMostDiffusion = 0.8 / (2 * Dim);

// q after it, in place; scratch: an array of that size. Asynchronous on CUDA.
template <int Dim>
void diffuse(const Exec& exec, const Geometry<Dim>& geometry, const Sides<Dim>& sides,
             const HeldSides<Dim>& held, double number, GridView<float, Dim> q, GridView<float, Dim> scratch);

}  // namespace ocean::fluid
