// SPDX-License-Identifier: Apache-2.0
//
// `pressure: filtered`: the recipe of real-time fluids, kept to match their look. The pressure is no solution
// but a few passes of small separable filters: each takes what is left of the divergence through a kernel
// whose centre is heavy, widths 15, 13 … 5 in turn (coarse to fine), horizontal and vertical passes
// alternating; the last frame's pressure, smoothed by the widest Gaussian and damped by `feedback`, is where
// it begins. Divergence remains.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/fluid/grid.h"

namespace ocean::fluid {

inline constexpr int kFilterWidths[] = {15, 13, 11, 9, 7, 5};
inline constexpr int kFilters = 6, kWidestFilter = 15;

// Symmetric, sum 1; taps of `width` (odd), the rest 0.
struct FilterKernel {
  int32_t width = 1;
  float tap[kWidestFilter] = {};
};
FilterKernel gaussian_kernel(int32_t width);      // a standard deviation of width/6
FilterKernel centre_heavy_kernel(int32_t width);  // kCentreShare at the centre, the Gaussian besides

// out = in filtered along x, then y; beyond the sides their mirror image, negated beyond open ones, or the
// other side. out, scratch: of in's size, other arrays. Asynchronous on CUDA.
void filter_separable(const Exec& exec, const FilterKernel& kernel, const Sides<2>& sides,
                      GridView<const float, 2> in, GridView<float, 2> scratch, GridView<float, 2> out);

class FilteredPressure {
 public:
  FilteredPressure(const Exec& exec, const FluidGrid<2>& grid, const Sides<2>& sides);

  // q (m/s, as the solver's: a face's velocity loses the difference of q) from b = -divergence
  // (negative_divergence); q holds the last frame's on the way in, of which `feedback` (0…1; 0: nothing) is
  // kept. iterations >= 1. Asynchronous on CUDA.
  void solve(const FaceViews<const float, 2>& weights, View<const float> b, float feedback,
             int32_t iterations, View<float> q);
  // What is left: |b - A q|/|b|, 0 where b is 0. Waits.
  double residual(const FaceViews<const float, 2>& weights, View<const float> b, View<const float> q);

  // The factor by which the kernel of filter k is applied to a residual.
  float step_of(int k) const { return step_[k]; }

 private:
  Exec exec_;
  FluidGrid<2> grid_;
  Sides<2> sides_;
  FilterKernel kernel_[kFilters], smooth_;
  float step_[kFilters];
  GridBuffer<float, 2> rest_, scratch_, filtered_;
};

}  // namespace ocean::fluid
