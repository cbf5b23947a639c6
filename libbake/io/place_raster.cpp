// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/place_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/math/elementary.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {

namespace {

constexpr double kRadiansPerDegree = .017453292519943295;

struct MetresPerDegree {
  double east = 0, north = 0;
};

// Radii of curvature of the WGS 84 ellipsoid (NIMA TR8350.2, 4-14 and 4-15), times the angle of one degree.
MetresPerDegree metres_per_degree(double latitude_deg) {
  constexpr double kAxis = 6378137, kEccentricity2 = 6.69437999014e-3;
  const auto lat = elem::sincos(latitude_deg * kRadiansPerDegree);
  const double w2 = 1 - kEccentricity2 * lat.sin * lat.sin, w = std::sqrt(w2);
  return {kAxis / w * lat.cos * kRadiansPerDegree,
          kAxis * (1 - kEccentricity2) / (w2 * w) * kRadiansPerDegree};
}

std::string whole(double metres) { return shortest(std::round(metres)); }

std::string spacing(const HeightRaster& r) {
  return "samples lie " + shortest(static_cast<float>(r.dx)) +
         (r.dx == r.dy ? "" : " x " + shortest(static_cast<float>(r.dy))) + " m apart";
}

class Placer {
 public:
  Placer(RasterFile& file, const std::string& path, const InputOptions& options, bool corners)
      : file_(file), path_(path), options_(options) {
    out_.raster.cells = !corners;
  }
  PlacedRaster run(bool south_first);

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::input, path_, what); }
  [[noreturn]] static void misuse(const std::string& flag, const std::string& what) {
    throw Error(ErrorKind::usage, flag, what);
  }
  void note(std::string text) { out_.notes.push_back(std::move(text)); }
  void space_by_options();
  void space_by_file();
  void scale_degrees(bool guessed);
  void convert_heights();
  void orient();

  RasterFile& file_;
  const std::string& path_;
  const InputOptions& options_;
  PlacedRaster out_;
};

PlacedRaster Placer::run(bool south_first) {
  if (file_.width < 2 || file_.height < 2) {
    fail("has " + std::to_string(file_.width) + " x " + std::to_string(file_.height) +
         " samples; a height raster needs at least 2 x 2");
  }
  if (!file_.placed && south_first) file_.dy = 1;
  else if (!file_.placed) file_.dy = -1;
  out_.notes = std::move(file_.notes);
  out_.raster.width = file_.width;
  out_.raster.height = file_.height;
  if (options_.texel_m && options_.extent_m) {
    misuse("--texel, --extent", "both say how far apart the samples are; give one of them");
  }
  if (options_.unit_m && (options_.texel_m || options_.extent_m)) {
    misuse("--unit", "--texel and --extent are in metres; leave the flag out");
  }
  if (options_.texel_m || options_.extent_m) space_by_options();
  else if (file_.placed) space_by_file();
  else {
    fail("does not say how far apart its " + std::to_string(file_.width) + " x " +
         std::to_string(file_.height) +
         " samples are; pass --texel METRES or --extent WIDTH,HEIGHT (metres)");
  }
  convert_heights();
  orient();
  return std::move(out_);
}

// The south-west corner of the covered area becomes the origin.
void Placer::space_by_options() {
  HeightRaster& r = out_.raster;
  const double shift = r.cells ? 0 : 1;  // cells or intervals along a side
  if (options_.texel_m) {
    r.dx = r.dy = *options_.texel_m;
  } else {
    r.dx = (*options_.extent_m)[0] / (file_.width - shift);
    r.dy = (*options_.extent_m)[1] / (file_.height - shift);
  }
  for (const double d : {r.dx, r.dy}) {
    if (!(d > 0) || !std::isfinite(d)) {
      misuse(options_.texel_m ? "--texel" : "--extent",
             "gives " + std::to_string(d) + " m a sample; it must be positive");
    }
  }
  r.x0 = r.cells ? r.dx / 2 : 0;
  r.y0 = r.cells ? r.dy / 2 : 0;
  if (file_.placed)
    note("the file's own placement is replaced by " + std::string(options_.texel_m ? "--texel" : "--extent"));
  note(spacing(r) + "; the south-west corner is the origin");
}

void Placer::space_by_file() {
  HeightRaster& r = out_.raster;
  const double last_x = file_.x0 + file_.dx * (file_.width - 1),
               last_y = file_.y0 + file_.dy * (file_.height - 1);
  const bool degrees_possible = std::max(std::fabs(file_.x0), std::fabs(last_x)) <= 360 &&
                                std::max(std::fabs(file_.y0), std::fabs(last_y)) <= 90 && file_.dx < .2 &&
                                std::fabs(file_.dy) < .2;
  if (file_.crs != RasterFile::Crs::none && options_.unit_m) {
    misuse("--unit", path_ + " says its unit itself (" + file_.crs_name + "); leave the flag out");
  }
  if (file_.crs == RasterFile::Crs::geographic) return scale_degrees(false);
  if (file_.crs == RasterFile::Crs::none && !options_.unit_m && degrees_possible) return scale_degrees(true);
  const double unit = file_.crs == RasterFile::Crs::projected ? file_.unit_m : options_.unit_m.value_or(1);
  r.x0 = file_.x0 * unit;
  r.y0 = std::min(file_.y0, last_y) * unit;
  r.dx = file_.dx * unit;
  r.dy = std::fabs(file_.dy) * unit;
  if (file_.crs == RasterFile::Crs::projected) out_.coordinates = file_.crs_name + ", in metres";
  if (file_.crs == RasterFile::Crs::projected) note("coordinates are " + file_.crs_name + "; " + spacing(r));
  else
    note(spacing(r) + (options_.unit_m ? ""
                                       : "; metres are a guess, as the file names no coordinate system "
                                         "(--unit says otherwise)"));
}

