// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "tests/kernels/coast_reference.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

constexpr double kPi = 3.14159265358979324;

double area_sum(const Coastline& coast) {
  double sum = 0;
  for (const Chain& c : coast.chains) sum += c.signed_area;
  return sum;
}

TEST(MeshCoast, NoTrianglesNoCoast) {
  const Coastline coast = coast_of({});
  EXPECT_TRUE(coast.segments.empty() && coast.chains.empty());
  EXPECT_EQ(coast.length, 0);
}

TEST(MeshCoast, OneTriangle) {
  TestMesh m;
  m.face(m.add(0, 0, 1), m.add(4, 0, -1), m.add(0, 4, -3));
  const Coastline coast = coast_of(m);
  ASSERT_EQ(coast.chains.size(), 1u);
  check_closed(m, coast);
  EXPECT_NEAR(coast.chains[0].signed_area, -0.5 * 2 * 1, 1e-12);  // land (0,0) (2,0) (0,1)
  MeshCoastOptions options;
  options.outside = Outside::continues;
  const Coastline open = coast_of(m, options);
  ASSERT_EQ(open.segments.size(), 1u);
  EXPECT_EQ(open.segments[0].a, (Vec2d{0, 1}));
  EXPECT_EQ(open.segments[0].b, (Vec2d{2, 0}));
  EXPECT_FALSE(open.chains[0].closed);
}

TEST(MeshCoast, StraightLineAgainstThePlane) {
  const auto height = [](double u, double v) { return 0.3 * u - 0.7 * v + 1.234; };
  const TestMesh m = sheet_mesh(40, 30, -3, -2, 0.75, height);
  MeshCoastOptions options;
  options.outside = Outside::continues;
  const Coastline coast = coast_of(m, options);
  ASSERT_EQ(coast.chains.size(), 1u);
  EXPECT_FALSE(coast.chains[0].closed);
  check_chains(coast);
  for (const CoastSegment& s : coast.segments) {
    EXPECT_NEAR(height(s.a.x, s.a.y), 0, 1e-12);
    const Vec2d d = s.b - s.a;
    EXPECT_LT(height(s.a.x - d.y, s.a.y + d.x), height(s.a.x, s.a.y));  // lower on the left
  }
}

TEST(MeshCoast, EverySegmentOfASheetIsATrianglePlaneSegment) {
  const TestMesh m = sheet_mesh(
      30, 30, 0, 0, 1, [](double u, double v) { return std::sin(u * 0.9) * std::cos(v * 0.7) + 0.05; });
  MeshCoastOptions options;
  options.outside = Outside::continues;
  const Coastline coast = coast_of(m, options);
  check_chains(coast);
  // The reference: each triangle's segment in double, looked for among the result.
  size_t expected = 0;
  for (const Triangle& t : m.triangles) {
    const TexelPoint p[3] = {m.points[static_cast<size_t>(t.a)], m.points[static_cast<size_t>(t.b)],
                             m.points[static_cast<size_t>(t.c)]};
    std::vector<Vec2d> ends;
    for (int k = 0; k < 3; ++k) {
      const TexelPoint &a = p[k], &b = p[(k + 1) % 3];
      if ((a.z >= 0) == (b.z >= 0)) continue;
      const double s = a.z / (a.z - b.z);
      ends.push_back({a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)});
    }
    if (ends.size() != 2) continue;
    ++expected;
    double best = 1e9;
    for (const CoastSegment& s : coast.segments)
      best = std::min(best, std::min(std::hypot(s.a.x - ends[0].x, s.a.y - ends[0].y) +
                                         std::hypot(s.b.x - ends[1].x, s.b.y - ends[1].y),
                                     std::hypot(s.b.x - ends[0].x, s.b.y - ends[0].y) +
                                         std::hypot(s.a.x - ends[1].x, s.a.y - ends[1].y)));
    EXPECT_LT(best, 1e-12);
  }
  EXPECT_EQ(coast.segments.size(), expected);
  EXPECT_GT(expected, 200u);
}

TEST(MeshCoast, ConeIsACircle) {
  const TestMesh m = cone_mesh(20, 17, 30, -20, 10, 2048);  // sea level at radius 10
  const Coastline coast = coast_of(m);
  ASSERT_EQ(coast.chains.size(), 1u);
  EXPECT_EQ(coast.segments.size(), 2048u);
  check_chains(coast);
  expect_all_closed(coast);
  EXPECT_NEAR(coast.length, 2 * kPi * 10, 1e-3);
  EXPECT_NEAR(coast.chains[0].signed_area, -kPi * 100, 1e-3 * 2 * kPi * 10);
  for (const CoastSegment& s : coast.segments)
    for (const Vec2d p : {s.a, 0.5 * (s.a + s.b)}) EXPECT_NEAR(std::hypot(p.x - 20, p.y - 17), 10, 1e-3);
}

