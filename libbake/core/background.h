// SPDX-License-Identifier: Apache-2.0
//
// One thread that runs tasks in the order in which they are pushed, so that encoding and writing go on while
// the next part is computed.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace ocean {

class BackgroundQueue {
 public:
  // capacity (>= 1): tasks that may wait or run; push() waits while there are as many, which bounds memory.
  explicit BackgroundQueue(std::size_t capacity);
  // Drops the tasks that have not begun and waits for the one that has.
  ~BackgroundQueue();
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;

  // Throws what an earlier task threw; the tasks after that one are dropped.
  void push(std::function<void()> task);
  // Waits until all tasks have run. Throws what one of them threw.
  void finish();

 private:
  void work();
  void rethrow();  // with the lock held

  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;  // the front one is running or next
  std::exception_ptr failure_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace ocean
