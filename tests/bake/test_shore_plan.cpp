// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "libbake/bake/shore_plan.h"
#include "libbake/core/error.h"

namespace ocean {
namespace {

constexpr int64_t kPlenty = int64_t{1} << 40;

TEST(RowsABand, TakesTheWholeMapWhereItFits) {
  const Grid grid{0, 0, 1, 4096, 2048};
  const ShoreConfig config;
  EXPECT_EQ(rows_a_band(config, grid, 0, kPlenty), 2048);
  const int32_t rows = rows_a_band(config, grid, 0, 2 * shore_bytes(config, grid, 0, 0));
  EXPECT_GT(rows, 0);
  EXPECT_LT(rows, 2048 * 10);
}

TEST(RowsABand, MemoryBoundsTheEstimate) {
  const Grid grid{0, 0, 1, 32768, 32768};
  ShoreConfig config;
  for (const double gigabytes : {0.5, 1.0, 12.0}) {
    config.memory = gigabytes;
    const int32_t rows = rows_a_band(config, grid, 0, kPlenty);
    EXPECT_LE(static_cast<double>(shore_bytes(config, grid, rows, 0)), gigabytes * 1e9);
    const int32_t bands = (grid.height + rows - 1) / rows, fewer = std::max(1, bands - 1);
    if (bands > 1) {  // one band fewer would not fit
      EXPECT_GT(static_cast<double>(shore_bytes(config, grid, (grid.height + fewer - 1) / fewer, 0)),
                gigabytes * 1e9);
    }
    EXPECT_EQ(rows, (grid.height + bands - 1) / bands) << "bands are equal";
  }
}

TEST(RowsABand, TooLittleMemoryNamesTheLeast) {
  const Grid grid{0, 0, 1, 32768, 32768};
  ShoreConfig config;
  config.memory = 0.01;
  try {
    rows_a_band(config, grid, 0, kPlenty);
    FAIL() << "accepted";
  } catch (const Error& e) {
    const std::string text = e.what();
    const std::size_t at = text.find("at least ");
    ASSERT_NE(at, std::string::npos) << text;
    config.memory = std::stod(text.substr(at + 9));  // what it names works
  }
  EXPECT_GE(rows_a_band(config, grid, 0, kPlenty), 1);
}

TEST(RowsABand, TileIsTakenAsItIs) {
  const Grid grid{0, 0, 1, 4096, 2048};
  ShoreConfig config;
  config.tile = 100;
  EXPECT_EQ(rows_a_band(config, grid, 0, 1), 100);
  config.tile = 5000;
  EXPECT_EQ(rows_a_band(config, grid, 0, 1), 2048);
  const Grid wide{0, 0, 1, 131072, 131072};  // a band's texels are counted in 31 bits
  config.tile = 131072;
  EXPECT_LE(int64_t{rows_a_band(config, wide, 0, 1)} * wide.width, INT32_MAX);
}

TEST(RowsABand, MapsAndBlurTakeTheirShare) {
  const Grid grid{0, 0, 2, 16384, 16384};
  ShoreConfig config;
  config.memory = 4;
  const int32_t plain = rows_a_band(config, grid, 0, kPlenty);
  config.maps = {ShoreMap::slope, ShoreMap::shore_length, ShoreMap::bodies};
  const int32_t more_maps = rows_a_band(config, grid, 0, kPlenty);
  EXPECT_LT(more_maps, plain);
  config.direction_blur = 400;  // 200 texels on either side
  const int32_t blurred = rows_a_band(config, grid, 0, kPlenty);
  EXPECT_LT(blurred, more_maps - 200);
  EXPECT_LE(static_cast<double>(shore_bytes(config, grid, blurred, 0)), 4e9);
  config.memory = 40;
  EXPECT_EQ(rows_a_band(config, grid, 0, kPlenty), grid.height);
  config.direction_blur = 9000;
  EXPECT_THROW(rows_a_band(config, grid, 0, kPlenty), Error) << "4500 texels";
}

TEST(RowsABand, WithoutAnyRoomARowIsTried) {
  EXPECT_EQ(rows_a_band(ShoreConfig(), {0, 0, 1, 4096, 2048}, 0, 0), 1);
}

}  // namespace
}  // namespace ocean
