// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/section_coast.h"

#include <algorithm>
#include <cmath>

#include "kernels/coast/mesh_coast.h"
#include "kernels/coast/winding_boundary.h"

namespace ocean {
namespace {

constexpr double kOnBorder = 1e-6;  // texels: rims nearer to the map's border lie on it

class Pieces {
 public:
  Pieces(const std::vector<TexelPoint>& vertices, SeaLevel sea) : vertices_(vertices), sea_(sea) {}

  std::vector<WindingPiece> all;

  // Water is outside, on the left, whichever way the triangle leans: crossed_edges() says so of those that
  // face up, and turning one about its crossing changes nothing.
  void add_crossing(const Triangle& t) {
    const int32_t v[3] = {t.a, t.b, t.c};
    const int bits = (land(v[0]) ? 1 : 0) | (land(v[1]) ? 2 : 0) | (land(v[2]) ? 4 : 0);
    if (!is_crossed(bits)) return;
    const CrossedEdges e = crossed_edges(bits);
    all.push_back({crossing(v[e.from], v[(e.from + 1) % 3]), crossing(v[e.to], v[(e.to + 1) % 3]), 1, false});
  }

  // The surface lies on the left of i → j, so the rim's land part runs from j to i.
  void add_rim(const OpenEdge& e) {
    const bool from = land(e.j), to = land(e.i);
    if (!from && !to) return;
    all.push_back(
        {from ? plan(e.j) : crossing(e.i, e.j), to ? plan(e.i) : crossing(e.i, e.j), e.count, true});
  }

 private:
  const TexelPoint& point(int32_t v) const { return vertices_[static_cast<size_t>(v)]; }
  Vec2d plan(int32_t v) const { return {point(v).x, point(v).y}; }
  bool land(int32_t v) const { return sea_.is_land(point(v).z); }
  Vec2d crossing(int32_t i, int32_t j) const {
    return crossing_point(point(std::min(i, j)), point(std::max(i, j)), sea_.level_m);
  }
  const std::vector<TexelPoint>& vertices_;
  SeaLevel sea_;
};

std::vector<WindingPiece> all_pieces(const std::vector<TexelPoint>& vertices, const OrientedSolids& solids,
                                     SeaLevel sea) {
  Pieces pieces(vertices, sea);
  for (const Triangle& t : solids.triangles) pieces.add_crossing(t);
  for (const OpenEdge& e : solids.open_edges) pieces.add_rim(e);
  return std::move(pieces.all);
}

struct Map {
  double width, height;
  // Do both ends lie on one side of the border?
  bool on_border(Vec2d a, Vec2d b) const {
    const auto both = [&](double p, double q, double side) {
      return std::abs(p - side) <= kOnBorder && std::abs(q - side) <= kOnBorder;
    };
    return both(a.x, b.x, 0) || both(a.x, b.x, width) || both(a.y, b.y, 0) || both(a.y, b.y, height);
  }
};

// The part of a rim inside the map, by its ends' parameters; false if there is none.
bool clip(const Map& map, CoastPiece& p) {
  const Vec2d d = p.b - p.a;
  double low = 0, high = 1;
  const auto side = [&](double distance, double slope) {
    if (slope == 0) {
      if (distance <= kOnBorder) high = -1;
    } else if (slope > 0) {
      low = std::max(low, -distance / slope);
    } else {
      high = std::min(high, -distance / slope);
    }
  };
  side(p.a.x, d.x);
  side(map.width - p.a.x, -d.x);
  side(p.a.y, d.y);
  side(map.height - p.a.y, -d.y);
  if (!(low < high)) return false;
  const CoastPiece whole = p;
  constexpr uint64_t kCut = uint64_t{1} << 40;  // nodes are below 2^32
  if (low > 0) p.a = whole.a + low * d, p.from = kCut + whole.from;
  if (high < 1) p.b = whole.a + high * d, p.to = 2 * kCut + whole.to;
  return true;
}

}  // namespace

SectionCoast section_coast(const Exec& exec, const std::vector<TexelPoint>& vertices,
                           const OrientedSolids& solids, SeaLevel sea, double width, double height) {
  std::vector<WindingPiece> pieces = all_pieces(vertices, solids, sea);
  // What touches the level from above or from below is land: the union of the sections just below and just
  // above it, whose numbers add up.
  const auto at_level = [&](const TexelPoint& p) { return p.z == sea.level_m; };
  if (!sea.at_level_water && std::any_of(vertices.begin(), vertices.end(), at_level)) {
    const std::vector<WindingPiece> above = all_pieces(vertices, solids, {sea.level_m, true});
    pieces.insert(pieces.end(), above.begin(), above.end());
  }
  const Map map{width, height};
  SectionCoast out;
  std::vector<CoastPiece> coast;
  for (const BoundaryPiece& b : winding_boundary(exec, pieces)) {
    CoastPiece p = b.piece;
    if (map.on_border(p.a, p.b) || (b.open_rim && !clip(map, p))) continue;
    if (b.open_rim) {
      const Vec2d d = p.b - p.a;
      if (out.open_rim == 0) out.first_rim = p.a;
      out.open_rim += std::sqrt(dot(d, d));
    }
    coast.push_back(p);
  }
  join_loose_ends(exec, coast, kJoinDistance);
  out.coast = chain_pieces(exec, coast);
  return out;
}

}  // namespace ocean
