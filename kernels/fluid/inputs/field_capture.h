// SPDX-License-Identifier: Apache-2.0
//
// Static inputs brought onto the fluid's grid: maps (terrain height, masks, distances), shapes that stand in
// the flow, and flows along splines. The grid may be a window that moved: everything is a function of the
// place in the world, so what is captured again is the same.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/math/grid.h"
#include "kernels/math/vec.h"

namespace ocean::fluid {

// Where samples are wanted: the cells' centres, or their corners ((n + 1) an axis, as GeometryInput wants).
enum class CaptureAt : uint8_t { cells, corners };

// to = the map (south first, on `map`'s grid, on the back end) at the grid's horizontal places, bilinear, its
// border going on beyond it; scale*value + offset. In 3-D the map stands for all heights. Asynchronous on
// CUDA.
template <int Dim>
void capture_map(const Exec& exec, const FluidGrid<Dim>& grid, CaptureAt at, const Grid& map,
                 View<const float> values, float scale, float offset, GridView<float, Dim> to);

// A ball or a capsule; in 2-D a disc or a rounded bar. Grid axes, metres, relative to the grid's origin.
struct CaptureShape {
  Vec3d a{0, 0, 0}, b{0, 0, 0};
  double radius = 0;
};
// to = the least of itself and the signed distance to the shapes (positive outside). Asynchronous on CUDA.
template <int Dim>
void capture_shapes(const Exec& exec, const FluidGrid<Dim>& grid, CaptureAt at,
                    View<const CaptureShape> shapes, GridView<float, Dim> to);

// A signed distance volume (3-D grids): samples at low + (i + 1/2)*voxel, linear, its border going on.
struct CaptureVolume {
  const float* values = nullptr;
  int32_t n[3] = {0, 0, 0};
  double low[3] = {0, 0, 0}, voxel = 1;
};
void capture_volume(const Exec& exec, const FluidGrid<3>& grid, const CaptureVolume& volume,
                    GridView<float, 3> corners);

// A piece of a spline's polyline with the speed along it.
struct FlowSegment {
  Vec3d a{0, 0, 0}, b{0, 0, 0};    // grid axes, relative to the grid's origin, metres
  float width_a = 1, width_b = 1;  // m: half of it is the reach, falling off smoothly
  float speed = 0;                 // m/s from a to b
  float share = 1;                 // 0…1 at the line
};
// velocity and share at the cells, of the nearest segment in reach (ties: the first); 0 elsewhere.
// Asynchronous.
template <int Dim>
void capture_flow(const Exec& exec, const FluidGrid<Dim>& grid, View<const FlowSegment> segments,
                  GridView<float, Dim> const (&velocity)[Dim], GridView<float, Dim> share);

}  // namespace ocean::fluid
