// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "libbake/io/font.h"
#include "libbake/io/image.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

constexpr Rgb kWhite{255, 255, 255}, kBlack{0, 0, 0};

// How much black there is, in pixels.
double ink(const Picture& picture) {
  double sum = 0;
  for (const Rgb& p : picture.pixels) sum += (255 - p.r) / 255.0;
  return sum;
}

TEST(Draw, ALineHasItsArea) {
  for (const double angle : {0.0, 0.3, 0.785398, 1.2, 1.570796, 2.5}) {
    for (const double thickness : {1.0, 2.0, 5.0}) {
      Picture picture(200, 200, kWhite);
      const double length = 120, dx = std::cos(angle) * length / 2, dy = std::sin(angle) * length / 2;
      draw_line(picture, {100 - dx, 100 - dy}, {100 + dx, 100 + dy}, kBlack, thickness);
      const double area = length * thickness + 3.14159265 * thickness * thickness / 4;  // round caps
      // A stroke of one pixel at 45 degrees meets pixel centres unevenly: 12 % more.
      EXPECT_NEAR(ink(picture), area, (thickness > 1 ? 0.03 : 0.13) * area + 1) << angle << " " << thickness;
    }
  }
}

TEST(Draw, APolylineIsOneShape) {
  Picture once(60, 60, kWhite), twice(60, 60, kWhite);
  const std::vector<Point> line = {{10, 30}, {50, 30}},
                           there_and_back = {{10, 30}, {50, 30}, {10, 30}, {30, 30}};
  draw_polyline(once, line, false, kBlack, 3, 0.5);
  draw_polyline(twice, there_and_back, false, kBlack, 3, 0.5);
  EXPECT_EQ(once.pixels, twice.pixels);
}

TEST(Draw, ClosedPolylinesReturn) {
  Picture picture(40, 40, kWhite);
  const std::vector<Point> square = {{10.5, 10.5}, {29.5, 10.5}, {29.5, 29.5}, {10.5, 29.5}};
  draw_polyline(picture, square, true, kBlack);
  EXPECT_EQ(picture.at(10, 20), kBlack);
  EXPECT_EQ(picture.at(20, 20), kWhite);
}

TEST(Draw, FarAndBrokenPointsAreHarmless) {
  Picture picture(50, 50, kWhite);
  const double huge = 1e30, nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  draw_line(picture, {nan, 3}, {10, 10}, kBlack);
  draw_line(picture, {0, 0}, {inf, inf}, kBlack);
  draw_line(picture, {100, 100}, {1e9, 200}, kBlack);
  draw_arrow(picture, {5, 5}, {5, 5}, kBlack);
  draw_polyline(picture, {}, true, kBlack);
  fill_rect(picture, -100, -100, 50, 50, kBlack);
  fill_rect(picture, 2000000000, 0, 2000000000, 10, kBlack);
  fill_circle(picture, {-500, 0}, 3, kBlack);
  draw_text(picture, -400, 60, "outside", kBlack);
  EXPECT_EQ(ink(picture), 0);
  draw_line(picture, {-1e6, 25.5}, {1e6, 25.5}, kBlack);
  EXPECT_NEAR(ink(picture), 50, 0.5);
  draw_line(picture, {-huge, 0}, {huge, 0}, kBlack);
  fill_rect(picture, -10, -10, 1000, 1000, kBlack);
  EXPECT_EQ(ink(picture), 2500);
}

TEST(Draw, ACircleHasItsArea) {
  Picture picture(60, 60, kWhite);
  fill_circle(picture, {30, 30}, 20, kBlack);
  EXPECT_NEAR(ink(picture), 3.14159265 * 400, 10);
}

TEST(Draw, EveryPrintableCharacterHasItsOwnShape) {
  std::set<std::array<uint8_t, 7>> shapes;
  for (int c = 32; c < 127; ++c) {
    const auto& rows = glyph(static_cast<unsigned char>(c));
    EXPECT_TRUE(shapes.insert(rows).second) << static_cast<char>(c);
    for (const uint8_t row : rows) EXPECT_LT(row, 32) << static_cast<char>(c);
  }
  EXPECT_TRUE(shapes.insert(glyph(kDegree)).second);
  EXPECT_FALSE(shapes.contains(glyph(1)));
}

TEST(Draw, TextHasItsWidth) {
  EXPECT_EQ(text_width("abc"), 18);
  EXPECT_EQ(text_width("abc\nlonger", 2), 72);
  EXPECT_EQ(text_width("5\xC2\xB0"), 12);  // a degree sign is one character
  EXPECT_EQ(text_width(""), 0);
  Picture picture(30, 12, kWhite);
  draw_text(picture, 1, 1, "|", kBlack);
  EXPECT_EQ(ink(picture), 7);
  EXPECT_EQ(picture.at(3, 1), kBlack);
}

TEST(Draw, ColourMapsRunFromEndToEnd) {
  const auto lightness = [](Rgb c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; };
  double before = -1;
  for (int i = 0; i <= 50; ++i) {
    const double now = lightness(colour(ColourMap::sequential, i / 50.0));
    EXPECT_GT(now, before) << i;  // order can be seen without hue
    before = now;
  }
  EXPECT_EQ(colour(ColourMap::diverging, 0.5), (Rgb{247, 247, 247}));
  EXPECT_EQ(colour(ColourMap::grey, -3), kBlack);
  EXPECT_EQ(colour(ColourMap::grey, 7), kWhite);
  EXPECT_EQ(colour(ColourMap::depth, std::nan("")), (Rgb{255, 0, 255}));
  EXPECT_GT(lightness(colour(ColourMap::depth, 0)), lightness(colour(ColourMap::depth, 1)));
  EXPECT_NE(direction_colour(1, 0), direction_colour(-1, 0));
  EXPECT_NE(direction_colour(0, 1), direction_colour(0, -1));
  EXPECT_EQ(direction_colour(0, 0), (Rgb{225, 225, 225}));
}

TEST(Draw, TicksAreRound) {
  EXPECT_EQ(round_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(round_ticks(-7, 13, 4), (std::vector<double>{-5, 0, 5, 10}));
  EXPECT_EQ(round_ticks(5, 5, 4), (std::vector<double>{5}));
  EXPECT_TRUE(round_ticks(std::nan(""), 5, 4).empty());
  EXPECT_EQ(tick_text(0.5), "0.5");
  EXPECT_EQ(tick_text(-1200), "-1200");
}

TEST(Draw, PicturesBecomePng) {
  const TempFolder folder;
  Picture picture(20, 10, {10, 20, 30});
  picture.at(19, 0) = {200, 100, 50};
  write_png(folder.file("p.png"), picture);
  const Image back = read_image(folder.file("p.png"));
  EXPECT_EQ(back.spec.width, 20);
  EXPECT_EQ(back.samples[19 * 3], std::byte{200});
  EXPECT_EQ(back.samples[20 * 3 + 2], std::byte{30});
}

}  // namespace
}  // namespace ocean
