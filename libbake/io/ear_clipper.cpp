// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/ear_clipper.h"

#include <algorithm>
#include <cmath>

#include "kernels/coast/predicates.h"

namespace ocean {

namespace {

constexpr int32_t kGridFrom = 64;  // corners; smaller polygons are one cell

bool same(Vec2d a, Vec2d b) { return a.x == b.x && a.y == b.y; }

// p in the closed triangle a, b, c (turning left), but not on one of its corners.
bool blocks(Vec2d a, Vec2d b, Vec2d c, Vec2d p) {
  return orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0 && !same(p, a) &&
         !same(p, b) && !same(p, c);
}

int32_t clamped(double x, int32_t n) {
  if (!(x > 0)) return 0;
  return x < n ? static_cast<int32_t>(x) : n - 1;
}

}  // namespace

int32_t EarClipper::column(double x) const { return clamped((x - origin_.x) / cell_, columns_); }
int32_t EarClipper::row(double y) const { return clamped((y - origin_.y) / cell_, rows_); }

void EarClipper::build_grid() {
  const auto n = static_cast<int32_t>(corners_.size());
  Vec2d low = points_[0], high = points_[0];
  for (int32_t i = 1; i < n; ++i) {
    low = {std::min(low.x, points_[i].x), std::min(low.y, points_[i].y)};
    high = {std::max(high.x, points_[i].x), std::max(high.y, points_[i].y)};
  }
  origin_ = low;
  const double width = high.x - low.x, height = high.y - low.y;
  cell_ = std::max(std::sqrt(width * height / n), std::max(width, height) / n);
  const bool usable = n >= kGridFrom && cell_ > 0 && std::isfinite(cell_);
  columns_ = usable ? static_cast<int32_t>(width / cell_) + 1 : 1;
  rows_ = usable ? static_cast<int32_t>(height / cell_) + 1 : 1;
  const auto cells = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  first_.assign(cells, 0);
  count_.assign(cells, 0);
  cells_.resize(corners_.size());
  for (int32_t i = 0; i < n; ++i) {
    Corner& c = corners_[static_cast<std::size_t>(i)];
    c.cell = usable ? row(points_[i].y) * columns_ + column(points_[i].x) : 0;
    ++count_[static_cast<std::size_t>(c.cell)];
  }
  int32_t at = 0;
  for (std::size_t k = 0; k < cells; ++k) {
    first_[k] = at;
    at += count_[k];
    count_[k] = 0;
  }
  for (int32_t i = 0; i < n; ++i) {
    Corner& c = corners_[static_cast<std::size_t>(i)];
    const auto cell = static_cast<std::size_t>(c.cell);
    c.place = first_[cell] + count_[cell]++;
    cells_[static_cast<std::size_t>(c.place)] = i;
  }
}

void EarClipper::start(const std::vector<Vec2d>& points) {
  const auto n = static_cast<int32_t>(points.size());
  points_ = points.data();
  corners_.resize(points.size());
  for (int32_t i = 0; i < n; ++i)
    corners_[static_cast<std::size_t>(i)] = {
        i > 0 ? i - 1 : n - 1, i + 1 < n ? i + 1 : 0, -1, -1, -1, -1, 0, 0, 0};
  build_grid();
  for (IndexSet* set : {&unknown_, &straight_, &left_}) set->reset(n);
  for (int32_t i = 0; i < n; ++i) set_turn(i);
}

// After its neighbours changed.
void EarClipper::set_turn(int32_t i) {
  Corner& c = corners_[static_cast<std::size_t>(i)];
  c.turn = orientation(points_[c.previous], points_[i], points_[c.next]);
  release(i);
  unknown_.erase(i);
  straight_.erase(i);
  left_.erase(i);
  if (c.turn == 0) straight_.insert(i);
  if (c.turn > 0) {
    left_.insert(i);
    unknown_.insert(i);
    release_all(i);
  }
}

void EarClipper::keep(int32_t i, int32_t witness) {
  Corner &c = corners_[static_cast<std::size_t>(i)], &w = corners_[static_cast<std::size_t>(witness)];
  c.witness = witness;
  c.kept_before = -1;
  c.kept_after = w.first_kept;
  if (w.first_kept >= 0) corners_[static_cast<std::size_t>(w.first_kept)].kept_before = i;
  w.first_kept = i;
  unknown_.erase(i);
}

void EarClipper::release(int32_t i) {
  Corner& c = corners_[static_cast<std::size_t>(i)];
  if (c.witness < 0) return;
  if (c.kept_before >= 0) corners_[static_cast<std::size_t>(c.kept_before)].kept_after = c.kept_after;
  else corners_[static_cast<std::size_t>(c.witness)].first_kept = c.kept_after;
  if (c.kept_after >= 0) corners_[static_cast<std::size_t>(c.kept_after)].kept_before = c.kept_before;
  c.witness = -1;
}

// It blocks no longer: what it kept from being an ear may be one.
void EarClipper::release_all(int32_t witness) {
  while (corners_[static_cast<std::size_t>(witness)].first_kept >= 0) {
    const int32_t i = corners_[static_cast<std::size_t>(witness)].first_kept;
    release(i);
    unknown_.insert(i);
  }
}

void EarClipper::remove(int32_t i) {
  Corner& c = corners_[static_cast<std::size_t>(i)];
  release(i);
  release_all(i);
  for (IndexSet* set : {&unknown_, &straight_, &left_}) set->erase(i);
  const auto cell = static_cast<std::size_t>(c.cell);
  const int32_t last_place = first_[cell] + --count_[cell],
                moved = cells_[static_cast<std::size_t>(last_place)];
  cells_[static_cast<std::size_t>(c.place)] = moved;
  corners_[static_cast<std::size_t>(moved)].place = c.place;
  corners_[static_cast<std::size_t>(c.previous)].next = c.next;
  corners_[static_cast<std::size_t>(c.next)].previous = c.previous;
  set_turn(c.previous);
  set_turn(c.next);
}

// A corner in i's triangle that does not turn left, or -1.
int32_t EarClipper::find_witness(int32_t i) const {
  const Corner& corner = corners_[static_cast<std::size_t>(i)];
  const Vec2d p[3] = {points_[corner.previous], points_[i], points_[corner.next]};
  const auto in_cells = [&](int32_t r, int32_t from, int32_t to) {
    for (auto cell = static_cast<std::size_t>(r * columns_ + from); from <= to; ++from, ++cell)
      for (int32_t k = 0; k < count_[cell]; ++k) {
        const int32_t other = cells_[static_cast<std::size_t>(first_[cell] + k)];
        if (other == i || other == corner.previous || other == corner.next) continue;
        if (corners_[static_cast<std::size_t>(other)].turn <= 0 && blocks(p[0], p[1], p[2], points_[other]))
          return other;
      }
    return -1;
  };
  const int32_t bottom = row(std::min({p[0].y, p[1].y, p[2].y})),
                top = row(std::max({p[0].y, p[1].y, p[2].y})),
                left = column(std::min({p[0].x, p[1].x, p[2].x})),
                right = column(std::max({p[0].x, p[1].x, p[2].x}));
  for (int32_t r = bottom; r <= top; ++r) {
    int32_t from = left, to = right;
    if (top - bottom > 1 && right - left > 3) {
      // The triangle between two lines a little outside of the row, and a column more on each side: rounding
      // is far below that.
      const double y0 = origin_.y + (r - 1e-3) * cell_, y1 = origin_.y + (r + 1.001) * cell_;
      double low = 1e300, high = -1e300;
      for (int k = 0; k < 3; ++k) {
        const Vec2d a = p[k], b = p[(k + 1) % 3];
        if (std::max(a.y, b.y) < y0 || std::min(a.y, b.y) > y1) continue;
        for (const double y : {y0, y1}) {
          const double t = a.y == b.y ? 0.0 : std::clamp((y - a.y) / (b.y - a.y), 0.0, 1.0);
          low = std::min(low, a.x + t * (b.x - a.x));
          high = std::max(high, a.x + t * (b.x - a.x));
        }
        if (a.y == b.y) {
          low = std::min(low, b.x);
          high = std::max(high, b.x);
        }
      }
      from = std::max(from, column(low) - 1);
      to = std::min(to, column(high) + 1);
    }
    const int32_t found = in_cells(r, from, to);
    if (found >= 0) return found;
  }
  return -1;
}

// The corner to cut, from `current` on.
int32_t EarClipper::choose(int32_t current) {
  for (int32_t i = unknown_.next_around(current); i >= 0; i = unknown_.next_around(current)) {
    const int32_t witness = find_witness(i);
    if (witness < 0) return i;
    keep(i, witness);
  }
  if (const int32_t i = straight_.next_around(current); i >= 0) return i;
  if (const int32_t i = left_.next_around(current); i >= 0) return i;
  return current;
}

void EarClipper::cut(const std::vector<Vec2d>& points, const int32_t* corners, Triangle* out) {
  start(points);
  int32_t current = 0;
  for (std::size_t left = points.size(); left > 3; --left) {
    const int32_t i = choose(current);
    const Corner& c = corners_[static_cast<std::size_t>(i)];
    *out++ = {corners[c.previous], corners[i], corners[c.next]};
    current = c.next;
    remove(i);
  }
  const Corner& c = corners_[static_cast<std::size_t>(current)];
  *out = {corners[c.previous], corners[current], corners[c.next]};
}

}  // namespace ocean
