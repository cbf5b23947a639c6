// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/join_tiles.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "libbake/io/nodata.h"
#include "tests/io/raster_test.h"

namespace ocean::test {
namespace {

// The ground of all sets here: heights that tell column and row.
uint16_t code(int i, int j) { return static_cast<uint16_t>(1000 + 10 * i + 300 * j); }

class Tiles : public testing::Test {
 protected:
  // A tile of n x n samples whose south-west one is (i0, j0), south first.
  void put(const std::string& name, int n, int i0, int j0) {
    std::string bytes;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const uint16_t c = code(i0 + i, j0 + j);
        bytes += static_cast<char>(c & 255);
        bytes += static_cast<char>(c >> 8);
      }
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  InputOptions options(const std::string& raw, const std::string& pattern = "t_{x}_{y}.r16") const {
    InputOptions o = at((folder_ / pattern).string());
    o.raw = parse_raw_spec(raw);
    o.texel_m = 2;
    return o;
  }
  static void expect_whole(const HeightRaster& r, int width, int height) {
    ASSERT_EQ(r.width, width);
    ASSERT_EQ(r.height, height);
    for (int j = 0; j < height; ++j)
      for (int i = 0; i < width; ++i)
        ASSERT_EQ(r.heights[static_cast<size_t>(j * width + i)], code(i, j)) << i << ", " << j;
  }
  ScratchFile scratch_{"other.txt", "no tile"};
  std::filesystem::path folder_ = scratch_.folder();
};

TEST_F(Tiles, ThatShareEdgesAreOneRaster) {
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 3; ++x)
      put("t_0" + std::to_string(x + 1) + "_" + std::to_string(y - 1) + ".r16", 5, 4 * x, 4 * y);
  const Terrain t = load(options("5x5:u16le:south:corners"));
  expect_whole(raster(t), 13, 9);
  EXPECT_EQ(t.bounds.max.x, 24);
  EXPECT_EQ(t.files.size(), 6u);
  EXPECT_EQ(notes(t).find("differ"), std::string::npos);
  expect_whole(raster(load(options("5x5:u16le:south"))), 13, 9);  // told by the equal edges
}

TEST_F(Tiles, SideBySideKeepAllSamples) {
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x)
      put("t_" + std::to_string(x) + "_" + std::to_string(y) + ".r16", 4, 4 * x, 4 * y);
  const Terrain t = load(options("4x4:u16le:south"));
  expect_whole(raster(t), 8, 8);
  EXPECT_EQ(t.bounds.max.y, 16);
}

TEST_F(Tiles, RowsMayGrowSouthAndComeFirst) {
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x)
      put("y" + std::to_string(7 - y) + "-x" + std::to_string(x) + ".r16", 4, 4 * x, 4 * y);
  InputOptions o = options("4x4:u16le:south", "y{y}-x{x}.r16");
  o.tile_rows = TileRows::south;
  expect_whole(raster(load(o)), 8, 8);
  o.tile_rows = TileRows::north;
  EXPECT_EQ(raster(load(o)).heights[0], code(0, 4));
}

TEST_F(Tiles, DifferencesAlongSharedEdgesAreSaid) {
  put("t_0_0.r16", 5, 0, 0);
  put("t_1_0.r16", 5, 5, 0);  // its first column should be sample 4
  const Terrain t = load(options("5x5:u16le:south:corners"));
  EXPECT_NE(notes(t).find("differ by up to 10"), std::string::npos) << notes(t);
  EXPECT_EQ(raster(t).heights[4], code(4, 0)) << "the western tile's stay";
}

TEST_F(Tiles, AMissingOneIsNamedOrFollowsThePolicy) {
  put("t_1_1.r16", 5, 0, 0);
  put("t_2_1.r16", 5, 4, 0);
  put("t_1_2.r16", 5, 0, 4);
  InputOptions o = options("5x5:u16le:south:corners");
  const std::string error = input_error([&] { load(o); });
  EXPECT_NE(error.find("1 of 4 tiles is missing: t_2_2.r16"), std::string::npos) << error;
  EXPECT_NE(error.find("--missing-tile"), std::string::npos) << error;
  const auto middle = [&](MissingTile missing, NodataPolicy policy) {
    o.missing_tile = missing;
    HeightRaster r = raster(load(o));
    EXPECT_EQ(r.valid[7 * 9 + 7], 0);
    EXPECT_EQ(r.valid[7 * 9 + 4], 1) << "an edge that a neighbour has";
    resolve_nodata(Exec::cpu(2), r, policy, 1500, "tiles");
    return r.heights[7 * 9 + 7];
  };
  EXPECT_GT(middle(MissingTile::land, NodataPolicy::water), 1500);
  EXPECT_LT(middle(MissingTile::water, NodataPolicy::land), 1500);
  EXPECT_GT(middle(MissingTile::nodata, NodataPolicy::land), 1500);
  EXPECT_LT(middle(MissingTile::nodata, NodataPolicy::water), 1500);
  middle(MissingTile::land, NodataPolicy::error);
  EXPECT_THROW(middle(MissingTile::nodata, NodataPolicy::error), Error);
}

