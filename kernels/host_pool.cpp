// SPDX-License-Identifier: Apache-2.0
//
// Two implementations under one declaration. The number of threads is the arena's own. A tbb::global_control
// with that number would bind every other pool of the process to the smallest alive; the one here only lifts
// TBB's default limit (and warning) of one thread per hardware thread.
#include "kernels/host_pool.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kernels/cancel.h"

#if OCEAN_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#else
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace ocean {
namespace {

struct Chunks {
  int64_t n, grain;
  ChunkFunction f;
  const void* context;
  int64_t count() const { return (n - 1) / grain + 1; }
  void call(int64_t chunk) const {
    check_cancelled();
    const int64_t begin = chunk * grain;
    f(context, begin, begin + std::min(grain, n - begin));
  }
};

int checked_threads(int threads) {
  if (threads < 1 || threads > kMaxPoolThreads)
    throw std::invalid_argument("HostPool: threads must be 1 to " + std::to_string(kMaxPoolThreads));
  return threads;
}

}  // namespace

#if OCEAN_HAS_TBB

struct HostPool::State {
  explicit State(int threads)
      : limit(tbb::global_control::max_allowed_parallelism, kMaxPoolThreads), arena(threads) {}
  tbb::global_control limit;
  tbb::task_arena arena;
};

namespace {

void run_parallel(HostPool::State& state, int, const Chunks& work) {
  state.arena.execute([&] {
    // Isolated: a thread that waits for inner chunks takes none of an outer loop, whose scratch memory may be
    // in use below it.
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(int64_t{0}, work.count(), [&](int64_t chunk) { work.call(chunk); }); });
  });
}

}  // namespace

#else

struct HostPool::State {
  explicit State(int) {}
};

namespace {

thread_local bool inside_run = false;

// Threads are started per call: correct everywhere and without a lifetime of their own. TBB is the fast path.
// A nested call runs on its own thread alone, or threads would multiply.
void run_parallel(HostPool::State&, int max_threads, const Chunks& work) {
  const int64_t count = work.count();
  if (inside_run) {
    for (int64_t chunk = 0; chunk < count; ++chunk) work.call(chunk);
    return;
  }
  std::atomic<int64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto loop = [&] {
    inside_run = true;
    for (int64_t chunk = next++; chunk < count; chunk = next++) {
      try {
        work.call(chunk);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
    inside_run = false;
  };
  const int64_t others = std::min<int64_t>(max_threads, count) - 1;
  std::vector<std::thread> threads;
  threads.reserve(static_cast<size_t>(others));
  try {
    for (int64_t t = 0; t < others; ++t) threads.emplace_back(loop);
  } catch (const std::system_error&) {
    // The system gives no more threads: those that run do the work.
  }
  loop();
  for (std::thread& t : threads) t.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

#endif

HostPool::HostPool(int threads)
    : state_(std::make_unique<State>(checked_threads(threads))), threads_(threads) {}
HostPool::~HostPool() = default;

void HostPool::run(int64_t n, int64_t grain, ChunkFunction f, const void* context) {
  if (n <= 0) return;
  if (grain < 1) throw std::invalid_argument("HostPool: grain must be 1 or more");
  const Chunks work{n, grain, f, context};
  if (threads_ > 1 && work.count() > 1) {
    run_parallel(*state_, threads_, work);
    return;
  }
  for (int64_t chunk = 0; chunk < work.count(); ++chunk) work.call(chunk);
}

}  // namespace ocean
