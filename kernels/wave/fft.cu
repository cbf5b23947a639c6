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

[[maybe_unused]] constexpr int32_t kLeastShared = 64;

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
  int32_t bits;         // 2^bits values a line
  int64_t count;        // lines
  int64_t stride;       // between values
  int32_t group;        // lines of one map
  int64_t line_stride;  // between lines of a map
  int64_t map_stride;   // between maps
  bool inverse;
  OCEAN_HD int32_t n() const { return 1 << bits; }
  OCEAN_HD int64_t base(int64_t line) const { return line / group * map_stride + line % group * line_stride; }
};

// --- Host

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
  const int32_t done = s.done(), turn = s.n() / (kRadix * done);
  for (int32_t k = 0; k < done; ++k) {
    Vec2f w[kRadix];
    for (int q = 1; q < kRadix; ++q) {
      w[q] = twiddles[q * k * turn];
      if (kInverse) w[q].y = -w[q].y;
    }
    for (int32_t part = 0; part < turn; ++part)
      host_butterfly<kRadix, kInverse>(from, to, part * done + k, s.n() / kRadix, part * kRadix * done + k,
                                       done, w);
  }
}

// Returns where the result is.
Planes host_steps(const Lines& l, Planes a, Planes b) {
  for (FftStep s = first_step(l.bits, l.inverse); !s.is_over(); s = next_step(s)) {
    if (s.radix_bits == 1)
      s.inverse ? host_step<2, true>(s, l.twiddles, a, b) : host_step<2, false>(s, l.twiddles, a, b);
    else s.inverse ? host_step<4, true>(s, l.twiddles, a, b) : host_step<4, false>(s, l.twiddles, a, b);
    std::swap(a, b);
  }
  return a;
}

void host_lines(const void* context, int64_t begin, int64_t end) {
  const Lines& l = *static_cast<const Lines*>(context);
  const int64_t values = int64_t{kHostLines} * l.n();
  std::vector<float> memory(static_cast<std::size_t>(4 * values), 0.0f);
  const Planes a{memory.data(), memory.data() + values}, b{a.im + values, a.im + 2 * values};
  for (int64_t block = begin; block < end; ++block) {
    const int64_t first = block * kHostLines;
    const auto lines = static_cast<int32_t>(std::min<int64_t>(kHostLines, l.count - first));
    int64_t bases[kHostLines];
    for (int32_t line = 0; line < lines; ++line) bases[line] = l.base(first + line);
    for (int32_t k = 0; k < l.n(); ++k)
      for (int32_t line = 0; line < lines; ++line) {
        const Vec2f v = l.data[bases[line] + k * l.stride];
        a.re[k * kHostLines + line] = v.x;
        a.im[k * kHostLines + line] = v.y;
      }
    const Planes out = host_steps(l, a, b);
    for (int32_t k = 0; k < l.n(); ++k)
      for (int32_t line = 0; line < lines; ++line)
        l.data[bases[line] + k * l.stride] = {out.re[k * kHostLines + line], out.im[k * kHostLines + line]};
  }
}

// --- One launch a step

template <int kRadix, bool kInverse>
struct PlainStep {
  Lines lines;
  FftStep step;
  const Vec2f* from;
  Vec2f* to;
  OCEAN_HD void operator()(int64_t index) const {
    const int64_t line = index / step.butterflies();
    const auto j = static_cast<int32_t>(index - line * step.butterflies());
    const int64_t base = lines.base(line);
    Vec2f v[kRadix];
    for (int32_t q = 0; q < kRadix; ++q) v[q] = from[base + step.from<kRadix>(j, q) * lines.stride];
    step.run<kRadix, kInverse>(j, lines.twiddles, v);
    for (int32_t q = 0; q < kRadix; ++q) to[base + step.to<kRadix>(j, q) * lines.stride] = v[q];
  }
};

template <bool kInverse>
void plain_lines(const Exec& exec, const Lines& l, int64_t values) {
  Buffer<Vec2f> other(exec, values);
  Vec2f *from = l.data, *to = other.data();
  for (FftStep s = first_step(l.bits, kInverse); !s.is_over(); s = next_step(s)) {
    const int64_t count = l.count * s.butterflies();
    if (s.radix_bits == 1) parallel_for(exec, "fft step", count, PlainStep<2, kInverse>{l, s, from, to});
    else parallel_for(exec, "fft step", count, PlainStep<4, kInverse>{l, s, from, to});
    std::swap(from, to);
  }
  if (from != l.data) copy_within(exec, "fft result", l.data, from, values * int64_t{sizeof(Vec2f)});
}

// --- Lines in shared memory

