// SPDX-License-Identifier: Apache-2.0
//
// Relaxed atomic operations on plain memory for both back ends. Only operations whose result does not depend
// on their order are here: minimum, maximum, integer sums, and the relaxed load and store that union-find
// needs.
#pragma once

#include <cstdint>

#include "kernels/exec.h"

#if !defined(__CUDA_ARCH__)
#include <atomic>
#endif

namespace ocean {

#if !defined(__CUDA_ARCH__)
namespace atomic_detail {
template <class T, class Better>
T improve(T* p, T value, Better better) {
  std::atomic_ref<T> cell(*p);
  T old = cell.load(std::memory_order_relaxed);
  while (better(value, old) && !cell.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}
}  // namespace atomic_detail
#endif

template <class T>
OCEAN_HD T atomic_load(const T* p) {
#if defined(__CUDA_ARCH__)
  return *const_cast<const volatile T*>(p);
#else
  return std::atomic_ref<T>(*const_cast<T*>(p)).load(std::memory_order_relaxed);
#endif
}

template <class T>
OCEAN_HD void atomic_store(T* p, T value) {
#if defined(__CUDA_ARCH__)
  *const_cast<volatile T*>(p) = value;
#else
  std::atomic_ref<T>(*p).store(value, std::memory_order_relaxed);
#endif
}

// Each returns the value before. T: int32_t, or int64_t and uint64_t.
template <class T>
OCEAN_HD T atomic_min(T* p, T value) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4) return atomicMin(p, value);
  else if constexpr (T(-1) < T(0))
    return static_cast<T>(atomicMin(reinterpret_cast<long long*>(p), static_cast<long long>(value)));
  else
    return static_cast<T>(
        atomicMin(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(value)));
#else
  return atomic_detail::improve(p, value, [](T a, T b) { return a < b; });
#endif
}

template <class T>
OCEAN_HD T atomic_max(T* p, T value) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4) return atomicMax(p, value);
  else if constexpr (T(-1) < T(0))
    return static_cast<T>(atomicMax(reinterpret_cast<long long*>(p), static_cast<long long>(value)));
  else
    return static_cast<T>(
        atomicMax(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(value)));
#else
  return atomic_detail::improve(p, value, [](T a, T b) { return a > b; });
#endif
}

template <class T>
OCEAN_HD T atomic_add(T* p, T value) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4) return atomicAdd(p, value);
  else
    return static_cast<T>(
        atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(value)));
#else
  return std::atomic_ref<T>(*p).fetch_add(value, std::memory_order_relaxed);
#endif
}

// Minimum of floats, neither of them NaN or -0: positive floats order like signed integers, negative ones
// like unsigned integers reversed, and every negative one lies beyond every positive one in both.
OCEAN_HD inline void atomic_min(float* p, float value) {
#if defined(__CUDA_ARCH__)
  if (value >= 0) atomicMin(reinterpret_cast<int*>(p), __float_as_int(value));
  else atomicMax(reinterpret_cast<unsigned*>(p), __float_as_uint(value));
#else
  atomic_detail::improve(p, value, [](float a, float b) { return a < b; });
#endif
}

}  // namespace ocean