TEST(MeshCoast, AnnulusHasTwoOppositeChains) {
  const TestMesh m = sheet_mesh(60, 60, 0, 0, 1, [](double u, double v) {
    const double r = std::hypot(u - 30, v - 30);
    return 36.0 - (r - 16) * (r - 16);  // land from radius 10 to 22
  });
  const Coastline coast = coast_of(m);
  ASSERT_EQ(coast.chains.size(), 2u);
  check_closed(m, coast, 100);
  EXPECT_NEAR(area_sum(coast), -kPi * (22 * 22 - 10 * 10), 10);
  EXPECT_LT(coast.chains[0].signed_area * coast.chains[1].signed_area, 0);
}

TEST(MeshCoast, BoxOnASeabedIsASquare) {
  TestMesh m = sheet_mesh(10, 10, 0, 0, 2, [](double, double) { return -3.0; });
  m.append(box_mesh(4.5, 5.25, 6, 7, -4, 2));
  const Coastline coast = coast_of(m);
  ASSERT_EQ(coast.chains.size(), 1u);
  check_closed(m, coast);
  EXPECT_EQ(coast.segments.size(), 4u);
  EXPECT_DOUBLE_EQ(coast.chains[0].signed_area, -42);
  EXPECT_DOUBLE_EQ(coast.length, 26);
}

TEST(MeshCoast, TouchingAndStackedBoxesMelt) {
  TestMesh m = box_mesh(0, 0, 4, 4, -1, 2);
  m.append(box_mesh(4, 1, 3, 6, -1, 5));  // shares a wall
  m.append(box_mesh(0, 0, 4, 4, 2, 3));   // stacked: coincident faces
  m.append(box_mesh(1, 1, 3, 3, -1, 4));  // flush with the first one's east and north walls
  m.append(box_mesh(0, 0, 4, 4, -1, 2));  // a duplicate
  const Coastline coast = coast_of(m);
  ASSERT_EQ(coast.chains.size(), 1u);
  check_closed(m, coast);
  EXPECT_DOUBLE_EQ(coast.chains[0].signed_area, -(16 + 18));
  EXPECT_DOUBLE_EQ(coast.length, 16 + 18 - 6);
}

TEST(MeshCoast, TurnedOverlappingBoxes) {
  TestMesh m = box_mesh(0, 0, 4, 4, -1, 2, 0.8, 0.6);
  m.append(box_mesh(1, 1, 5, 2, -1, 3, 0.6, -0.8));
  m.append(box_mesh(-2, 3, 9, 0.5, -2, 1));
  m.append(box_mesh(-2, 3, 9, 0.5, -2, 1, 0.96, 0.28));
  const Coastline coast = coast_of(m);
  check_closed(m, coast, 2000);
}

TEST(MeshCoast, TwoIntersectingCones) {
  TestMesh m = cone_mesh(20, 20, 20, -10, 10, 97);
  m.append(cone_mesh(31, 24, 22, -8, 14, 89));
  m.append(sheet_mesh(5, 5, -5, -5, 15, [](double, double) { return -4.0; }));
  const Coastline coast = coast_of(m);
  ASSERT_EQ(coast.chains.size(), 1u);
  check_closed(m, coast, 1000);
}

// A deck above the water on two feet: the deck is land, seen from above.
TEST(MeshCoast, OverhangingArch) {
  TestMesh m = sheet_mesh(20, 10, 0, 0, 1, [](double u, double) { return std::abs(u - 10.0) - 5.0; });
  m.append(box_mesh(3, 4.2, 14, 1.7, 4, 5));
  const Coastline coast = coast_of(m);
  check_closed(m, coast, 1000);
  EXPECT_EQ(coast.chains.size(), 1u);  // the two shores are one land through the deck
}

TEST(MeshCoast, VerticalCliffThatTapersIntoABeach) {
  TestMesh m;
  // West: a plateau that falls to the south; east: a seabed that rises to the north; between them a wall at u
  // = 5.
  const int32_t w0 = m.add(0, 0, 1), w1 = m.add(5, 0, -2), w2 = m.add(5, 10, 6), w3 = m.add(0, 10, 8);
  const int32_t e0 = m.add(5, 0, -5), e1 = m.add(12, 0, -6), e2 = m.add(12, 10, -1), e3 = m.add(5, 10, 3);
  m.quad(w0, w1, w2, w3);
  m.quad(e0, e1, e2, e3);
  m.quad(w1, w2, e3, e0);
  const Coastline coast = coast_of(m);
  check_closed(m, coast, 1000);
  EXPECT_EQ(coast.chains.size(), 1u);
}

