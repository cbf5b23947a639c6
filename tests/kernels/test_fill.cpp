// SPDX-License-Identifier: Apache-2.0
#include "kernels/raster/fill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/hash.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

struct Map {
  int32_t width, height;
  std::vector<float> values;
  std::vector<uint8_t> valid;
  Map(int32_t w, int32_t h) : width(w), height(h), values(size_t(w) * h), valid(size_t(w) * h, 1) {}
  template <class F>
  void set(const F& f) {
    for (int32_t j = 0; j < height; ++j)
      for (int32_t i = 0; i < width; ++i) values[size_t(j) * width + i] = static_cast<float>(f(i, j));
  }
  // Invalid texels hold what must not matter.
  template <class F>
  void cut(const F& inside) {
    for (int32_t j = 0; j < height; ++j)
      for (int32_t i = 0; i < width; ++i)
        if (inside(i, j)) {
          valid[size_t(j) * width + i] = 0;
          values[size_t(j) * width + i] = std::numeric_limits<float>::quiet_NaN();
        }
  }
};

std::vector<float> fill(const Exec& exec, const Map& map, Hash128* hash = nullptr) {
  Buffer<float> values(exec, "values", map.values);
  const Buffer<uint8_t> valid(exec, "valid", map.valid);
  fill_holes(exec, values.view(), valid.view(), map.width, map.height);
  if (hash != nullptr) *hash = content_hash(exec, values);
  return values.to_host("values");
}
std::vector<float> fill(const Map& map) { return fill(Exec::cpu(2), map); }

bool disc(double i, double j, double ci, double cj, double r) { return std::hypot(i - ci, j - cj) < r; }

Map plane_with_holes(int32_t w, int32_t h) {
  Map map(w, h);
  map.set([](int i, int j) { return 0.37 * i - 0.21 * j + 5; });
  std::mt19937 random(5);
  map.cut([&](int i, int j) {
    if (i < 2 || j < 2 || i >= w - 2 || j >= h - 2) return false;
    return disc(i, j, 90, 80, 61) || disc(i, j, 200, 150, 33) || (j > 195 && j < 199) || random() % 3 == 0;
  });
  return map;
}

TEST(Fill, RestoresAPlane) {
  const Map map = plane_with_holes(283, 211);
  const auto filled = fill(map);
  double worst = 0;
  for (int32_t j = 0; j < map.height; ++j)
    for (int32_t i = 0; i < map.width; ++i) {
      const size_t at = size_t(j) * map.width + i;
      worst = std::max(worst, std::fabs(filled[at] - (0.37 * i - 0.21 * j + 5)));
      ASSERT_TRUE(!map.valid[at] || std::memcmp(&filled[at], &map.values[at], 4) == 0);
    }
  RecordProperty("worst", std::to_string(worst));
  EXPECT_LE(worst, 5e-5);  // the largest hole spans 52 m of height; 1e-5 of it would be 5e-4
}

// Harmonic functions are restored whatever their shape: here the real part of a cubic.
TEST(Fill, IsHarmonic) {
  constexpr int32_t n = 256;
  const auto f = [](double i, double j) {
    const double x = (i - 128) / 64, y = (j - 128) / 64;
    return x * x * x - 3 * x * y * y;
  };
  Map map(n, n);
  map.set(f);
  map.cut([](int i, int j) { return disc(i, j, 131, 120, 100) && !disc(i, j, 170, 130, 9); });
  const auto filled = fill(map);
  for (int32_t j = 0; j < n; ++j)
    for (int32_t i = 0; i < n; ++i) ASSERT_NEAR(filled[size_t(j) * n + i], f(i, j), 2e-4) << i << ", " << j;
}

TEST(Fill, StaysWithinTheValidValues) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> value(-30, 50);
  Map map(201, 144);
  map.set([&](int, int) { return value(random); });
  map.cut([&](int i, int j) { return (i < 150 && j > 10) || random() % 4 != 0; });
  float lowest = 1e9f, highest = -1e9f;
  for (size_t at = 0; at < map.values.size(); ++at)
    if (map.valid[at]) {
      lowest = std::min(lowest, map.values[at]);
      highest = std::max(highest, map.values[at]);
    }
  for (const float v : fill(map)) {
    ASSERT_GE(v, lowest);
    ASSERT_LE(v, highest);
  }
}

// A half plane without values: constant across the border, so the last valid column goes on.
TEST(Fill, HolesAtTheBorder) {
  Map map(160, 120);
  map.set([](int i, int) { return 2.0 * i; });
  map.cut([](int i, int) { return i >= 60; });
  const auto filled = fill(map);
  for (int32_t j = 0; j < 120; ++j)
    for (int32_t i = 60; i < 160; ++i) ASSERT_NEAR(filled[size_t(j) * 160 + i], 118, 1e-3) << i << ", " << j;
}

TEST(Fill, OneValidTexel) {
  for (const auto& [w, h] : {std::pair<int, int>{1, 1}, {1, 2}, {2, 1}, {5, 1}, {1, 77}, {33, 65}, {64, 64}})
    for (const int place : {0, w * h / 2, w * h - 1}) {
      Map map(w, h);
      map.cut([&](int i, int j) { return j * w + i != place; });
      map.values[place] = -7.25f;
      EXPECT_EQ(fill(map), std::vector<float>(size_t(w) * h, -7.25f));
    }
}

TEST(Fill, NothingToDoKeepsBits) {
  Map map(3, 2);
  map.values = {1, -0.0f, 3e38f, -5, 1e-40f, 6};
  const auto filled = fill(map);
  EXPECT_EQ(std::memcmp(filled.data(), map.values.data(), 24), 0);
}

TEST(Fill, BackEndsAndGolden) {
  std::vector<float> expected;
  Map map = plane_with_holes(283, 211);
  for (int32_t at = 0; at < 283 * 211; ++at)
    if (map.valid[at]) map.values[at] += (at * 7919 % 64) * 0.125f;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    Hash128 hash;
    const auto filled = fill(exec, map, &hash);
    if (expected.empty()) expected = filled;
    EXPECT_EQ(filled, expected);
    expect_golden("raster/fill", hash);
  }
}

TEST(Fill, EmptyAndRejected) {
  const Exec exec = Exec::cpu(1);
  fill_holes(exec, {}, {}, 0, 0);
  fill_holes(exec, {}, {}, 0, 9);
  Map none(4, 4);
  none.cut([](int, int) { return true; });
  EXPECT_THROW(fill(none), std::invalid_argument);
  Map bad(4, 4);
  bad.cut([](int i, int) { return i == 1; });
  bad.values[3] = std::numeric_limits<float>::infinity();
  EXPECT_THROW(fill(bad), std::invalid_argument);
  bad.values[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(fill(bad), std::invalid_argument);
  Buffer<float> values(exec, 12);
  Buffer<uint8_t> valid(exec, 16);
  EXPECT_THROW(fill_holes(exec, values.view(), View<const uint8_t>{valid.data(), 16}, 4, 4),
               std::invalid_argument);
}

}  // namespace
}  // namespace ocean
