// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/math/grid.h"
#include "kernels/raster/label.h"
#include "kernels/shore/masks.h"
#include "kernels/shore/thumbnail.h"
#include "kernels/shore/uncovered.h"
#include "tests/support/backends.h"

namespace ocean {
namespace {

std::vector<float> random_depths(int64_t n, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> depth(static_cast<std::size_t>(n));
  for (float& d : depth)
    d = static_cast<float>(static_cast<int>(random() % 21) - 10);  // every 21st is exactly 0
  return depth;
}

TEST(WaterMask, FollowsTheRuleAtSeaLevel) {
  const std::vector<float> depth{-1.0f, 0.0f, 1e-30f, 5.0f};
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> map(exec, "depth", depth);
    Buffer<uint8_t> water(exec, map.size());
    water_mask(exec, map.view(), false, {0, 0, 4, 1}, 1, water.view());
    EXPECT_EQ(water.to_host("mask"), (std::vector<uint8_t>{0, 0, 1, 1}));
    water_mask(exec, map.view(), true, {0, 0, 4, 1}, 1, water.view());
    EXPECT_EQ(water.to_host("mask"), (std::vector<uint8_t>{0, 1, 1, 1}));
  }
}

TEST(CountLevels, AgreesWithASerialCount) {
  const int32_t width = 333, height = 217;
  const std::vector<float> depth = random_depths(int64_t{width} * height, 7);
  LevelCount expected;
  for (int32_t j = 0; j < height; ++j)
    for (int32_t i = 0; i < width; ++i) {
      const float d = depth[static_cast<std::size_t>(j * width + i)];
      expected.water += d > 0;
      expected.at_level += d == 0;
      expected.at_level_border += d == 0 && (i == 0 || j == 0 || i == width - 1 || j == height - 1);
    }
  ASSERT_GT(expected.at_level_border, 0);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> map(exec, "depth", depth);
    Buffer<uint8_t> water(exec, map.size());
    const Window whole{0, 0, width, height};
    EXPECT_EQ(water_mask(exec, map.view(), false, whole, height, water.view()), expected);
    LevelCount sum;  // by bands
    for (int32_t j = 0; j < height; j += 50) {
      const Window band{0, j, width, std::min(50, height - j)};
      const int64_t first = int64_t{j} * width;
      const LevelCount c = water_mask(exec, {map.data() + first, band.size()}, false, band, height,
                                      {water.data() + first, band.size()});
      sum.water += c.water;
      sum.at_level += c.at_level;
      sum.at_level_border += c.at_level_border;
    }
    EXPECT_EQ(sum, expected);
    EXPECT_EQ(count_mask(exec, water.view()), expected.water);
  }
}

TEST(CountUncovered, CountsTheMark) {
  for (const Exec& exec : test_backends()) {
    const Buffer<float> map(exec, "depth", {0.0f, kUncovered, -1.0f, kUncovered, kUncovered});
    EXPECT_EQ(count_uncovered(exec, map.view()), 3);
  }
}

TEST(LimitDistance, KeepsTheSign) {
  for (const Exec& exec : test_backends()) {
    Buffer<float> map(exec, "distance", {-9.0f, -2.0f, 0.0f, 2.0f, 9.0f});
    limit_distance(exec, 3, map.view());
    EXPECT_EQ(map.to_host("distance"), (std::vector<float>{-3, -2, 0, 2, 3}));
    EXPECT_THROW(limit_distance(exec, 0, map.view()), std::invalid_argument);
  }
}

