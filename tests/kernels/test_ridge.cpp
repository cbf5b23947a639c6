// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/ridge.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <stdexcept>

#include "tests/support/backends.h"

namespace ocean {
namespace {

// Waves run west in the west half and east in the east half; the southern rows turn north.
struct Field {
  int32_t width = 37, height = 29;
  std::vector<Vec2f> direction;
  std::vector<uint8_t> ocean;
  Field() {
    for (int32_t j = 0; j < height; ++j)
      for (int32_t i = 0; i < width; ++i) {
        direction.push_back(j < 5 ? Vec2f{0, 1} : i < 20 ? Vec2f{-0.8f, -0.6f} : Vec2f{0.8f, -0.6f});
        ocean.push_back(i == 30 ? 0 : 1);
      }
    direction[static_cast<size_t>(10 * width + 7)] = {0, 0};
  }
};

RidgeCount count(const Exec& exec, const Field& f, int32_t rows_a_band) {
  RidgeCount total;
  Buffer<Vec2f> below_direction;
  Buffer<uint8_t> below_ocean;
  for (int32_t j = 0; j < f.height; j += rows_a_band) {
    const auto begin = static_cast<std::ptrdiff_t>(j * f.width),
               end = static_cast<std::ptrdiff_t>(std::min(j + rows_a_band, f.height) * f.width);
    const std::vector<Vec2f> d(f.direction.begin() + begin, f.direction.begin() + end);
    const std::vector<uint8_t> o(f.ocean.begin() + begin, f.ocean.begin() + end);
    const Buffer<Vec2f> direction(exec, "test", d);
    const Buffer<uint8_t> ocean(exec, "test", o);
    const RidgeCount band =
        count_ridge(exec, direction.view(), ocean.view(), f.width, std::as_const(below_direction).view(),
                    std::as_const(below_ocean).view());
    total.directions += band.directions;
    total.ridge += band.ridge;
    below_direction = Buffer<Vec2f>(exec, "test", std::vector<Vec2f>(d.end() - f.width, d.end()));
    below_ocean = Buffer<uint8_t>(exec, "test", std::vector<uint8_t>(o.end() - f.width, o.end()));
  }
  return total;
}

TEST(Ridge, CountsTurnsOfMoreThanARightAngleOnceATexel) {
  const Field f;
  // Row 5 turns against row 4 in all 36 columns of ocean; the others at column 20. -0.64 + 0.36 is below 0.
  const RidgeCount expected{36 * 29 - 1, 36 + 23};
  for (const Exec& exec : test_backends())
    for (const int32_t rows : {29, 1, 5, 6, 28}) EXPECT_EQ(count(exec, f, rows), expected) << rows;
}

TEST(Ridge, RefusesWhatDoesNotFit) {
  const Exec exec = Exec::cpu(1);
  const Buffer<Vec2f> direction(exec, 10);
  const Buffer<uint8_t> ocean(exec, 10), short_row(exec, 3);
  EXPECT_THROW(count_ridge(exec, direction.view(), ocean.view(), 4, {}, {}), std::invalid_argument);
  EXPECT_THROW(count_ridge(exec, direction.view(), ocean.view(), 5, {}, short_row.view()),
               std::invalid_argument);
}

}  // namespace
}  // namespace ocean
