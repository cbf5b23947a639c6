// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/ground_survey.h"

#include <algorithm>
#include <cmath>

#include "kernels/raster/top_surface.h"
#include "libbake/bake/shore_preview.h"
#include "libbake/bake/terrain_texels.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int32_t kMostPlaces = 512;    // a side
constexpr double kFlat_m = 1e-3;        // how far the heights of a flat may differ
constexpr double kLargeFlat = 0.05;     // share of the ground
constexpr double kMostBelowSea = 0.02;  // share of the ground below a sea that is stored as a flat
constexpr int kBins = 20;               // of the heights around the level
constexpr double kBinsOfRange = 200;    // so many would hold all heights

std::string metres(double x) { return shortest(static_cast<float>(x)) + " m"; }

// Finds the flat among all heights; border: those at the border of the area.
void finish(GroundSurvey& s, std::vector<float> border) {
  std::sort(s.heights.begin(), s.heights.end());
  std::size_t best = 0, first = 0, end = 0;
  for (std::size_t low = 0; low < s.heights.size(); ++low) {
    while (end < s.heights.size() &&
           static_cast<double>(s.heights[end]) - static_cast<double>(s.heights[low]) <= kFlat_m)
      ++end;
    if (end - low > best) best = end - low, first = low;
  }
  if (best == 0) return;
  const double low = static_cast<double>(s.heights[first]);
  s.flat.height_m = static_cast<double>(s.heights[first + best / 2]);
  s.flat.below = static_cast<double>(first) / static_cast<double>(s.heights.size());
  s.flat.share = static_cast<double>(best) / static_cast<double>(s.heights.size());
  s.flat.at_border = std::any_of(border.begin(), border.end(), [&](float h) {
    return static_cast<double>(h) >= low && static_cast<double>(h) <= low + kFlat_m;
  });
}

GroundSurvey survey_mesh(const Exec& exec, const Mesh& mesh, const Grid& map) {
  const int32_t longest = std::max(map.width, map.height);
  const double step = std::max(1.0, static_cast<double>(longest) / kMostPlaces);
  const auto side = [&](int32_t texels) { return std::max(1, static_cast<int32_t>(texels / step)); };
  const Grid grid{map.x0, map.y0, map.texel_m * step, side(map.width), side(map.height)};
  const MeshTexels texels = mesh_texels(exec, mesh, grid);
  const Buffer<TexelPoint> vertices(exec, "survey vertices", texels.vertices);
  const Buffer<Triangle> triangles(exec, "survey triangles", texels.triangles);
  Buffer<float> depth(exec, grid.size());
  Buffer<int32_t> layers(exec, grid.size());
  rasterize_top_surface(exec, vertices.view(), triangles.view(), grid.width, grid.height, 0, depth.view(),
                        layers.view());
  GroundSurvey s;
  s.is_mesh = true;
  s.places = grid.size();
  std::vector<float> border;
  const std::vector<float> depths = depth.to_host("survey depth");
  for (std::size_t t = 0; t < depths.size(); ++t) {
    if (depths[t] == kUncovered) continue;
    s.heights.push_back(0 - depths[t]);
    const auto i = static_cast<int64_t>(t) % grid.width, j = static_cast<int64_t>(t) / grid.width;
    if (i == 0 || j == 0 || i + 1 == grid.width || j + 1 == grid.height) border.push_back(s.heights.back());
  }
  for (const int32_t n : layers.to_host("survey layers")) s.overhangs += n > 1 ? 1 : 0;
  finish(s, std::move(border));
  return s;
}