#if defined(__CUDACC__)
constexpr int32_t kValuesAThread = 16, kMostThreads = 1024, kLeastThreads = 128;
constexpr int32_t kSharedValues = 16384;  // 128 KiB

// Lines a block: enough threads, and for columns whole sectors.
int32_t lines_a_block(const Lines& l) {
  const int32_t threads = std::max(1, l.n() / kValuesAThread);
  int32_t lines = std::max(1, kLeastThreads / threads);
  if (l.stride != 1) lines = std::max(lines, 4);
  // A divisor of the map's lines, which are a power of two, so that a block's lie in one map.
  lines = std::min({lines, kSharedValues / l.n(), kMostThreads / threads, l.group});
  return std::max(1, lines);
}

// One value in sixteen stays empty: strides of powers of two then fall on different banks.
__device__ inline int32_t padded(int32_t i) { return i + (i >> 4); }
inline std::size_t padded_size(int32_t n) { return static_cast<std::size_t>(n + (n >> 4)); }

// Eight bytes at once; arrays of Vec2f begin at such addresses.
__device__ inline Vec2f read(const float2* from) {
  const float2 v = *from;
  return {v.x, v.y};
}

// Twiddle factors by the same loads.
template <int kRadix, bool kInverse>
__device__ inline void run(const FftStep& s, int32_t j, const float2* twiddles, Vec2f* v) {
  const int32_t unit = s.twiddle_unit<kRadix>(j);
#pragma unroll
  for (int32_t q = 1; q < kRadix; ++q) {
    Vec2f w = read(twiddles + q * unit);
    if (kInverse) w.y = -w.y;
    v[q] = complex_product(v[q], w);
  }
  fft_butterfly<kRadix, kInverse>(v);
}

// A line's values, in global or shared memory.
struct GlobalLine {
  float2* data;
  int64_t stride;
  __device__ float2& operator[](int32_t k) const { return data[k * stride]; }
};
struct SharedLine {
  float2* data;
  __device__ float2& operator[](int32_t k) const { return data[padded(k)]; }
};

template <int kRadix, bool kInverse, class Line>
__device__ inline void take(const FftStep& s, const Line& line, int32_t t, int32_t threads,
                            const float2* twiddles, Vec2f* v) {
#pragma unroll
  for (int32_t b = 0; b < kValuesAThread / kRadix; ++b) {
    const int32_t j = t + b * threads;
#pragma unroll
    for (int32_t q = 0; q < kRadix; ++q) v[kRadix * b + q] = read(&line[s.from<kRadix>(j, q)]);
    run<kRadix, kInverse>(s, j, twiddles, v + kRadix * b);
  }
}

template <int kRadix, class Line>
__device__ inline void put(const FftStep& s, const Line& line, int32_t t, int32_t threads, const Vec2f* v) {
#pragma unroll
  for (int32_t b = 0; b < kValuesAThread / kRadix; ++b)
#pragma unroll
    for (int32_t q = 0; q < kRadix; ++q)
      line[s.to<kRadix>(t + b * threads, q)] = float2{v[kRadix * b + q].x, v[kRadix * b + q].y};
}

// The step after s, on the values that take<4>() left: those of one q lie n/4 apart after s, which makes them
// butterfly to(t, q) of the next step, so nothing is exchanged between the two. Needs done <= n/16.
template <bool kInverse>
__device__ inline void take_next(const FftStep& s, const FftStep& next, int32_t t, const float2* twiddles,
                                 Vec2f* v) {
#pragma unroll
  for (int32_t q = 0; q < 4; ++q) {
    Vec2f u[4];
#pragma unroll
    for (int32_t b = 0; b < 4; ++b) u[b] = v[4 * b + q];
    run<4, kInverse>(next, s.to<4>(t, q), twiddles, u);
#pragma unroll
    for (int32_t b = 0; b < 4; ++b) v[4 * b + q] = u[b];
  }
}

template <class Line>
__device__ inline void put_next(const FftStep& s, const FftStep& next, const Line& line, int32_t t,
                                const Vec2f* v) {
#pragma unroll
  for (int32_t q = 0; q < 4; ++q)
#pragma unroll
    for (int32_t b = 0; b < 4; ++b)
      line[next.to<4>(s.to<4>(t, q), b)] = float2{v[4 * b + q].x, v[4 * b + q].y};
}

