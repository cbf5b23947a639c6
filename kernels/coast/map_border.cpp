// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/map_border.h"

#include <algorithm>
#include <stdexcept>

#include "kernels/coast/crossing.h"

namespace ocean {
namespace {

// Ends nearer to the border than this lie on it: texel coordinates of the ground's own rim are rounded.
constexpr double kOnBorder = 1e-6;  // texels

// A place where a chain crosses the border.
struct BorderPoint {
  double along;  // clockwise from (0, 0): north, east, south, west; [0, 2 (width + height))
  Vec2d at;
  uint64_t node;
  bool leaves;  // the chain goes out here
};

class BorderCutter {
 public:
  BorderCutter(double width, double height) : width_(width), height_(height) {}

  std::vector<CoastPiece> pieces;
  std::vector<BorderPoint> points;

  void cut(const Coastline& coast) {
    for (const Chain& chain : coast.chains) {
      for (int64_t k = chain.first; k < chain.first + chain.count; ++k) {
        const int64_t next = k + 1 < chain.first + chain.count ? k + 1 : (chain.closed ? chain.first : -1);
        const uint64_t from = joint(k), to = next >= 0 ? joint(next) : loose();
        cut(coast.segments[static_cast<size_t>(k)], from, to);
        if (next < 0) add_end(coast.segments[static_cast<size_t>(k)].b, to, true);
      }
      if (!chain.closed)
        add_end(coast.segments[static_cast<size_t>(chain.first)].a, joint(chain.first), false);
    }
    std::sort(points.begin(), points.end(), [](const BorderPoint& a, const BorderPoint& b) {
      if (a.along != b.along) return a.along < b.along;
      return a.node < b.node;
    });
  }

  // Border coast between the points, clockwise (water outside) or counter-clockwise (land outside).
  void add_border(bool ocean_outside, bool south_west_is_land) {
    const double whole = 2 * (width_ + height_);
    if (points.empty()) {
      if (south_west_is_land != ocean_outside) return;
      const uint64_t node = loose();
      stretch(0, {0, 0}, node, whole, {0, 0}, node, ocean_outside);
      return;
    }
    for (size_t k = 0; k < points.size(); ++k) {
      const BorderPoint &a = points[k], &b = points[(k + 1) % points.size()];
      // A chain that comes in has water on its left, which is the clockwise side; one that goes out has land
      // there.
      const bool land_after = a.leaves;
      if (land_after != ocean_outside || a.leaves == b.leaves) continue;
      stretch(a.along, a.at, a.node, k + 1 < points.size() ? b.along : b.along + whole, b.at, b.node,
              ocean_outside);
    }
  }

 private:
  static uint64_t joint(int64_t k) { return static_cast<uint64_t>(k); }
  uint64_t loose() { return uint64_t{1} << 62 | loose_++; }

  bool inside(Vec2d p) const { return p.x >= 0 && p.y >= 0 && p.x <= width_ && p.y <= height_; }

  // A chain that ends on the border, as it does where the ground ends there, goes out there.
  void add_end(Vec2d p, uint64_t node, bool leaves) {
    if (inside(p) && distance_to_border(p) <= kOnBorder) points.push_back({along(p), p, node, leaves});
  }

  // Cyrus–Beck against the map; the ends of the part inside. A segment that leaves from a point on the border
  // gives a piece of no length, which keeps the chain together.
  void cut(const CoastSegment& s, uint64_t from, uint64_t to) {
    if (inside(s.a) && inside(s.b)) {
      pieces.push_back({s.a, s.b, from, to});
      return;
    }
    double low = 0, high = 1;
    Vec2d a = s.a, b = s.b;
    const Vec2d d = s.b - s.a;
    const auto clip = [&](double distance, double slope, const auto& point) {
      if (slope == 0) {
        if (distance < 0) high = -1;
        return;
      }
      const double t = -distance / slope;
      if (slope > 0 && t > low) low = t, a = point(t);
      if (slope < 0 && t < high) high = t, b = point(t);
    };
    const auto u_at = [&](double t) { return std::clamp(s.a.x + t * d.x, 0.0, width_); };
    const auto v_at = [&](double t) { return std::clamp(s.a.y + t * d.y, 0.0, height_); };
    clip(s.a.x, d.x, [&](double t) { return Vec2d{0, v_at(t)}; });
    clip(width_ - s.a.x, -d.x, [&](double t) { return Vec2d{width_, v_at(t)}; });
    clip(s.a.y, d.y, [&](double t) { return Vec2d{u_at(t), 0}; });
    clip(height_ - s.a.y, -d.y, [&](double t) { return Vec2d{u_at(t), height_}; });
    if (!(low < high) && !inside(s.a) && !inside(s.b)) return;
    CoastPiece piece{a, b, from, to};
    if (low > 0) {
      piece.from = loose();
      points.push_back({along(a), a, piece.from, false});
    }
    if (high < 1) {
      piece.to = loose();
      points.push_back({along(b), b, piece.to, true});
    }
    pieces.push_back(piece);
  }

  double distance_to_border(Vec2d p) const {
    return std::min(std::min(p.x, p.y), std::min(width_ - p.x, height_ - p.y));
  }

  double along(Vec2d p) const {  // on the nearest side
    const double nearest = distance_to_border(p);
    if (p.x == nearest) return p.y;
    if (height_ - p.y == nearest) return height_ + p.x;
    if (width_ - p.x == nearest) return height_ + width_ + (height_ - p.y);
    return 2 * height_ + width_ + (width_ - p.x);
  }

  // The border from s0 to s1 (clockwise, s0 < s1 <= s0 + whole) by way of the corners between.
  void stretch(double s0, Vec2d a, uint64_t node_a, double s1, Vec2d b, uint64_t node_b, bool clockwise) {
    const double whole = 2 * (width_ + height_);
    const std::pair<double, Vec2d> corners[4] = {{0, {0, 0}},
                                                 {height_, {0, height_}},
                                                 {height_ + width_, {width_, height_}},
                                                 {2 * height_ + width_, {width_, 0}}};
    Vec2d at = a;
    uint64_t node = node_a;
    const auto go = [&](Vec2d to, uint64_t to_node) {
      pieces.push_back(clockwise ? CoastPiece{at, to, node, to_node} : CoastPiece{to, at, to_node, node});
      at = to;
      node = to_node;
    };
    for (int round = 0; round < 2; ++round)
      for (const auto& [place, corner] : corners)
        if (place + round * whole > s0 && place + round * whole < s1) go(corner, loose());
    go(b, node_b);
  }

  double width_, height_;
  uint64_t loose_ = 0;
};

}  // namespace

Coastline close_at_border(const Exec& exec, const Coastline& coast, MapEdge edge, double width, double height,
                          bool south_west_is_land) {
  if (!(width > 0 && height > 0))
    throw std::invalid_argument("close_at_border: the map needs a width and a height");
  if (edge == MapEdge::extend) return coast;
  BorderCutter cutter(width, height);
  cutter.cut(coast);
  cutter.add_border(edge == MapEdge::ocean, south_west_is_land);
  return chain_pieces(exec, cutter.pieces);
}

}  // namespace ocean
