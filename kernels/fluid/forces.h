// SPDX-License-Identifier: Apache-2.0
//
// What drives the fluid in one step, added to the face velocities before they are advected.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/grid.h"

namespace ocean::fluid {

// Constants of a run. World axes, SI units.
template <int Dim>
struct ForceParameters {
  float gravity[Dim] = {};  // m/s²: acts through buoyancy and the slope force, and on all fluid if `weighs`
  bool weighs = false;      // gravity itself as a force (pressure then holds the hydrostatic part)
  // Buoyancy, gravity*(density_weight*density - temperature_lift*(temperature - ambient)): smoke's own
  // weight and the lift of heat.
  float density_weight = 0, temperature_lift = 0, ambient_temperature = 0;
  float wind[Dim] = {};  // m/s
  float wind_rate = 0;   // 1/s: du/dt = wind_rate*(wind - u)
  // du/dt = -drag_linear*u - drag_quadratic*|u|*u; 1/s and 1/m. Both implicit: their balance is exact.
  float drag_linear = 0, drag_quadratic = 0;
  // Vorticity confinement (Steinhoff & Underhill 1994): confinement*spacing*(N x curl u), 1/s.
  float confinement = 0;
  // Slope force -g*slope_gain*wet*grad(ground) by the pressure's own face differences; slope_gravity = g.
  float slope_gain = 0, slope_gravity = 9.81f;
};

// Fields of this step; a view without data is left out. All at cells but `acceleration`.
template <int Dim>
struct ForceFields {
  GridView<const float, Dim> density, temperature;
  GridView<const float, Dim> ground, wet;    // m; 0…1 (left out: 1)
  FaceViews<const float, Dim> acceleration;  // m/s²
  // Painted velocity, m/s, one array a component, and its share 0…1: u = (1 - share)*u + share*painted.
  GridView<const float, Dim> painted[Dim];
  GridView<const float, Dim> painted_share;
};

template <int Dim>
struct ForceArguments {
  FluidGrid<Dim> grid;
  Sides<Dim> sides;
  float dt = 0, spacing = 1;
  FaceViews<const float, Dim> weights;
  GridView<const float, Dim> pressure;  // m²/s²: its gradient times -pressure_share*dt is added too
  float pressure_share = 0;
  ForceParameters<Dim> parameters;
  ForceFields<Dim> fields;
};

// out = u with all of it; faces without weight, and those of inflow sides, as they are. confinement_force:
// Dim cell arrays as scratch, not read if confinement is 0. Asynchronous on CUDA.
template <int Dim>
void apply_forces(const Exec& exec, const ForceArguments<Dim>& arguments,
                  const FaceViews<const float, Dim>& u, const FaceViews<float, Dim>& out,
                  const GridView<float, Dim>* confinement_force);

}  // namespace ocean::fluid
