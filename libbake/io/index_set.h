// SPDX-License-Identifier: Apache-2.0
//
// A set of whole numbers below n that finds the next member: a tree of 64-bit words.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace ocean {

class IndexSet {
 public:
  // Empty, for members in [0, n), n >= 1. Keeps its memory.
  void reset(int32_t n) {
    std::size_t level = 0;
    for (std::size_t words = static_cast<std::size_t>(n); level == 0 || words > 1; ++level) {
      words = (words + 63) / 64;
      if (levels_.size() <= level) levels_.emplace_back();
      levels_[level].assign(words, 0);
    }
    levels_.resize(level);
  }
  void insert(int32_t i) {
    auto at = static_cast<std::size_t>(i);
    for (auto& words : levels_) {
      words[at / 64] |= uint64_t{1} << at % 64;
      at /= 64;
    }
  }
  void erase(int32_t i) {
    auto at = static_cast<std::size_t>(i);
    for (auto& words : levels_) {
      words[at / 64] &= ~(uint64_t{1} << at % 64);
      if (words[at / 64] != 0) return;
      at /= 64;
    }
  }
  // The smallest member that is at least i, or else the smallest; -1 if there is none.
  int32_t next_around(int32_t i) const {
    const int32_t next = at_least(static_cast<std::size_t>(i));
    return next >= 0 || i == 0 ? next : at_least(0);
  }

 private:
  int32_t at_least(std::size_t i) const {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      const std::size_t word = i / 64;
      if (word >= levels_[level].size()) return -1;
      const uint64_t found = levels_[level][word] >> i % 64;
      if (found != 0) {
        i += static_cast<std::size_t>(std::countr_zero(found));
        for (; level > 0; --level)
          i = 64 * i + static_cast<std::size_t>(std::countr_zero(levels_[level - 1][i]));
        return static_cast<int32_t>(i);
      }
      i = word + 1;
    }
    return -1;
  }
  std::vector<std::vector<uint64_t>> levels_;
};

}  // namespace ocean
