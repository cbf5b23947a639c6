// SPDX-License-Identifier: Apache-2.0
//
// Advection of cell and face fields: semi-Lagrangian (Stam 1999), MacCormack (Selle, Fedkiw, Kim, Liu &
// Rossignac, An unconditionally stable MacCormack method, 2008) and BFECC (Dupont & Liu 2003; Kim et al.
// 2005). The corrected schemes keep each value between those it was interpolated from, and are plain
// semi-Lagrangian where a path leaves the box.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/geometry.h"
#include "kernels/fluid/grid.h"

namespace ocean::fluid {

enum class AdvectionScheme : uint8_t { semi_lagrangian, maccormack, bfecc };
enum class PathOrder : uint8_t { rk2, rk3 };  // midpoint; Ralston's third order

template <int Dim>
struct AdvectionFlow {
  FaceViews<const float, Dim> velocity;  // m/s
  Index<Dim> n{};                        // cells
  Sides<Dim> sides;
  float step = 0;  // dt/spacing, s/m
  PathOrder order = PathOrder::rk2;
};

// out = in, carried along. axis: -1 for a cell field, else the faces' axis. inflow_value: what enters at
// inflow sides (cell fields; 0 enters at open ones). Faces without weight and fixed ones keep in's value.
// scratch: another array of that size. in, out, scratch and the velocity do not overlap, but scratch is not
// needed by semi_lagrangian. Asynchronous on CUDA.
template <int Dim>
void advect(const Exec& exec, const AdvectionFlow<Dim>& flow, AdvectionScheme scheme,
            const Geometry<Dim>& geometry, int axis, float inflow_value, GridView<const float, Dim> in,
            GridView<float, Dim> out, GridView<float, Dim> scratch);

}  // namespace ocean::fluid
