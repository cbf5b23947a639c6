// SPDX-License-Identifier: Apache-2.0
//
// Divergence and gradient on weighted faces, and what the ledger measures of a velocity.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/fluid/launch.h"

namespace ocean::fluid {

// b = -(sum over the upper faces - sum over the lower faces of weight*u), m/s; sums->most = max |b|.
template <int Dim>
void negative_divergence(const Exec& exec, const FluidGrid<Dim>& grid,
                         const FaceViews<const float, Dim>& weights, const FaceViews<const float, Dim>& u,
                         View<float> b, Sums* partial, Sums* sums);

// u -= the difference of q across each free face.
template <int Dim>
void subtract_gradient(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                       const FaceViews<const float, Dim>& weights, GridView<const float, Dim> q,
                       const FaceViews<float, Dim>& u);

// Faces that are closed come to rest; with `inflow`, those of inflow sides take the sides' velocity.
template <int Dim>
void set_fixed_faces(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                     const FaceViews<const float, Dim>& weights, bool inflow, bool rest,
                     const FaceViews<float, Dim>& u);

// sums[a]: a = 1/2 sum of weight*u² (the repeated face of periodic sides left out), most = max |u| of axis a.
template <int Dim>
void measure_velocity(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                      const FaceViews<const float, Dim>& weights, const FaceViews<const float, Dim>& u,
                      Sums* partial, Sums* sums);

}  // namespace ocean::fluid