// A covered island in the middle of nothing, with a hole in it.
TEST(ResolveUncovered, FollowsTheRulesAndKeepsCoveredTexels) {
  const int32_t side = 41;
  std::vector<float> depth(side * side, kUncovered);
  for (int32_t j = 10; j <= 30; ++j)
    for (int32_t i = 10; i <= 30; ++i)
      if (i < 18 || i > 22 || j < 18 || j > 22)
        depth[static_cast<std::size_t>(j * side + i)] = -3.0f - 0.1f * static_cast<float>(i);
  std::vector<float> first;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    Buffer<float> map(exec, "depth", depth);
    Buffer<uint8_t> cover(exec, map.size());
    const CoverCount count = classify_cover(exec, map.view(), side, side, cover.view());
    EXPECT_EQ(count.holes, 25);
    resolve_uncovered(exec, map.view(), cover.view(), side, side, UncoveredRule::water,
                      UncoveredRule::surface);
    const std::vector<float> out = map.to_host("depth");
    const std::vector<uint8_t> kinds = cover.to_host("cover");
    for (std::size_t t = 0; t < out.size(); ++t) {
      if (kinds[t] == static_cast<uint8_t>(Cover::covered)) {
        EXPECT_EQ(out[t], depth[t]);
      } else if (kinds[t] == static_cast<uint8_t>(Cover::outside)) {
        EXPECT_GE(out[t], 4.0f - 1e-4f);  // mirrored, no deeper than the land is high: no cliff
        EXPECT_LE(out[t], 6.0f + 1e-4f);
      } else {
        EXPECT_NEAR(out[t], -3.0f - 0.1f * static_cast<float>(t % side), 1e-3);
      }
    }
    if (first.empty()) first = out;
    EXPECT_EQ(out, first);
  }
}

TEST(ResolveUncovered, WaterAndLandNeverTouchTheLevel) {
  const Exec exec = Exec::cpu(1);
  for (const UncoveredRule rule : {UncoveredRule::water, UncoveredRule::land}) {
    Buffer<float> map(exec, "depth", {kUncovered, 0.0f, kUncovered});
    Buffer<uint8_t> cover(exec, 3);
    classify_cover(exec, map.view(), 3, 1, cover.view());
    resolve_uncovered(exec, map.view(), cover.view(), 3, 1, rule, rule);
    const float sign = rule == UncoveredRule::water ? 1.0f : -1.0f;
    EXPECT_EQ(map.to_host("depth")[0], sign * kLeastUncoveredDepth_m);
    EXPECT_EQ(map.to_host("depth")[1], 0.0f);
  }
}

TEST(Thumbnail, ShowsTheTexelUnderEachPixelNorthFirst) {
  const int32_t width = 7, height = 5;
  std::vector<float> map(width * height);
  for (std::size_t t = 0; t < map.size(); ++t) map[t] = static_cast<float>(t);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> source(exec, "map", map);
    for (const auto& [w, h] :
         std::vector<std::pair<int32_t, int32_t>>{{7, 5}, {3, 2}, {14, 10}, {1, 1}, {20, 3}}) {
      std::vector<float> picture(static_cast<std::size_t>(w * h));
      for (const auto& [j0, rows] : std::vector<std::pair<int32_t, int32_t>>{{0, 2}, {2, 1}, {3, 2}})
        sample_thumbnail(exec, source.data() + j0 * width, 1, {0, j0, width, rows}, {width, height, w, h},
                         picture);
      for (int32_t y = 0; y < h; ++y)
        for (int32_t x = 0; x < w; ++x) {
          const int i = static_cast<int>(std::floor((x + 0.5) * width / w));
          const int j = static_cast<int>(std::floor((h - 1 - y + 0.5) * height / h));
          EXPECT_EQ(picture[static_cast<std::size_t>(y * w + x)], static_cast<float>(j * width + i))
              << x << ' ' << y;
        }
    }
    std::vector<float> none;
    EXPECT_THROW(sample_thumbnail(exec, source.data(), 1, {0, 0, width, height}, {width, height, 0, 3}, none),
                 std::invalid_argument);
    std::vector<float> nine(9);
    EXPECT_THROW(sample_thumbnail(exec, source.data(), 1, {0, 4, width, 2}, {width, height, 3, 3}, nine),
                 std::invalid_argument);
  }
}

}  // namespace
}  // namespace ocean