TEST(MeshCoast, FoldedSheet) {
  TestMesh m;  // an S in section: land over water over land, all in one sheet
  std::vector<int32_t> rows[2];
  const double u[] = {0, 6, 3, 9}, z[] = {4, 2, -1, -6};
  for (int k = 0; k < 4; ++k)
    rows[0].push_back(m.add(u[k], 0, z[k])), rows[1].push_back(m.add(u[k] + 0.5, 5, z[k] + 0.3));
  for (size_t k = 0; k < 3; ++k) m.quad(rows[0][k], rows[0][k + 1], rows[1][k + 1], rows[1][k]);
  check_closed(m, coast_of(m), 1000);
}

TEST(MeshCoast, SoupOfCopiesEqualsTheSharedMesh) {
  const TestMesh m =
      sheet_mesh(25, 25, 0, 0, 1, [](double u, double v) { return std::sin(u * 0.5) + std::cos(v * 0.6); });
  TestMesh soup;
  for (const Triangle& t : m.triangles) {
    int32_t v[3], k = 0;
    for (const int32_t i : {t.a, t.b, t.c}) {
      const TexelPoint& p = m.points[static_cast<size_t>(i)];
      v[k++] = soup.add(p.x, p.y, p.z);
    }
    soup.face(v[0], v[2], v[1]);  // and flipped
  }
  MeshCoastStats shared_stats, soup_stats;
  const Coastline a = coast_of(m, {}, &shared_stats), b = coast_of(soup, {}, &soup_stats);
  EXPECT_EQ(shared_stats.vertices_welded, 0);
  EXPECT_EQ(soup_stats.vertices_welded, static_cast<int64_t>(soup.points.size() - m.points.size()));
  EXPECT_EQ(soup_stats.open_chains, 0);
  ASSERT_EQ(a.segments.size(), b.segments.size());
  EXPECT_NEAR(a.length, b.length, 1e-9);
  EXPECT_NEAR(area_sum(a), area_sum(b), 1e-9);
}

TEST(MeshCoast, AtLevelIsLandUnlessSaid) {
  const TestMesh m =
      sheet_mesh(4, 4, 0, 0, 1, [](double u, double v) { return u == 2 && v == 2 ? 0.0 : -1.0; });
  EXPECT_TRUE(coast_of(m).segments.empty());  // a land point has no coast of any length
  const TestMesh ridge = sheet_mesh(4, 4, 0, 0, 1, [](double u, double) { return u == 2 ? 0.0 : -1.0; });
  const Coastline spit = coast_of(ridge);
  EXPECT_DOUBLE_EQ(spit.length, 8);  // there and back
  ASSERT_EQ(spit.chains.size(), 1u);
  EXPECT_TRUE(spit.chains[0].closed);
  MeshCoastOptions water;
  water.sea.at_level_water = true;
  EXPECT_TRUE(coast_of(ridge, water).segments.empty());

  const TestMesh flat = sheet_mesh(4, 4, 0, 0, 1, [](double, double) { return 0.0; });
  EXPECT_DOUBLE_EQ(coast_of(flat).length, 16);
  EXPECT_TRUE(coast_of(flat, water).segments.empty());

  const TestMesh step = sheet_mesh(4, 4, 0, 0, 1, [](double u, double) { return u <= 2 ? 0.0 : 1.0; });
  EXPECT_DOUBLE_EQ(coast_of(step).length, 16);
  const Coastline dry = coast_of(step, water);
  ASSERT_EQ(dry.chains.size(), 1u);
  EXPECT_DOUBLE_EQ(dry.length, 12);  // the land u > 2
}

TEST(MeshCoast, OutsideRules) {
  const TestMesh m =
      sheet_mesh(8, 8, 0, 0, 1, [](double u, double) { return u - 3.5; });  // land 3.5 < u <= 8
  MeshCoastOptions options;
  const Coastline water = coast_of(m, options);
  EXPECT_DOUBLE_EQ(area_sum(water), -4.5 * 8);
  options.outside = Outside::land;
  const Coastline land = coast_of(m, options);
  expect_all_closed(land);
  EXPECT_DOUBLE_EQ(area_sum(land), 3.5 * 8);
  check_against_ground(m, land, 0, true, {-1, -1}, {9, 9}, 500, 3);
  options.outside = Outside::continues;
  const Coastline line = coast_of(m, options);
  EXPECT_DOUBLE_EQ(line.length, 8);
  ASSERT_EQ(line.chains.size(), 1u);
  EXPECT_FALSE(line.chains[0].closed);
}

