// SPDX-License-Identifier: Apache-2.0
//
// A symmetric multigrid V-cycle for the pressure's matrix (level.h) on a box of any size: the preconditioner
// of McAdams, Sifakis & Teran, A parallel multigrid Poisson solver for fluids simulation on large grids, SCA
// 2010, on weighted (cut) faces. Coarse cells hold two fine cells of each axis until an axis is one cell; a
// coarse face's weight is the sum over its fine faces of weight * (their cells' distance)/(its cells'
// distance). Smoothing: Chebyshev-Jacobi, two sweeps before and after (level.h).
//
// On the device every step of the larger levels is one launch, and all levels of at most kTailCells cells
// together are one launch of one block.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/fluid/level.h"

namespace ocean::fluid {

inline constexpr int64_t kTailCells = 4096;

template <int Dim>
class Multigrid {
 public:
  // weights: of all faces of the grid, >= 0, 0 where closed; at open sides the face's own weight counts
  // twice, since the side's pressure 0 is half a cell away, at other sides it is not read, except that
  // periodic ones read the low side's. Throws DeviceError or std::bad_alloc.
  Multigrid(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
            const FaceViews<const float, Dim>& weights);

  const Level<Dim>& finest() const { return levels_.front().level; }
  int levels() const { return static_cast<int>(levels_.size()); }
  // z = one V-cycle for A z = r from z = 0. r and z are cell arrays; r is 0 in dead cells, and so is z.
  void cycle(View<const float> r, View<float> z);

 private:
  struct Storage {
    Level<Dim> level;
    float last[Dim];  // width of the last cell of each axis, in the level's cells
    Buffer<float> weights, diagonal, vectors;
    Buffer<uint8_t> kind;
    float *b = nullptr, *x = nullptr, *t = nullptr;  // right-hand side, solution, scratch
  };
  void add_level(Index<Dim> n);
  void finish_level(Storage& s);
  void descend(size_t l, const float* b, float* x);
  void run_tail();

  Exec exec_;
  std::vector<Storage> levels_;
  size_t tail_ = 0;                       // the first level of the tail; 0 where there is one level
  Buffer<unsigned char> tail_arguments_;  // on the back end
};

}  // namespace ocean::fluid
