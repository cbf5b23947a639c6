// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "libbake/bake/output_grid.h"
#include "libbake/core/error.h"

namespace ocean {
namespace {

GridRequest request(double width_m, double height_m) {
  GridRequest r;
  r.area = {10, -20, 10 + width_m, -20 + height_m};
  return r;
}

TEST(OutputGrid, LongestSideGetsTheResolution) {
  GridRequest r = request(300, 100);
  r.width = 600;
  const Grid wide = choose_grid(r, nullptr);
  EXPECT_EQ(wide.width, 600);
  EXPECT_EQ(wide.height, 200);
  EXPECT_EQ(wide.texel_m, 0.5);
  EXPECT_EQ(wide.x0, 10);
  EXPECT_EQ(wide.y0, -20);
  GridRequest tall = request(100, 300);
  tall.width = 600;
  EXPECT_EQ(choose_grid(tall, nullptr).height, 600);
  EXPECT_EQ(choose_grid(tall, nullptr).width, 200);
}

// The shorter side is rounded, so that no centre lies outside the area.
TEST(OutputGrid, EveryCentreLiesInTheArea) {
  for (int n = 1; n < 200; ++n) {
    GridRequest r = request(57.3, 41.77);
    r.width = n;
    const Grid g = choose_grid(r, nullptr);
    EXPECT_GE(g.height, 1);
    if (g.height > 1) {
      EXPECT_LE((g.height - 0.5) * g.texel_m, 41.77 + 1e-9) << n;
    }
  }
}

TEST(OutputGrid, BothSidesCoverTheAreaEvenly) {
  GridRequest r = request(100, 100);
  r.width = 200;
  r.height = 100;
  std::vector<std::string> notes;
  const Grid g = choose_grid(r, &notes);
  EXPECT_EQ(g.texel_m, 1);
  EXPECT_EQ(g.x0, -40);  // 50 m more on both sides
  EXPECT_EQ(g.y0, -20);
  EXPECT_EQ(notes.size(), 1u);
}

TEST(OutputGrid, TexelPadAndPowersOfTwo) {
  GridRequest r = request(100, 60);
  r.texel_m = 0.25;
  r.pad_m = 10;
  const Grid g = choose_grid(r, nullptr);
  EXPECT_EQ(g.width, 480);
  EXPECT_EQ(g.height, 320);
  EXPECT_EQ(g.x0, 0);
  r.pow2 = true;
  EXPECT_EQ(choose_grid(r, nullptr).width, 512);
  EXPECT_EQ(choose_grid(r, nullptr).height, 512);
}

TEST(OutputGrid, RefusesEmptyAndHugeAreas) {
  EXPECT_THROW(choose_grid(request(0, 10), nullptr), Error);
  EXPECT_THROW(choose_grid(request(10, -1), nullptr), Error);
  GridRequest r = request(1e6, 1e6);
  r.texel_m = 1;
  EXPECT_THROW(choose_grid(r, nullptr), Error);
}

TEST(OutputGrid, SidesEndAtTheLargest) {
  GridRequest r = request(1, 1);
  r.width = kMaxMapSide;
  r.height = kMaxMapSide;
  EXPECT_EQ(choose_grid(r, nullptr).size(), int64_t{131072} * 131072);
  r.texel_m = 1.0 / 131073;
  EXPECT_THROW(choose_grid(r, nullptr), Error);
}

TEST(Resolution, ReadsSidesAndPairsOnly) {
  EXPECT_EQ(parse_resolution("2048")->width, 2048);
  EXPECT_EQ(parse_resolution("2048")->height, 0);
  EXPECT_EQ(parse_resolution("640x480")->height, 480);
  EXPECT_EQ(parse_resolution("131072")->width, 131072);
  for (const char* bad :
       {"", "0", "-4", "12.5", "131073", "x", "4x", "x4", "4x4x4", "4 x 4", "1e3", " 12", "99999999999"})
    EXPECT_FALSE(parse_resolution(bad)) << bad;
}

}  // namespace
}  // namespace ocean
