// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "libbake/io/height_image.h"
#include "libbake/io/image.h"
#include "tests/io/raster_test.h"

namespace ocean {
namespace {

using test::at;
using test::load;
using test::notes;
using test::raster;
using test::ScratchFile;
using test::usage_error;

template <class T>
std::string image(const ScratchFile& beside, ImageFormat format, std::vector<std::string> channels,
                  const std::vector<T>& samples) {
  const std::string path = (beside.folder() / ("image" + std::string(format_extension(format)))).string();
  ImageSpec spec;
  spec.width = 2;
  spec.height = 2;
  spec.channels = std::move(channels);
  spec.type = format_type(format);
  write_image(path, format, spec, samples.data());
  return path;
}

TEST(HeightImages, ImagesOfCodes) {
  const ScratchFile folder("x", "x");
  InputOptions options = at(image<uint16_t>(folder, ImageFormat::png16, {"Y"}, {0, 1, 32768, 65535}));
  EXPECT_NE(test::input_error([&] { load(options); }).find("--texel METRES or --extent"), std::string::npos);
  options.texel_m = 2;
  Terrain t = load(options);
  EXPECT_EQ(raster(t).heights, (std::vector<float>{32768, 65535, 0, 1}));
  EXPECT_NE(notes(t).find("one step of its 16-bit heights is 1 m, which is a guess"), std::string::npos);
  options.height_scale = 1;  // given: no guess, and no second word beside it
  EXPECT_EQ(notes(load(options)).find("guess"), std::string::npos);
  options.height_range = std::array<double, 2>{-100, 555.35};
  EXPECT_NE(usage_error(options).find("--height-range"), std::string::npos);
  options.height_scale.reset();
  t = load(options);
  EXPECT_EQ(raster(t).heights[1], 555.35f);
  EXPECT_EQ(raster(t).heights[2], -100);
  EXPECT_NEAR(raster(t).heights[3], -100 + .01, 1e-5);
  options.height_scale = 2;
  EXPECT_NE(usage_error(options).find("--height-range"), std::string::npos);
  options.height_range.reset();
  options.paths = {image<uint8_t>(folder, ImageFormat::png8, {"Y"}, {0, 1, 128, 255})};
  EXPECT_EQ(raster(load(options)).heights, (std::vector<float>{256, 510, 0, 2}));
}

TEST(HeightImages, ImagesOfFloatsAndTheirGaps) {
  const ScratchFile folder("x", "x");
  InputOptions options =
      at(image<float>(folder, ImageFormat::exr_float, {"Y"}, {-5.5f, std::nanf(""), 3, 4}));
  options.extent_m = std::array<double, 2>{20, 10};
  const Terrain t = load(options);
  EXPECT_EQ(raster(t).valid, (std::vector<uint8_t>{1, 1, 1, 0}));
  EXPECT_EQ(raster(t).heights[2], -5.5f);
  EXPECT_EQ(t.bounds.max, (Vec3d{20, 10, 4}));
  options.paths = {image<float>(folder, ImageFormat::exr_float, {"Y"}, std::vector<float>(4, std::nanf("")))};
  EXPECT_NE(test::input_error([&] { load(options); }).find("holds no height"), std::string::npos);
}

TEST(HeightImages, PicturesHoldNoHeights) {
  const ScratchFile folder("x", "x");
  InputOptions options =
      at(image<uint8_t>(folder, ImageFormat::png8, {"R", "G", "B"}, {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}));
  options.texel_m = 1;
  EXPECT_EQ(raster(load(options)).heights, (std::vector<float>{3, 4, 1, 2}));
  options.paths = {
      image<uint8_t>(folder, ImageFormat::png8, {"R", "G", "B"}, {1, 1, 1, 2, 90, 2, 3, 3, 3, 4, 4, 4})};
  EXPECT_NE(test::input_error([&] { load(options); }).find("a picture, not heights"), std::string::npos);
  options.paths = {image<uint8_t>(folder, ImageFormat::png8, {"Y", "A"}, {1, 255, 2, 0, 3, 255, 4, 255})};
  EXPECT_EQ(raster(load(options)).valid, (std::vector<uint8_t>{1, 1, 1, 0}));
}

TEST(HeightImages, RawOrdersTypesAndSizes) {
  const std::string bytes("\0\1\0\2\0\3\1\4\0\5\0\6", 12);
  const ScratchFile file("a.r16", bytes);
  EXPECT_NE(usage_error(at(file.path())).find("pass --raw WxH:TYPE"), std::string::npos);
  InputOptions options = at(file.path());
  options.texel_m = 1;
  const auto heights = [&](const char* spec) {
    options.raw = parse_raw_spec(spec);
    return raster(load(options)).heights;
  };
  EXPECT_EQ(heights("3x2:u16be"), (std::vector<float>{260, 5, 6, 1, 2, 3}));
  EXPECT_EQ(heights("3x2:u16be:south"), (std::vector<float>{1, 2, 3, 260, 5, 6}));
  EXPECT_EQ(heights("3x2:u16le"), (std::vector<float>{1025, 1280, 1536, 256, 512, 768}));
  EXPECT_EQ(heights("6x2:u8")[0], 1);
  options.raw = parse_raw_spec("3x2:u16be:corners");
  EXPECT_EQ(load(options).bounds.max, (Vec3d{2, 1, 260}));
  EXPECT_FALSE(raster(load(options)).cells);
  options.raw = parse_raw_spec("4x2:u16be");
  EXPECT_NE(
      test::input_error([&] { load(options); }).find("has 12 bytes, but 4 x 2 samples of 2 bytes are 16"),
      std::string::npos);
  const ScratchFile negative("a.raw", std::string("\xff\xfe\0\1\x80\0\0\0", 8));
  options.paths = {negative.path()};
  EXPECT_EQ(heights("2x2:i16be"), (std::vector<float>{-32768, 0, -2, 1}));
  options.height_range = std::array<double, 2>{0, 1};
  EXPECT_NE(usage_error(options).find("--height-range"), std::string::npos);
}

}  // namespace
}  // namespace ocean
