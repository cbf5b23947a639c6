// SPDX-License-Identifier: Apache-2.0
#include "kernels/raster/label.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/hash.h"
#include "kernels/math/grid.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

struct Mask {
  int32_t width, height;
  std::vector<uint8_t> texels;
  Mask(int32_t w, int32_t h, uint8_t value = 0) : width(w), height(h), texels(size_t(w) * h, value) {}
  uint8_t& at(int32_t i, int32_t j) { return texels[size_t(j) * width + i]; }
};

// Flood fill with a stack, from the smallest index on.
std::vector<int32_t> flood(const Mask& mask, uint8_t value, bool corners) {
  const int64_t w = mask.width, h = mask.height;
  std::vector<int32_t> labels(mask.texels.size(), kNoLabel);
  std::vector<int64_t> stack;
  for (int64_t seed = 0; seed < w * h; ++seed) {
    if (mask.texels[seed] != value || labels[seed] != kNoLabel) continue;
    labels[seed] = static_cast<int32_t>(seed);
    stack.push_back(seed);
    while (!stack.empty()) {
      const int64_t i = stack.back() % w, j = stack.back() / w;
      stack.pop_back();
      for (int64_t y = std::max<int64_t>(0, j - 1); y <= std::min(h - 1, j + 1); ++y)
        for (int64_t x = std::max<int64_t>(0, i - 1); x <= std::min(w - 1, i + 1); ++x) {
          const int64_t at = y * w + x;
          if (x != i && y != j && !corners) continue;
          if (mask.texels[at] != value || labels[at] != kNoLabel) continue;
          labels[at] = static_cast<int32_t>(seed);
          stack.push_back(at);
        }
    }
  }
  return labels;
}

void check(const Mask& mask, const char* golden = nullptr) {
  const std::vector<Exec> backends = test_backends();
  for (const uint8_t value : {uint8_t{1}, uint8_t{0}})
    for (const bool corners : {false, true}) {
      if (golden != nullptr && (value == 0 || corners)) continue;  // the large case takes its time
      const std::vector<int32_t> expected = flood(mask, value, corners);
      for (const Exec& exec : backends) {
        SCOPED_TRACE(backend_name(exec));
        const Buffer<uint8_t> texels(exec, "mask", mask.texels);
        Buffer<int32_t> labels(exec, texels.size());
        label_components(exec, texels.view(), mask.width, mask.height, value,
                         corners ? Connectivity::eight : Connectivity::four, labels.view());
        ASSERT_TRUE(labels.to_host("labels") == expected)
            << mask.width << " x " << mask.height << ", value " << int(value) << ", corners " << corners;
        if (golden != nullptr) expect_golden(golden, content_hash(exec, labels));
      }
    }
}

Mask noise(int32_t w, int32_t h, double share, unsigned seed) {
  std::mt19937 random(seed);
  Mask mask(w, h);
  for (uint8_t& t : mask.texels) t = random() < share * 4294967296.0;
  return mask;
}

TEST(Label, Percolation) {
  check(noise(257, 255, 0.3, 1));
  check(noise(311, 200, 0.592746, 2));  // the threshold of site percolation: the most winding components
  check(noise(311, 200, 0.407254, 3));
  check(noise(200, 311, 0.95, 4));
}

TEST(Label, LargePercolation) { check(noise(2049, 1023, 0.592746, 5), "raster/label"); }

TEST(Label, Spiral) {
  constexpr int32_t n = 301;
  Mask mask(n, n);
  int32_t i = 0, j = 0, di = 1, dj = 0;
  mask.at(0, 0) = 1;
  for (int turns = 0; turns < 2;) {
    const auto free = [&](int32_t x, int32_t y) {
      return x < 0 || y < 0 || x >= n || y >= n || mask.at(x, y) == 0;
    };
    const int32_t x = i + di, y = j + dj;
    if (x >= 0 && y >= 0 && x < n && y < n && mask.at(x, y) == 0 && free(x + di, y + dj)) {
      i = x;
      j = y;
      mask.at(i, j) = 1;
      turns = 0;
    } else {
      const int32_t t = di;
      di = -dj;
      dj = t;
      ++turns;
    }
  }
  const std::vector<int32_t> labels = flood(mask, 1, false);
  for (const int32_t label : labels)
    EXPECT_TRUE(label == kNoLabel || label == labels[0]);  // it is one spiral
  check(mask);
}

