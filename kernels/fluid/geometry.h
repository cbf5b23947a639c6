// SPDX-License-Identifier: Apache-2.0
//
// What stands in the fluid's way: obstacles as cut cells and a bed under a water surface, both as weights of
// the faces. Divergence is the sum of weight*velocity over a cell's faces (Ng, Min & Gibou, An efficient
// fluid-solid coupling algorithm for single-phase flows, 2009): the weight is the open share of the face
// times the water's depth there over the largest depth.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/fluid/grid.h"

namespace ocean::fluid {

// Open shares and relative depths below these are closed: they would only make the matrix stiff.
inline constexpr float kLeastShare = 0.01f, kLeastDepth = 1e-4f;

// Arrays on the back end; a view without data is left out.
template <int Dim>
struct GeometryInput {
  // Signed distance to obstacles in metres, positive in the fluid, at the cells' corners: (n + 1) values an
  // axis.
  GridView<const float, Dim> solid_distance;
  GridView<const float, Dim> ground;  // height of the bed, m, at cells
  GridView<const float, Dim>
      water_surface;  // height, m, at cells: with ground, depth = water_surface - ground
  // The height whose slope drives the flow, m, at cells; left out, the ground. Where open sides cross an
  // uneven bed, the water's surface belongs here: pressure is 0 along an open side.
  GridView<const float, Dim> slope_height;
};

// Cells or faces outside the fluid near it, by layers, whose values continue those inside.
template <int Dim>
class Extension {
 public:
  static constexpr int kLayers = 3;
  Extension() = default;
  // inside[i] != 0: a value of the fluid.
  Extension(const Exec& exec, Index<Dim> size, Buffer<uint8_t> inside);
  // Sets the outer values to the mean of their neighbours in the layers before. Asynchronous on CUDA.
  void extend(const Exec& exec, GridView<float, Dim> values) const;

 private:
  Buffer<uint8_t> layer_;  // 0 inside, 1…kLayers, 255 beyond
  std::vector<Buffer<int32_t>> cells_;
};

template <int Dim>
class Geometry {
 public:
  // Weights, and where the fluid ends. no_slip: the fluid sticks to obstacles, so faces inside them rest;
  // otherwise they continue the flow outside. Throws std::invalid_argument for arrays that do not fit the
  // grid or a ground without a water surface (and the reverse); DeviceError or std::bad_alloc.
  Geometry(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
           const GeometryInput<Dim>& input, bool no_slip);

  FaceViews<const float, Dim> weights() const { return weights_.view(); }
  // Corner distances, without data where there are no obstacles.
  GridView<const float, Dim> solid_distance() const;
  bool no_slip() const { return no_slip_; }
  double largest_depth() const { return largest_depth_; }  // m; 1 without a bed
  void extend_velocity(const Exec& exec, const FaceViews<float, Dim>& velocity) const;
  void extend_cells(const Exec& exec, GridView<float, Dim> values) const;

 private:
  FaceBuffers<float, Dim> weights_;
  GridBuffer<float, Dim> distance_;
  Extension<Dim> face_extension_[Dim], cell_extension_;
  bool no_slip_, blocked_ = false;
  double largest_depth_ = 1;
};

}  // namespace ocean::fluid
