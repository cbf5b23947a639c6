// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <vector>

#include "libbake/core/background.h"

namespace ocean {
namespace {

TEST(BackgroundQueue, RunsTasksInOrder) {
  std::vector<int> order;
  BackgroundQueue queue(2);
  for (int k = 0; k < 100; ++k) queue.push([&order, k] { order.push_back(k); });
  queue.finish();
  ASSERT_EQ(order.size(), 100u);
  for (int k = 0; k < 100; ++k) EXPECT_EQ(order[static_cast<std::size_t>(k)], k);
  queue.push([&order] { order.push_back(-1); });
  queue.finish();
  EXPECT_EQ(order.back(), -1);
}

TEST(BackgroundQueue, HoldsNoMoreThanItsCapacity) {
  std::latch go(1);
  std::atomic<int> pushed{0};
  BackgroundQueue queue(2);
  std::thread pusher([&] {
    for (int k = 0; k < 3; ++k) {
      queue.push([&] { go.wait(); });
      ++pushed;
    }
  });
  while (pushed < 2) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(pushed, 2);  // the third waits for room
  go.count_down();
  pusher.join();
  queue.finish();
  EXPECT_EQ(pushed, 3);
}

TEST(BackgroundQueue, AFailureReachesThePusher) {
  BackgroundQueue queue(1);
  std::atomic<int> ran{0};
  queue.push([] { throw std::runtime_error("full"); });
  EXPECT_THROW(queue.finish(), std::runtime_error);
  EXPECT_THROW(queue.push([&] { ++ran; }), std::runtime_error);
  EXPECT_EQ(ran, 0);
}

TEST(BackgroundQueue, TheDestructorDropsWhatHasNotBegun) {
  std::latch begun(1), go(1);
  std::atomic<int> ran{0};
  std::thread release;
  {
    BackgroundQueue queue(3);
    queue.push([&] {
      begun.count_down();
      go.wait();
      ++ran;
    });
    queue.push([&] { ++ran; });
    begun.wait();
    release = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      go.count_down();
    });
  }
  release.join();
  EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace ocean
