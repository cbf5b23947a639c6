// SPDX-License-Identifier: Apache-2.0
//
// Maps made of a velocity: at cell centres, its curl and divergence, the flow map (the mean over a time, free
// of divergence, continued into obstacles, with foam), and the picture of a detail texture carried along it.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/fluid/grid.h"

namespace ocean::fluid {

// Face velocities at the cells' centres: the mean of a cell's two faces. A closed face counts as it is (0).
// Asynchronous on CUDA, as all here that wait for nothing.
template <int Dim>
void centre_velocity(const Exec& exec, const FaceViews<const float, Dim>& u,
                     const GridView<float, Dim> (&out)[Dim]);

// dv/dx - du/dy of a cell-centred velocity, 1/s, by central differences, one-sided at the border.
void vorticity(const Exec& exec, GridView<const float, 2> u, GridView<const float, 2> v, float spacing,
               GridView<float, 2> out);
// The plain divergence of face velocities, 1/s: what the water's surface does, whatever its depth.
template <int Dim>
void surface_divergence(const Exec& exec, const FaceViews<const float, Dim>& u, float spacing,
                        GridView<float, Dim> out);

// Sums for a mean over time, in double; `weight` is the time that a state stands for.
struct FlowSums {
  FlowSums() = default;
  FlowSums(const Exec& exec, const FluidGrid<2>& grid);
  void add(const Exec& exec, const FaceViews<const float, 2>& u, float spacing, double weight);
  void means(const Exec& exec, const FaceViews<float, 2>& u, GridView<float, 2> unrest) const;

  Buffer<double> faces[2];
  Buffer<double> unrest;  // |curl| + |divergence| of the surface
  double weight = 0;
};

// 1 where some face of the cell is open.
void open_cells(const Exec& exec, const FaceViews<const float, 2>& weights, View<uint8_t> open);

// Continues values into cells that are not open: layer by layer the mean of the neighbours that have a value,
// until all have one or `most_layers` are done; then 0. Throws DeviceError or std::bad_alloc. Waits.
void extend_over_border(const Exec& exec, View<const uint8_t> open, int32_t most_layers, GridView<float, 2> u,
                        GridView<float, 2> v);

// foam = 1 - exp(-gain*unrest), unrest in 1/s.
void flow_foam(const Exec& exec, View<const float> unrest, float gain, View<float> foam);

// The two-phase scheme of flow maps (Vlachos 2010): noise of `feature` cells is carried along the flow for
// `period_s`, twice, half a period apart, each at its weakest where it starts anew. phase: 0…1; phase 1 is
// phase 0. out: 0…1.
struct FlowDetail {
  float spacing = 1, feature = 6, period_s = 1, phase = 0;
  uint32_t seed = 1;
};
void flow_detail(const Exec& exec, const FlowDetail& detail, GridView<const float, 2> u,
                 GridView<const float, 2> v, GridView<float, 2> out);

}  // namespace ocean::fluid
