// SPDX-License-Identifier: Apache-2.0
//
// Lines are rows or columns; a line's value k lies at base + k*stride. Three bodies run the same butterflies
// (fft_step.h) in the same order within a line: on the host a line in two small arrays; on the device lines
// in shared memory, several columns at once so that a sector of memory is used whole; and for tests one
// launch a step through a second map.
#include "kernels/wave/fft.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/math/elementary.h"
#include "kernels/parallel_for.h"
#include "kernels/wave/fft_step.h"

#if defined(__CUDACC__)
#include <cuda_runtime.h>
#endif

namespace ocean {
namespace {

constexpr int32_t kLeastShared = 64;

std::vector<Vec2f> twiddle_table(int32_t n) {
  std::vector<Vec2f> table(static_cast<std::size_t>(n));
  for (int32_t k = 0; k < n; ++k) {
    const elem::SinCos<double> a = elem::sincos(-6.283185307179586476925 * k / n);
    table[static_cast<std::size_t>(k)] = {static_cast<float>(a.cos), static_cast<float>(a.sin)};
  }
  return table;
}

// All rows or all columns of a batch of maps.
struct Lines {
  Vec2f* data;
  const Vec2f* twiddles;
  int32_t n;            // values a line
  int64_t count;        // lines
  int64_t stride;       // between values
  int32_t group;        // lines of one map
  int64_t line_stride;  // between lines of a map
  int64_t map_stride;   // between maps
  bool inverse;
  OCEAN_HD int64_t base(int64_t line) const { return line / group * map_stride + line % group * line_stride; }
};

// --- Host
// -------------------------------------------------------------------------------------------------------

// Lines side by side: value k of line l at k*kHostLines + l, real and imaginary parts apart, so that a
// butterfly is the same for kHostLines neighbouring numbers. Neighbouring columns also share cache lines.
constexpr int32_t kHostLines = 8;

struct Planes {
  float *re, *im;
};

// kRadix values of all lines at once; the operations are those of FftStep::run.
template <int kRadix, bool kInverse>
void host_butterfly(const Planes& from, const Planes& to, int64_t at, int64_t apart, int64_t place,
                    int64_t done, const Vec2f* w) {
  for (int32_t line = 0; line < kHostLines; ++line) {
    Vec2f v[kRadix];
    for (int q = 0; q < kRadix; ++q) {
      const int64_t i = (at + q * apart) * kHostLines + line;
      v[q] = {from.re[i], from.im[i]};
      if (q > 0) v[q] = complex_product(v[q], w[q]);
    }
    fft_butterfly<kRadix, kInverse>(v);
    for (int q = 0; q < kRadix; ++q) {
      const int64_t i = (place + q * done) * kHostLines + line;
      to.re[i] = v[q].x;
      to.im[i] = v[q].y;
    }
  }
}

template <int kRadix, bool kInverse>
void host_step(const FftStep& s, const Vec2f* twiddles, const Planes& from, const Planes& to) {
  const int32_t turn = s.n / (kRadix * s.done);
  for (int32_t k = 0; k < s.done; ++k) {
    Vec2f w[kRadix];
    for (int q = 1; q < kRadix; ++q) {
      w[q] = twiddles[q * k * turn];
      if (kInverse) w[q].y = -w[q].y;
    }
    for (int32_t part = 0; part < turn; ++part)
      host_butterfly<kRadix, kInverse>(from, to, part * s.done + k, s.n / kRadix, part * kRadix * s.done + k,
                                       s.done, w);
  }
}

// Returns where the result is.
Planes host_steps(const Lines& l, Planes a, Planes b) {
  for (FftStep s = first_step(l.n, l.inverse); s.done < l.n; s = next_step(s)) {
    if (s.radix == 2)
      s.inverse ? host_step<2, true>(s, l.twiddles, a, b) : host_step<2, false>(s, l.twiddles, a, b);
    else s.inverse ? host_step<4, true>(s, l.twiddles, a, b) : host_step<4, false>(s, l.twiddles, a, b);
    std::swap(a, b);
  }
  return a;
}

void host_lines(const void* context, int64_t begin, int64_t end) {
  const Lines& l = *static_cast<const Lines*>(context);
  const int64_t values = int64_t{kHostLines} * l.n;
  std::vector<float> memory(static_cast<std::size_t>(4 * values), 0.0f);
  const Planes a{memory.data(), memory.data() + values}, b{a.im + values, a.im + 2 * values};
  for (int64_t block = begin; block < end; ++block) {
    const int64_t first = block * kHostLines;
    const auto lines = static_cast<int32_t>(std::min<int64_t>(kHostLines, l.count - first));
    int64_t bases[kHostLines];
    for (int32_t line = 0; line < lines; ++line) bases[line] = l.base(first + line);
    for (int32_t k = 0; k < l.n; ++k)
      for (int32_t line = 0; line < lines; ++line) {
        const Vec2f v = l.data[bases[line] + k * l.stride];
        a.re[k * kHostLines + line] = v.x;
        a.im[k * kHostLines + line] = v.y;
      }
    const Planes out = host_steps(l, a, b);
    for (int32_t k = 0; k < l.n; ++k)
      for (int32_t line = 0; line < lines; ++line)
        l.data[bases[line] + k * l.stride] = {out.re[k * kHostLines + line], out.im[k * kHostLines + line]};
  }
}

// --- One launch a step
// ------------------------------------------------------------------------------------------

struct PlainStep {
  Lines lines;
  FftStep step;
  const Vec2f* from;
  Vec2f* to;
  OCEAN_HD void operator()(int64_t index) const {
    const int64_t line = index / step.butterflies();
    const auto j = static_cast<int32_t>(index - line * step.butterflies());
    const int64_t base = lines.base(line);
    Vec2f v[4];
    for (int32_t q = 0; q < step.radix; ++q) v[q] = from[base + step.from(j, q) * lines.stride];
    step.run(j, lines.twiddles, v);
    for (int32_t q = 0; q < step.radix; ++q) to[base + step.to(j, q) * lines.stride] = v[q];
  }
};

void plain_lines(const Exec& exec, const Lines& l, int64_t values) {
  Buffer<Vec2f> other(exec, values);
  Vec2f *from = l.data, *to = other.data();
  for (FftStep s = first_step(l.n, l.inverse); s.done < l.n; s = next_step(s)) {
    parallel_for(exec, "fft step", l.count * s.butterflies(), PlainStep{l, s, from, to});
    std::swap(from, to);
  }
  if (from != l.data) copy_within(exec, "fft result", l.data, from, values * int64_t{sizeof(Vec2f)});
}

// --- Lines in shared memory
// -------------------------------------------------------------------------------------

#if defined(__CUDACC__)
constexpr int32_t kValuesAThread = 16, kMostThreads = 1024, kLeastThreads = 128;
constexpr int32_t kSharedValues = 16384;  // 128 KiB

// Lines a block: enough threads, and for columns whole sectors.
int32_t lines_a_block(const Lines& l) {
  const int32_t threads = std::max(1, l.n / kValuesAThread);
  int32_t lines = std::max(1, kLeastThreads / threads);
  if (l.stride != 1) lines = std::max(lines, 8);
  lines = std::min(lines, std::min(kSharedValues / l.n, kMostThreads / threads));
  return std::max(1, lines);
}

// Threads take the butterflies t, t + threads, … of a line; all are read before any is written, so one array
// serves.
__global__ void __launch_bounds__(kMostThreads) shared_lines_kernel(Lines l, int32_t block_lines) {
  extern __shared__ Vec2f shared[];
  const int32_t threads = l.n / kValuesAThread;
  const int64_t first = int64_t{blockIdx.x} * block_lines;
  const auto lines = static_cast<int32_t>(l.count - first < block_lines ? l.count - first : block_lines);
  const auto thread = static_cast<int32_t>(threadIdx.x), all = static_cast<int32_t>(blockDim.x);
  for (int32_t i = thread; i < lines * l.n; i += all) {
    const int32_t line = l.stride == 1 ? i / l.n : i % lines, k = l.stride == 1 ? i % l.n : i / lines;
    shared[line * l.n + k] = l.data[l.base(first + line) + k * l.stride];
  }
  __syncthreads();
  const int32_t line = thread / threads, t = thread % threads;
  Vec2f* const own = shared + line * l.n;
  for (FftStep s = first_step(l.n, l.inverse); s.done < l.n; s = next_step(s)) {
    Vec2f v[kValuesAThread];
    if (line < lines) {
      if (s.radix == 4) {
#pragma unroll
        for (int32_t b = 0; b < kValuesAThread / 4; ++b) {
          const int32_t j = t + b * threads;
#pragma unroll
          for (int32_t q = 0; q < 4; ++q) v[4 * b + q] = own[s.from(j, q)];
          s.run(j, l.twiddles, v + 4 * b);
        }
      } else {
#pragma unroll
        for (int32_t b = 0; b < kValuesAThread / 2; ++b) {
          const int32_t j = t + b * threads;
#pragma unroll
          for (int32_t q = 0; q < 2; ++q) v[2 * b + q] = own[s.from(j, q)];
          s.run(j, l.twiddles, v + 2 * b);
        }
      }
    }
    __syncthreads();
    if (line < lines) {
      if (s.radix == 4) {
#pragma unroll
        for (int32_t b = 0; b < kValuesAThread / 4; ++b)
#pragma unroll
          for (int32_t q = 0; q < 4; ++q) own[s.to(t + b * threads, q)] = v[4 * b + q];
      } else {
#pragma unroll
        for (int32_t b = 0; b < kValuesAThread / 2; ++b)
#pragma unroll
          for (int32_t q = 0; q < 2; ++q) own[s.to(t + b * threads, q)] = v[2 * b + q];
      }
    }
    __syncthreads();
  }
  for (int32_t i = thread; i < lines * l.n; i += all) {
    const int32_t at_line = l.stride == 1 ? i / l.n : i % lines, k = l.stride == 1 ? i % l.n : i / lines;
    l.data[l.base(first + at_line) + k * l.stride] = shared[at_line * l.n + k];
  }
}

void shared_lines(const Exec& exec, const Lines& l) {
  const int32_t lines = lines_a_block(l), threads = lines * (l.n / kValuesAThread);
  const auto bytes = static_cast<std::size_t>(lines) * static_cast<std::size_t>(l.n) * sizeof(Vec2f);
  const int64_t blocks = (l.count - 1) / lines + 1;
  check_grid("fft lines", blocks);
  check_cancelled();
  exec.make_current();
  exec.count("fft lines");
  cudaFuncSetAttribute(shared_lines_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(bytes));
  shared_lines_kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads), bytes,
                        static_cast<cudaStream_t>(exec.stream())>>>(l, lines);
  check_launch("fft lines");
}
#endif

void run_lines(const Exec& exec, const Lines& l, FftBody body, int64_t values) {
  if (l.n == 1 || l.count == 0) return;
  if (!exec.is_cuda()) {
    exec.count("fft lines");
    exec.pool().run((l.count - 1) / kHostLines + 1, 1, host_lines, &l);
    return;
  }
#if defined(__CUDACC__)
  if (body == FftBody::automatic && l.n >= kLeastShared) {
    shared_lines(exec, l);
    return;
  }
#endif
  static_cast<void>(body);
  plain_lines(exec, l, values);
}

}  // namespace