TEST(MeshCoast, CliffAboveCoveredWaterStaysWhenTheSurfaceContinues) {
  TestMesh m = sheet_mesh(10, 10, 0, 0, 1, [](double, double) { return -2.0; });
  m.append(box_mesh(6, 3, 8, 4, -3, 1));  // reaches beyond the seabed
  MeshCoastOptions options;
  options.outside = Outside::continues;
  const Coastline coast = coast_of(m, options);
  ASSERT_EQ(coast.chains.size(), 1u);
  EXPECT_FALSE(coast.chains[0].closed);
  EXPECT_DOUBLE_EQ(coast.length, 4 + 4 + 4);
}

TEST(MeshCoast, HolesFollowTheMap) {
  const TestMesh m = [] {
    TestMesh s = sheet_mesh(8, 8, 0, 0, 1, [](double, double) { return 1.0; });
    std::vector<Triangle> kept;
    for (size_t t = 0; t < s.triangles.size(); ++t)
      if (t / 2 != 3 * 8 + 3 && t / 2 != 5 * 8 + 5) kept.push_back(s.triangles[t]);
    s.triangles = kept;
    return s;
  }();
  std::vector<uint8_t> land(64, 0);
  land[5 * 8 + 5] = 1;
  MeshCoastOptions options;
  options.outside = Outside::continues;
  options.holes = {land.data(), 8, 8};
  const Coastline coast = coast_of(m, options);
  ASSERT_EQ(coast.chains.size(),
            1u);  // the hole at (3, 3) is water, the one at (5, 5) land, the rim continues
  EXPECT_DOUBLE_EQ(coast.chains[0].signed_area, 1);
}

// A disc of land in water, and one that the map's border cuts: wherever its slanted rim lies on the lattice
// of centres, and even where the centre half a texel outwards is covered, its coast has no gaps.
TEST(MeshCoast, RimsBesideUncoveredTexelsHaveNoGaps) {
  for (const double middle : {16.0, 16.3, 3.7}) {
    SCOPED_TRACE(middle);
    constexpr int kSide = 32, kCorners = 90;
    constexpr double kRadius = 9.3;
    TestMesh m;
    const int32_t hub = m.add(middle, 16.1, 1);
    std::vector<int32_t> rim;
    for (int k = 0; k < kCorners; ++k)
      rim.push_back(m.add(middle + kRadius * std::cos(2 * kPi * k / kCorners),
                          16.1 + kRadius * std::sin(2 * kPi * k / kCorners), 1));
    for (size_t k = 0; k < rim.size(); ++k) m.face(hub, rim[k], rim[(k + 1) % rim.size()]);
    std::vector<uint8_t> land(kSide * kSide, 0);
    for (int t = 0; t < kSide * kSide; ++t) {
      const double du = t % kSide + 0.5 - middle, dv = t / kSide + 0.5 - 16.1;
      if (du * du + dv * dv < kRadius * kRadius) land[static_cast<size_t>(t)] = 1 | kCoveredTexel;
    }
    MeshCoastOptions options;
    options.outside = Outside::continues;
    options.holes = {land.data(), kSide, kSide};
    const Coastline coast = coast_of(m, options);
    ASSERT_EQ(coast.chains.size(), 1u);
    if (middle > kRadius) {
      EXPECT_TRUE(coast.chains[0].closed);
      EXPECT_NEAR(-coast.chains[0].signed_area, kRadius * kRadius * kPi, 0.5);
    } else {  // both ends on the border
      EXPECT_NEAR(coast.segments.front().a.x, 0, 1e-9);
      EXPECT_NEAR(coast.segments.back().b.x, 0, 1e-9);
    }
  }
}

TEST(MeshCoast, SameBitsOnEveryBackEnd) {
  TestMesh m = sheet_mesh(200, 200, 0, 0, 1, [](double u, double v) {
    return std::floor(64 * (std::sin(u * 0.31) + std::cos(v * 0.23))) / 64;
  });
  m.append(random_soup(3, 200, false));
  const Coastline reference = coast_of(m);
  EXPECT_GT(reference.segments.size(), 1000u);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    expect_same_bits(reference, coast_of(m, {}, nullptr, exec));
  }
}

TEST(MeshCoast, Golden) {
  TestMesh m = sheet_mesh(64, 64, 0, 0, 1, [](double u, double v) {
    return (u - 31) * (v - 20) / 64.0 - (u - 7) * (u - 9) / 128.0;
  });
  m.append(box_mesh(10.25, 20.5, 12, 9, -8, 3, 0.8, 0.6));
  m.append(box_mesh(15.125, 21, 14, 5, -8, 2));
  const Coastline coast = coast_of(m);
  check_closed(m, coast, 300);
  expect_golden("coast/mesh",
                hash_words(Exec::cpu(1), coast.segments.data(),
                           static_cast<int64_t>(coast.segments.size() * sizeof(CoastSegment) / 4)));
}

}  // namespace
}  // namespace ocean
