// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/interrupt.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

namespace ocean {
namespace {

std::atomic<int> g_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "the handler needs a lock-free flag");

// A slot is written by its owner while `claimed` and read by the handler only while `live`.
enum SlotState : int { kFree, kClaimed, kLive };
struct Slot {
  std::atomic<int> state{kFree};
  std::array<char, 4096> path{};
};
std::array<Slot, kMaxTempFiles> g_slots;

extern "C" void on_signal(int signal) {
  int none = 0;
  if (g_signal.compare_exchange_strong(none, signal)) return;
  remove_temp_files();
  // Die of the signal, so that the shell sees it.
  std::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  raise(signal);
  _exit(128 + signal);
}

}  // namespace

Interrupted::~Interrupted() = default;

void install_interrupt_handlers() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int interrupt_signal() { return g_signal.load(std::memory_order_relaxed); }

void check_interrupt() {
  if (const int signal = interrupt_signal(); signal != 0) throw Interrupted(signal);
}

void clear_interrupt() { g_signal = 0; }

int register_temp_file(const std::string& path) {
  if (path.size() >= g_slots[0].path.size()) return -1;
  for (int i = 0; i < kMaxTempFiles; ++i) {
    Slot& slot = g_slots[static_cast<std::size_t>(i)];
    int free = kFree;
    if (!slot.state.compare_exchange_strong(free, kClaimed)) continue;
    std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
    slot.state.store(kLive, std::memory_order_release);
    return i;
  }
  return -1;
}

void unregister_temp_file(int handle) {
  if (handle >= 0 && handle < kMaxTempFiles) g_slots[static_cast<std::size_t>(handle)].state = kFree;
}

void remove_temp_files() noexcept {
  for (Slot& slot : g_slots)
    if (slot.state.load(std::memory_order_acquire) == kLive) unlink(slot.path.data());
}

}  // namespace ocean
