// SPDX-License-Identifier: Apache-2.0
//
// The real-time recipe as a fluid (filtered.h says what its pressure is): forces and -grad of the last
// pressure, advection of velocity and scalars, divergence, pressure. Two dimensions. What divergence the
// filters left is taken away by the next step's gradient, so states carry some: it is a look, not a solution.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/fluid/inputs/filtered.h"
#include "kernels/fluid/solver.h"

namespace ocean::fluid {

struct FilteredOptions {
  float feedback = 0.6f;   // 0…1 of the last frame's pressure
  int32_t iterations = 3;  // 1…16
};

// Takes the parts of SolverParameters that the recipe has: grid, sides, schemes, forces, scalars with decay.
// The same bits on every back end; throws as FluidSolver does.
class FilteredFluid {
 public:
  FilteredFluid(const Exec& exec, const SolverParameters<2>& parameters, const GeometryInput<2>& geometry,
                const FilteredOptions& options);
  ~FilteredFluid();
  FilteredFluid(FilteredFluid&&) noexcept;

  const Geometry<2>& geometry() const;
  void set_geometry(const GeometryInput<2>& geometry);
  FaceViews<float, 2> velocity();
  GridView<float, 2> pressure();
  GridView<float, 2> scalar(int index);
  StepStats step(double dt, const StepInputs<2>& inputs = {});
  std::vector<FluidSolver<2>::NamedArray> arrays();
  void restore(const std::string& name, const std::vector<float>& values);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ocean::fluid
