// SPDX-License-Identifier: Apache-2.0
#include "kernels/host_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#if OCEAN_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#else
#include <thread>
#include <vector>
#endif

namespace ocean {

#if OCEAN_HAS_TBB

struct HostPool::State {
  explicit State(int threads)
      : control(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(threads)), arena(threads) {}
  tbb::global_control control;
  tbb::task_arena arena;
};

HostPool::HostPool(int threads) : state_(std::make_unique<State>(threads)), threads_(threads) {}
HostPool::~HostPool() = default;

void HostPool::run(int64_t n, int64_t grain, ChunkFunction f, const void* context) {
  if (n <= 0) return;
  const int64_t chunks = (n + grain - 1) / grain;
  if (chunks == 1 || threads_ == 1) {
    for (int64_t c = 0; c < chunks; ++c) f(context, c * grain, std::min(n, (c + 1) * grain));
    return;
  }
  state_->arena.execute([&] {
    tbb::parallel_for(int64_t{0}, chunks,
                      [&](int64_t c) { f(context, c * grain, std::min(n, (c + 1) * grain)); });
  });
}

#else

struct HostPool::State {};

HostPool::HostPool(int threads) : state_(std::make_unique<State>()), threads_(threads) {}
HostPool::~HostPool() = default;

// Threads are started per call: correct everywhere and without a lifetime of their own. TBB is the fast path.
void HostPool::run(int64_t n, int64_t grain, ChunkFunction f, const void* context) {
  if (n <= 0) return;
  const int64_t chunks = (n + grain - 1) / grain;
  const int64_t workers = std::min<int64_t>(threads_, chunks);
  std::atomic<int64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    for (int64_t c = next++; c < chunks; c = next++) {
      try {
        f(context, c * grain, std::min(n, (c + 1) * grain));
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next = chunks;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int64_t t = 1; t < workers; ++t) threads.emplace_back(work);
  work();
  for (std::thread& t : threads) t.join();
  if (failure) std::rethrow_exception(failure);
}

#endif

}  // namespace ocean
