// SPDX-License-Identifier: Apache-2.0
//
// Two-dimensional discrete Fourier transform of complex floats with one fixed order of operations: Stockham's
// self-sorting algorithm (Cochran et al., What is the fast Fourier transform?, 1967; the index form of
// Govindaraju et al., High performance discrete Fourier transforms on graphics processors, SC 2008), a
// radix-2 step first where log2 n is odd, then radix-4 steps. Twiddle factors are computed in double and
// rounded. Same bits on both back ends, for any thread count, batch and body.
//
// Not scaled: forward and then inverse multiplies by width*height. Error: below 1e-6 of the root mean square
// of the result for all sizes (measured and tested).
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/vec.h"

namespace ocean {

inline constexpr int32_t kLeastFft = 1, kMostFft = 16384;

// A power of two from kLeastFft to kMostFft.
constexpr bool is_fft_size(int64_t n) { return n >= kLeastFft && n <= kMostFft && (n & (n - 1)) == 0; }

enum class FftDirection : uint8_t {
  forward,  // sum of x*exp(-2*pi*i*k*l/n)
  inverse   // sum of x*exp(+2*pi*i*k*l/n)
};

// Which code runs on CUDA; they differ in speed alone.
enum class FftBody : uint8_t {
  automatic,  // lines in shared memory where they are at least 64 long
  plain       // one thread a line; for tests
};

class Fft2d {
 public:
  // Throws std::invalid_argument unless is_fft_size() of both sides. Holds the twiddle tables.
  Fft2d(const Exec& exec, int32_t width, int32_t height, FftBody body = FftBody::automatic);

  // Transforms `batch` maps of width*height values (x + i*y), one after the other in data, in place: first
  // all rows, then all columns. Scratch: one map, except in shared memory. Asynchronous on CUDA. Throws
  // std::invalid_argument if data does not hold batch maps.
  void transform(FftDirection direction, View<Vec2f> data, int32_t batch = 1) const;
  void rows_only(FftDirection direction, View<Vec2f> data, int32_t batch = 1) const;

  int32_t width() const { return width_; }
  int32_t height() const { return height_; }

 private:
  Exec exec_;
  int32_t width_, height_;
  FftBody body_;
  Buffer<Vec2f> row_twiddles_, column_twiddles_;
};

}  // namespace ocean
