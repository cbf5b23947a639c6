// SPDX-License-Identifier: Apache-2.0
//
// A grid of square cells over the edges of an arrangement, about as many cells as edges.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "kernels/coast/arrangement.h"

namespace ocean {

class EdgeCells {
 public:
  // near: texels; an edge is also filed in the cells that it passes within that distance.
  EdgeCells(const std::vector<Vec2d>& nodes, const std::vector<ArrangementEdge>& edges, double near)
      : nodes_(nodes), near_(near) {
    Vec2d high = low_ = edges.empty() ? Vec2d{} : nodes[at(edges[0].from)];
    double length = 0;
    for (const ArrangementEdge& e : edges) {
      for (const Vec2d p : {nodes[at(e.from)], nodes[at(e.to)]}) {
        low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
      }
      const Vec2d d = nodes[at(e.to)] - nodes[at(e.from)];
      length += std::sqrt(dot(d, d));
    }
    const Vec2d size = high - low_;
    const double n = static_cast<double>(edges.size()) + 1;
    size_ = std::max({std::sqrt(size.x * size.y / n), length / n, (size.x + size.y) / n, 1e-6});
    columns_ = static_cast<int64_t>(size.x / size_) + 1;
    rows_ = static_cast<int64_t>(size.y / size_) + 1;
    file(edges);
  }

  int64_t columns() const { return columns_; }
  int64_t rows() const { return rows_; }
  int64_t column_of(double x) const { return index((x - low_.x) / size_, columns_); }
  int64_t row_of(double y) const { return index((y - low_.y) / size_, rows_); }
  // The place at these shares of a cell's sides.
  Vec2d place(int64_t column, int64_t row, double u, double v) const {
    return {low_.x + (static_cast<double>(column) + u) * size_,
            low_.y + (static_cast<double>(row) + v) * size_};
  }

  // Ascending. cell: row * columns + column.
  std::span<const int32_t> edges_of(int64_t cell) const {
    return {filed_.data() + first_[at(cell)], at(first_[at(cell) + 1] - first_[at(cell)])};
  }

  // visit(cell) for those that an edge of these nodes is filed in.
  template <class Visit>
  void each_cell(const ArrangementEdge& e, const Visit& visit) const {
    Vec2d a = nodes_[at(e.from)], b = nodes_[at(e.to)];
    if (a.y > b.y) std::swap(a, b);
    const double pad = 2 * near_ + 1e-9 * size_;
    for (int64_t r = row_of(a.y - pad); r <= row_of(b.y + pad); ++r) {
      const auto x_at = [&](double y) {
        return b.y > a.y ? a.x + std::clamp((y - a.y) / (b.y - a.y), 0.0, 1.0) * (b.x - a.x) : a.x;
      };
      const double y0 = low_.y + static_cast<double>(r) * size_;
      double x0 = b.y > a.y ? x_at(y0 - pad) : a.x, x1 = b.y > a.y ? x_at(y0 + size_ + pad) : b.x;
      if (x0 > x1) std::swap(x0, x1);
      for (int64_t c = column_of(x0 - pad); c <= column_of(x1 + pad); ++c) visit(r * columns_ + c);
    }
  }

 private:
  template <class Int>
  static size_t at(Int k) {
    return static_cast<size_t>(k);
  }
  static int64_t index(double cells, int64_t count) {
    return std::min(static_cast<int64_t>(std::max(0.0, cells)), count - 1);
  }

  void file(const std::vector<ArrangementEdge>& edges) {
    first_.assign(at(columns_ * rows_ + 1), 0);
    for (const ArrangementEdge& e : edges) each_cell(e, [&](int64_t cell) { ++first_[at(cell) + 1]; });
    for (size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    filed_.resize(at(first_.back()));
    std::vector<int64_t> next(first_.begin(), first_.end() - 1);
    for (size_t k = 0; k < edges.size(); ++k)
      each_cell(edges[k], [&](int64_t cell) { filed_[at(next[at(cell)]++)] = static_cast<int32_t>(k); });
  }

  const std::vector<Vec2d>& nodes_;
  double near_;
  Vec2d low_{};
  double size_ = 1;
  int64_t columns_ = 1, rows_ = 1;
  std::vector<int64_t> first_;  // a cell's edges begin there
  std::vector<int32_t> filed_;
};

}  // namespace ocean
