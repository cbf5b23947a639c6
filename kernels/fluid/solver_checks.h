// SPDX-License-Identifier: Apache-2.0
//
// What a solver's parameters and a step's inputs must be. Throws std::invalid_argument.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

#include "kernels/fluid/solver.h"

namespace ocean::fluid {

inline void require(bool holds, const std::string& what) {
  if (!holds) throw std::invalid_argument("fluid solver: " + what);
}

template <int Dim>
void check(const SolverParameters<Dim>& p) {
  const FluidGrid<Dim>& g = p.grid;
  require(g.spacing_m > 0 && std::isfinite(g.spacing_m), "spacing must be positive");
  double faces = 1;
  for (int a = 0; a < Dim; ++a) {
    require(g.n[a] >= 1, "the grid needs at least one cell along each axis");
    faces *= g.n[a] + 1.0;
    require(p.sides.periodic(a) == (p.sides.of[a][1].kind == SideKind::periodic),
            "both sides of axis " + std::to_string(a) + " or none are periodic");
  }
  require(faces <= 2147483647.0, "at most 2^31 - 1 faces an axis");
  require(p.viscosity >= 0 && std::isfinite(p.viscosity), "viscosity must be 0 or positive");
  require(p.tolerance > 0 && p.second_tolerance > 0 && p.divergence_target > 0,
          "tolerances must be positive");
  const int scalars = static_cast<int>(p.scalars.size());
  require(p.density_scalar < scalars && p.temperature_scalar < scalars, "no such scalar for buoyancy");
  for (const ScalarParameters<Dim>& s : p.scalars)
    require(s.decay_per_s >= 0 && s.diffusivity >= 0,
            "decay and diffusivity must not be negative: " + s.name);
}

template <int Dim>
void check(const SolverParameters<Dim>& p, const StepInputs<Dim>& in) {
  const auto fits = [](const GridView<const float, Dim>& v, Index<Dim> size, const char* name) {
    require(v.data == nullptr || v.size == size, std::string(name) + " does not fit the grid");
  };
  fits(in.wet, p.grid.n, "wet");
  fits(in.painted_share, p.grid.n, "painted_share");
  for (int a = 0; a < Dim; ++a) {
    fits(in.acceleration[a], p.grid.faces(a), "acceleration");
    fits(in.painted[a], p.grid.n, "painted");
  }
  require(in.added.size() <= p.scalars.size(), "more additions than scalars");
  for (const auto& v : in.added) fits(v, p.grid.n, "an addition to a scalar");
}

}  // namespace ocean::fluid
