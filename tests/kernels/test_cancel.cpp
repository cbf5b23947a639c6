// SPDX-License-Identifier: Apache-2.0
#include "kernels/cancel.h"

#include <gtest/gtest.h>

#include <atomic>

#include "kernels/host_pool.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

std::atomic<bool> stop{false};

class Cancel : public testing::Test {
 protected:
  Cancel() {
    stop = false;
    set_stop_query([] { return stop.load(); });
  }
  ~Cancel() override { set_stop_query(nullptr); }
};

TEST_F(Cancel, ThrowsOnlyOnceTheQuerySaysSo) {
  EXPECT_NO_THROW(check_cancelled());
  stop = true;
  EXPECT_THROW(check_cancelled(), Cancelled);
  set_stop_query(nullptr);
  EXPECT_NO_THROW(check_cancelled());
}

TEST_F(Cancel, ALoopStopsBetweenTwoChunks) {
  constexpr int64_t kChunks = 100000;
  for (const int threads : {1, 4}) {
    HostPool pool(threads);
    stop = false;
    std::atomic<int64_t> done{0};
    EXPECT_THROW(for_chunks(pool, kChunks, 1,
                            [&](int64_t, int64_t) {
                              if (++done >= 10) stop = true;
                            }),
                 Cancelled);
    EXPECT_LT(done, 10 + 2 * threads);  // those that had begun
    done = 0;
    EXPECT_THROW(for_chunks(pool, 1, 1, [&](int64_t, int64_t) { ++done; }), Cancelled);
    EXPECT_EQ(done, 0);
  }
}

TEST_F(Cancel, NestedLoopsStopToo) {
  HostPool pool(2);
  std::atomic<int64_t> done{0};
  EXPECT_THROW(for_chunks(pool, 4, 1,
                          [&](int64_t, int64_t) {
                            for_chunks(pool, 100000, 1, [&](int64_t, int64_t) { stop = ++done >= 5; });
                          }),
               Cancelled);
  EXPECT_LT(done, 100);
}

struct Count {
  int64_t* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] += 1; }
};

TEST_F(Cancel, AParallelForIsNotBegun) {
  const Exec exec = Exec::cpu(2);
  int64_t counts[4] = {};
  stop = true;
  EXPECT_THROW(parallel_for(exec, "count", 4, Count{counts}), Cancelled);
  EXPECT_EQ(counts[0] + counts[1] + counts[2] + counts[3], 0);
  stop = false;
  parallel_for(exec, "count", 4, Count{counts});
  EXPECT_EQ(counts[3], 1);
}

}  // namespace
}  // namespace ocean
