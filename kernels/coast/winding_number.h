// SPDX-License-Identifier: Apache-2.0
//
// How often the edges of an arrangement wind around places beside them.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/coast/arrangement.h"
#include "kernels/coast/edge_cells.h"
#include "kernels/exec.h"

namespace ocean {

class WindingNumber {
 public:
  // The arrangement, whose edges form closed curves, must outlive it.
  WindingNumber(const Exec& exec, const Arrangement& arrangement);

  // On the left of the edge's middle. Exact for the nodes as they are.
  int32_t left_of(int32_t edge) const;

 private:
  int32_t far_away(Vec2d p, bool east) const;
  bool local(Vec2d p, bool east, int32_t* number) const;
  Vec2d reference(int64_t column, int64_t row) const;

  const Arrangement& a_;
  EdgeCells cells_;
  std::vector<int32_t> numbers_;   // of each cell's reference place
  std::vector<uint8_t> doubtful_;  // whose reference place lies on an edge
};

}  // namespace ocean
