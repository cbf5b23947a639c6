// SPDX-License-Identifier: Apache-2.0
//
// Sets of the numbers 0 … n − 1 that grow together; the smallest member stands for its set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ocean {

class UnionFind {
 public:
  UnionFind() = default;
  explicit UnionFind(size_t n) {
    while (parent_.size() < n) add();
  }
  void add() { parent_.push_back(static_cast<int32_t>(parent_.size())); }
  int32_t root(int32_t i) {
    while (parent_[static_cast<size_t>(i)] != i) {
      int32_t& p = parent_[static_cast<size_t>(i)];
      p = parent_[static_cast<size_t>(p)];
      i = p;
    }
    return i;
  }
  void unite(int32_t i, int32_t j) {
    i = root(i);
    j = root(j);
    parent_[static_cast<size_t>(std::max(i, j))] = std::min(i, j);
  }

 private:
  std::vector<int32_t> parent_;
};

}  // namespace ocean
