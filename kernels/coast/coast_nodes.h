// SPDX-License-Identifier: Apache-2.0
//
// The ends of pieces, grouped by node: what chaining and joining start from.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/coast/coastline.h"
#include "kernels/host_pool.h"

namespace ocean {

struct NodeEnds {
  std::vector<uint64_t> nodes;  // ascending, one entry an end
  std::vector<int32_t> ends;    // 2*piece leaves the node, 2*piece + 1 arrives at it; ascending in a node
};

NodeEnds sort_ends(const Exec& exec, const std::vector<CoastPiece>& pieces);

// body(begin, end) for the range of ends of each node; in parallel, in any order.
template <class Body>
void for_each_node(const Exec& exec, const NodeEnds& nodes, const Body& body) {
  const auto n = static_cast<int64_t>(nodes.ends.size());
  const uint64_t* node = nodes.nodes.data();
  for_chunks(exec.pool(), n, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end;) {
      int64_t stop = i + 1;
      while (stop < n && node[stop] == node[i]) ++stop;
      if (i == 0 || node[i - 1] != node[i]) body(i, stop);
      i = stop;
    }
  });
}

}  // namespace ocean
