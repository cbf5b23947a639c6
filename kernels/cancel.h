// SPDX-License-Identifier: Apache-2.0
//
// How long host work is told to stop. Kernels know of no signals: who runs them sets a query, host loops ask
// it once a chunk, and a "yes" leaves them as Cancelled. What was half done is then worth nothing.
#pragma once

#include <atomic>
#include <exception>

namespace ocean {

class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

using StopQuery = bool (*)();  // cheap, never throws, may be called from any thread

namespace detail {
inline std::atomic<StopQuery> stop_query{nullptr};
}

// For the whole process; null: never stop.
inline void set_stop_query(StopQuery query) { detail::stop_query.store(query, std::memory_order_relaxed); }

// Throws Cancelled once the query says so. HostPool::run and parallel_for call it; serial host loops that can
// take longer than a second call it every few thousand steps.
inline void check_cancelled() {
  const StopQuery query = detail::stop_query.load(std::memory_order_relaxed);
  if (query != nullptr && query()) throw Cancelled();
}

}  // namespace ocean
