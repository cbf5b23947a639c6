// SPDX-License-Identifier: Apache-2.0
//
// One loop for both back ends: parallel_for(exec, "name", n, Functor{args}) calls functor(i) for i in [0, n).
// The functor is a named POD with `OCEAN_HD void operator()(int64_t i) const` (a host-device lambda was
// measured 15 times slower on the host). Iterations may run in any order and at once. On the CPU the body
// runs in chunks behind one function pointer per chunk; on CUDA it is one checked launch on the Exec's
// stream, asynchronous to the host.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/cancel.h"
#include "kernels/exec.h"
#include "kernels/host_pool.h"

#if defined(__CUDACC__)
#include <cuda_runtime.h>
#endif

namespace ocean {

// Throws DeviceError naming `what` unless the last launch or call succeeded (checks cudaGetLastError). CUDA
// builds only.
void check_launch(const char* what);
// Throws std::invalid_argument if one launch cannot have this many blocks (more than 2^31 - 1).
void check_grid(const char* name, int64_t blocks);
// Throws DeviceError("NAME: this kernel was compiled without CUDA").
[[noreturn]] void throw_no_cuda(const char* name);

#if defined(__CUDACC__)
inline constexpr int kBlockThreads = 256;

template <class F>
__global__ void __launch_bounds__(kBlockThreads) parallel_for_kernel(int64_t n, F f) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * kBlockThreads + threadIdx.x;
  if (i < n) f(i);
}
#endif

// n <= 0 does nothing. grain (>= 1): iterations a CPU chunk; choose it so that a chunk takes some ten
// microseconds or more. Throws DeviceError, Cancelled, or the first exception of a CPU chunk.
template <class F>
void parallel_for(const Exec& exec, const char* name, int64_t n, const F& f, int64_t grain = 4096) {
  static_assert(std::is_trivially_copyable_v<F>, "kernel arguments are PODs");
  if (n <= 0) return;
  exec.count(name);
  if (exec.is_cuda()) {
    check_cancelled();
#if defined(__CUDACC__)
    const int64_t blocks = (n - 1) / kBlockThreads + 1;
    check_grid(name, blocks);
    exec.make_current();
    parallel_for_kernel<F>
        <<<static_cast<unsigned>(blocks), kBlockThreads, 0, static_cast<cudaStream_t>(exec.stream())>>>(n, f);
    check_launch(name);
#else
    throw_no_cuda(name);
#endif
    return;
  }
  exec.pool().run(
      n, grain,
      [](const void* context, int64_t begin, int64_t end) {
        const F body = *static_cast<const F*>(context);
        for (int64_t i = begin; i < end; ++i) body(i);
      },
      &f);
}

}  // namespace ocean