GroundSurvey survey_raster(const HeightRaster& r) {
  const int64_t columns = std::min(r.width, kMostPlaces), rows = std::min(r.height, kMostPlaces);
  GroundSurvey s;
  s.places = columns * rows;
  std::vector<float> border;
  for (int64_t y = 0; y < rows; ++y)
    for (int64_t x = 0; x < columns; ++x) {
      const int64_t i = columns > 1 ? x * (r.width - 1) / (columns - 1) : 0,
                    j = rows > 1 ? y * (r.height - 1) / (rows - 1) : 0;
      const auto t = static_cast<std::size_t>(j * r.width + i);
      if (!r.valid.empty() && r.valid[t] == 0) continue;
      s.heights.push_back(r.heights[t]);
      if (x == 0 || y == 0 || x + 1 == columns || y + 1 == rows) border.push_back(r.heights[t]);
    }
  finish(s, std::move(border));
  return s;
}

}  // namespace

GroundSurvey survey_ground(const Exec& exec, const Terrain& terrain, const Grid& grid) {
  if (const auto* mesh = std::get_if<Mesh>(&terrain.shape)) return survey_mesh(exec, *mesh, grid);
  return survey_raster(std::get<HeightRaster>(terrain.shape));
}

void report_survey(const GroundSurvey& s, const Terrain& terrain, bool top_counts, RunReport& report) {
  JsonWriter notes(0);
  report.add_json("terrain", notes.list(terrain.notes).text());
  const Box& b = terrain.bounds;
  JsonWriter bounds(0);
  report.add_json(
      "terrain_bounds_m",
      bounds.list(std::vector<double>{b.min.x, b.min.y, b.min.z, b.max.x, b.max.y, b.max.z}).text());
  if (!terrain.coordinates.empty()) report.add("coordinates", terrain.coordinates);
  if (const auto* raster = std::get_if<HeightRaster>(&terrain.shape)) {
    const int64_t missing = std::count(raster->valid.begin(), raster->valid.end(), 0);
    report.add("nodata_share", static_cast<double>(missing) / static_cast<double>(raster->heights.size()));
  }
  report.add("survey_places", s.places);
  report.add("survey_ground_places", static_cast<int64_t>(s.heights.size()));
  if (s.is_mesh) report.add("survey_overhangs", s.overhangs);
  JsonWriter flat(0);
  flat.object().member("height_m", s.flat.height_m).member("share", s.flat.share);
  report.add_json("largest_flat", flat.member("at_border", s.flat.at_border).end().text());
  if (s.overhangs > 0 && top_counts)
    log_info(percent_text(s.overhangs, s.places) +
             " of the map has more than one layer of ground above each other; the highest counts, or see "
             "--surface section");
}

void report_level(const GroundSurvey& s, double level, bool has_shoreline, RunReport& report) {
  if (s.heights.empty()) return;
  const double low = static_cast<double>(s.heights.front()), high = static_cast<double>(s.heights.back());
  if (high > low) {
    const double bin = isoline_interval(high - low, static_cast<int>(kBinsOfRange));
    const double from = level - bin * kBins / 2;
    std::vector<int64_t> counts(kBins);
    for (const float h : s.heights) {
      const double k = std::floor((static_cast<double>(h) - from) / bin);
      if (k >= 0 && k < kBins) ++counts[static_cast<std::size_t>(k)];
    }
    JsonWriter w(0);
    w.object().member("from_m", from).member("bin_m", bin).key("places").list(counts).end();
    report.add_json("heights_near_level", w.text());
  }
  const bool other = std::abs(s.flat.height_m - level) > kFlat_m;
  const bool may_be_sea = s.flat.share > kLargeFlat && s.flat.at_border && s.flat.below < kMostBelowSea;
  if (may_be_sea && other && (!has_shoreline || s.flat.height_m > level)) {
    report.warn(percent_text(s.flat.share) + " of the ground lies at " + metres(s.flat.height_m) +
                " and reaches the border, as a sea does that is stored as a flat; did you mean --sea-level " +
                shortest(static_cast<float>(s.flat.height_m)) + " --at-level water?");
  } else if (!has_shoreline && high > low && (level < low || level > high)) {
    report.warn("the ground runs from " + metres(low) + " to " + metres(high) +
                "; did you mean a --sea-level "
                "between them?");
  }
}

}  // namespace ocean
