// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/io/raster_test.h"

namespace ocean {
namespace {

using test::at;
using test::load;
using test::notes;
using test::raster;
using test::ScratchFile;
using test::usage_error;

TEST(RastersRealData, HawaiiInThreeFormats) {
  OCEAN_NEED_REAL_DATA();
  const Terrain text = load(test::real_data("heightmaps/hawaii_2min.asc"));
  const Terrain tiff16 = load(test::real_data("heightmaps/hawaii_i16.tif"));
  InputOptions options = at(test::real_data("heightmaps/hawaii_u16.png"));
  options.height_range = std::array<double, 2>{-6200, 6200};
  options.extent_m =
      std::array<double, 2>{text.bounds.max.x - text.bounds.min.x, text.bounds.max.y - text.bounds.min.y};
  const Terrain png = load(options);
  const HeightRaster a = raster(text), b = raster(tiff16), c = raster(png);
  EXPECT_EQ(a.heights, b.heights);
  ASSERT_EQ(a.heights.size(), c.heights.size());
  for (size_t i = 0; i < a.heights.size(); ++i)
    ASSERT_NEAR(a.heights[i], c.heights[i], .1) << i;  // half a code
  EXPECT_NEAR(a.dx, b.dx, 1e-3);
  EXPECT_NEAR(a.dy, b.dy, 1e-3);
  EXPECT_NEAR(a.x0, b.x0, .1);
  EXPECT_NEAR(a.dx, c.dx, 1e-6);
  EXPECT_EQ(text.bounds.min.z, -6134);
  EXPECT_EQ(text.bounds.max.z, 4000);
  EXPECT_NE(notes(text).find("coordinates are degrees, which is a guess"), std::string::npos);
  EXPECT_NE(notes(tiff16).find("coordinates are degrees (WGS 84)"), std::string::npos);
}

TEST(RastersRealData, SrtmTileWithVoidSea) {
  OCEAN_NEED_REAL_DATA();
  const Terrain t = load(test::real_data("heightmaps/N19W156.hgt"));
  const HeightRaster r = raster(t);
  EXPECT_EQ(r.width, 1201);
  const auto voids = std::count(r.valid.begin(), r.valid.end(), 0);
  EXPECT_NEAR(static_cast<double>(voids) / (1201. * 1201), .248, .0005);
  EXPECT_GE(t.bounds.min.z, 0);  // no −32768
  EXPECT_LT(t.bounds.max.z, 4206);
}

TEST(RastersRealData, UtmIsInMetresWhereItLies) {
  OCEAN_NEED_REAL_DATA();
  const Terrain t = load(test::real_data("heightmaps/olinda_dem_utm25s.tif"));
  EXPECT_NEAR(raster(t).dx, 89.994, .001);
  EXPECT_NEAR(t.bounds.min.x, 288776.25, .01);
  EXPECT_NEAR(t.bounds.max.y, 9120760.75, .01);
  EXPECT_NE(notes(t).find("UTM Zone 25, Southern Hemisphere"), std::string::npos);
  InputOptions options = at(test::real_data("heightmaps/olinda_dem_utm25s.tif"));
  options.unit_m = 1;
  EXPECT_NE(usage_error(options).find("says its unit itself"), std::string::npos);
}

TEST(RastersRealData, NanAndNodataValueAreTheSame) {
  OCEAN_NEED_REAL_DATA();
  InputOptions options = at(test::real_data("heightmaps/celt_landonly_f32_nan.tif"));
  options.texel_m = 100;
  const HeightRaster nan = raster(load(options));
  options.paths = {test::real_data("heightmaps/celt_landonly_f32_nodata-9999.tif")};
  const HeightRaster value = raster(load(options));
  EXPECT_EQ(nan.valid, value.valid);
  EXPECT_EQ(nan.heights, value.heights);
  // The half-float image has the sea floor too; on land it is the same within half's step.
  options.paths = {test::real_data("heightmaps/celt_half.exr")};
  const HeightRaster half = raster(load(options));
  ASSERT_EQ(half.heights.size(), nan.heights.size());
  for (size_t i = 0; i < nan.heights.size(); ++i) {
    if (nan.valid[i] != 0) {
      ASSERT_NEAR(half.heights[i], nan.heights[i], .5) << i;
    }
  }
}

TEST(RastersRealData, RawTilesShareTheirEdges) {
  OCEAN_NEED_REAL_DATA();
  InputOptions options = at(test::real_data("heightmaps/Terrain_1_1.r16"));
  options.raw = parse_raw_spec("513x513:u16le:south:corners");
  options.extent_m = std::array<double, 2>{1000, 1000};
  options.height_scale = 800. / 32766;
  const Terrain a = load(options);
  EXPECT_EQ(a.bounds.max.x, 1000);
  options.paths = {test::real_data("heightmaps/Terrain_2_1.r16")};
  const HeightRaster west = raster(a), east = raster(load(options));
  for (size_t j = 0; j < 513; ++j) ASSERT_EQ(west.heights[j * 513 + 512], east.heights[j * 513]) << j;
}

TEST(RastersRealData, GreyThatAnEditorTouched) {
  OCEAN_NEED_REAL_DATA();
  InputOptions options = at(test::real_data("heightmaps/aquamarin_rgb8.png"));
  options.texel_m = 4;
  options.height_scale = 2;
  const Terrain t = load(options);
  EXPECT_EQ(t.bounds.max, (Vec3d{4096, 4096, 510}));
  EXPECT_NE(notes(t).find("6370 samples, by at most 4 codes"), std::string::npos);
}

TEST(RastersRealData, MalformedHeaders) {
  OCEAN_NEED_REAL_DATA();
  const auto path = [](const std::string& name) { return test::real_data("malformed/other/" + name); };
  const HeightRaster dxdy = raster(load(path("dx_dy.asc")));
  EXPECT_EQ(dxdy.dx, 5);
  EXPECT_EQ(dxdy.dy, 10);
  EXPECT_EQ(dxdy.heights[0], -1);
  EXPECT_EQ(raster(load(path("xllcenter.asc"))).x0, 500000);
  const HeightRaster cells = raster(load(path("nodata_cells.asc")));
  EXPECT_EQ(cells.valid, (std::vector<uint8_t>{1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1}));
  const HeightRaster tiny = raster(load(path("nodata_fltmin.asc")));
  EXPECT_EQ(std::count(tiny.valid.begin(), tiny.valid.end(), 0), 1);
  const Terrain zero = load(path("land_at_exactly_zero.asc"));
  EXPECT_EQ(zero.bounds.min.z, 0);
}

TEST(RastersRealData, CutOffFilesThrow) {
  OCEAN_NEED_REAL_DATA();
  for (const char* name : {"hawaii_2min.asc", "hawaii_i16.tif", "hawaii_u16.png", "celt_half.exr",
                           "N19W156.hgt", "olinda_dem_utm25s.tif", "aquamarin_rgb8.png"}) {
    const std::string bytes = test::read_bytes(test::real_data(std::string("heightmaps/") + name));
    for (size_t i = 1; i < 8; ++i) {
      const ScratchFile cut(name, bytes.substr(0, bytes.size() * i / 8));
      InputOptions options = at(cut.path());
      options.texel_m = 1;
      EXPECT_NE(test::input_error([&] { load(options); }), "") << name << " cut to " << i << "/8";
    }
  }
}

}  // namespace
}  // namespace ocean