Fft2d::Fft2d(const Exec& exec, int32_t width, int32_t height, FftBody body)
    : exec_(exec), width_(width), height_(height), body_(body) {
  if (!is_fft_size(width) || !is_fft_size(height))
    throw std::invalid_argument("Fft2d: " + std::to_string(width) + " x " + std::to_string(height) +
                                "; sides must be powers of two from " + std::to_string(kLeastFft) + " to " +
                                std::to_string(kMostFft));
  row_twiddles_ = Buffer<Vec2f>(exec, "fft twiddles", twiddle_table(width));
  column_twiddles_ = Buffer<Vec2f>(exec, "fft twiddles", twiddle_table(height));
}

void Fft2d::rows_only(FftDirection direction, View<Vec2f> data, int32_t batch) const {
  const int64_t map = int64_t{width_} * height_;
  if (batch < 0 || data.size != map * batch)
    throw std::invalid_argument("Fft2d: the data does not hold " + std::to_string(batch) + " maps");
  run_lines(exec_,
            {data.data, row_twiddles_.data(), width_, int64_t{height_} * batch, 1, height_, width_, map,
             direction == FftDirection::inverse},
            body_, data.size);
}

void Fft2d::transform(FftDirection direction, View<Vec2f> data, int32_t batch) const {
  rows_only(direction, data, batch);
  const int64_t map = int64_t{width_} * height_;
  run_lines(exec_,
            {data.data, column_twiddles_.data(), height_, int64_t{width_} * batch, width_, width_, 1, map,
             direction == FftDirection::inverse},
            body_, data.size);
}

}  // namespace ocean
