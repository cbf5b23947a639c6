// SPDX-License-Identifier: Apache-2.0
//
// The swept hash: strokes culled against the domain's slab and sorted into bins of cells on two levels, small
// strokes into small bins and large ones into large bins, so that a cell looks at few strokes that miss it
// (at most some seven times those that meet it, by the ratio of a bin to a stroke).
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/fluid/inputs/stroke.h"

namespace ocean::fluid {

inline constexpr int kBinLevels = 2;
// Cells a bin's side; strokes thinner than kFineRadius cells go to the first level. With a side of at
// most 2.67 radii (2-D), 1.33 (3-D), a ball's bins hold at most 8 times the cells of the ball.
template <int Dim>
OCEAN_HD constexpr int32_t bin_side(int level) {
  return Dim == 2 ? (level == 0 ? 2 : 8) : (level == 0 ? 1 : 4);
}
inline constexpr float kFineRadius = 3;

// What kernels need of the bins of one tick.
template <int Dim>
struct BinView {
  Index<Dim> bins[kBinLevels];  // number of bins an axis
  int64_t base[kBinLevels];     // of the level's first bin
  const int32_t *begin, *end;   // entries of a bin
  const int32_t* entry;         // strokes, ascending in a bin
  const Capsule<Dim>* capsule;  // of every stroke
  OCEAN_HD int64_t bin_of(int level, const Index<Dim>& cell) const {
    Index<Dim> b = cell;
    for (int a = 0; a < Dim; ++a) b[a] /= bin_side<Dim>(level);
    return base[level] + offset_of(bins[level], b);
  }
};

template <int Dim>
class StrokeBins {
 public:
  // Throws DeviceError or std::bad_alloc.
  StrokeBins(const Exec& exec, const FluidGrid<Dim>& grid);

  // Sorts the strokes of one tick. ground: height at the cells (2-D) to which the slab is relative; may be
  // without data. Strokes outside the domain and its slab take no entry. Throws std::invalid_argument for
  // a ground of another size and for more than 2^31 - 1 entries. Waits for their number.
  void build(const FluidGrid<Dim>& grid, const StrokeSpace& space, View<const Stroke> strokes,
             GridView<const float, Dim> ground = {});
  bool empty() const { return entries_ == 0; }
  int64_t entries() const { return entries_; }
  BinView<Dim> view() const;
  Index<Dim> cells() const { return n_; }

 private:
  Exec exec_;
  Index<Dim> n_;
  Index<Dim> bins_[kBinLevels];
  int64_t base_[kBinLevels + 1];
  int64_t entries_ = 0;
  Buffer<int32_t> begin_, end_;
  Buffer<uint32_t> keys_;
  Buffer<int32_t> entry_;
  Buffer<Capsule<Dim>> capsules_;
};

// Strokes that cells look at, and those of them that hold the cell's centre.
struct BinCounts {
  int64_t candidates = 0, overlaps = 0;
};
template <int Dim>
BinCounts count_candidates(const Exec& exec, const StrokeBins<Dim>& bins);

}  // namespace ocean::fluid