// One radix-2 step, two radix-4 steps where two are left, or one. Returns the step after them.
template <bool kInverse, class From, class To>
__device__ inline FftStep steps(const FftStep& s, const From& from, const To& to, bool exchange, int32_t t,
                                int32_t threads, const float2* twiddles) {
  Vec2f v[kValuesAThread];
  const FftStep next = next_step(s);
  if (s.radix_bits == 1) {
    take<2, kInverse>(s, from, t, threads, twiddles, v);
    if (exchange) __syncthreads();
    put<2>(s, to, t, threads, v);
    return next;
  }
  take<4, kInverse>(s, from, t, threads, twiddles, v);
  if (next.is_over()) {
    if (exchange) __syncthreads();
    put<4>(s, to, t, threads, v);
    return next;
  }
  take_next<kInverse>(s, next, t, twiddles, v);
  if (exchange) __syncthreads();
  put_next(s, next, to, t, v);
  return next_step(next);
}

__device__ inline bool is_last(const FftStep& s) {
  const FftStep next = next_step(s);
  return next.is_over() || (s.radix_bits == 2 && next_step(next).is_over());
}

// A thread holds kValuesAThread values of a line: the first steps read global memory, the last ones write it,
// and in between lines are exchanged through one shared array (all is read before any is written).
// Neighbouring threads are neighbours in memory: along a row, across columns.
template <bool kInverse>
__global__ void __launch_bounds__(kMostThreads) shared_lines_kernel(Lines l, int32_t block_lines) {
  extern __shared__ float2 shared[];
  const int32_t n = l.n(), threads = n / kValuesAThread;
  const auto thread = static_cast<int32_t>(threadIdx.x);
  const bool rows = l.stride == 1;
  const int32_t line = rows ? thread / threads : thread % block_lines;
  const int32_t t = rows ? thread % threads : thread / block_lines;
  const int64_t first = int64_t{blockIdx.x} * block_lines;
  const GlobalLine global{reinterpret_cast<float2*>(l.data) + l.base(first) + line * l.line_stride, l.stride};
  const SharedLine own{shared + line * padded(n)};
  const auto* const twiddles = reinterpret_cast<const float2*>(l.twiddles);
  FftStep s = first_step(l.bits, kInverse);
  if (is_last(s)) {
    steps<kInverse>(s, global, global, true, t, threads, twiddles);
    return;
  }
  s = steps<kInverse>(s, global, own, false, t, threads, twiddles);
  __syncthreads();
  while (!is_last(s)) {
    s = steps<kInverse>(s, own, own, true, t, threads, twiddles);
    __syncthreads();
  }
  steps<kInverse>(s, own, global, false, t, threads, twiddles);
}

template <bool kInverse>
void shared_lines(const Exec& exec, const Lines& l) {
  const int32_t lines = lines_a_block(l), threads = lines * (l.n() / kValuesAThread);
  const std::size_t bytes = static_cast<std::size_t>(lines) * padded_size(l.n()) * sizeof(Vec2f);
  const int64_t blocks = (l.count - 1) / lines + 1;
  check_grid("fft lines", blocks);
  check_cancelled();
  exec.make_current();
  exec.count("fft lines");
  cudaFuncSetAttribute(shared_lines_kernel<kInverse>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(bytes));
  shared_lines_kernel<kInverse><<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads), bytes,
                                  static_cast<cudaStream_t>(exec.stream())>>>(l, lines);
  check_launch("fft lines");
}
#endif

void run_lines(const Exec& exec, const Lines& l, FftBody body, int64_t values) {
  if (l.bits == 0 || l.count == 0) return;
  if (!exec.is_cuda()) {
    exec.count("fft lines");
    exec.pool().run((l.count - 1) / kHostLines + 1, 1, host_lines, &l);
    return;
  }
#if defined(__CUDACC__)
  if (body == FftBody::automatic && l.n() >= kLeastShared) {
    l.inverse ? shared_lines<true>(exec, l) : shared_lines<false>(exec, l);
    return;
  }
#endif
  static_cast<void>(body);
  l.inverse ? plain_lines<true>(exec, l, values) : plain_lines<false>(exec, l, values);
}

int32_t bits_of_size(int32_t n) {
  int32_t bits = 0;
  while ((1 << bits) < n) ++bits;
  return bits;
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
            {data.data, row_twiddles_.data(), bits_of_size(width_), int64_t{height_} * batch, 1, height_,
             width_, map, direction == FftDirection::inverse},
            body_, data.size);
}

void Fft2d::transform(FftDirection direction, View<Vec2f> data, int32_t batch) const {
  rows_only(direction, data, batch);
  const int64_t map = int64_t{width_} * height_;
  run_lines(exec_,
            {data.data, column_twiddles_.data(), bits_of_size(height_), int64_t{width_} * batch, width_,
             width_, 1, map, direction == FftDirection::inverse},
            body_, data.size);
}

}  // namespace ocean
