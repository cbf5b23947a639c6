// SPDX-License-Identifier: Apache-2.0
//
// Georeferenced rasters through GDAL: local files of formats that hold heights. Its network drivers and
// virtual datasets (which may name anything) are not opened.
#include <cpl_error.h>
#include <cpl_string.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <mutex>

#include "libbake/core/error.h"
#include "libbake/io/only_errors.h"
#include "libbake/io/raster_file.h"

namespace ocean {
namespace {

// Local formats with one file, or side files of the same name.
constexpr const char* kDrivers[] = {
    "GTiff", "AAIGrid", "GRASSASCIIGrid", "SRTMHGT",  "DTED",  "USGSDEM", "EHdr", "ENVI",
    "HFA",   "BT",      "GSAG",           "GSBG",     "GS7BG", "XYZ",     "SAGA", "RST",
    "ISG",   "LCP",     "Terragen",       "LEVELLER", "ERS",   "netCDF",  "PNG",  "JPEG",
    "BMP",   nullptr};

void read_crs(const std::string& path, const OGRSpatialReference* crs, RasterFile& file) {
  if (crs == nullptr) return;
  const char* name = crs->GetName();
  file.crs_name = name != nullptr ? name : "unnamed";
  if (crs->IsGeographic() != 0) {
    file.crs = RasterFile::Crs::geographic;
    const double degrees = crs->GetAngularUnits() * 57.295779513082323;  // angular units are in radians
    if (std::fabs(degrees - 1) > 1e-9)
      throw Error(ErrorKind::input, path,
                  "has coordinates in an angular unit other than degrees; reproject it (gdalwarp)");
  } else if (crs->IsProjected() != 0 || crs->IsLocal() != 0) {
    file.crs = RasterFile::Crs::projected;
    file.unit_m = crs->GetLinearUnits();
  }
}

// "GeoTIFF", not "GTiff".
std::string format_name(GDALDriver& driver) {
  const char* const name = driver.GetMetadataItem(GDAL_DMD_LONGNAME);
  return name != nullptr ? name : driver.GetDescription();
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}
  RasterFile read();

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::input, path_, what); }
  [[noreturn]] void fail_cut_off() const {
    fail("cannot be read to its end: " + last_error() + "; the file is truncated or damaged");
  }
  static std::string last_error() {
    const char* text = CPLGetLastErrorMsg();
    return text != nullptr && text[0] != '\0' ? text : "no reason given";
  }
  GDALRasterBand& height_band(GDALDataset& data);
  bool bands_are_equal(GDALDataset& data, int count);
  void read_side_files(GDALDataset& data);
  void read_placement(GDALDataset& data);
  void read_values(GDALRasterBand& band);
  void read_mask(GDALRasterBand& band);

  const std::string path_;
  RasterFile file_;
};

RasterFile Reader::read() {
  CPLErrorReset();
  const GDALDatasetUniquePtr data(
      GDALDataset::Open(path_.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, kDrivers));
  if (!data) fail("cannot be read as a height raster: " + last_error() + "; convert it to GeoTIFF");
  if (data->GetRasterCount() == 0)
    fail("holds no raster; name one of its layers by converting it to GeoTIFF");
  file_.format = format_name(*data->GetDriver());
  file_.width = data->GetRasterXSize();
  file_.height = data->GetRasterYSize();
  if (int64_t{file_.width} * file_.height > std::numeric_limits<int32_t>::max()) {
    fail("has " + std::to_string(file_.width) + " x " + std::to_string(file_.height) +
         " samples, more than 2147483647; cut it into tiles");
  }
  GDALRasterBand& band = height_band(*data);
  read_side_files(*data);
  read_placement(*data);
  read_crs(path_, data->GetSpatialRef(), file_);
  read_values(band);
  read_mask(band);
  return std::move(file_);
}

GDALRasterBand& Reader::height_band(GDALDataset& data) {
  GDALRasterBand& band = *data.GetRasterBand(1);
  if (band.GetColorTable() != nullptr)
    fail("is a picture with a palette, which holds no heights; convert it to grey levels");
  if (GDALDataTypeIsComplex(band.GetRasterDataType()) != 0) fail("holds complex numbers, not heights");
  int bands = data.GetRasterCount();
  while (bands > 1 && data.GetRasterBand(bands)->GetColorInterpretation() == GCI_AlphaBand) --bands;
  if (bands > 1 && !(bands == 3 && bands_are_equal(data, bands))) {
    fail("has " + std::to_string(bands) +
         (bands == 3 ? " different channels: a picture, not heights; export the heights as one grey channel"
                     : " bands; keep the one with the heights (gdal_translate -b N)"));
  }
  return band;
}

bool Reader::bands_are_equal(GDALDataset& data, int count) {
  const size_t width = static_cast<size_t>(file_.width);
  std::vector<double> first(width), other(width);
  for (int y = 0; y < file_.height; ++y) {
    for (int b = 1; b <= count; ++b) {
      std::vector<double>& row = b == 1 ? first : other;
      if (data.GetRasterBand(b)->RasterIO(GF_Read, 0, y, file_.width, 1, row.data(), file_.width, 1,
                                          GDT_Float64, 0, 0, nullptr) != CE_None) {
        fail_cut_off();
      }
      if (b > 1 && other != first) return false;
    }
  }
  return true;
}

// In ascending order, which GDAL's list does not promise.
void Reader::read_side_files(GDALDataset& data) {
  const CPLStringList files(data.GetFileList());
  for (int k = 0; k < files.Count(); ++k) {
    const char* const file = files[k];
    std::error_code unknown;
    if (file != path_ && std::filesystem::is_regular_file(file, unknown)) file_.side_files.emplace_back(file);
  }
  std::sort(file_.side_files.begin(), file_.side_files.end());
}

