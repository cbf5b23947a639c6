// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/hash.h"
#include "kernels/math/elementary.h"
#include "kernels/shore/blur.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

struct Map {
  int32_t width, height;
  std::vector<Vec2f> direction;
  std::vector<uint8_t> water;
};

struct Blurred {
  std::vector<Vec2f> direction;
  std::vector<float> confidence;
};

// Unit vectors that vary slowly in places and jump in others; about a fifth is land.
Map noisy_map(int32_t width, int32_t height, uint32_t seed) {
  std::mt19937 random(seed);
  Map map{width, height, {}, {}};
  for (int32_t j = 0; j < height; ++j)
    for (int32_t i = 0; i < width; ++i) {
      const double angle = 0.05 * i + 0.8 * elem::sin(0.07 * j) + (random() % 7 == 0 ? 2.5 : 0);
      map.direction.push_back({static_cast<float>(elem::cos(angle)), static_cast<float>(elem::sin(angle))});
      map.water.push_back(random() % 5 != 0);
    }
  return map;
}

Blurred blur(const Exec& exec, const Map& map, int32_t reach, const Window& window) {
  const Window from = blur_window(window, reach, map.width, map.height);
  std::vector<Vec2f> direction;
  std::vector<uint8_t> water;
  for (int32_t j = from.j0; j < from.j0 + from.height; ++j)
    for (int32_t i = from.i0; i < from.i0 + from.width; ++i) {
      direction.push_back(map.direction[static_cast<std::size_t>(j * map.width + i)]);
      water.push_back(map.water[static_cast<std::size_t>(j * map.width + i)]);
    }
  const Buffer<Vec2f> in(exec, "direction", direction);
  const Buffer<uint8_t> mask(exec, "water", water);
  Buffer<Vec2f> out(exec, window.size());
  Buffer<float> confidence(exec, window.size());
  blur_direction(exec, in.view(), mask.view(), from, window, reach, out.view(), confidence.view());
  return {out.to_host("direction"), confidence.to_host("confidence")};
}

Blurred blur(const Exec& exec, const Map& map, int32_t reach) {
  return blur(exec, map, reach, {0, 0, map.width, map.height});
}

void expect_equal(const Blurred& a, const Blurred& b) {
  EXPECT_TRUE(a.direction == b.direction);
  EXPECT_EQ(a.confidence, b.confidence);
}

TEST(Blur, IsTheWeightedMeanOfTheWater) {
  const Map map = noisy_map(61, 43, 1);
  for (const int32_t reach : {1, 2, 5, 30, 80}) {
    SCOPED_TRACE(reach);
    const Blurred found = blur(Exec::cpu(), map, reach);
    double worst = 0, worst_confidence = 0, least = 1;
    for (int32_t j = 0; j < map.height; ++j)
      for (int32_t i = 0; i < map.width; ++i) {
        const auto t = static_cast<std::size_t>(j * map.width + i);
        if (!map.water[t]) {
          ASSERT_EQ(found.direction[t], map.direction[t]);
          ASSERT_EQ(found.confidence[t], 1.0f);
          continue;
        }
        double x = 0, y = 0, whole = 0;
        for (int32_t l = 0; l < map.height; ++l)
          for (int32_t k = 0; k < map.width; ++k) {
            const auto s = static_cast<std::size_t>(l * map.width + k);
            const double w = std::max(0, reach - std::abs(k - i)) * std::max(0, reach - std::abs(l - j));
            if (!map.water[s]) continue;
            x += w * map.direction[s].x;
            y += w * map.direction[s].y;
            whole += w;
          }
        const double length = std::hypot(x, y);
        worst = std::max({worst, std::abs(found.direction[t].x - x / length),
                          std::abs(found.direction[t].y - y / length)});
        worst_confidence =
            std::max(worst_confidence, std::abs(found.confidence[t] - std::min(1.0, length / whole)));
        least = std::min(least, length / whole);
      }
    EXPECT_LE(worst, 1e-6);
    EXPECT_LE(worst_confidence, 1e-7);
    if (reach > 1) {
      EXPECT_LT(least, 0.9) << "the map turns";
    }
  }
}

TEST(Blur, BandsAndWindowsEqualTheWhole) {
  const Map map = noisy_map(70, 91, 2);
  for (const int32_t reach : {1, 4, 33}) {
    const Blurred whole = blur(Exec::cpu(), map, reach);
    for (const Window& w : {Window{0, 0, 70, 13}, Window{0, 13, 70, 50}, Window{0, 63, 70, 28},
                            Window{11, 40, 9, 3}, Window{69, 90, 1, 1}}) {
      const Blurred part = blur(Exec::cpu(), map, reach, w);
      for (int32_t j = 0; j < w.height; ++j)
        for (int32_t i = 0; i < w.width; ++i) {
          const auto a = static_cast<std::size_t>(j * w.width + i),
                     b = static_cast<std::size_t>((w.j0 + j) * map.width + w.i0 + i);
          ASSERT_EQ(part.direction[a], whole.direction[b]) << reach << ' ' << i << ' ' << j;
          ASSERT_EQ(part.confidence[a], whole.confidence[b]) << reach << ' ' << i << ' ' << j;
        }
    }
  }
}

