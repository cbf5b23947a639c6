// SPDX-License-Identifier: Apache-2.0
//
// A height raster as a file holds it, before it is placed in the world; and the plug-in's table through which
// GDAL reads one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libbake/io/plugin.h"

namespace ocean {

struct RasterFile {
  enum class Crs : uint8_t { none, projected, geographic };

  int32_t width = 0, height = 0;
  std::vector<float> values;   // row by row as stored; the file's own scale and offset applied; finite
  std::vector<uint8_t> valid;  // empty: all; else 0 = nodata, NaN, infinite or masked
  double code_limit =
      0;  // 255 or 65535 where samples are unsigned codes, -1 where other integers, 0 where floats
  // Where the file says so: centre of the first sample of the first row, and the steps to the next column and
  // row.
  bool placed = false;
  double x0 = 0, y0 = 0, dx = 1, dy = 1;  // in the coordinate system's units
  Crs crs = Crs::none;
  double unit_m = 1;                    // of a projected coordinate system: metres a unit
  std::optional<double> height_unit_m;  // where the file says so
  std::string crs_name;
  std::string projection;  // text of a .prj file that is still to be understood (RasterPlugin)
  std::string format;      // for people: "GeoTIFF", "ESRI ASCII grid", …
  std::vector<std::string> notes;
  std::vector<std::string> side_files;  // .prj, .tfw, .hdr, …: other files that were read with it
};

struct RasterPlugin : PluginTable {
  // Local files of GDAL's raster formats. Throws Error{input} that names the file: unreadable, damaged or cut
  // off, several bands, a palette, a rotated grid, a picture without heights. Grey stored as three equal
  // channels is read as one.
  RasterFile (*read)(const std::string& path);
  // projection → crs, unit_m and crs_name. Throws Error{input} that names path, the .prj file.
  void (*read_projection)(const std::string& path, RasterFile& file);
};

}  // namespace ocean
