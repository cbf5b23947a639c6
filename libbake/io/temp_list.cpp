// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/temp_list.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace ocean {
namespace {

// More files than any job holds open at once.
std::array<std::atomic<char*>, 256> slots{};

}  // namespace

int list_file(const std::string& path) {
  char* copy = strdup(path.c_str());
  if (!copy) return -1;
  for (size_t i = 0; i < slots.size(); ++i) {
    char* expected = nullptr;
    if (slots[i].compare_exchange_strong(expected, copy)) return static_cast<int>(i);
  }
  std::free(copy);
  return -1;
}

void unlist_file(int slot) {
  if (slot >= 0) std::free(slots[static_cast<size_t>(slot)].exchange(nullptr));
}

void remove_listed_files() noexcept {
  const int saved = errno;
  for (auto& slot : slots) {
    if (char* path = slot.exchange(nullptr)) unlink(path);  // free() is not allowed in a handler
  }
  errno = saved;
}

}  // namespace ocean
