// SPDX-License-Identifier: Apache-2.0
//
// Winding numbers beside the edges of an arrangement, against which of its shapes a place lies in.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/coast/winding_boundary.h"
#include "kernels/coast/winding_number.h"
#include "tests/support/backends.h"

namespace ocean {
namespace {

// A rectangle or a diamond about (x, y); what lies inside has the number `jump`. On a lattice of 4, so that
// all meetings lie on a lattice of 2 and no edge passes within 0.5 of another's middle.
struct Shape {
  double x, y, half_x, half_y;  // a diamond has half_x alone
  bool diamond;
  int32_t jump;

  std::vector<Vec2d> corners() const {  // clockwise
    if (diamond) return {{x - half_x, y}, {x, y + half_x}, {x + half_x, y}, {x, y - half_x}};
    return {{x - half_x, y - half_y},
            {x - half_x, y + half_y},
            {x + half_x, y + half_y},
            {x + half_x, y - half_y}};
  }
  bool holds(Vec2d p) const {
    const double dx = std::abs(p.x - x), dy = std::abs(p.y - y);
    return diamond ? dx + dy < half_x : dx < half_x && dy < half_y;
  }
};

std::vector<Shape> shapes(int count, int lattice, unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](int low, int high) { return 4.0 * std::uniform_int_distribution(low, high)(random); };
  std::vector<Shape> out;
  for (int k = 0; k < count; ++k)
    out.push_back({pick(0, lattice), pick(0, lattice), pick(1, 6), pick(1, 6), random() % 3 == 0,
                   random() % 4 == 0 ? -1 : 1});
  return out;
}

int32_t number_at(const std::vector<Shape>& all, Vec2d p) {
  int32_t sum = 0;
  for (const Shape& s : all) sum += s.holds(p) ? s.jump : 0;
  return sum;
}

Arrangement arrangement_of(const std::vector<Shape>& all) {
  Arrangement a;
  for (const Shape& s : all) {
    const std::vector<Vec2d> corners = s.corners();
    const auto first = static_cast<int32_t>(a.nodes.size()), n = static_cast<int32_t>(corners.size());
    for (int32_t k = 0; k < n; ++k) a.edges.push_back({first + k, first + (k + 1) % n, s.jump, false});
    a.nodes.insert(a.nodes.end(), corners.begin(), corners.end());
  }
  return a;
}

TEST(WindingNumber, IsThatOfTheShapesThatHoldAPlace) {
  for (const auto& [count, lattice] :
       {std::pair(1, 1), std::pair(7, 4), std::pair(60, 12), std::pair(900, 30)})
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const std::vector<Shape> all = shapes(count, lattice, seed);
      Arrangement a = arrangement_of(all);
      cut_at_meetings(a);
      const WindingNumber winding(Exec::cpu(), a);
      for (std::size_t k = 0; k < a.edges.size(); ++k) {
        const ArrangementEdge& e = a.edges[k];
        const Vec2d from = a.nodes[static_cast<std::size_t>(e.from)],
                    to = a.nodes[static_cast<std::size_t>(e.to)], d = to - from, middle = from + 0.5 * d;
        const double length = std::hypot(d.x, d.y);
        const Vec2d left{middle.x - 0.25 * d.y / length, middle.y + 0.25 * d.x / length};
        ASSERT_EQ(winding.left_of(static_cast<int32_t>(k)), number_at(all, left))
            << count << " shapes, seed " << seed << ", edge " << k;
      }
    }
}

// Once a ray was followed from every run of pieces to the end of the map: minutes.
TEST(WindingBoundary, ManyMeetingsAreCountedNearby) {
  constexpr int kBars = 300;  // each way: 360,000 meetings
  std::vector<WindingPiece> pieces;
  const auto add = [&](double x0, double y0, double x1, double y1) {
    const Vec2d c[4] = {{x0, y0}, {x0, y1}, {x1, y1}, {x1, y0}};
    for (int k = 0; k < 4; ++k) pieces.push_back({c[k], c[(k + 1) % 4], 1, false});
  };
  for (int k = 0; k < kBars; ++k) {
    add(0, k, kBars, k + 0.25);
    add(k, 0, k + 0.25, kBars);
  }
  double length = 0;
  for (const BoundaryPiece& b : winding_boundary(Exec::cpu(), pieces)) {
    const Vec2d d = b.piece.b - b.piece.a;
    length += std::hypot(d.x, d.y);
  }
  // The gaps between the bars have sides of 0.75; those along two borders have no outer bar.
  const double gap = 0.75, n = kBars;
  const double gaps = (n - 1) * (n - 1) * 4 * gap, open = 2 * (n - 1) * 3 * gap + 2 * gap;
  const double rim = 2 * n + 2 * n * 0.25;
  EXPECT_NEAR(length, gaps + open + rim, 1e-6 * length);
}

TEST(WindingBoundary, NothingIsOfNothing) { EXPECT_TRUE(winding_boundary(Exec::cpu(), {}).empty()); }

}  // namespace
}  // namespace ocean
