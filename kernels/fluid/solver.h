// SPDX-License-Identifier: Apache-2.0
//
// The grid fluid: incompressible Navier-Stokes on a staggered grid in two or three dimensions, with scalars
// carried along. One step: forces and -dt/2 grad p of the last pressure, half the viscosity, advection, the
// other half, projection,
// scalars (docs/decisions/0016). Pressure is per density, m²/s².
//
// The same bits on every back end and for any number of threads; a run restored from its arrays goes on as
// if it had not stopped.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/exec.h"
#include "kernels/fluid/advect.h"
#include "kernels/fluid/diffuse.h"
#include "kernels/fluid/forces.h"
#include "kernels/fluid/geometry.h"
#include "kernels/fluid/grid.h"
#include "kernels/fluid/inflow.h"
#include "kernels/fluid/pressure.h"

namespace ocean::fluid {

enum class Splitting : uint8_t {
  incremental,  // the last pressure's gradient, halved, is advected too: second order in time
  plain         // advect, then project: first order, and bounded at any step
};

template <int Dim>
struct ScalarParameters {
  std::string name;
  float decay_per_s = 0;   // dq/dt = -decay_per_s*q
  float inflow_value = 0;  // what enters at inflow sides
  float diffusivity = 0;   // m²/s; explicit, in sub-steps
  HeldSides<Dim> held;     // sides held at a value; they act by diffusion
};

template <int Dim>
struct SolverParameters {
  FluidGrid<Dim> grid;
  Sides<Dim> sides;
  AdvectionScheme scheme = AdvectionScheme::maccormack, scalar_scheme = AdvectionScheme::maccormack;
  PathOrder path = PathOrder::rk2;
  Splitting splitting = Splitting::incremental;
  float viscosity = 0;            // m²/s
  bool obstacle_no_slip = false;  // the fluid sticks to obstacles
  ForceParameters<Dim> forces;
  std::vector<ScalarParameters<Dim>> scalars;
  int density_scalar = -1, temperature_scalar = -1;  // which scalars buoyancy reads; -1: none
  PressureMethod pressure = PressureMethod::multigrid;
  double tolerance = 1e-4;          // of the first solve: |residual|/|divergence|
  double second_tolerance = 1e-2;   // of the solves on the corrected velocity
  bool single_pass = false;         // one solve a step
  double divergence_target = 1e-5;  // max |div u|*dt; up to kMostPasses solves are made to reach it
  int32_t most_iterations = 200;
};

inline constexpr int kMostPasses = 4;

// Inputs of one step; what has no data is left out.
template <int Dim>
struct StepInputs {
  GridView<const float, Dim> wet;                          // 0…1, for the slope force
  FaceViews<const float, Dim> acceleration;                // m/s²
  GridView<const float, Dim> painted[Dim], painted_share;  // ForceFields
  std::vector<GridView<const float, Dim>> added;           // a scalar each: what this step adds to it
};

struct ScalarStats {
  double total = 0;     // after the step: sum*spacing^Dim
  double injected = 0;  // added in this step
  double lost = 0;      // before + injected - total: outflow, decay, numerical loss
};

struct StepStats {
  double divergence = 0;        // max |div u|*dt after the step (of H u/largest H with a bed)
  double first_divergence = 0;  // before the projection
  int32_t iterations = 0;       // of the first solve
  int32_t second_iterations = 0, passes = 0, viscosity_iterations = 0;
  double residual = 0;  // of the first solve
  bool converged = true;
  double most_speed = 0;      // of a face's component, m/s
  double cfl = 0;             // most_speed*dt/spacing
  double kinetic_energy = 0;  // per density: 1/2 sum of weight*u²*spacing^Dim
  std::vector<ScalarStats> scalars;
};

template <int Dim>
class FluidSolver {
 public:
  // At rest, scalars 0, inflow sides at their velocity. geometry's arrays may go afterwards. Throws
  // std::invalid_argument for parameters out of range and a domain without an open face, IncompatibleFlow,
  // DeviceError, std::bad_alloc.
  FluidSolver(const Exec& exec, const SolverParameters<Dim>& parameters,
              const GeometryInput<Dim>& geometry = {});
  ~FluidSolver();
  FluidSolver(FluidSolver&&) noexcept;
  FluidSolver& operator=(FluidSolver&&) noexcept;

  const SolverParameters<Dim>& parameters() const;
  const Geometry<Dim>& geometry() const;
  // Another geometry of the same grid (a window that moved): the state stays, faces that close come to rest.
  void set_geometry(const GeometryInput<Dim>& geometry);
  // Constants that may change between steps.
  void set_forces(const ForceParameters<Dim>& forces);

  // The state, on the back end, to read and to change between steps. The faces of inflow sides keep what
  // they hold: a profile is written there. check_inflow() then tells whether it is compatible.
  FaceViews<float, Dim> velocity();
  GridView<float, Dim> pressure();
  GridView<float, Dim> scalar(int index);
  void check_inflow() const;
  // Makes the velocity divergence free now (a first velocity that was written).
  StepStats project();

  // Advances by dt seconds (> 0, finite). Waits. Throws std::invalid_argument, DeviceError, Cancelled.
  StepStats step(double dt, const StepInputs<Dim>& inputs = {});

  // Everything a checkpoint must hold, by name: velocity_x, velocity_y, (velocity_z), pressure, scalars.
  struct NamedArray {
    std::string name;
    GridView<float, Dim> values;
  };
  std::vector<NamedArray> arrays();
  void restore(const std::string& name, const std::vector<float>& values);  // of arrays(), from the host

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ocean::fluid
