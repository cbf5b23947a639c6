// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/place_raster.h"
#include "tests/io/raster_test.h"

namespace ocean {
namespace {

using test::at;
using test::load;
using test::notes;
using test::raster;
using test::ScratchFile;
using test::usage_error;

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
  EXPECT_NE(notes(t).find("metres are a guess, as the file names no coordinate system"), std::string::npos);
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
  EXPECT_NE(notes(t).find("coordinates are degrees, which is a guess"), std::string::npos);
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

// --- TIFF with a world file: grids as files rarely have them -----------------------------------------------

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
  options.height_scale = 1;  // so does a 1
  EXPECT_EQ(place_raster(file, "feet.tif", options).raster.heights, (std::vector<float>{-1, 9, 19, 29}));
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

}  // namespace
}  // namespace ocean
