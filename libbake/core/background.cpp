// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/background.h"

#include <utility>

namespace ocean {

BackgroundQueue::BackgroundQueue(std::size_t capacity) : capacity_(capacity), thread_([this] { work(); }) {}

BackgroundQueue::~BackgroundQueue() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BackgroundQueue::push(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return failure_ || tasks_.size() < capacity_; });
  rethrow();
  tasks_.push_back(std::move(task));
  changed_.notify_all();
}

void BackgroundQueue::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return failure_ || tasks_.empty(); });
  rethrow();
}

void BackgroundQueue::rethrow() {
  if (failure_) std::rethrow_exception(failure_);
}

void BackgroundQueue::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stop_ || !tasks_.empty(); });
    if (stop_) return;
    std::function<void()> task = std::move(tasks_.front());
    lock.unlock();
    std::exception_ptr failure;
    try {
      task();
    } catch (...) {
      failure = std::current_exception();
    }
    task = nullptr;  // what it holds is freed before the next one comes
    lock.lock();
    tasks_.pop_front();
    if (failure) {
      failure_ = failure;
      tasks_.clear();
    }
    changed_.notify_all();
    if (failure) return;
  }
}

}  // namespace ocean