void Placer::scale_degrees(bool guessed) {
  HeightRaster& r = out_.raster;
  const double centre_lon = file_.x0 + file_.dx * (file_.width - 1) / 2;
  const double centre_lat = file_.y0 + file_.dy * (file_.height - 1) / 2;
  const double half_height = std::fabs(file_.dy) * file_.height / 2;
  if (!(std::fabs(centre_lat) + half_height <= 90 + 1e-9 + std::fabs(file_.dy)) ||
      std::fabs(centre_lat) > 89) {
    fail("covers latitudes around " + shortest(static_cast<float>(centre_lat)) +
         "°, where degrees cannot be scaled to metres; reproject it (gdalwarp)");
  }
  const MetresPerDegree m = metres_per_degree(centre_lat);
  r.dx = file_.dx * m.east;
  r.dy = std::fabs(file_.dy) * m.north;
  r.x0 = -r.dx * (file_.width - 1) / 2;
  r.y0 = -r.dy * (file_.height - 1) / 2;
  note((guessed ? std::string("coordinates are degrees, which is a guess, as the file names no coordinate "
                              "system (--unit m says otherwise)")
                : "coordinates are degrees (" + file_.crs_name + ")") +
       "; about the centre, longitude " + shortest(static_cast<float>(centre_lon)) + "° and latitude " +
       shortest(static_cast<float>(centre_lat)) + "°, a degree is " + whole(m.east) + " m east and " +
       whole(m.north) + " m north");
  note(spacing(r) + "; the centre is the origin");
  out_.local_metres = true;
  out_.coordinates = "metres east and north of longitude " + shortest(centre_lon) + " and latitude " +
                     shortest(centre_lat) + " degrees; a degree is " + shortest(m.east) + " m east and " +
                     shortest(m.north) + " m north";
}

void Placer::convert_heights() {
  const bool scaled = options_.height_scale.has_value();
  double scale = options_.height_scale.value_or(1), offset = options_.height_offset;
  if (options_.height_range) {
    if (scaled || offset != 0)
      misuse("--height-range", "stands beside --height-scale or --height-offset; give one of the two ways");
    if (file_.code_limit < 0) {
      misuse("--height-range", path_ +
                                   " holds signed or 32-bit integers, which have no range of codes; pass "
                                   "--height-scale and --height-offset");
    }
    const double low = (*options_.height_range)[0], high = (*options_.height_range)[1];
    scale = (high - low) / (file_.code_limit > 0 ? file_.code_limit : 1);
    offset = low;
    note("a stored 0 is " + shortest(low) + " m, a stored " +
         shortest(file_.code_limit > 0 ? file_.code_limit : 1) + " is " + shortest(high) + " m");
  } else if (file_.height_unit_m && *file_.height_unit_m != 1 && !scaled) {
    scale = *file_.height_unit_m;
    note("one unit of height is " + shortest(scale) + " m, as the file says");
  } else if (file_.code_limit > 0 && !scaled) {
    note("one step of its " + std::string(file_.code_limit > 255 ? "16" : "8") +
         "-bit heights is 1 m, which is a guess (--height-scale or --height-range says otherwise)");
  }
  for (size_t i = 0; i < file_.values.size(); ++i) {
    if (!file_.valid.empty() && file_.valid[i] == 0) continue;
    const double height = static_cast<double>(file_.values[i]) * scale + offset;
    if (!(std::fabs(height) <= static_cast<double>(std::numeric_limits<float>::max()))) {
      fail("has a height of " + std::to_string(height) + " m; check --height-scale and --height-offset");
    }
    file_.values[i] = static_cast<float>(height);
  }
}

void Placer::orient() {
  const size_t width = static_cast<size_t>(file_.width), height = static_cast<size_t>(file_.height);
  if (file_.dy < 0) {
    for (size_t j = 0; j < height / 2; ++j) {
      const auto swap_rows = [&](auto& v) {
        std::swap_ranges(v.begin() + static_cast<ptrdiff_t>(j * width),
                         v.begin() + static_cast<ptrdiff_t>((j + 1) * width),
                         v.begin() + static_cast<ptrdiff_t>((height - 1 - j) * width));
      };
      swap_rows(file_.values);
      if (!file_.valid.empty()) swap_rows(file_.valid);
    }
  }
  if (std::find(file_.valid.begin(), file_.valid.end(), 0) == file_.valid.end()) file_.valid.clear();
  out_.raster.heights = std::move(file_.values);
  out_.raster.valid = std::move(file_.valid);
}

}  // namespace

PlacedRaster place_raster(RasterFile file, const std::string& path, const InputOptions& options, bool corners,
                          bool south_first) {
  return Placer(file, path, options, corners).run(south_first);
}

}  // namespace ocean
