// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/inspect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "libbake/core/error.h"
#include "libbake/io/outputs.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

constexpr int32_t kSide = 64;

// Distance to a circle and the direction toward it, and depth: the shape of a shore bake. Row 0 is north.
std::vector<float> cone() {
  std::vector<float> out;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const double u = x - 31.5, v = 31.5 - y, r = std::hypot(u, v);
      for (const double value : {r - 16, -u / r, -v / r, (r - 16) * 0.1})
        out.push_back(static_cast<float>(value));
    }
  }
  return out;
}

OutputRecord record_of(const std::string& file) {
  OutputRecord record;
  record.file = file;
  record.role = "shore";
  record.format = "exr-float";
  record.width = record.height = kSide;
  record.channels = {{"R", "signed distance", "m", {}, {}, {}, {}},
                     {"G", "wave direction, east", "", {}, {}, {}, {}},
                     {"B", "wave direction, north", "", {}, {}, {}, {}},
                     {"A", "depth", "m", {}, {}, {}, {}}};
  record.world = WorldRecord{0, 0, kSide, kSide, 1, "world"};
  return record;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class InspectTest : public testing::Test {
 protected:
  InspectTest() {
    OutputSet outputs(folder_.path(), {"oceanbake", "1.0", "shore", "cone", "{}", {}, {}, {}});
    outputs.write_image(record_of("cone.exr"), cone().data());
    outputs.fact("no_shoreline", "true");
    outputs.commit();
  }
  TempFolder folder_;
};

TEST_F(InspectTest, AnImagesFacts) {
  const std::string text = inspect(folder_.file("cone.exr"));
  EXPECT_TRUE(has(text, "\"width\": 64")) << text;
  EXPECT_TRUE(has(text, "\"type\": \"float\""));
  EXPECT_TRUE(has(text, "\"ocean:texel_m\": 1.0"));
  EXPECT_TRUE(has(text, read_manifest(folder_.file("cone.manifest.json")).outputs[0].content_hash));
  EXPECT_FALSE(has(text, "not_finite"));
  const std::vector<float> values = cone();
  double least = 1e9;
  for (size_t i = 0; i < values.size(); i += 4) least = std::min(least, double{values[i]});
  EXPECT_TRUE(has(text, "\"min\": " + number_text(least))) << text;
}

TEST_F(InspectTest, NumbersThatAreNoneAreCounted) {
  std::vector<float> values(16, 2.f);
  values[3] = std::numeric_limits<float>::quiet_NaN();
  values[4] = std::numeric_limits<float>::infinity();
  write_image(folder_.file("n.exr"), ImageFormat::exr_float, {4, 4, {"Y"}, SampleType::float32, {}},
              values.data());
  const std::string text = inspect(folder_.file("n.exr"));
  EXPECT_TRUE(has(text, "\"not_finite\": 2"));
  EXPECT_TRUE(has(text, "\"mean\": 2.0"));
  EXPECT_NO_THROW(preview(folder_.file("n.exr")));
}

TEST_F(InspectTest, AManifestAndOtherJson) {
  const std::string text = inspect(folder_.file("cone.manifest.json"));
  EXPECT_TRUE(has(text, "\"job\": \"shore\""));
  EXPECT_TRUE(has(text, "\"R\": \"signed distance [m]\""));
  EXPECT_TRUE(has(text, "\"no_shoreline\": true"));
  write_text(folder_.file("c.json"), "  {\"waves\": [1, 2]}");
  EXPECT_TRUE(has(inspect(folder_.file("c.json")), "\"waves\""));
  write_text(folder_.file("bad.json"), "{\n\"waves\": [1,\n");
  try {
    inspect(folder_.file("bad.json"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_TRUE(has(error.what(), "bad.json:3")) << error.what();
  }
}

TEST_F(InspectTest, AMeshWithItsGuesses) {
  write_text(folder_.file("tent.obj"), "v 0 0 -1\nv 400 0 1\nv 400 300 1\nv 0 300 -1\nf 1 2 3 4\n");
  const std::string text = inspect(folder_.file("tent.obj"));
  for (const char* part : {"\"kind\": \"mesh\"", "\"vertices\": 4", "\"triangles\": 2", "z is up", "guess"})
    EXPECT_TRUE(has(text, part)) << part << text;
  const auto max = text.find("\"max\"");
  ASSERT_NE(max, std::string::npos);
  EXPECT_NE(text.find("400.0", max), std::string::npos) << text;
  write_text(folder_.file("broken.obj"), "v 0 0 0\nf 1 2 3\n");
  EXPECT_THROW(inspect(folder_.file("broken.obj")), Error);
}

TEST_F(InspectTest, AHeightRaster) {
  write_text(folder_.file("h.asc"),
             "ncols 3\nnrows 2\nxllcorner 1000\nyllcorner 2000\ncellsize 10\nNODATA_value -9999\n"
             "1 2 -9999\n4 5 6.5\n");
  const std::string text = inspect(folder_.file("h.asc"));
  for (const char* part : {"\"kind\": \"height raster\"", "\"width\": 3", "\"height\": 2",
                           "\"nodata_samples\": 1", "\"texel_m\"", "10.0", "6.5", "1030.0"})
    EXPECT_TRUE(has(text, part)) << part << text;
}

TEST_F(InspectTest, ATiffThatIsNotPlacedIsShownAsImageAndAsHeights) {
  const std::vector<float> heights = {1, 2, 3, 4.5};
  write_image(folder_.file("h.tif"), ImageFormat::tiff_float, {2, 2, {"Y"}, SampleType::float32, {}},
              heights.data());
  const std::string text = inspect(folder_.file("h.tif"));
  for (const char* part : {"\"kind\": \"image\"", "\"kind\": \"height raster\"", "\"heights_m\"", "--texel"})
    EXPECT_TRUE(has(text, part)) << part << text;
}

TEST_F(InspectTest, WhatIsUnknownIsAnError) {
  write_text(folder_.file("x.bin"), "nothing known");
  EXPECT_THROW(inspect(folder_.file("x.bin")), Error);
  EXPECT_THROW(inspect(folder_.file("missing")), Error);
  EXPECT_THROW(inspect(folder_.path()), Error);
  EXPECT_THROW(preview(folder_.file("missing")), Error);
}

TEST_F(InspectTest, APreviewShowsChannelsAndDirection) {
  const Picture picture = preview(folder_.file("cone.manifest.json"));
  EXPECT_GT(picture.width, 900);
  EXPECT_GT(picture.height, 900);  // five panels in two rows
  const auto count = [&](Rgb colour_of) {
    return std::count(picture.pixels.begin(), picture.pixels.end(), colour_of);
  };
  EXPECT_GT(count(colour(ColourMap::diverging, 1)), 500);  // largest distances and depths, cut off at the top
  // The direction panel holds the hue of every quadrant.
  const double s = std::sqrt(0.5);
  for (const Rgb hue :
       {direction_colour(s, s), direction_colour(-s, s), direction_colour(s, -s), direction_colour(-s, -s)}) {
    EXPECT_TRUE(std::any_of(picture.pixels.begin(), picture.pixels.end(), [&](Rgb p) {
      return std::abs(p.r - hue.r) + std::abs(p.g - hue.g) + std::abs(p.b - hue.b) < 8;
    }));
  }
}

TEST_F(InspectTest, EveryShapeOfImageHasAPreview) {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 900}, {900, 1}, {441, 439}, {2000, 30}}) {
    const std::vector<float> values(static_cast<size_t>(width) * static_cast<size_t>(height), 3.f);
    write_image(folder_.file("s.exr"), ImageFormat::exr_float,
                {width, height, {"Y"}, SampleType::float32, {}}, values.data());
    const Picture picture = preview(folder_.file("s.exr"));
    EXPECT_EQ(std::count(picture.pixels.begin(), picture.pixels.end(), Rgb{255, 0, 255}), 0)
        << width << "x" << height;
  }
  const std::vector<uint8_t> codes(300, 77);
  write_image(folder_.file("c.png"), ImageFormat::png8, {10, 10, {"R", "G", "B"}, SampleType::u8, {}},
              codes.data());
  const Picture picture = preview(folder_.file("c.png"));
  EXPECT_EQ(std::count(picture.pixels.begin(), picture.pixels.end(), Rgb{77, 77, 77}), 440 * 440);
}

}  // namespace
}  // namespace ocean