TEST_F(Tiles, WhatIsNoSetIsRefused) {
  put("t_1_1.r16", 5, 0, 0);
  put("t_01_1.r16", 5, 0, 0);
  EXPECT_NE(input_error([&] { load(options("5x5:u16le")); }).find("fits both"), std::string::npos);
  EXPECT_NE(input_error([&] { load(options("5x5:u16le", "u_{x}_{y}.r16")); }).find("no file fits it"),
            std::string::npos);
  std::filesystem::remove(folder_ / "t_01_1.r16");
  put("t_2_1.r16", 4, 0, 0);
  EXPECT_NE(input_error([&] { load(options("5x5:u16le")); }).find("t_2_1.r16"), std::string::npos);
  put("u_1_1.r16", 2049, 0, 0);
  put("u_300_300.r16", 2049, 0, 0);  // 1.9 TB of samples between them
  InputOptions far = options("2049x2049:u16le", "u_{x}_{y}.r16");
  far.missing_tile = MissingTile::water;
  const std::string why = input_error([&] { load(far); });
  EXPECT_NE(why.find("of memory"), std::string::npos) << why;
  EXPECT_NE(why.find("89998 tiles are missing"), std::string::npos) << why;
  put("t_999999_888888.r16", 5, 0, 0);
  EXPECT_NE(input_error([&] { load(options("5x5:u16le")); }).find("number the tiles one by one"),
            std::string::npos);
  EXPECT_EQ(tile_pattern_problem("a/t_{x}_{y}.r16"), "");
  EXPECT_NE(tile_pattern_problem("t_{x}.r16").find("needs {y} once"), std::string::npos);
  EXPECT_NE(tile_pattern_problem("{x}_{x}_{y}").find("needs {x} once"), std::string::npos);
  EXPECT_NE(tile_pattern_problem("t_{x}{y}.r16"), "");
  EXPECT_NE(tile_pattern_problem("{x}/{y}_{x}.r16"), "");
  EXPECT_NE(tile_pattern_problem("{z}_{y}_{x}.r16"), "");
}

TEST_F(Tiles, GridsThatPlaceThemselvesAreChecked) {
  const auto grid = [&](const std::string& name, int x0, int y0) {
    std::ofstream(folder_ / name) << "ncols 2\nnrows 2\nxllcorner " << 5000 + 20 * x0 << "\nyllcorner "
                                  << 9000 + 20 * y0 << "\ncellsize 10\n"
                                  << code(2 * x0, 2 * y0 + 1) << " " << code(2 * x0 + 1, 2 * y0 + 1) << "\n"
                                  << code(2 * x0, 2 * y0) << " " << code(2 * x0 + 1, 2 * y0) << "\n";
  };
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x) grid("g" + std::to_string(x) + "_" + std::to_string(y) + ".asc", x, y);
  const Terrain t = load((folder_ / "g{x}_{y}.asc").string());
  expect_whole(raster(t), 4, 4);
  EXPECT_EQ(t.bounds.min.x, 5000);
  EXPECT_EQ(t.bounds.max.y, 9040);
  grid("g1_0.asc", 2, 0);
  EXPECT_NE(input_error([&] { load((folder_ / "g{x}_{y}.asc").string()); }).find("g1_0.asc"),
            std::string::npos);
}

TEST(TilesRealData, UnityTilesHaveNoSeam) {
  OCEAN_NEED_REAL_DATA();
  InputOptions o = at(real_data("heightmaps/Terrain_{x}_{y}.r16"));
  o.raw = parse_raw_spec("513x513:u16le:south:corners");
  o.extent_m = {2000, 2000};
  const Terrain whole = load(o);
  const HeightRaster r = raster(whole);
  ASSERT_EQ(r.width, 1025);
  ASSERT_EQ(r.height, 1025);
  EXPECT_TRUE(r.valid.empty());
  EXPECT_EQ(notes(whole).find("differ"), std::string::npos);
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x) {
      InputOptions one = o;
      one.paths = {
          real_data("heightmaps/Terrain_" + std::to_string(x + 1) + "_" + std::to_string(y + 1) + ".r16")};
      one.extent_m = {1000, 1000};
      const HeightRaster tile = raster(load(one));
      for (int j = 0; j < 513; ++j)
        for (int i = 0; i < 513; ++i)
          ASSERT_EQ(tile.heights[static_cast<size_t>(j * 513 + i)],
                    r.heights[static_cast<size_t>((512 * y + j) * 1025 + 512 * x + i)]);
    }
}

}  // namespace
}  // namespace ocean::test
