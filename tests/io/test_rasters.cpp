// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>

#include "libbake/io/image.h"
#include "libbake/io/load_terrain.h"
#include "libbake/io/place_raster.h"
#include "tests/io/io_test.h"

namespace ocean {
namespace {

using test::pool;
using test::ScratchFile;

InputOptions at(const std::string& path) {
  InputOptions options;
  options.paths = {path};
  return options;
}
Terrain load(const InputOptions& options) { return load_terrain(pool(), options); }
Terrain load(const std::string& path) { return load(at(path)); }
HeightRaster raster(const Terrain& t) { return std::get<HeightRaster>(t.shape); }
std::string notes(const Terrain& t) {
  std::string text;
  for (const std::string& note : t.notes) text += note + "\n";
  return text;
}
std::string usage_error(const InputOptions& options) {
  try {
    load(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage) << error.what();
    return error.what();
  }
  return "";
}

const std::string kBody = "1 2 3\n4 5 6\n";
std::string asc(const std::string& placement) { return "ncols 3\nnrows 2\n" + placement + kBody; }

TEST(Rasters, AscRowsAreTurnedSouthFirst) {
  const ScratchFile file("a.asc", asc("xllcorner 1000\nyllcorner 2000\ncellsize 10\n"));
  const Terrain t = load(file.path());
  const HeightRaster r = raster(t);
  EXPECT_EQ(r.heights, (std::vector<float>{4, 5, 6, 1, 2, 3}));
  EXPECT_TRUE(r.valid.empty());
  EXPECT_TRUE(r.cells);
  EXPECT_EQ((std::vector<double>{r.x0, r.y0, r.dx, r.dy}), (std::vector<double>{1005, 2005, 10, 10}));
  EXPECT_EQ(t.bounds.min, (Vec3d{1000, 2000, 1}));
  EXPECT_EQ(t.bounds.max, (Vec3d{1030, 2020, 6}));
  EXPECT_NE(notes(t).find("guess: the file names no coordinate system"), std::string::npos);
}

TEST(Rasters, CornerAndCentreDifferByHalfACell) {
  const ScratchFile corner("a.asc", asc("xllcorner 1000\nyllcorner 2000\ncellsize 10\n"));
  const ScratchFile centre("a.asc", asc("xllcenter 1000\nyllcenter 2000\ncellsize 10\n"));
  EXPECT_EQ(raster(load(corner.path())).x0 - raster(load(centre.path())).x0, 5);
  EXPECT_EQ(raster(load(corner.path())).y0 - raster(load(centre.path())).y0, 5);
}

TEST(Rasters, DegreesAreAGuessThatUnitOverrides) {
  const ScratchFile file("a.asc", asc("xllcorner -158\nyllcorner 59.9\ndx 0.1\ndy 0.1\n"));
  const Terrain t = load(file.path());
  EXPECT_NE(notes(t).find("guess: coordinates are degrees"), std::string::npos);
  // One degree at 60°: 55,800 m east, 111,412 m north (tables of the WGS 84 ellipsoid).
  EXPECT_NEAR(raster(t).dx, 5580.0, .1);
  EXPECT_NEAR(raster(t).dy, 11141.2, .1);
  EXPECT_NEAR(t.bounds.min.x + t.bounds.max.x, 0, 1e-6);
  EXPECT_NEAR(t.bounds.min.y + t.bounds.max.y, 0, 1e-6);
  InputOptions options = at(file.path());
  options.unit_m = 1;
  EXPECT_EQ(raster(load(options)).dx, .1);
}

TEST(Rasters, OptionsReplaceThePlacement) {
  const ScratchFile file("a.asc", asc("xllcorner -158\nyllcorner 59.9\ncellsize 0.1\n"));
  InputOptions options = at(file.path());
  options.texel_m = 4;
  options.height_scale = 2;
  options.height_offset = -1;
  Terrain t = load(options);
  EXPECT_EQ(t.bounds.max, (Vec3d{12, 8, 11}));
  EXPECT_EQ(raster(t).x0, 2);
  options.extent_m = std::array<double, 2>{30, 10};
  EXPECT_NE(usage_error(options).find("give one of them"), std::string::npos);
  options.texel_m.reset();
  t = load(options);
  EXPECT_EQ(raster(t).dx, 10);
  EXPECT_EQ(raster(t).dy, 5);
  options.extent_m = std::array<double, 2>{30, 0};
  EXPECT_NE(usage_error(options).find("must be positive"), std::string::npos);
  options.unit_m = .01;
  EXPECT_NE(usage_error(options).find("are in metres"), std::string::npos);
}

// --- TIFF with a world file: grids as files rarely have them
// -------------------------------------------------------------

// An uncompressed float TIFF of 3 x 2 samples 1…6, `bands` of them interleaved (band b adds b·spread).
std::string tiff(int bands = 1, float spread = 0) {
  std::string out("II*\0\x08\0\0\0", 8);
  const int entries = 10, data = 8 + 2 + entries * 12 + 4 + 64;
  const auto u16 = [&](int v) { out += {static_cast<char>(v & 255), static_cast<char>(v >> 8)}; };
  const auto entry = [&](int tag, int count, int value) {
    u16(tag);
    u16(3);
    u16(count);
    u16(0);
    u16(value);
    u16(0);
  };
  u16(entries);
  entry(256, 1, 3);
  entry(257, 1, 2);
  entry(258, 1, 32);
  entry(259, 1, 1);
  entry(262, 1, 1);
  entry(273, 1, data);
  entry(277, 1, bands);
  entry(278, 1, 2);
  entry(279, 1, 24 * bands);
  entry(339, 1, 3);
  out.resize(static_cast<size_t>(data));
  for (int i = 1; i <= 6; ++i) {
    for (int b = 0; b < bands; ++b) {
      const float v = static_cast<float>(i) + static_cast<float>(b) * spread;
      out.append(reinterpret_cast<const char*>(&v), 4);
    }
  }
  return out;
}

Terrain load_with_world_file(const std::string& world) {
  const ScratchFile file("a.tif", tiff());
  std::ofstream(file.folder() / "a.tfw") << world;
  return load(file.path());
}

TEST(Rasters, NorthUpAndSouthUpGiveTheSame) {
  const HeightRaster north = raster(load_with_world_file("10\n0\n0\n-20\n1005\n2020\n"));
  EXPECT_EQ(north.heights, (std::vector<float>{4, 5, 6, 1, 2, 3}));
  EXPECT_EQ((std::vector<double>{north.x0, north.y0, north.dx, north.dy}),
            (std::vector<double>{1005, 2000, 10, 20}));
  const HeightRaster south = raster(load_with_world_file("10\n0\n0\n20\n1005\n2000\n"));
  EXPECT_EQ(south.heights, (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ((std::vector<double>{south.x0, south.y0, south.dx, south.dy}),
            (std::vector<double>{1005, 2000, 10, 20}));
}

TEST(Rasters, SideFilesAreNamed) {
  const ScratchFile file("a.tif", tiff());
  const std::string world = (file.folder() / "a.tfw").string();
  std::ofstream(world) << "10\n0\n0\n-20\n1005\n2020\n";
  std::ofstream(file.folder() / "b.tfw") << "another's";
  EXPECT_EQ(load(file.path()).files, (std::vector<std::string>{file.path(), world}));
}

TEST(Rasters, TheFilesUnitOfHeightsStaysBesideAnOffset) {
  RasterFile file;
  file.width = file.height = 2;
  file.values = {0, 10, 20, 30};
  file.placed = true;
  file.height_unit_m = .3048;
  InputOptions options = at("feet.tif");
  options.unit_m = 1;
  options.height_offset = -1;
  EXPECT_EQ(place_raster(file, "feet.tif", options).raster.heights,
            (std::vector<float>{-1, 2.048f, 5.096f, 8.144f}));
  options.height_scale = 2;  // the user's word goes before the file's
  EXPECT_EQ(place_raster(file, "feet.tif", options).raster.heights, (std::vector<float>{-1, 19, 39, 59}));
}

TEST(Rasters, RotatedGridsAreRefused) {
  EXPECT_NE(test::input_error([] { load_with_world_file("10\n1\n1\n-10\n0\n0\n"); }).find("rotated"),
            std::string::npos);
  EXPECT_NE(test::input_error([] { load_with_world_file("-10\n0\n0\n-10\n0\n0\n"); }).find("run east"),
            std::string::npos);
}

TEST(Rasters, BandsOfHeightsAndOfPictures) {
  const ScratchFile grey("a.tif", tiff(3)), picture("a.tif", tiff(3, 1)), two("a.tif", tiff(2, 1));
  InputOptions options = at(grey.path());
  options.texel_m = 1;
  EXPECT_EQ(raster(load(options)).heights, (std::vector<float>{4, 5, 6, 1, 2, 3}));
  for (const std::string& path : {picture.path(), two.path()}) {
    options.paths = {path};
    EXPECT_NE(test::input_error([&] { load(options); }), "");
  }
}

TEST(Rasters, VirtualAndNetworkSetsAreNotOpened) {
  const ScratchFile vrt(
      "a.tif",
      "<VRTDataset rasterXSize=\"2\" rasterYSize=\"2\"><VRTRasterBand dataType=\"Byte\" band=\"1\"/>"
      "</VRTDataset>");
  const ScratchFile wms(
      "a.asc",
      "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>http://example.com/${z}</ServerUrl></Service>"
      "</GDAL_WMS>");
  EXPECT_NE(test::input_error([&] { load(vrt.path()); }), "");
  EXPECT_NE(test::input_error([&] { load(wms.path()); }), "");
}

// --- Images and raw files
// -----------------------------------------------------------------------------------------------

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

TEST(Rasters, ImagesOfCodes) {
  const ScratchFile folder("x", "x");
  InputOptions options = at(image<uint16_t>(folder, ImageFormat::png16, {"Y"}, {0, 1, 32768, 65535}));
  EXPECT_NE(test::input_error([&] { load(options); }).find("--texel METRES or --extent"), std::string::npos);
  options.texel_m = 2;
  Terrain t = load(options);
  EXPECT_EQ(raster(t).heights, (std::vector<float>{32768, 65535, 0, 1}));
  EXPECT_NE(notes(t).find("guess: one step of the 16-bit heights is 1 m"), std::string::npos);
  options.height_range = std::array<double, 2>{-100, 555.35};
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

TEST(Rasters, ImagesOfFloatsAndTheirGaps) {
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

TEST(Rasters, PicturesHoldNoHeights) {
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

TEST(Rasters, RawOrdersTypesAndSizes) {
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

// --- Real data
// ----------------------------------------------------------------------------------------------------------

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
  EXPECT_NE(notes(text).find("guess: coordinates are degrees"), std::string::npos);
  EXPECT_NE(notes(tiff16).find("WGS 84 in degrees"), std::string::npos);
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
