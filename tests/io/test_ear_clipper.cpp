// SPDX-License-Identifier: Apache-2.0
//
// Against ear clipping written plainly from its rules, which looks at every corner again and again.
#include "libbake/io/ear_clipper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "kernels/coast/predicates.h"

namespace ocean {
namespace {

std::vector<Triangle> clip(EarClipper& clipper, const std::vector<Vec2d>& p) {
  std::vector<int32_t> corners(p.size());
  std::iota(corners.begin(), corners.end(), 0);
  std::vector<Triangle> out(p.size() - 2);
  clipper.cut(p, corners.data(), out.data());
  return out;
}

class PlainClipper {
 public:
  explicit PlainClipper(const std::vector<Vec2d>& p) : p_(p), ring_(p.size()) {
    std::iota(ring_.begin(), ring_.end(), 0);
  }
  std::vector<Triangle> cut() {
    std::vector<Triangle> out;
    size_t at = 0;
    while (ring_.size() > 3) {
      size_t i = at;
      for (int rule = 0; rule < 4; ++rule) {
        size_t looked = 0;
        for (i = at; looked < ring_.size() && !is_ear(i, rule); ++looked) i = (i + 1) % ring_.size();
        if (looked < ring_.size()) break;
      }
      out.push_back({corner(i, -1), corner(i, 0), corner(i, 1)});
      ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(i));
      at = i % ring_.size();
    }
    out.push_back({corner(at, -1), corner(at, 0), corner(at, 1)});
    return out;
  }

 private:
  int32_t corner(size_t i, int step) const {
    return ring_[(i + ring_.size() + static_cast<size_t>(step + 1) - 1) % ring_.size()];
  }
  Vec2d at(size_t i, int step) const { return p_[static_cast<size_t>(corner(i, step))]; }
  int turn(size_t i) const { return orientation(at(i, -1), at(i, 0), at(i, 1)); }
  bool is_ear(size_t i, int rule) const {
    if (rule == 3) return true;
    if (rule == 2) return turn(i) > 0;
    if (rule == 1) return turn(i) == 0;
    if (turn(i) <= 0) return false;
    for (size_t k = 0; k < ring_.size(); ++k) {
      const int32_t other = ring_[k];
      if (other == corner(i, -1) || other == corner(i, 0) || other == corner(i, 1)) continue;
      const Vec2d q = at(k, 0);
      bool inside = turn(k) <= 0;
      for (int side = 0; side < 3; ++side)
        inside = inside && orientation(at(i, side - 1), at(i, side == 2 ? -1 : side), q) >= 0 &&
                 !(at(i, side - 1) == q);
      if (inside) return false;
    }
    return true;
  }

  const std::vector<Vec2d>& p_;
  std::vector<int32_t> ring_;
};

void expect_equal_triangles(const std::vector<Triangle>& a, const std::vector<Triangle>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t t = 0; t < a.size(); ++t) {
    ASSERT_EQ(a[t].a, b[t].a) << "triangle " << t;
    ASSERT_EQ(a[t].b, b[t].b) << "triangle " << t;
    ASSERT_EQ(a[t].c, b[t].c) << "triangle " << t;
  }
}

TEST(EarClipper, EqualsThePlainMethodOnRandomPolygons) {
  std::mt19937 random(7);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  EarClipper clipper;
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE(round);
    const int kind = round % 5;
    const size_t n = 4 + random() % (round % 50 == 0 ? 300 : 40) + (kind == 4 ? 60 : 0);
    std::vector<Vec2d> p;
    for (size_t k = 0; k < n; ++k) {
      const double angle = 6.283185307179586 * static_cast<double>(k) / static_cast<double>(n),
                   radius = 2 + uniform();
      if (kind == 0) p.push_back({uniform(), uniform()});  // crosses itself
      if (kind == 1) p.push_back({std::floor(6 * uniform()), std::floor(6 * uniform())});
      if (kind == 2) p.push_back({radius * std::cos(angle), radius * std::sin(angle)});
      if (kind == 3)
        p.push_back({std::round(4 * radius * std::cos(angle)), std::round(4 * radius * std::sin(angle))});
      if (kind == 4)
        p.push_back(
            {1e6 + 1e-3 * uniform() + static_cast<double>(k), 40 * std::sin(9 * angle)});  // long, thin
    }
    expect_equal_triangles(clip(clipper, p), PlainClipper(p).cut());
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// Ears appear at the two ends alone.
TEST(EarClipper, Comb) {
  std::vector<Vec2d> p;
  for (int k = 0; k < 150; ++k) p.push_back({k * 0.01, k % 2 * 5.0});
  for (int k = 149; k >= 0; --k) p.push_back({k * 0.01, k % 2 * 5.0 + 1});
  EarClipper clipper;
  const std::vector<Triangle> triangles = clip(clipper, p);
  expect_equal_triangles(triangles, PlainClipper(p).cut());
  double area = 0;
  for (const Triangle& t : triangles) {
    const Vec2d a = p[static_cast<size_t>(t.a)];
    area += 0.5 * cross(p[static_cast<size_t>(t.b)] - a, p[static_cast<size_t>(t.c)] - a);
  }
  EXPECT_NEAR(area, 1.49, 1e-9);
}

TEST(EarClipper, PointsThatAreNotFinite) {
  std::vector<Vec2d> p;
  for (int k = 0; k < 100; ++k) p.push_back({std::cos(k * 1.7), std::sin(k * 0.9)});
  p[40].x = std::nan("");
  p[60].y = INFINITY;
  EarClipper clipper;
  std::set<int32_t> used;
  for (const Triangle& t : clip(clipper, p)) used.insert({t.a, t.b, t.c});
  EXPECT_EQ(used.size(), 100u);
}

TEST(IndexSet, FindsTheNextMemberRoundTheEnd) {
  for (const int32_t n : {1, 5, 64, 65, 5000, 300000}) {
    SCOPED_TRACE(n);
    IndexSet set;
    set.reset(n);
    EXPECT_EQ(set.next_around(0), -1);
    std::set<int32_t> reference;
    std::mt19937 random(static_cast<uint32_t>(n));
    for (int k = 0; k < 2000; ++k) {
      const auto i = static_cast<int32_t>(random() % static_cast<uint32_t>(n));
      if (random() % 3 == 0) {
        set.insert(i);
        reference.insert(i);
      } else {
        set.erase(i);
        reference.erase(i);
      }
      const auto from = static_cast<int32_t>(random() % static_cast<uint32_t>(n));
      auto next = reference.lower_bound(from);
      if (next == reference.end()) next = reference.begin();
      ASSERT_EQ(set.next_around(from), reference.empty() ? -1 : *next);
    }
  }
}

}  // namespace
}  // namespace ocean
