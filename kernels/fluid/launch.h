// SPDX-License-Identifier: Apache-2.0
//
// Loops of the fluid kernels over grids, and sums of fixed shape whose results stay on the back end.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/parallel_for.h"

namespace ocean::fluid {

// Cells a host chunk takes, about.
inline constexpr int64_t kGrainCells = 8192;

#if defined(__CUDACC__)
template <int Dim, class F>
__global__ void __launch_bounds__(256) for_index_kernel(Index<Dim> size, const __grid_constant__ F f) {
  Index<Dim> i;
  i[0] = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  i[1] = static_cast<int32_t>(blockIdx.y * blockDim.y + threadIdx.y);
  if constexpr (Dim == 3) i[2] = static_cast<int32_t>(blockIdx.z * blockDim.z + threadIdx.z);
  if (contains(size, i)) f(i, offset_of(size, i));
}
#endif

// Calls f(i, offset) for every index of the box `size`, offset = offset_of(size, i). Host chunks are whole
// rows.
template <int Dim, class F>
void for_index(const Exec& exec, const char* name, Index<Dim> size, const F& f) {
  static_assert(std::is_trivially_copyable_v<F>, "kernel arguments are PODs");
  const int64_t count = count_of(size);
  if (count <= 0) return;
  exec.count(name);
  if (exec.is_cuda()) {
    check_cancelled();
#if defined(__CUDACC__)
    const dim3 block = Dim == 2 ? dim3(32, 8) : dim3(32, 4, 2);
    const auto blocks = [](int32_t n, unsigned b) { return (static_cast<unsigned>(n) + b - 1) / b; };
    const dim3 grid(blocks(size[0], block.x), blocks(size[1], block.y),
                    Dim == 3 ? blocks(size[Dim - 1], block.z) : 1);
    exec.make_current();
    for_index_kernel<Dim, F><<<grid, block, 0, static_cast<cudaStream_t>(exec.stream())>>>(size, f);
    check_launch(name);
#else
    throw_no_cuda(name);
#endif
    return;
  }
  struct Context {
    Index<Dim> size;
    const F* f;
  } context{size, &f};
  const int64_t rows = count / size[0], grain = kGrainCells / size[0] + 1;
  exec.pool().run(
      rows, grain,
      [](const void* opaque, int64_t begin, int64_t end) {
        const auto& c = *static_cast<const Context*>(opaque);
        const F body = *c.f;
        const int32_t width = c.size[0];
        for (int64_t row = begin; row < end; ++row) {
          Index<Dim> i = index_at(c.size, row * width);
          for (int32_t x = 0; x < width; ++x) {
            i[0] = x;
            body(i, row * width + x);
          }
        }
      },
      &context);
}

// A loop over [0, n) whose functor has a body for one index, `operator()(i)`, and one for a stretch of them,
// `span(begin, end)`, which the host takes: the same values, in a form that becomes vectors.
template <class F>
void for_spans(const Exec& exec, const char* name, int64_t n, const F& f) {
  if (exec.is_cuda()) return parallel_for(exec, name, n, f);
  if (n <= 0) return;
  exec.count(name);
  exec.pool().run(
      n, kGrainCells,
      [](const void* opaque, int64_t begin, int64_t end) {
        const F body = *static_cast<const F*>(opaque);
        body.span(begin, end);
      },
      &f);
}

// --- Sums

// Two sums and a largest value (at least 0) at once.
struct Sums {
  double a = 0, b = 0, most = 0;
};

OCEAN_HD inline Sums combined(const Sums& x, const Sums& y) {
  return {x.a + y.a, x.b + y.b, y.most > x.most ? y.most : x.most};
}

// Shape: chunks of kSumChunk elements; in a chunk lane t of kSumLanes takes the elements t, t + kSumLanes, …
// in order, and lanes are combined by halving; then the chunks' results in the same way, as one chunk.
inline constexpr int64_t kSumChunk = 4096, kSumLanes = 256;

inline int64_t sum_chunks(int64_t n) { return n > 0 ? (n - 1) / kSumChunk + 1 : 0; }

namespace detail {

template <class Value>
Sums host_lanes(int64_t begin, int64_t end, const Value& value) {
  double a[kSumLanes] = {}, b[kSumLanes] = {}, most[kSumLanes] = {};
  for (int64_t row = begin; row < end; row += kSumLanes) {
    const int64_t left = end - row, used = left < kSumLanes ? left : kSumLanes;
    for (int64_t t = 0; t < used; ++t) {
      const Sums v = value(row + t);
      a[t] = a[t] + v.a;
      b[t] = b[t] + v.b;
      most[t] = v.most > most[t] ? v.most : most[t];
    }
  }
  for (int64_t half = kSumLanes / 2; half > 0; half /= 2)
    for (int64_t t = 0; t < half; ++t) {
      a[t] = a[t] + a[t + half];
      b[t] = b[t] + b[t + half];
      most[t] = most[t + half] > most[t] ? most[t + half] : most[t];
    }
  return {a[0], b[0], most[0]};
}

#if defined(__CUDACC__)
__device__ inline Sums block_sum(Sums mine) {
  __shared__ Sums lanes[kSumLanes];
  const int t = static_cast<int>(threadIdx.x);
  lanes[t] = mine;
  for (int half = kSumLanes / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) lanes[t] = combined(lanes[t], lanes[t + half]);
  }
  return lanes[0];  // thread 0's is whole
}

template <class F>
__global__ void __launch_bounds__(kSumLanes) sum_kernel(int64_t n, F f, Sums* partial) {
  const int64_t begin = static_cast<int64_t>(blockIdx.x) * kSumChunk;
  const int64_t end = n - begin < kSumChunk ? n : begin + kSumChunk;
  Sums mine;
  for (int64_t i = begin + threadIdx.x; i < end; i += kSumLanes) {
    f(i);
    mine = combined(mine, f.value(i));
  }
  const Sums all = block_sum(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = all;
}

template <class Then>
__global__ void __launch_bounds__(kSumLanes) finish_kernel(int64_t chunks, const Sums* partial, Then then) {
  Sums mine;
  for (int64_t i = threadIdx.x; i < chunks; i += kSumLanes) mine = combined(mine, partial[i]);
  const Sums all = block_sum(mine);
  if (threadIdx.x == 0) then(all);
}
#endif

}  // namespace detail

// Runs f (a functor as for_spans takes) on [0, n) and sums f.value(i), which may read what f wrote for i;
// then(sums) is called once with the whole, on the back end: it stores or computes scalars there. partial:
// scratch of sum_chunks(n) on the back end. Asynchronous on CUDA.
template <class F, class Then>
void sum_then(const Exec& exec, const char* name, int64_t n, const F& f, Sums* partial, const Then& then) {
  static_assert(std::is_trivially_copyable_v<F> && std::is_trivially_copyable_v<Then>);
  const int64_t chunks = sum_chunks(n);
  exec.count(name);
  if (exec.is_cuda()) {
    check_cancelled();
#if defined(__CUDACC__)
    check_grid(name, chunks);
    exec.make_current();
    const auto stream = static_cast<cudaStream_t>(exec.stream());
    if (chunks > 0)
      detail::sum_kernel<F><<<static_cast<unsigned>(chunks), kSumLanes, 0, stream>>>(n, f, partial);
    exec.count(name);
    detail::finish_kernel<Then><<<1, kSumLanes, 0, stream>>>(chunks, partial, then);
    check_launch(name);
#else
    throw_no_cuda(name);
#endif
    return;
  }
  struct Context {
    const F* f;
    Sums* partial;
  } context{&f, partial};
  exec.pool().run(
      n, 2 * kSumChunk,
      [](const void* opaque, int64_t begin, int64_t end) {
        const auto& c = *static_cast<const Context*>(opaque);
        const F body = *c.f;
        for (int64_t b = begin; b < end; b += kSumChunk) {
          const int64_t e = end - b < kSumChunk ? end : b + kSumChunk;
          body.span(b, e);
          c.partial[b / kSumChunk] = detail::host_lanes(b, e, [&](int64_t i) { return body.value(i); });
        }
      },
      &context);
  then(detail::host_lanes(0, chunks, [&](int64_t i) { return partial[i]; }));
}

// For functors that only have values: no loop body of their own.
struct ValueOnly {
  OCEAN_HD void operator()(int64_t) const {}
  void span(int64_t, int64_t) const {}
};

// Stores the sums.
struct StoreSums {
  Sums* to;
  OCEAN_HD void operator()(const Sums& s) const { *to = s; }
};

}  // namespace ocean::fluid