TEST(Label, CheckerboardStripesAllNone) {
  Mask board(97, 65), columns(130, 70), rows(130, 70), comb(133, 64, 1);
  for (int32_t j = 0; j < 65; ++j)
    for (int32_t i = 0; i < 97; ++i) board.at(i, j) = (i + j) % 2;
  for (int32_t j = 0; j < 70; ++j)
    for (int32_t i = 0; i < 130; ++i) columns.at(i, j) = i % 2, rows.at(i, j) = j % 2;
  for (int32_t j = 0; j < 63; ++j)  // joined in the last row alone
    for (int32_t i = 1; i < 133; i += 2) comb.at(i, j) = 0;
  for (const Mask& mask : {board, columns, rows, comb, Mask(97, 65, 1), Mask(97, 65, 0)}) check(mask);
}

TEST(Label, ThinMaps) {
  for (const int32_t n : {1, 2, 31, 32, 33, 64, 65, 1000}) {
    check(noise(n, 1, 0.7, 6));
    check(noise(1, n, 0.7, 7));
    check(Mask(n, 1, 1));
    check(Mask(1, n, 1));
  }
}

TEST(Label, OnlyTheGivenValue) {
  Mask mask(4, 1);
  mask.texels = {2, 2, 3, 2};
  const Exec exec = Exec::cpu(1);
  const Buffer<uint8_t> texels(exec, "mask", mask.texels);
  Buffer<int32_t> labels(exec, 4);
  label_components(exec, texels.view(), 4, 1, 2, Connectivity::four, labels.view());
  EXPECT_EQ(labels.to_host("labels"), (std::vector<int32_t>{0, 0, kNoLabel, 3}));
}

TEST(Label, EmptyAndRejected) {
  const Exec exec = Exec::cpu(1);
  label_components(exec, {}, 0, 7, 1, Connectivity::four, {});
  Buffer<uint8_t> mask(exec, 6);
  Buffer<int32_t> labels(exec, 6);
  const View<const uint8_t> m{mask.data(), 6};
  EXPECT_THROW(label_components(exec, m, 2, 2, 1, Connectivity::four, labels.view()), std::invalid_argument);
  EXPECT_THROW(label_components(exec, m, -2, -3, 1, Connectivity::four, labels.view()),
               std::invalid_argument);
  EXPECT_THROW(label_components(exec, {nullptr, int64_t{65536} * 32768}, 65536, 32768, 1, Connectivity::four,
                                {nullptr, int64_t{65536} * 32768}),
               std::invalid_argument);
}

TEST(Cover, OutsideAndHoles) {
  constexpr float k = kUncovered;
  constexpr int32_t w = 7, h = 5;
  const std::vector<float> depth = {
      k, 1, 1, 1, 1, 1, 1,  //
      1, k, 1, k, k, 1, 1,  // a hole at the corner of the outside, and one of three
      1, 1, 1, k, 1, 1, k,  //
      1, 1, 1, 1, 1, k, k,  //
      1, 1, 1, 1, 1, 1, 1};
  constexpr uint8_t o = 1, x = 2;
  const std::vector<uint8_t> expected = {o, 0, 0, 0, 0, 0, 0,  //
                                         0, x, 0, x, x, 0, 0,  //
                                         0, 0, 0, x, 0, 0, o,  //
                                         0, 0, 0, 0, 0, o, o,  //
                                         0, 0, 0, 0, 0, 0, 0};
  for (const Exec& exec : test_backends()) {
    const Buffer<float> d(exec, "depth", depth);
    Buffer<uint8_t> cover(exec, w * h);
    const CoverCount count = classify_cover(exec, d.view(), w, h, cover.view());
    EXPECT_EQ(count, (CoverCount{8, 4, 4}));
    EXPECT_EQ(cover.to_host("cover"), expected);
    EXPECT_EQ(classify_cover(exec, d.view(), w, h), count);

    const Buffer<float> none(exec, "depth", std::vector<float>(w * h, 3.0f));
    EXPECT_EQ(classify_cover(exec, none.view(), w, h, cover.view()), CoverCount{});
    EXPECT_EQ(cover.to_host("cover"), std::vector<uint8_t>(w * h, 0));
    const Buffer<float> all(exec, "depth", std::vector<float>(w * h, k));
    EXPECT_EQ(classify_cover(exec, all.view(), w, h, cover.view()), (CoverCount{w * h, w * h, 0}));
    EXPECT_EQ(classify_cover(exec, {}, 0, 0), CoverCount{});
    EXPECT_THROW(classify_cover(exec, d.view(), w, h - 1), std::invalid_argument);
  }
}

}  // namespace
}  // namespace ocean