TEST(Blur, EveryBackEndGivesTheSameBits) {
  const Map map = noisy_map(333, 217, 3);
  Blurred first;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Blurred found = blur(exec, map, 17);
    if (first.direction.empty()) {
      first = found;
      const Buffer<Vec2f> direction(exec, "direction", found.direction);
      const Buffer<float> confidence(exec, "confidence", found.confidence);
      expect_golden("shore/blur direction", content_hash(exec, direction.view()));
      expect_golden("shore/blur confidence", content_hash(exec, confidence.view()));
    }
    expect_equal(found, first);
  }
}

// Waves from both sides meet on a ridge: at a distance of a whole texels and a half from it the mean is the
// tent's part on the near side less that on the far side.
TEST(Blur, ARidgeBecomesATurnOfTheTentsWidth) {
  const int32_t width = 120, reach = 20;
  Map map{width, 9, {}, {}};
  for (int32_t t = 0; t < width * map.height; ++t) {
    map.direction.push_back({t % width < width / 2 ? -1.0f : 1.0f, 0});
    map.water.push_back(1);
  }
  const Blurred found = blur(Exec::cpu(), map, reach);
  for (int32_t i = 20; i < 100; ++i) {
    const int32_t beyond = i < width / 2 ? width / 2 - i : i - width / 2 + 1;  // texels to the first beyond
    const int32_t n = std::max(0, reach - beyond);  // weights n, n - 1, … 1 lie beyond
    const double expected = 1 - 2 * (n * (n + 1) / 2.0) / (reach * reach);
    const auto t = static_cast<std::size_t>(4 * width + i);
    EXPECT_NEAR(found.confidence[t], expected, 1e-6) << i;
    EXPECT_EQ(found.direction[t], map.direction[t]) << i;
  }
}

TEST(Blur, OppositeDirectionsInBalanceHaveNoDirection) {
  Map map{5, 1, {{1, 0}, {0.6f, 0.8f}, {0, 1}, {-0.6f, -0.8f}, {-1, 0}}, {1, 1, 0, 1, 1}};
  map.direction[2] = {0, 1};
  Map line = map;
  line.water[2] = 1;
  line.direction[2] = {0, 0};  // as without a shoreline
  const Blurred found = blur(Exec::cpu(), line, 5);
  EXPECT_EQ(found.direction[2], (Vec2f{0, 0}));
  EXPECT_EQ(found.confidence[2], 0.0f);
  const Blurred land = blur(Exec::cpu(), map, 5);
  EXPECT_EQ(land.direction[2], (Vec2f{0, 1}));
  EXPECT_EQ(land.confidence[2], 1.0f);
}

TEST(Blur, ALonelyPondKeepsItsDirectionAtEveryReach) {
  Map map{31, 31, std::vector<Vec2f>(961, {0.6f, 0.8f}), std::vector<uint8_t>(961, 0)};
  map.water[480] = 1;
  for (const int32_t reach : {1, 7, 255, 256, 1000, kMostBlurReach}) {
    const Blurred found = blur(Exec::cpu(), map, reach);
    EXPECT_NEAR(found.direction[480].x, 0.6f, 7e-5) << reach;
    EXPECT_NEAR(found.direction[480].y, 0.8f, 7e-5) << reach;
    EXPECT_NEAR(found.confidence[480], 1, 7e-5) << reach;
  }
}

TEST(Blur, TheLargestReachDoesNotOverflow) {
  const int32_t side = 3 * kMostBlurReach;
  Map map{side, 1, std::vector<Vec2f>(static_cast<std::size_t>(side), {1.0000002f, 0}),
          std::vector<uint8_t>(static_cast<std::size_t>(side), 1)};
  const Blurred row = blur(Exec::cpu(), map, kMostBlurReach);
  std::swap(map.width, map.height);
  const Blurred column = blur(Exec::cpu(), map, kMostBlurReach);
  for (std::size_t t = 0; t < row.confidence.size(); ++t) {
    ASSERT_EQ(row.direction[t], (Vec2f{1, 0}));
    ASSERT_EQ(column.direction[t], (Vec2f{1, 0}));
    ASSERT_EQ(row.confidence[t], 1.0f);
  }
}

TEST(Blur, RefusesWhatDoesNotFit) {
  const Exec exec = Exec::cpu(1);
  const Buffer<Vec2f> direction(exec, "direction", std::vector<Vec2f>(12));
  const Buffer<uint8_t> water(exec, "water", std::vector<uint8_t>(12, 1));
  Buffer<Vec2f> out(exec, 12);
  Buffer<float> confidence(exec, 12);
  const Window whole{0, 0, 4, 3};
  const auto run = [&](const Window& from, const Window& window, int32_t reach) {
    blur_direction(exec, direction.view(), water.view(), from, window, reach, out.view(), confidence.view());
  };
  EXPECT_NO_THROW(run(whole, whole, 2));
  EXPECT_THROW(run(whole, whole, 0), std::invalid_argument);
  EXPECT_THROW(run(whole, whole, kMostBlurReach + 1), std::invalid_argument);
  EXPECT_THROW(run({0, 0, 4, 2}, whole, 2), std::invalid_argument);
  EXPECT_THROW(run(whole, {0, 0, 3, 3}, 2), std::invalid_argument);
  EXPECT_THROW(run(whole, {1, 0, 4, 3}, 2), std::invalid_argument);
}

}  // namespace
}  // namespace ocean
