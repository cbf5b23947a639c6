// SPDX-License-Identifier: Apache-2.0
//
// One pass is a step of Richardson's iteration, q += c*K(b - A q), with A the grid's Laplacian and K a
// filter. Over waves of k radians a cell A has the symbol 4 - 2 cos kx - 2 cos ky and K the product of its
// two 1-D symbols; c = kOverStep over the largest product, so that no wave grows (it would from 2 on).
#include "kernels/fluid/inputs/filtered.h"

#include <cmath>

#include "kernels/fluid/faces.h"
#include "kernels/fluid/launch.h"
#include "kernels/math/elementary.h"
#include "kernels/primitives.h"

namespace ocean::fluid {
namespace {

constexpr double kCentreShare = 0.35;
constexpr double kOverStep = 1.6;
constexpr int kWaves = 96;  // sampled per axis for the largest product

FilterKernel kernel_of(int32_t width, double centre) {
  FilterKernel k;
  k.width = width;
  const int32_t half = width / 2;
  const double deviation = width / 6.0;
  double tap[kWidestFilter], sum = 0;
  for (int32_t i = 0; i < width; ++i) {
    const double x = (i - half) / deviation;
    tap[i] = elem::exp(-0.5 * x * x);
    sum += tap[i];
  }
  for (int32_t i = 0; i < width; ++i)
    k.tap[i] = static_cast<float>((1 - centre) * tap[i] / sum + (i == half ? centre : 0.0));
  return k;
}

double symbol(const FilterKernel& k, double wave) {
  double sum = 0;
  for (int32_t i = 0; i < k.width; ++i)
    sum += static_cast<double>(k.tap[i]) * elem::cos(wave * (i - k.width / 2));
  return sum;
}

float step_for(const FilterKernel& k) {
  double most = 0, at[kWaves + 1], curl[kWaves + 1];
  for (int i = 0; i <= kWaves; ++i) {
    const double wave = 3.14159265358979323846 * i / kWaves;
    at[i] = symbol(k, wave);
    curl[i] = 2 - 2 * elem::cos(wave);
  }
  for (int i = 0; i <= kWaves; ++i)
    for (int j = 0; j <= kWaves; ++j) {
      const double product = (curl[i] + curl[j]) * at[i] * at[j];
      most = product > most ? product : most;
    }
  return static_cast<float>(kOverStep / most);
}

// What lies beyond the box's sides: the line's mirror image, of the other sign where pressure is 0 on the
// side. So filter and Laplacian have the same waves, and no wave grows.
struct FilterLine {
  GridView<const float, 2> in;
  FilterKernel kernel;
  int axis;
  SideKind low, high;
  float* out;
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    const int32_t half = kernel.width / 2, n = in.size[axis];
    const int64_t stride = axis == 0 ? 1 : in.size[0], line = at - i[axis] * stride;
    float sum = 0;
    for (int32_t k = 0; k < kernel.width; ++k) {
      int32_t j = i[axis] + k - half;
      float tap = kernel.tap[k];
      while (j < 0 || j >= n) {
        const SideKind kind = j < 0 ? low : high;
        if (kind == SideKind::periodic) {
          j += j < 0 ? n : -n;
        } else {
          j = j < 0 ? -1 - j : 2 * n - 1 - j;
          if (kind == SideKind::open) tap = -tap;
        }
      }
      sum = sum + tap * in.data[line + j * stride];
    }
    out[at] = sum;
  }
};

// out = b - A q, by the differences that the faces' velocities would lose.
struct Rest {
  Sides<2> sides;
  Index<2> n;
  FaceViews<const float, 2> weights;
  const float *b, *q;
  float* out;
  OCEAN_HD float loss(const Index<2>& face, int axis) const {
    const float w = weights[axis](face);
    const FaceUse use = use_of(sides, n, axis, face, w);
    return use == FaceUse::fixed ? 0.0f : w * face_difference(use, cells_of_face(sides, n, axis, face), q);
  }
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    float sum = 0;  // of outflow lost: A q = -sum
    for (int a = 0; a < 2; ++a) sum = sum + (loss(shifted(i, a, 1), a) - loss(i, a));
    out[at] = b[at] + sum;
  }
};

struct AddScaled {
  const float* x;
  float scale;
  float* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = to[i] + scale * x[i]; }
};
struct StoreScaled {
  const float* x;
  float scale;
  float* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = scale * x[i]; }
};
struct Square {
  const float* x;
  double* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = static_cast<double>(x[i]) * static_cast<double>(x[i]); }
};

double norm(const Exec& exec, View<const float> x) {
  Buffer<double> squares(exec, x.size);
  parallel_for(exec, "filtered squares", x.size, Square{x.data, squares.data()}, kGrainCells);
  return elem::sqrt(reduce_sum(exec, View<const double>(squares.view())));
}

}  // namespace

FilterKernel gaussian_kernel(int32_t width) { return kernel_of(width, 0); }
FilterKernel centre_heavy_kernel(int32_t width) { return kernel_of(width, kCentreShare); }

void filter_separable(const Exec& exec, const FilterKernel& kernel, const Sides<2>& sides,
                      GridView<const float, 2> in, GridView<float, 2> scratch, GridView<float, 2> out) {
  for_index(exec, "filter along x", in.size,
            FilterLine{in, kernel, 0, sides.of[0][0].kind, sides.of[0][1].kind, scratch.data});
  for_index(exec, "filter along y", in.size,
            FilterLine{scratch, kernel, 1, sides.of[1][0].kind, sides.of[1][1].kind, out.data});
}

FilteredPressure::FilteredPressure(const Exec& exec, const FluidGrid<2>& grid, const Sides<2>& sides)
    : exec_(exec),
      grid_(grid),
      sides_(sides),
      smooth_(gaussian_kernel(kWidestFilter)),
      rest_(exec, grid.n),
      scratch_(exec, grid.n),
      filtered_(exec, grid.n) {
  for (int k = 0; k < kFilters; ++k) {
    kernel_[k] = centre_heavy_kernel(kFilterWidths[k]);
    step_[k] = step_for(kernel_[k]);
  }
}

void FilteredPressure::solve(const FaceViews<const float, 2>& weights, View<const float> b, float feedback,
                             int32_t iterations, View<float> q) {
  if (feedback > 0) {
    filter_separable(exec_, smooth_, sides_, {q.data, grid_.n}, scratch_.view(), filtered_.view());
    parallel_for(exec_, "filtered feedback", q.size, StoreScaled{filtered_.buffer().data(), feedback, q.data},
                 kGrainCells);
  } else {
    fill_bytes(exec_, q.data, 0, q.size * int64_t{sizeof(float)});
  }
  for (int32_t it = 0; it < iterations; ++it)
    for (int k = 0; k < kFilters; ++k) {
      for_index(exec_, "filtered rest", grid_.n,
                Rest{sides_, grid_.n, weights, b.data, q.data, rest_.buffer().data()});
      filter_separable(exec_, kernel_[k], sides_, rest_.view(), scratch_.view(), filtered_.view());
      parallel_for(exec_, "filtered pressure", q.size, AddScaled{filtered_.buffer().data(), step_[k], q.data},
                   kGrainCells);
    }
}

double FilteredPressure::residual(const FaceViews<const float, 2>& weights, View<const float> b,
                                  View<const float> q) {
  for_index(exec_, "filtered rest", grid_.n,
            Rest{sides_, grid_.n, weights, b.data, q.data, rest_.buffer().data()});
  const double all = norm(exec_, b);
  return all > 0 ? norm(exec_, rest_.buffer().view()) / all : 0;
}

}  // namespace ocean::fluid
