// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/device.h"
#include "kernels/exec.h"
#include "kernels/host_pool.h"
#include "tests/support/backends.h"

namespace ocean {
namespace {

using Ranges = std::vector<std::pair<int64_t, int64_t>>;

Ranges sorted_chunks(HostPool& pool, int64_t n, int64_t grain) {
  std::mutex mutex;
  std::set<std::pair<int64_t, int64_t>> seen;
  int64_t calls = 0;
  for_chunks(pool, n, grain, [&](int64_t begin, int64_t end) {
    const std::lock_guard<std::mutex> lock(mutex);
    seen.emplace(begin, end);
    ++calls;
  });
  EXPECT_EQ(calls, static_cast<int64_t>(seen.size()));
  return {seen.begin(), seen.end()};
}

TEST(HostPool, ChunksDependOnSizeAndGrainAlone) {
  const Ranges expected = {{0, 10}, {10, 20}, {20, 25}};
  for (const int threads : {1, 2, 3, 7}) {
    HostPool pool(threads);
    EXPECT_EQ(sorted_chunks(pool, 25, 10), expected) << threads;
    EXPECT_EQ(sorted_chunks(pool, 10, 10), (Ranges{{0, 10}})) << threads;
    EXPECT_EQ(sorted_chunks(pool, 1, 10), (Ranges{{0, 1}})) << threads;
    EXPECT_EQ(sorted_chunks(pool, 0, 10), Ranges{}) << threads;
    EXPECT_EQ(sorted_chunks(pool, -5, 10), Ranges{}) << threads;
  }
}

TEST(HostPool, HugeGrainsAndSizesDoNotOverflow) {
  HostPool pool(2);
  EXPECT_EQ(sorted_chunks(pool, 5, INT64_MAX), (Ranges{{0, 5}}));
  EXPECT_EQ(sorted_chunks(pool, INT64_MAX, INT64_MAX), (Ranges{{0, INT64_MAX}}));
  EXPECT_EQ(sorted_chunks(pool, INT64_MAX, INT64_MAX - 1),
            (Ranges{{0, INT64_MAX - 1}, {INT64_MAX - 1, INT64_MAX}}));
}

TEST(HostPool, RejectsWhatMakesNoSense) {
  EXPECT_THROW(HostPool(0), std::invalid_argument);
  EXPECT_THROW(HostPool(-1), std::invalid_argument);
  HostPool pool(2);
  EXPECT_THROW(for_chunks(pool, 5, 0, [](int64_t, int64_t) {}), std::invalid_argument);
}

TEST(HostPool, UsesNoMoreThreadsThanItsOwn) {
  for (const int threads : {1, 2, 3}) {
    HostPool pool(threads);
    std::atomic<int> inside{0}, most{0};
    for_chunks(pool, 64, 1, [&](int64_t, int64_t) {
      const int now = ++inside;
      int seen = most;
      while (now > seen && !most.compare_exchange_weak(seen, now)) {
      }
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      --inside;
    });
    EXPECT_LE(most, threads);
    EXPECT_GE(most, 1);
  }
}

// A pool of one thread must not slow the others down.
TEST(HostPool, PoolsDoNotLimitEachOther) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "needs two hardware threads";
  HostPool small(1), large(2);
  std::atomic<int> arrived{0};
  std::atomic<bool> met{false};
  // Two chunks that wait for each other (for at most 10 s) finish early only on two threads at once.
  for_chunks(large, 2, 1, [&](int64_t, int64_t) {
    ++arrived;
    for (int i = 0; i < 10000 && arrived < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (arrived == 2) met = true;
  });
  EXPECT_EQ(arrived, 2);
  EXPECT_TRUE(met);
}

TEST(HostPool, NestedCallsDoAllTheWork) {
  for (const int threads : {1, 2, 3}) {
    HostPool pool(threads), inner_pool(2);
    std::vector<int64_t> sums(20);
    for_chunks(pool, 20, 1, [&](int64_t begin, int64_t) {
      std::atomic<int64_t> sum{0};
      for_chunks(pool, 1000, 10, [&](int64_t b, int64_t e) {
        for_chunks(inner_pool, e - b, 3, [&](int64_t bb, int64_t ee) {
          for (int64_t i = bb; i < ee; ++i) sum += b + i;
        });
      });
      sums[static_cast<size_t>(begin)] = sum;
    });
    EXPECT_EQ(sums, std::vector<int64_t>(20, 1000 * 999 / 2));
  }
}

// While a thread waits for inner chunks it must not begin an outer one: its thread-local scratch is in use.
TEST(HostPool, OuterChunksAreNotEnteredTwiceOnOneThread) {
  for (const int threads : {2, 3}) {
    HostPool pool(threads);
    static thread_local int depth = 0;
    std::atomic<int> deepest{0};
    for_chunks(pool, 200, 1, [&](int64_t, int64_t) {
      ++depth;
      if (depth > deepest) deepest = depth;
      for_chunks(pool, 16, 1, [&](int64_t, int64_t) { std::this_thread::yield(); });
      --depth;
    });
    EXPECT_EQ(deepest, 1);
  }
}

TEST(HostPool, AnExceptionComesBackAndThePoolGoesOn) {
  for (const int threads : {1, 2, 3}) {
    HostPool pool(threads);
    for (int round = 0; round < 3; ++round) {
      try {
        for_chunks(pool, 100, 1, [&](int64_t begin, int64_t) {
          if (begin % 10 == 3) throw std::runtime_error("chunk");
        });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), "chunk");
      }
      EXPECT_EQ(sorted_chunks(pool, 3, 1), (Ranges{{0, 1}, {1, 2}, {2, 3}}));
    }
    // From an inner loop through an outer one.
    EXPECT_THROW(for_chunks(pool, 4, 1,
                            [&](int64_t, int64_t) {
                              for_chunks(pool, 4, 1,
                                         [](int64_t, int64_t) { throw std::out_of_range("inner"); });
                            }),
                 std::out_of_range);
  }
}

