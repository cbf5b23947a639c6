// SPDX-License-Identifier: Apache-2.0
//
// Pressure solvers: A x = b on the grid's weighted faces (level.h), the same bits on every back end. x is
// q = p*dt/spacing in m/s for the solver's use, so that face velocities change by differences of x.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/fluid/multigrid.h"
#include "kernels/fluid/regions.h"

namespace ocean::fluid {

enum class PressureMethod : uint8_t {
  multigrid,  // conjugate gradients preconditioned by a V-cycle (McAdams et al. 2010)
  fft,        // a plain 2-D box of powers of two alone (fft_poisson.h), by iterative refinement
  jacobi      // damped Jacobi iterations: the plain reference, many of them
};

struct PressureOptions {
  PressureMethod method = PressureMethod::multigrid;
  double tolerance = 1e-4;        // stops at |residual| <= tolerance*|b|, Euclidean norms
  double enough = 0;              // or at max |residual| <= enough
  int32_t most_iterations = 200;  // >= 0
};

struct PressureResult {
  int32_t iterations = 0;
  double residual = 0;  // |residual|/|b|, 0 where b is 0
  double worst = 0;     // max |residual|
  bool converged = true;
};

template <int Dim>
class PressureSolver {
 public:
  // As Multigrid. Throws DeviceError or std::bad_alloc.
  PressureSolver(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                 const FaceViews<const float, Dim>& weights);
  ~PressureSolver();
  PressureSolver(PressureSolver&&) noexcept;
  PressureSolver& operator=(PressureSolver&&) noexcept;

  const Level<Dim>& level() const;
  const Regions<Dim>& regions() const;
  int levels() const;
  // Solves from the given x. b: cell array, changed: its mean over closed regions is removed, then it holds
  // the residual. x is 0 in dead cells. Waits for the result. A solve that does not converge says so.
  // Throws std::invalid_argument for sizes that do not fit, and for fft where it cannot be used.
  PressureResult solve(View<float> b, View<float> x, const PressureOptions& options);
  // Scratch for sums over the cells (launch.h).
  Sums* partial();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ocean::fluid
