// SPDX-License-Identifier: Apache-2.0
//
// Distance maps against the exact distance in double: analytic coasts, random ones and the awkward ones.
#include <gtest/gtest.h>

#include "kernels/hash.h"
#include "tests/kernels/distance_reference.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean::test {
namespace {

std::vector<uint8_t> all(int64_t n, uint8_t value) {
  return std::vector<uint8_t>(static_cast<size_t>(n), value);
}

std::vector<uint8_t> checkered(int64_t n) {
  std::vector<uint8_t> mask(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) mask[static_cast<size_t>(i)] = uniform(99, static_cast<uint64_t>(i)) < 0.5;
  return mask;
}

void check_everywhere(const Coast& coast, int32_t width, int32_t height, const std::vector<uint8_t>& mask) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    expect_maps(coast, {0, 0, width, height}, mask, bake_whole(exec, coast, width, height, mask));
  }
}

TEST(Distance, CircleIsAnalytic) {
  const Coast coast = circle_coast({50.25, 47.5}, 30, 8);
  const std::vector<uint8_t> mask = water_mask(coast, 0, 0, 101, 97);
  check_everywhere(coast, 101, 97, mask);
  const Maps maps = bake_whole(Exec::cpu(1), coast, 101, 97, mask);
  const double sagitta = 30 * (1 - std::cos(3.14159265358979 / 1024));
  for (int j = 0; j < 97; ++j)
    for (int i = 0; i < 101; ++i) {
      const double x = i + 0.5 - 50.25, y = j + 0.5 - 47.5, r = std::hypot(x, y);
      const size_t k = static_cast<size_t>(j * 101 + i);
      ASSERT_NEAR(maps.distance[k], r - 30, sagitta + 1e-4);
      if (r < 2 || std::abs(r - 30) < 0.5) continue;
      ASSERT_NEAR(maps.direction[k].x, -x / r, 2e-2);  // half a piece's angle, seen from up close
      ASSERT_NEAR(maps.direction[k].y, -y / r, 2e-2);
    }
}

TEST(Distance, LineSquareAnnulus) {
  const Coast line = line_coast({-100, 20.25}, {200, 20.25}, 7);  // water to the north
  std::vector<uint8_t> mask;
  for (int j = 0; j < 40; ++j)
    for (int i = 0; i < 33; ++i) mask.push_back(j + 0.5 > 20.25);
  const Maps maps = bake_whole(Exec::cpu(1), line, 33, 40, mask);
  for (size_t k = 0; k < mask.size(); ++k) {
    EXPECT_EQ(maps.distance[k], static_cast<float>(static_cast<double>(k / 33) + 0.5 - 20.25));
    EXPECT_EQ(maps.direction[k], (Vec2f{0, -1}));
  }
  const Coast square = square_coast({10.5, 12}, 20);
  check_everywhere(square, 64, 48, water_mask(square, 0, 0, 64, 48));
  const Coast annulus = annulus_coast({40, 40}, 12, 31, 6);
  check_everywhere(annulus, 80, 80, water_mask(annulus, 0, 0, 80, 80));
}

TEST(Distance, SignedDistanceContinuesAcrossTheShore) {
  const Coast coast = circle_coast({32.1, 31.7}, 17, 7);
  const std::vector<uint8_t> mask = water_mask(coast, 0, 0, 64, 64);
  const Maps maps = bake_whole(Exec::cpu(2), coast, 64, 64, mask);
  for (int j = 0; j < 64; ++j)
    for (int i = 0; i + 1 < 64; ++i) {
      const size_t k = static_cast<size_t>(j * 64 + i);
      EXPECT_LE(std::abs(maps.distance[k + 1] - maps.distance[k]), 1.0f + 1e-4f);
      if (mask[k] != mask[k + 1]) {
        EXPECT_GT(
            maps.direction[k].x * maps.direction[k + 1].x + maps.direction[k].y * maps.direction[k + 1].y,
            0.9f);
      }
    }
}

TEST(Distance, RandomSegmentsOfAllLengths) {
  int seed = 0;
  for (const double length : {0.0, 1e-9, 0.5, 8.0, 120.0, 5000.0})
    for (const int n : {1, 2, 40, 300}) {
      SCOPED_TRACE(testing::Message() << n << " segments of length " << length);
      const Coast coast = random_coast(n, -40, 120, length, static_cast<uint64_t>(++seed));
      check_everywhere(coast, 75, 67, checkered(75 * 67));
    }
}

TEST(Distance, FractalWithBays) {
  const Coast coast = fractal_coast({64, 64}, 50, 7, 0.3, 3);
  check_everywhere(coast, 128, 128, water_mask(coast, 0, 0, 128, 128));
}