TEST(HostPool, MayBeUsedFromSeveralThreads) {
  HostPool pool(2);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int t = 0; t < 4; ++t)
    callers.emplace_back([&] {
      for (int round = 0; round < 20; ++round)
        for_chunks(pool, 100, 7, [&](int64_t b, int64_t e) { sum += e - b; });
    });
  for (std::thread& t : callers) t.join();
  EXPECT_EQ(sum, 4 * 20 * 100);
}

TEST(Exec, RejectsThreadCounts) {
  EXPECT_THROW(Exec::cpu(-1), std::invalid_argument);
  EXPECT_THROW(Exec::cpu(kMaxPoolThreads + 1), std::invalid_argument);
  EXPECT_GE(Exec::cpu().threads(), 1);
  EXPECT_EQ(Exec::cpu(3).threads(), 3);
}

TEST(Exec, CopiesShareCountersAndAMoveCopies) {
  Exec a = Exec::cpu(1);
  Exec b = a;
  a.count("kernel");
  b.count("kernel");
  b.count("transfer", 12);
  const Exec c = std::move(b);
  c.count("transfer", 30);
  for (const Exec& e : {a, b, c}) {
    const std::vector<LaunchCount> counts = e.counts();
    ASSERT_EQ(counts.size(), 2u);
    EXPECT_EQ(counts[0].name, "kernel");
    EXPECT_EQ(counts[0].launches, 2);
    EXPECT_EQ(counts[0].bytes, 0);
    EXPECT_EQ(counts[1].launches, 2);
    EXPECT_EQ(counts[1].bytes, 42);
  }
  EXPECT_EQ(&a.pool(), &c.pool());
}

TEST(Exec, CudaIsRefusedWhereNoDeviceAnswers) {
  std::string why;
  if (!probe_devices(&why).empty()) {
    EXPECT_THROW(Exec::cuda(4096), DeviceError);
    return;
  }
  EXPECT_FALSE(why.empty());
  EXPECT_THROW(Exec::cuda(0), DeviceError);
}

TEST(Device, DescribesItself) {
  for (const DeviceInfo& d : probe_devices()) {
    EXPECT_FALSE(d.name.empty());
    EXPECT_GT(d.memory_total, 0);
    EXPECT_LE(d.memory_free, d.memory_total);
    EXPECT_GE(d.major, 3);
  }
}

