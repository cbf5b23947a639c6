// SPDX-License-Identifier: Apache-2.0
//
// The pressure's equation in a plain box without obstacles, bed or open sides, by fast Fourier transforms:
// closed axes are continued as their mirror image, which makes a cosine transform of them (Makhoul, A fast
// cosine transform in one and two dimensions, 1980, says so of the even extension). Two dimensions; the
// lengths, doubled where closed, must be powers of two.
#pragma once

#include <memory>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/fluid/level.h"
#include "kernels/wave/fft.h"

namespace ocean::fluid {

class FftPoisson {
 public:
  // Throws std::invalid_argument, with what stands in the way, where it cannot be used.
  FftPoisson(const Exec& exec, const Level<2>& level);
  // x = the solution of A x = b with mean 0, to float's precision of the largest modes; b has mean 0. In an
  // iteration of refinement (r = b - A x) each round gains two to three digits. Asynchronous on CUDA.
  void solve(View<const float> b, View<float> x);

 private:
  Exec exec_;
  Level<2> level_;
  int32_t width_, height_;  // of the extension
  std::unique_ptr<Fft2d> fft_;
  Buffer<Vec2f> map_;
  Buffer<float> eigenvalues_;  // of x, then of y
};

}  // namespace ocean::fluid
