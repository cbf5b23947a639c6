// SPDX-License-Identifier: Apache-2.0
//
// Ear clipping (Meisters 1975, "Polygons have ears") with exact turn signs. Corners are looked at in their
// order, round and round, and cut where they are ears. A corner that is none keeps a witness, a corner in its
// triangle, and is looked at again only when that changes; witnesses are found in a grid. So n corners take
// about n log n steps unless they crowd in few places.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/math/grid.h"
#include "kernels/math/vec.h"
#include "libbake/io/index_set.h"

namespace ocean {

class EarClipper {
 public:
  // Writes points.size() − 2 triangles to out, named by corners[i] for points[i], in the points' orientation.
  // points: at least 3, turning left as a whole. Where no corner is a proper ear, one with a straight or
  // repeated corner (no area) is cut; then, in a polygon that crosses itself, any that turns left; then any.
  void cut(const std::vector<Vec2d>& points, const int32_t* corners, Triangle* out);

 private:
  struct Corner {
    int32_t previous, next;
    int32_t witness;                  // the corner that keeps this one from being an ear, or -1
    int32_t first_kept;               // of the corners whose witness this one is …
    int32_t kept_before, kept_after;  // … and the neighbours in such a list
    int32_t cell, place;              // in the grid
    int turn;                         // left 1, straight 0, right -1
  };
  void start(const std::vector<Vec2d>& points);
  void build_grid();
  void set_turn(int32_t i);
  void keep(int32_t i, int32_t witness);
  void release(int32_t i);
  void release_all(int32_t witness);
  void remove(int32_t i);
  int32_t find_witness(int32_t i) const;
  int32_t choose(int32_t current);
  int32_t column(double x) const;
  int32_t row(double y) const;

  const Vec2d* points_ = nullptr;
  std::vector<Corner> corners_;
  IndexSet unknown_, straight_, left_;  // that turn left and may be ears; that go straight; that turn left
  Vec2d origin_{0, 0};
  double cell_ = 1;
  int32_t columns_ = 1, rows_ = 1;
  std::vector<int32_t> first_, count_, cells_;  // the grid's corners: cells_[first_[cell] + k], k < count_
};

}  // namespace ocean
