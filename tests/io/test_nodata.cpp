// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/nodata.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "libbake/io/load_terrain.h"
#include "tests/io/io_test.h"

namespace ocean {
namespace {

constexpr float kNone = -9999;

HeightRaster raster(int32_t width, int32_t height, const std::vector<float>& heights) {
  HeightRaster r;
  r.width = width;
  r.height = height;
  r.heights = heights;
  for (const float h : heights) r.valid.push_back(h == kNone ? 0 : 1);
  return r;
}

NodataReport resolve(HeightRaster& r, NodataPolicy policy, double sea_level = 0) {
  return resolve_nodata(Exec::cpu(2), r, policy, sea_level, "a.asc");
}

TEST(Nodata, CoastLiesHalfWay) {
  // Land of 4 m, then nothing: the first sample without data mirrors it, so 0 m is half way.
  HeightRaster r = raster(
      6, 3, {4, 4, 4, kNone, kNone, kNone, 4, 4, 4, kNone, kNone, kNone, 4, 4, 4, kNone, kNone, kNone});
  const NodataReport report = resolve(r, NodataPolicy::automatic);
  EXPECT_EQ(report.samples, 9);
  EXPECT_EQ(report.water, 9);
  EXPECT_TRUE(r.valid.empty());
  for (int j = 0; j < 3; ++j) {
    EXPECT_EQ(r.heights[size_t(j * 6 + 2)], 4);
    for (int i = 3; i < 6; ++i) EXPECT_NEAR(r.heights[size_t(j * 6 + i)], -4, 1e-4);
  }
}

TEST(Nodata, MirrorsAboutAnySeaLevel) {
  HeightRaster r = raster(3, 2, {15, kNone, kNone, 15, kNone, kNone});
  resolve(r, NodataPolicy::water, 12);
  EXPECT_EQ(r.heights[1], 9);
  HeightRaster below =
      raster(3, 2, {2, kNone, kNone, 6, kNone, kNone});  // all data under water: the depth goes on
  resolve(below, NodataPolicy::water, 12);
  EXPECT_EQ(below.heights[1], 4);
}

TEST(Nodata, WaterStaysWaterBesideLandAtSeaLevel) {
  HeightRaster r = raster(3, 2, {0, kNone, kNone, 0, kNone, kNone});
  resolve(r, NodataPolicy::automatic);
  for (const size_t i : {1u, 2u, 4u, 5u}) EXPECT_LT(r.heights[i], 0);
  EXPECT_EQ(r.heights[0], 0);
  HeightRaster high =
      raster(3, 2, {1e7f, kNone, kNone, 1e7f, kNone, kNone});  // 1 cm is below a float's step there
  resolve(high, NodataPolicy::water, 1e7);
  EXPECT_LT(high.heights[1], 1e7f);
}

TEST(Nodata, LandIsTheSameWithTheSignTurned) {
  HeightRaster r = raster(3, 2, {-3, kNone, kNone, -3, kNone, kNone});
  const NodataReport report = resolve(r, NodataPolicy::land);
  EXPECT_EQ(report.land, 4);
  EXPECT_EQ(r.heights[1], 3);
  EXPECT_NEAR(r.heights[2], 3, 1e-4);
}

TEST(Nodata, HolesInsideAreInterpolated) {
  // A plane with a hole: the plane comes back.
  std::vector<float> h;
  for (int j = 0; j < 9; ++j) {
    for (int i = 0; i < 9; ++i) h.push_back(i > 2 && i < 6 && j > 2 && j < 6 ? kNone : float(10 + 2 * i - j));
  }
  HeightRaster r = raster(9, 9, h);
  const NodataReport report = resolve(r, NodataPolicy::automatic);
  EXPECT_EQ(report.interpolated, 9);
  EXPECT_EQ(report.water, 0);
  for (int j = 0; j < 9; ++j) {
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(r.heights[size_t(j * 9 + i)], 10 + 2 * i - j, 1e-2);
  }
}

TEST(Nodata, TheBorderIsReachedThroughCorners) {
  std::vector<float> h(25, 5);
  h[0] = h[6] = h[12] = kNone;  // a diagonal from the corner inwards
  HeightRaster r = raster(5, 5, h);
  EXPECT_EQ(resolve(r, NodataPolicy::automatic).water, 3);
  h[0] = h[6] = 5;
  HeightRaster inner = raster(5, 5, h);
  EXPECT_EQ(resolve(inner, NodataPolicy::automatic).interpolated, 1);
  EXPECT_NEAR(inner.heights[12], 5, 1e-4);
}

TEST(Nodata, EdgeCases) {
  HeightRaster all = raster(2, 2, {kNone, kNone, kNone, kNone});
  EXPECT_NE(test::input_error([&] { resolve(all, NodataPolicy::automatic); }).find("holds no height"),
            std::string::npos);
  HeightRaster some = raster(2, 2, {1, kNone, 1, 1});
  EXPECT_NE(test::input_error([&] { resolve(some, NodataPolicy::error); }).find("1 of 4 samples"),
            std::string::npos);
  HeightRaster none = raster(2, 2, {1, 2, 3, 4});
  const NodataReport report = resolve(none, NodataPolicy::error);
  EXPECT_EQ(report.samples, 0);
  EXPECT_EQ(report.note(), "");
  EXPECT_TRUE(none.valid.empty());
  HeightRaster one = raster(2, 2, {kNone, kNone, kNone, 7});
  EXPECT_EQ(
      resolve(one, NodataPolicy::automatic).note(),
      "a.asc: 3 of 4 samples have no height; of them 3 are water, whose depths are a guess from the heights "
      "beside them (--nodata says otherwise)");
  EXPECT_EQ(one.heights[0], -7);
}

// Whatever the shapes: data keep their bits, water is below and land not below the sea, nothing lies outside
// ± the extremes, and the number of threads does not matter.
TEST(Nodata, Invariants) {
  std::mt19937 random(5);
  for (int round = 0; round < 12; ++round) {
    const int w = 40 + round, h = 30;
    std::vector<float> heights;
    for (int i = 0; i < w * h; ++i) {
      const float x = float(i % w), y = float(i / w);
      const bool hole = random() % 100 < unsigned(8 * round) || x > 30;
      heights.push_back(hole ? kNone : 20 * std::sin(x * .3f) * std::cos(y * .2f));
    }
    heights[0] = 20;
    for (const NodataPolicy policy :
         {NodataPolicy::automatic, NodataPolicy::water, NodataPolicy::land, NodataPolicy::interpolate}) {
      const HeightRaster before = raster(w, h, heights);
      HeightRaster r = before, single = before;
      const NodataReport report = resolve(r, policy, 1.5);
      resolve_nodata(Exec::cpu(1), single, policy, 1.5, "a.asc");
      EXPECT_EQ(r.heights, single.heights);
      EXPECT_EQ(report.water + report.land + report.interpolated, report.samples);
      EXPECT_EQ(report.samples, std::count(heights.begin(), heights.end(), kNone));
      int64_t below = 0;
      for (size_t i = 0; i < heights.size(); ++i) {
        if (before.valid[i] != 0) {
          EXPECT_EQ(r.heights[i], heights[i]);
          continue;
        }
        EXPECT_LE(std::fabs(r.heights[i]), 23.01f);
        below += r.heights[i] < 1.5f ? 1 : 0;
      }
      if (policy == NodataPolicy::water) {
        EXPECT_EQ(below, report.samples);
      }
      if (policy == NodataPolicy::land) {
        EXPECT_EQ(below, 0);
      }
    }
  }
}

TEST(NodataRealData, NoCliffWhereTheSeaHasNoData) {
  OCEAN_NEED_REAL_DATA();
  InputOptions options;
  options.paths = {test::real_data("heightmaps/celt_landonly_f32_nodata-9999.tif")};
  const Terrain t = load_terrain(test::pool(), options);
  HeightRaster r = std::get<HeightRaster>(t.shape);
  const std::vector<uint8_t> valid = r.valid;
  const NodataReport report = resolve(r, NodataPolicy::automatic);
  EXPECT_EQ(report.samples, 102881);
  EXPECT_EQ(report.water, 102611);
  EXPECT_EQ(report.interpolated, 270);
  const auto [low, high] = std::minmax_element(r.heights.begin(), r.heights.end());
  EXPECT_EQ(*high, 892);
  EXPECT_GT(*low, -892);
  int rim = 0;
  // Across the data's edge the step is at most twice the height of the land there (mirrored), or 1 cm.
  for (int32_t j = 1; j + 1 < r.height; ++j) {
    for (int32_t i = 1; i + 1 < r.width; ++i) {
      const size_t at = size_t(j) * size_t(r.width) + size_t(i);
      if (valid[at] != 0) continue;
      float around = .01f;
      bool edge = false;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const size_t n = size_t(j + dy) * size_t(r.width) + size_t(i + dx);
          if (valid[n] == 0) continue;
          edge = true;
          around = std::max(around, std::fabs(r.heights[n]));
        }
      }
      if (!edge || r.heights[at] >= 0) continue;  // inside, or interpolated
      EXPECT_LE(std::fabs(r.heights[at]), around * 1.0001f);
      ++rim;
    }
  }
  EXPECT_GT(rim, 2000);
}

}  // namespace
}  // namespace ocean
