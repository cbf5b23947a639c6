// SPDX-License-Identifier: Apache-2.0
//
// Viscosity of the face velocities, component by component, half of it before and half after the advection.
// By number = dt*viscosity/spacing²:
//   up to kExplicitLimit (less with no-slip obstacles)  Heun's two stages, half a step each time
//   up to kCrankNicolsonLimit   an explicit half before, an implicit half after: Crank-Nicolson, second order
//   beyond                      backward Euler after: first order, and no ringing
// Implicit parts are solved by conjugate gradients.
//
// Walls: at no-slip sides the wall's velocity lies half a cell beyond the outermost faces. At no-slip
// obstacles the difference to a neighbour inside ends at the wall: there, at the share theta of the way where
// the signed distance crosses zero, the velocity is 0 (Gibou, Fedkiw, Cheng & Kang 2002, the symmetric form),
// so its coefficient is 1/theta, theta >= kLeastTheta. A face that is partly open, but whose centre
// lies inside, is wall for its neighbours and is drawn to rest. Slip walls exert nothing.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/geometry.h"
#include "kernels/fluid/grid.h"

namespace ocean::fluid {

inline constexpr float kLeastTheta = 0.1f;
template <int Dim>
inline constexpr float kExplicitLimit = 0.5f / (2 * Dim);  // half the limit of stability

inline constexpr double kCrankNicolsonLimit = 4;

enum class ViscousScheme : uint8_t { heun, crank_nicolson, backward_euler };
enum class ViscousPart : uint8_t { before, after };  // the advection

template <int Dim>
struct ViscousRow;

struct ViscosityResult {
  int32_t iterations = 0;  // of the worst component; 0: explicit
  bool converged = true;
};

template <int Dim>
class Viscosity {
 public:
  Viscosity(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides);
  static ViscousScheme scheme_for(const Geometry<Dim>& geometry, double number);
  // One part of a step of number = dt*viscosity/spacing² >= 0, in place.
  ViscosityResult apply(const Geometry<Dim>& geometry, double number, ViscousPart part,
                        const FaceViews<float, Dim>& u);

 private:
  void add_explicit(const ViscousRow<Dim>& rows, float number, bool second_stage, GridView<float, Dim> u);
  ViscosityResult solve_implicit(const ViscousRow<Dim>& rows, float number, GridView<float, Dim> u);

  Exec exec_;
  FluidGrid<Dim> grid_;
  Sides<Dim> sides_;
  Buffer<float> r_, p_, ap_, old_;
  Buffer<char> scalars_;
  Buffer<char> partial_;
};

}  // namespace ocean::fluid
