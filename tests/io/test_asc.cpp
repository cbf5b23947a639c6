// SPDX-License-Identifier: Apache-2.0
//
// ESRI ASCII grids: what a lenient reader takes for 0, or passes over, is an error that names its place.
#include "libbake/io/asc_reader.h"

#include <cmath>
#include <random>

#include "libbake/io/asc_header.h"
#include "tests/io/raster_test.h"

namespace ocean {
namespace {

using test::at;
using test::load;
using test::notes;
using test::raster;
using test::ScratchFile;

RasterFile read(const std::string& text, int64_t chunk_bytes = 1 << 20) {
  return read_asc(test::pool(), ByteSource(text, "a.asc"), chunk_bytes);
}
std::string refused(const std::string& text) {
  std::string first;
  for (const int64_t chunk : {1, 7, 1 << 20}) {
    const std::string error = test::input_error([&] { read(text, chunk); });
    if (first.empty()) first = error;
    EXPECT_EQ(error, first) << "chunks of " << chunk << " bytes";
  }
  return first;
}

const std::string kHead = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n";

TEST(Asc, NumbersAsTheyCome) {
  const std::string text =
      "\xef\xbb\xbfNCOLS 3\r\nNRows  2\r\n\r\nxllcenter 10\r\nYLLCENTER\t20\r\ndx 2\r\n dy 4\r\n"
      "NODATA_value -9999\r\n 1 -2.5\t+3e1 \r\n\r\n.5 -9999.0 6.\r\n\x1a";
  for (const int64_t chunk : {1, 5, 16, 1 << 20}) {
    const RasterFile file = read(text, chunk);
    EXPECT_EQ(file.values, (std::vector<float>{1, -2.5f, 30, .5f, 0, 6}));
    EXPECT_EQ(file.valid, (std::vector<uint8_t>{1, 1, 1, 1, 0, 1}));
    EXPECT_EQ((std::vector<double>{file.x0, file.y0, file.dx, file.dy}),
              (std::vector<double>{10, 24, 2, -4}));
    EXPECT_EQ(file.code_limit, 0);
    EXPECT_TRUE(file.notes.empty());
  }
  EXPECT_EQ(read(kHead + "1 2 3\n4 5 6").code_limit, -1);
}

TEST(Asc, CellsThatAreNoNumbers) {
  EXPECT_EQ(refused(kHead + "1 2 3\n4 12x 6\n"), "a.asc:7: column 2, row 2: expected a number, found '12x'");
  EXPECT_EQ(refused(kHead + "1 2 abc\n4 5 6\n"), "a.asc:6: column 3, row 1: expected a number, found 'abc'");
  EXPECT_EQ(refused(kHead + "abc 2 3\n4 5 6\n"), "a.asc:6: column 1, row 1: expected a number, found 'abc'");
  for (const char* bad : {"0x10", "1e", "--1", "1.2.3", "inf", "1e+", "1;2", "*"})
    EXPECT_NE(refused(kHead + "1 2 3\n4 " + bad + " 6\n").find("expected a number, found '"),
              std::string::npos)
        << bad;
  EXPECT_NE(refused(kHead + "1 2 3\n4 1e39 6\n").find("beyond the heights that 32-bit floats hold"),
            std::string::npos);
  EXPECT_NE(refused(kHead + "1 2 3\n4 1e999 6\n").find("beyond the heights"), std::string::npos);
}

TEST(Asc, NanIsNoDataOnlyWhereTheHeaderSaysSo) {
  EXPECT_EQ(refused(kHead + "1 nan 3\n4 5 6\n"),
            "a.asc:6: column 2, row 1: expected a number, found 'nan'; write nodata_value there, or "
            "'nodata_value nan' into the header");
  EXPECT_NE(refused(kHead + "nodata_value -1\n1 NaN 3\n4 5 6\n"), "");
  EXPECT_EQ(read(kHead + "nodata_value nan\nNaN 2 3\n4 -nan 6\n").valid,
            (std::vector<uint8_t>{0, 1, 1, 1, 0, 1}));
}

TEST(Asc, NodataIsComparedAsFloats) {
  EXPECT_EQ(
      read(kHead + "nodata_value -3.40282306074e+38\n1 -340282306073709652508363335590014353408 3 4 5 6")
          .valid,
      (std::vector<uint8_t>{1, 0, 1, 1, 1, 1}));
  EXPECT_EQ(read(kHead + "nodata_value -1.79769e+308\n1 -1.79769e+308 3 4 5 6").valid,
            (std::vector<uint8_t>{1, 0, 1, 1, 1, 1}));
}

TEST(Asc, TooManyAndTooFew) {
  EXPECT_EQ(refused(kHead + "1 2 3\n4 5\n"),
            "a.asc:7: expected 3 cells (ncols), found 2; the line is damaged or cut off, or ncols is wrong");
  EXPECT_EQ(refused(kHead + "1 2 3 4\n4 5 6\n"),
            "a.asc:6: expected 3 cells (ncols), found 4; the line is damaged or cut off, or ncols is wrong");
  // As many as announced, but the second row would begin one cell early.
  EXPECT_NE(refused(kHead + "1 2\n3 4 5 6\n").find("a.asc:6: expected 3 cells"), std::string::npos);
  EXPECT_EQ(refused(kHead + "1 2 3\n4 5 6\n7 8 9\n"),
            "a.asc: expected 3 x 2 = 6 cells (ncols, nrows), found 9; the header is wrong");
  EXPECT_EQ(refused(kHead + "1 2 3\n"),
            "a.asc: expected 3 x 2 = 6 cells (ncols, nrows), found 3; the file is cut off, or its header is "
            "wrong");
  EXPECT_NE(refused(kHead), "");
  // Rows may be broken, or stand on one line.
  const std::vector<float> all{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(read(kHead + "1 2\n3 4\n5 6\n").values, all);
  EXPECT_EQ(read(kHead + "1 2 3 4 5 6").values, all);
}

TEST(Asc, AnnouncedSizesAreNoPromises) {
  EXPECT_NE(refused("ncols 40000\nnrows 40000\ncellsize 1\n1 2 3\n").find("found 3"), std::string::npos);
  EXPECT_NE(refused("ncols 100000\nnrows 100000\ncellsize 1\n1\n").find("cut it into tiles"),
            std::string::npos);
}

TEST(Asc, Headers) {
  const std::string cells = "1 2 3\n4 5 6\n";
  const auto says = [&](const std::string& head, const std::string& part) {
    EXPECT_NE(refused(head + cells).find(part), std::string::npos) << refused(head + cells);
  };
  says("ncols 3x\nnrows 2\n",
       "a.asc:1: expected a whole number from 1 to 2147483647 after ncols, found '3x'");
  says("ncols 0\nnrows 2\n", "a.asc:1:");
  says("ncols 3\nnrows\n", "a.asc:2: expected a number after nrows, found the end of the line");
  says("ncols 3\nnrow 2\n", "a.asc:2: unknown header key 'nrow'; did you mean 'nrows'?");
  says("ncols 3\nncols 3\nnrows 2\n", "a.asc:2: the header gives ncols a second time");
  says("ncols 3\ncellsize 1\n", "the header ends without nrows");
  says("ncols 3\nnrows 2\ncellsize -1\n", "a.asc:3: cellsize is -1; it must be above 0");
  says("ncols 3\nnrows 2\ncellsize 1 m\n", "a.asc:3: expected the end of the line after cellsize, found 'm'");
  says("ncols 3\nnrows 2\ncellsize 1\ndx 2\ndy 2\n", "cellsize beside dx or dy");
  says("ncols 3\nnrows 2\ndx 2\n", "only one of dx and dy");
  says("ncols 3\nnrows 2\ncellsize 1\nxllcorner 5\n", "only one of the corner's coordinates");
  says("ncols 3\nnrows 2\nxllcorner 5\nxllcenter 5\n", "a.asc:4: the header gives the place");
  says("ncols 3\nnrows 2\ncellsize nan\n", "a.asc:3: expected a number after cellsize, found 'nan'");
  EXPECT_FALSE(read("ncols 3\nnrows 2\n" + cells).placed);
  const RasterFile origin = read("ncols 3\nnrows 2\ncellsize 2\n" + cells);
  EXPECT_EQ(origin.x0, 1);
  EXPECT_EQ(origin.notes.size(), 1u);
}

TEST(Asc, DecimalCommasAreSaid) {
  const RasterFile file = read("ncols 3\nnrows 2\ncellsize 0,5\n1,5 2 -3,25\n4 5 6\n");
  EXPECT_EQ(file.values, (std::vector<float>{1.5f, 2, -3.25f, 4, 5, 6}));
  EXPECT_EQ(file.dx, .5);
  EXPECT_EQ(file.notes.front(), "its decimal commas are read as points");
  EXPECT_NE(refused(kHead + "1,234,5 2 3\n4 5 6\n"), "");
  EXPECT_NE(refused(kHead + "1,234.5 2 3\n4 5 6\n"), "");
}

TEST(Asc, TheCoordinateSystemLiesBeside) {
  const ScratchFile file("a.asc", kHead + "1 2 3\n4 5 6\n");
  const std::string side = (file.folder() / "a.prj").string();
  std::ofstream(side)
      << "PROJCS[\"Feet\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\","
         "6378137.0,298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],"
         "PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"Scale_Factor\",1.0],UNIT[\"Foot\",0.3048]]";
  const Terrain t = load(file.path());
  EXPECT_NEAR(raster(t).dx, .3048, 1e-12);
  EXPECT_EQ(t.files, (std::vector<std::string>{file.path(), side}));
  EXPECT_NE(notes(t).find("Feet"), std::string::npos);
  std::ofstream(side) << "nothing that is known";
  const std::string error = test::input_error([&] { load(file.path()); });
  EXPECT_EQ(error.substr(0, side.size()), side);
  EXPECT_NE(error.find("names no coordinate system"), std::string::npos);
}

// Whatever the chunks and threads: the same samples, and the same first error.
TEST(Asc, ChunksDoNotShow) {
  std::mt19937 random(3);
  std::string text = "ncols 40\nnrows 30\ncellsize 1\nnodata_value 7\n";
  for (int i = 0; i < 1200; ++i)
    text += std::to_string(static_cast<int>(random() % 2000) - 1000) + (random() % 4 ? ".5" : "") +
            (i % 40 == 39 ? "\n" : " ");
  const RasterFile whole = read(text);
  for (const int64_t chunk : {1, 3, 64, 1000}) {
    const RasterFile parts = read(text, chunk);
    EXPECT_EQ(parts.values, whole.values);
    EXPECT_EQ(parts.valid, whole.valid);
  }
}

// One was no line end where lines were counted, but was one where the file was cut: errors differed.
TEST(Asc, ALoneCrEndsALineForEveryCut) {
  EXPECT_EQ(refused(kHead + "1\r2\n1 2 3\n4 5 6\n"),
            "a.asc: expected 3 x 2 = 6 cells (ncols, nrows), found 8; the header is wrong");
  EXPECT_EQ(refused(kHead + "1 2 3\r4 5\r"),
            "a.asc:7: expected 3 cells (ncols), found 2; the line is damaged or cut off, or ncols is wrong");
  EXPECT_EQ(read(kHead + "1 2 3\r4 5 6\r").values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST(Asc, OtherTextsAreLeftToOtherReaders) {
  for (const char* head : {"ncols 3\n", " NROWS 2", "\xef\xbb\xbfxllcorner 1", "NODATA_value 1", "dx\t1"})
    EXPECT_TRUE(is_asc_head(head)) << head;
  for (const char* head : {"", "north: 4\n", "DSAA\n", "1 2 3\n", "ncolsx 3\n"})
    EXPECT_FALSE(is_asc_head(head)) << head;
}

}  // namespace
}  // namespace ocean
