// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/input_options.h"

#include <gtest/gtest.h>

namespace ocean {
namespace {

TEST(InputOptions, UpAxis) {
  EXPECT_EQ(parse_up_axis("y"), UpAxis::y);
  EXPECT_EQ(parse_up_axis("z"), UpAxis::z);
  for (const char* text : {"auto", "x", "Y", ""}) EXPECT_FALSE(parse_up_axis(text).has_value()) << text;
}

TEST(InputOptions, Unit) {
  EXPECT_EQ(parse_unit("m"), 1);
  EXPECT_EQ(parse_unit("cm"), .01);
  EXPECT_EQ(parse_unit("mm"), .001);
  EXPECT_EQ(parse_unit("in"), .0254);
  EXPECT_EQ(parse_unit("ft"), .3048);
  EXPECT_EQ(parse_unit("2.5"), 2.5);
  for (const char* text : {"auto", "0", "-1", "nan", "inf", "1m", ""})
    EXPECT_FALSE(parse_unit(text).has_value()) << text;
}

TEST(InputOptions, RawSpec) {
  const auto spec = parse_raw_spec("513x257:u16be:south:corners");
  ASSERT_TRUE(spec.has_value());
  EXPECT_EQ(spec->width, 513);
  EXPECT_EQ(spec->height, 257);
  EXPECT_EQ(spec->type, RawSpec::Type::u16);
  EXPECT_TRUE(spec->big_endian && spec->south_first && spec->corners);
  EXPECT_EQ(parse_raw_spec("2x2:u8")->sample_bytes(), 1);
  EXPECT_EQ(parse_raw_spec("2x2:f64le")->sample_bytes(), 8);
  EXPECT_FALSE(parse_raw_spec("2x2:i16le")->big_endian);
  for (const char* text : {"", "513x513", "513:u16le", "1x5:u8", "5x-5:u8", "5x5x5:u8", "5x5:u16", "5x5:u8le",
                           "5x5:f16le", "5x5:u16xe", "5x5:u8:north", "5x99999999999:u8"}) {
    std::string why;
    EXPECT_FALSE(parse_raw_spec(text, &why).has_value()) << text;
    EXPECT_NE(why, "") << text;
  }
}

}  // namespace
}  // namespace ocean