TEST(Buffer, RoundTripAlignmentAndCounts) {
  std::vector<double> host(1000);
  std::iota(host.begin(), host.end(), 0.5);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    Buffer<double> buffer(exec, "up", host);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 256, 0u);
    EXPECT_EQ(buffer.bytes(), 8000);
    EXPECT_EQ(buffer.to_host("down"), host);
    Buffer<double> copy(exec, buffer.size());
    copy_within(exec, "within", copy.data(), buffer.data(), buffer.bytes());
    buffer.fill_zero();
    EXPECT_EQ(buffer.to_host("down"), std::vector<double>(1000, 0.0));
    EXPECT_EQ(copy.to_host("down"), host);
    EXPECT_EQ(exec.counts()[0].name, "up");
    EXPECT_EQ(exec.counts()[0].bytes, 8000);
    EXPECT_EQ(exec.counts()[1].name, "down");
    EXPECT_EQ(exec.counts()[1].bytes, 24000);
    EXPECT_GT(available_memory(exec), 0);
    exec.synchronize();
  }
}

TEST(Buffer, EmptyMovedAndAssigned) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    Buffer<int32_t> none(exec, 0);
    EXPECT_EQ(none.data(), nullptr);
    EXPECT_TRUE(none.to_host("down").empty());
    none.fill_zero();
    Buffer<int32_t> a(exec, "up", {1, 2, 3});
    Buffer<int32_t> b = std::move(a);
    EXPECT_EQ(a.size(), 0);
    EXPECT_TRUE(a.to_host("down").empty());
    a = std::move(b);
    EXPECT_EQ(a.to_host("down"), (std::vector<int32_t>{1, 2, 3}));
    none = std::move(a);
    EXPECT_EQ(none.size(), 3);
    const View<const int32_t> view = none.view();  // to a view of constants
    EXPECT_EQ(view.size, 3);
  }
}

TEST(Buffer, OutlivesItsExec) {
  Buffer<int32_t> buffer;
  {
    const Exec exec = Exec::cpu(2);
    buffer = Buffer<int32_t>(exec, "up", {7});
  }
  EXPECT_EQ(buffer.to_host("down"), std::vector<int32_t>{7});
}

TEST(Buffer, RejectsImpossibleSizes) {
  const Exec exec = Exec::cpu(1);
  EXPECT_THROW(Buffer<double>(exec, -1), std::invalid_argument);
  EXPECT_THROW(Buffer<double>(exec, INT64_MAX), std::bad_array_new_length);
  EXPECT_THROW(Buffer<double>(exec, INT64_MAX / 8), std::bad_alloc);
  EXPECT_THROW(allocate(exec, -1), std::invalid_argument);
  EXPECT_THROW(allocate(exec, INT64_MAX), std::bad_alloc);
  char byte = 0;
  EXPECT_THROW(copy_in(exec, "in", &byte, &byte, -1), std::invalid_argument);
  EXPECT_THROW(copy_out(exec, "out", &byte, &byte, -1), std::invalid_argument);
  EXPECT_THROW(copy_within(exec, "within", &byte, &byte, -1), std::invalid_argument);
  EXPECT_THROW(fill_bytes(exec, &byte, 0, -1), std::invalid_argument);
  EXPECT_TRUE(exec.counts().empty());
}

TEST(Buffer, TooMuchDeviceMemoryIsADeviceErrorWithNumbers) {
  if (probe_devices().empty()) GTEST_SKIP() << "no CUDA device answers";
  const Exec exec = Exec::cuda(0);
  try {
    Buffer<char> buffer(exec, int64_t{1} << 50);
    ADD_FAILURE() << "a petabyte was allocated";
  } catch (const DeviceError& e) {
    EXPECT_NE(std::string(e.what()).find("1125899906842624 bytes"), std::string::npos) << e.what();
  }
  Buffer<int32_t> next(exec, "up", {1});  // the failure does not stick
  EXPECT_EQ(next.to_host("down"), std::vector<int32_t>{1});
}

}  // namespace
}  // namespace ocean
