// SPDX-License-Identifier: Apache-2.0
//
// The host's threads: oneTBB, or std::thread where it is absent. Work is cut into chunks whose bounds depend
// on n and grain alone, so results never depend on the thread count.
#pragma once

#include <cstdint>
#include <memory>

namespace ocean {

using ChunkFunction = void (*)(const void* context, int64_t begin, int64_t end);

inline constexpr int kMaxPoolThreads = 1024;

class HostPool {
 public:
  explicit HostPool(int threads);  // 1…kMaxPoolThreads, or std::invalid_argument
  ~HostPool();
  HostPool(const HostPool&) = delete;
  HostPool& operator=(const HostPool&) = delete;

  int threads() const { return threads_; }
  // Calls f(context, b, e) for [0, grain), [grain, 2 grain), … up to n, on any thread, in any order; returns
  // when all are done. One exception of a chunk is thrown again here; chunks not yet begun may then be left
  // out. Calls may nest, and may come from several threads; while one waits for inner chunks its thread takes
  // none of an outer loop. Throws Cancelled (kernels/cancel.h), asked for before every chunk. n <= 0 does
  // nothing; grain < 1 is std::invalid_argument.
  void run(int64_t n, int64_t grain, ChunkFunction f, const void* context);

  struct State;  // the implementation's

 private:
  std::unique_ptr<State> state_;
  int threads_;
};

// For host-only code: body(begin, end) over chunks of the pool.
template <class Body>
void for_chunks(HostPool& pool, int64_t n, int64_t grain, const Body& body) {
  pool.run(
      n, grain,
      [](const void* context, int64_t begin, int64_t end) {
        (*static_cast<const Body*>(context))(begin, end);
      },
      &body);
}

}  // namespace ocean