void Reader::read_placement(GDALDataset& data) {
  double g[6];
  if (data.GetGeoTransform(g) != CE_None) {
    if (data.GetGCPCount() > 0) fail("is placed by ground control points; resample it to a grid (gdalwarp)");
    return;
  }
  for (const double value : g) {
    if (!std::isfinite(value)) fail("has a geotransform that is not finite; set it anew (gdal_edit.py)");
  }
  if (g[2] != 0 || g[4] != 0) fail("is a rotated or sheared grid; resample it north up (gdalwarp)");
  if (!(g[1] > 0) || g[5] == 0) fail("has columns that do not run east; resample it north up (gdalwarp)");
  file_.placed = true;
  file_.dx = g[1];
  file_.dy = g[5];
  file_.x0 = g[0] + .5 * g[1];
  file_.y0 = g[3] + .5 * g[5];
}

void Reader::read_values(GDALRasterBand& band) {
  const GDALDataType type = band.GetRasterDataType();
  const bool floats = type == GDT_Float32 || type == GDT_Float64;
  file_.code_limit = type == GDT_Byte ? 255 : type == GDT_UInt16 ? 65535 : floats ? 0 : -1;
  int has_nodata = 0;
  double nodata = band.GetNoDataValue(&has_nodata);
  // A nodata value of a float raster is often written with more digits than the samples have.
  const auto rounded = [&](double v) {
    return type == GDT_Float32 ? static_cast<double>(static_cast<float>(v)) : v;
  };
  nodata = rounded(nodata);
  const double scale = band.GetScale(), offset = band.GetOffset();
  const std::string unit = band.GetUnitType();
  if (unit == "m" || unit == "metre" || unit == "meter" || unit == "metres" || unit == "meters")
    file_.height_unit_m = 1;
  else if (unit == "ft" || unit == "foot" || unit == "feet") file_.height_unit_m = .3048;
  else if (unit == "US survey foot" || unit == "us-ft" || unit == "sfoot") file_.height_unit_m = 1200. / 3937;
  else if (unit == "cm") file_.height_unit_m = .01;

  const size_t width = static_cast<size_t>(file_.width), samples = width * static_cast<size_t>(file_.height);
  file_.values.resize(samples);
  std::vector<double> row(width);
  for (int y = 0; y < file_.height; ++y) {
    if (band.RasterIO(GF_Read, 0, y, file_.width, 1, row.data(), file_.width, 1, GDT_Float64, 0, 0,
                      nullptr) != CE_None) {
      fail_cut_off();
    }
    for (size_t x = 0; x < width; ++x) {
      const size_t at = static_cast<size_t>(y) * width + x;
      const double value = row[x] * scale + offset;
      const bool good = std::isfinite(row[x]) && !(has_nodata != 0 && row[x] == nodata) &&
                        std::fabs(value) <= static_cast<double>(std::numeric_limits<float>::max());
      file_.values[at] = good ? static_cast<float>(value) : 0;
      if (good) continue;
      if (file_.valid.empty()) file_.valid.assign(samples, 1);
      file_.valid[at] = 0;
    }
  }
}

// Masks and alpha channels; nodata values were looked at before.
void Reader::read_mask(GDALRasterBand& band) {
  const int flags = band.GetMaskFlags();
  if ((flags & (GMF_PER_DATASET | GMF_ALPHA)) == 0 || (flags & GMF_ALL_VALID) != 0) return;
  const size_t width = static_cast<size_t>(file_.width);
  std::vector<uint8_t> row(width);
  for (int y = 0; y < file_.height; ++y) {
    if (band.GetMaskBand()->RasterIO(GF_Read, 0, y, file_.width, 1, row.data(), file_.width, 1, GDT_Byte, 0,
                                     0, nullptr) != CE_None) {
      fail_cut_off();
    }
    for (size_t x = 0; x < width; ++x) {
      if (row[x] != 0) continue;
      if (file_.valid.empty()) file_.valid.assign(file_.values.size(), 1);
      file_.valid[static_cast<size_t>(y) * width + x] = 0;
    }
  }
}

void set_up_gdal() {
  CPLSetErrorHandler(CPLQuietErrorHandler);
  CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");  // neither reads nor writes .aux.xml side files
  CPLSetConfigOption("GTIFF_REPORT_COMPD_CS", "NO");
  GDALAllRegister();
}

// Once; again if it failed for lack of memory.
void need_gdal() {
  static std::once_flag once;
  std::call_once(once, set_up_gdal);
}

RasterFile read_raster(const std::string& path) {
  return only_errors(ErrorKind::input, path, "cannot be read as a height raster", [&] {
    need_gdal();
    return Reader(path).read();
  });
}

void read_projection(const std::string& path, RasterFile& file) {
  only_errors(ErrorKind::input, path, "cannot be read as a coordinate system", [&] {
    need_gdal();
    CPLStringList lines(CSLTokenizeString2(file.projection.c_str(), "\r\n", 0));
    OGRSpatialReference crs;
    crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    if (crs.importFromESRI(lines.List()) != OGRERR_NONE)
      throw Error(ErrorKind::input, path,
                  "names no coordinate system that GDAL knows; export it again, or remove the file");
    read_crs(path, &crs, file);
  });
}

}  // namespace
}  // namespace ocean

extern "C" const ocean::PluginTable* ocean_io_raster() {
  static const ocean::RasterPlugin table{{}, ocean::read_raster, ocean::read_projection};
  return &table;
}