TEST(Distance, CoastOutsideTheMap) {
  Coast coast = circle_coast({900, -300}, 40, 5);
  check_everywhere(coast, 50, 60, all(50 * 60, 1));
  for (CoastSegment& s : coast) s = {{-s.a.x, s.a.y * 30}, {-s.b.x, s.b.y * 30}};
  check_everywhere(coast, 50, 60, all(50 * 60, 0));
}

TEST(Distance, OddShapesOfMap) {
  const Coast coast = random_coast(30, -5, 60, 9, 17);
  for (const auto& [w, h] :
       {std::pair{1, 1}, {1, 70}, {70, 1}, {2, 3}, {15, 17}, {16, 16}, {17, 33}, {63, 65}, {257, 5}}) {
    SCOPED_TRACE(testing::Message() << w << " x " << h);
    check_everywhere(coast, w, h, checkered(w * h));
  }
}

TEST(Distance, CentresOnTheCoast) {
  // Through texel centres: distance 0; water keeps a positive sign; the direction is the normal toward land.
  const Coast coast = line_coast({4.5, 0}, {4.5, 10});  // water on the west
  std::vector<uint8_t> mask;
  for (int k = 0; k < 100; ++k) mask.push_back(k % 10 < 4 || (k % 10 == 4 && k / 10 % 2 == 0));
  for (const Exec& exec : test_backends()) {
    const Maps maps = bake_whole(exec, coast, 10, 10, mask);
    for (size_t j = 0; j < 10; ++j) {
      const float d = maps.distance[j * 10 + 4];
      if (j % 2 == 0) {
        EXPECT_EQ(d, std::numeric_limits<float>::min());
      } else {
        EXPECT_TRUE(d == 0 && !std::signbit(d));
      }
      for (size_t i = 0; i < 10; ++i) EXPECT_EQ(maps.direction[j * 10 + i], (Vec2f{1, 0}));
    }
  }
  // Barely off the coast, below the limit where the direction turns into the normal.
  const Coast close = line_coast({4.5 + 1e-6, 0}, {4.5 + 1e-6, 10}, 3);
  check_everywhere(close, 10, 10, mask);
  // A vertex on a centre: no length to divide by.
  const Coast corner = {{{4.5, 4.5}, {4.5, 9}}, {{0, 4.5}, {4.5, 4.5}}};
  check_everywhere(corner, 10, 10, mask);
}

TEST(Distance, TiesTakeTheSmallestIndex) {
  // The same segment several times, and two at equal distance on both sides.
  const CoastSegment left{{2, -50}, {2, 50}}, right{{10, -50}, {10, 50}};
  const Coast coast = {right, left, right, left, left};
  for (const Exec& exec : test_backends()) {
    const Maps maps = bake_whole(exec, coast, 12, 20, all(240, 1));
    for (size_t k = 0; k < 240; ++k) {
      const double x = static_cast<double>(k % 12) + 0.5;
      EXPECT_EQ(maps.nearest[k], x > 6 ? 0 : 1);
    }
  }
  Coast midway = {{{6.5 + 3, -50}, {6.5 + 3, 50}}, {{6.5 - 3, -50}, {6.5 - 3, 50}}};
  EXPECT_EQ(bake_whole(Exec::cpu(1), midway, 13, 1, all(13, 1)).nearest[6], 0);
  std::swap(midway[0], midway[1]);
  EXPECT_EQ(bake_whole(Exec::cpu(1), midway, 13, 1, all(13, 1)).nearest[6], 0);
  // Collinear pieces: the shared ends tie.
  check_everywhere(line_coast({3.5, 3.5}, {40.5, 40.5}, 37), 48, 48, checkered(48 * 48));
}

TEST(Distance, NoCoast) {
  for (const Exec& exec : test_backends()) {
    std::vector<uint8_t> mask = all(12, 1);
    mask[5] = 0;
    const Maps maps = bake(exec, {}, {1, 2, 4, 3}, 30, 40, mask);
    for (size_t k = 0; k < 12; ++k) {
      EXPECT_EQ(maps.distance[k], k == 5 ? -50.0f : 50.0f);
      EXPECT_EQ(maps.direction[k], (Vec2f{0, 0}));
      EXPECT_EQ(maps.nearest[k], -1);
    }
  }
}

