// SPDX-License-Identifier: Apache-2.0
//
// Whether what flows in through the box's sides can flow out.
#pragma once

#include <stdexcept>
#include <string>

#include "kernels/exec.h"
#include "kernels/fluid/geometry.h"
#include "kernels/fluid/grid.h"
#include "kernels/fluid/regions.h"

namespace ocean::fluid {

// A closed region into which more flows than out, or the reverse: no pressure makes it incompressible.
struct IncompatibleFlow : std::runtime_error {
  IncompatibleFlow(const std::string& text, double net) : std::runtime_error(text), imbalance(net) {}
  double imbalance;  // m³/s in 3-D, m²/s in 2-D, positive: inflow without outflow
};

// Throws IncompatibleFlow where the inflow faces of u add to more than kInflowTolerance of their sum of
// magnitudes in a closed region. Reads faces to the host if there are inflow sides and closed regions.
inline constexpr double kInflowTolerance = 1e-4;

template <int Dim>
void check_inflow(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                  const Geometry<Dim>& geometry, const Regions<Dim>& regions,
                  const FaceBuffers<float, Dim>& u);

}  // namespace ocean::fluid
