// SPDX-License-Identifier: Apache-2.0
//
// Connected fluid regions of the pressure's matrix (level.h). A region that no open side touches has its
// pressure free up to a constant, and its equation has a solution only if its right-hand side sums to 0.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/fluid/launch.h"
#include "kernels/fluid/level.h"

namespace ocean::fluid {

// A stretch of the list of cells that belongs to one region, and a region: its pieces and its stretch.
struct RegionPiece {
  int64_t begin, end;
};
struct RegionGroup {
  int64_t first_piece, last_piece, begin, end;
};

template <int Dim>
class Regions {
 public:
  // Labels by union-find on the back end (Playne & Hawick, A new algorithm for parallel connected-component
  // labelling on GPUs, 2018): a region's label is its smallest cell's offset, so it does not depend on the
  // order.
  Regions(const Exec& exec, const Level<Dim>& level);

  // Cells' labels, -1 in dead cells.
  View<const int32_t> labels() const { return labels_.view(); }
  // The closed regions (no open side touches them), ascending by label.
  struct Closed {
    int32_t label;
    int64_t cells;
  };
  const std::vector<Closed>& closed() const { return closed_; }
  // Subtracts from values its mean over each closed region. partial: scratch of sum_chunks(cells).
  // Asynchronous on CUDA.
  void remove_means(View<float> values, Sums* partial) const;

 private:
  Exec exec_;
  Buffer<int32_t> labels_;
  std::vector<Closed> closed_;
  int32_t main_ = -1;      // the largest closed region's label: summed as a whole map
  Buffer<int32_t> cells_;  // of the other closed regions, by region, then by offset
  Buffer<RegionPiece> pieces_;
  Buffer<RegionGroup> groups_;
  mutable Buffer<double> sums_;  // by piece, then by group (means), then the main region's mean
};

}  // namespace ocean::fluid