TEST(Distance, RefusesBadArguments) {
  const Exec exec = Exec::cpu(1);
  const Coast good = line_coast({0, 0}, {9, 9});
  const auto run = [&](Coast coast, Window w, int64_t texels) {
    bake(exec, coast, w, 10, 10, all(texels, 1));
  };
  EXPECT_NO_THROW(run(good, {0, 0, 10, 10}, 100));
  EXPECT_NO_THROW(run(good, {3, 3, 0, 4}, 0));
  EXPECT_THROW(run(good, {0, 0, 10, 10}, 99), std::invalid_argument);
  EXPECT_THROW(run(good, {1, 0, 10, 10}, 100), std::invalid_argument);
  EXPECT_THROW(run(good, {0, -1, 10, 10}, 100), std::invalid_argument);
  EXPECT_THROW(run(good, {0, 0, 10, 11}, 110), std::invalid_argument);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 1.1e9, -1.1e9}) {
    Coast coast = good;
    coast.push_back({{1, 2}, {3, bad}});
    EXPECT_THROW(run(coast, {0, 0, 10, 10}, 100), std::invalid_argument);
    coast.back() = {{bad, 2}, {3, 4}};
    EXPECT_THROW(run(coast, {0, 0, 10, 10}, 100), std::invalid_argument);
  }
}

TEST(Distance, OptionalNearest) {
  const Exec exec = Exec::cpu(2);
  const Coast coast = random_coast(50, 0, 40, 5, 5);
  const std::vector<uint8_t> mask = checkered(1600);
  const Buffer<CoastSegment> segments(exec, "s", coast);
  const Buffer<uint8_t> water(exec, "w", mask);
  Buffer<float> distance(exec, 1600);
  Buffer<Vec2f> direction(exec, 1600);
  compute_distance(exec, segments.view(), {0, 0, 40, 40}, 40, 40, water.view(),
                   {distance.view(), direction.view(), {}});
  Maps with = bake_whole(exec, coast, 40, 40, mask);
  EXPECT_EQ(differing_texels(with, {distance.to_host("d"), direction.to_host("v"), with.nearest}), 0);
}

// Texels of a map too large to bake here, through windows, near and far from the coast.
TEST(Distance, HugeMaps) {
  for (const int32_t size : {16384, 32768}) {
    const double s = size;
    Coast coast = circle_coast({0.25 * s, 0.3 * s}, 0.1 * s, 6);
    for (const CoastSegment& q : line_coast({1.5 * s, -0.5 * s}, {0.02 * s, 0.99 * s}, 3)) coast.push_back(q);
    for (const CoastSegment& q : fractal_coast({-0.4 * s, 1.3 * s}, 0.2 * s, 5, 0.3, 1)) coast.push_back(q);
    const std::pair<double, double> places[] = {{0, 0},      {0.999, 0.999}, {0.25, 0.3}, {0.999, 0.0},
                                                {0.35, 0.3}, {0.5, 0.5},     {0.1, 0.97}};
    for (const Exec& exec : test_backends())
      for (const auto& [u, v] : places) {
        SCOPED_TRACE(testing::Message()
                     << backend_name(exec) << ", map " << size << ", at " << u << ", " << v);
        const Window w{static_cast<int32_t>(u * (s - 41)), static_cast<int32_t>(v * (s - 37)), 41, 37};
        const std::vector<uint8_t> mask = checkered(w.size());
        expect_maps(coast, w, mask, bake(exec, coast, w, size, size, mask));
      }
  }
}

// Two far coasts that tie to within float's resolution: the choice must be made in double.
TEST(Distance, FarNearTies) {
  const Coast coast = {{{-9000.0, -3}, {-9000.0, 700}},
                       {{9100.0001, -3}, {9100.0001, 700}},
                       {{50, -9049.99995}, {60, -9049.99995}}};
  check_everywhere(coast, 100, 100, checkered(10000));
}

TEST(DistanceGolden, FractalAndFar) {
  const Coast coast = fractal_coast({256, 256}, 200, 9, 0.3, 11);
  const std::vector<uint8_t> mask = water_mask(coast, 0, 0, 512, 512);
  const Coast far = fractal_coast({9000, -2000}, 900, 6, 0.3, 12);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const auto hash_maps = [&](const std::string& name, const Maps& maps) {
      const Buffer<float> d(exec, "d", maps.distance);
      const Buffer<Vec2f> v(exec, "v", maps.direction);
      const Buffer<int32_t> k(exec, "k", maps.nearest);
      expect_golden("distance/" + name + "/signed_distance", content_hash(exec, d));
      expect_golden("distance/" + name + "/direction", content_hash(exec, v));
      expect_golden("distance/" + name + "/nearest", content_hash(exec, k));
    };
    hash_maps("fractal", bake_whole(exec, coast, 512, 512, mask));
    hash_maps("far", bake(exec, far, {100, 50, 200, 130}, 16384, 16384, checkered(200 * 130)));
  }
}

}  // namespace
}  // namespace ocean::test
