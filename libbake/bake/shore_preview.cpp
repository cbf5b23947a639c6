// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_preview.h"

#include <algorithm>
#include <cmath>

#include "kernels/shore/thumbnail.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int32_t kLongestSide = 1024, kShortestLongSide = 512;  // of the map's picture, pixels
constexpr int32_t kLegendWidth = 232, kMargin = 12, kLine = 14, kTallestLegend = 4096;
constexpr int kIsolines = 12;
constexpr int32_t kArrowSpacing = 40;
constexpr double kArrowLength = 22;
constexpr Rgb kPaper{250, 250, 247}, kInk{32, 36, 40}, kCoastInk{20, 16, 12}, kIsolineInk{255, 255, 255},
    kArrowInk{255, 214, 64}, kWarningInk{176, 32, 16};

// Bilinear, for maps smaller than their picture; rows north first on both sides.
std::vector<float> enlarge(const std::vector<float>& source, int32_t from_width, int32_t from_height,
                           int32_t width, int32_t height) {
  std::vector<float> out(static_cast<std::size_t>(int64_t{width} * height));
  for (int32_t y = 0; y < height; ++y)
    for (int32_t x = 0; x < width; ++x) {
      const double u = std::clamp((x + 0.5) * from_width / width - 0.5, 0.0, from_width - 1.0);
      const double v = std::clamp((y + 0.5) * from_height / height - 0.5, 0.0, from_height - 1.0);
      const auto i = static_cast<int32_t>(u), j = static_cast<int32_t>(v);
      const int32_t right = std::min(i + 1, from_width - 1), below = std::min(j + 1, from_height - 1);
      const auto at = [&](int32_t column, int32_t row) {
        return static_cast<double>(source[static_cast<std::size_t>(int64_t{row} * from_width + column)]);
      };
      const double upper = at(i, j) + (u - i) * (at(right, j) - at(i, j));
      const double lower = at(i, below) + (u - i) * (at(right, below) - at(i, below));
      out[static_cast<std::size_t>(int64_t{y} * width + x)] =
          static_cast<float>(upper + (v - j) * (lower - upper));
    }
  return out;
}

// Lambert shade of the ground, lit from the north-west, 1 on flat ground.
double shade(const ShoreThumbnail& t, int32_t x, int32_t y, double pixel_m) {
  const auto height = [&](int32_t px, int32_t py) {
    return -static_cast<double>(
        t.depth[t.at(std::clamp(px, 0, t.width - 1), std::clamp(py, 0, t.height - 1))]);
  };
  const double slope_x = (height(x + 1, y) - height(x - 1, y)) / (2 * pixel_m);
  const double slope_y = (height(x, y - 1) - height(x, y + 1)) / (2 * pixel_m);
  const double light[3] = {-0.5, 0.5, 0.7071067811865476};
  const double length = std::sqrt(slope_x * slope_x + slope_y * slope_y + 1);
  const double lambert = (-slope_x * light[0] - slope_y * light[1] + light[2]) / length;
  return std::clamp(lambert / light[2], 0.35, 1.3);
}

Rgb shaded(Rgb c, double factor) {
  const auto scale = [&](uint8_t v) { return static_cast<uint8_t>(std::clamp(v * factor, 0.0, 255.0)); };
  return {scale(c.r), scale(c.g), scale(c.b)};
}

struct Scales {
  double deepest_m = 0, highest_m = 0, farthest_m = 0, isoline_m = 0;
};

Scales scales_of(const ShoreThumbnail& t, double texel_m) {
  Scales s;
  for (std::size_t i = 0; i < t.depth.size(); ++i) {
    s.deepest_m = std::max(s.deepest_m, static_cast<double>(t.depth[i]));
    s.highest_m = std::max(s.highest_m, -static_cast<double>(t.depth[i]));
    s.farthest_m = std::max(s.farthest_m, std::abs(static_cast<double>(t.distance[i])) * texel_m);
  }
  s.isoline_m = s.farthest_m > 0 ? isoline_interval(s.farthest_m, kIsolines) : 0;
  return s;
}

void draw_ground(Picture& picture, const ShoreThumbnail& t, const Scales& scales, double pixel_m) {
  for (int32_t y = 0; y < t.height; ++y)
    for (int32_t x = 0; x < t.width; ++x) {
      const double depth = t.depth[t.at(x, y)];
      const bool water = depth > 0 || t.ocean[t.at(x, y)] != 0;  // a flat sea lies at the level
      // Square roots: most of the interest is near the shore.
      const double part = water ? (scales.deepest_m > 0 ? std::max(depth / scales.deepest_m, 0.0) : 0)
                          : scales.highest_m > 0 ? -depth / scales.highest_m
                                                 : 0;
      const Rgb base = colour(water ? ColourMap::depth : ColourMap::land, std::sqrt(part));
      picture.at(x, y) = shaded(base, water ? 1 : shade(t, x, y, pixel_m));
    }
}

void draw_isolines(Picture& picture, const ShoreThumbnail& t, const Scales& scales, double pixel_m,
                   double texel_m) {
  if (!(scales.isoline_m > 0)) return;
  for (int32_t y = 0; y < t.height; ++y)
    for (int32_t x = 0; x < t.width; ++x) {
      if (!t.ocean[t.at(x, y)]) continue;
      const double line = t.distance[t.at(x, y)] * texel_m / scales.isoline_m;
      const double nearest = std::round(line);
      if (nearest < 1) continue;
      const double pixels = std::abs(line - nearest) * scales.isoline_m / pixel_m;
      picture.blend(x, y, kIsolineInk, 0.55 * std::clamp(1.1 - pixels, 0.0, 1.0));
    }
}

void draw_coast(Picture& picture, const Coastline& coast, const Grid& grid, double texels_per_pixel) {
  std::vector<Point> points;
  for (const Chain& chain : coast.chains) {
    points.clear();
    for (int64_t s = chain.first; s < chain.first + chain.count; ++s) {
      const CoastSegment& segment = coast.segments[static_cast<std::size_t>(s)];
      if (points.empty())
        points.push_back({segment.a.x / texels_per_pixel, (grid.height - segment.a.y) / texels_per_pixel});
      const Point next{segment.b.x / texels_per_pixel, (grid.height - segment.b.y) / texels_per_pixel};
      // Steps far below a pixel add nothing but time.
      const Point last = points.back();
      if (std::abs(next.x - last.x) + std::abs(next.y - last.y) > 0.4 || s + 1 == chain.first + chain.count)
        points.push_back(next);
    }
    draw_polyline(picture, points, chain.closed, kCoastInk, 1.4);
  }
}

void draw_arrows(Picture& picture, const ShoreThumbnail& t) {
  for (int32_t y = kArrowSpacing / 2; y < t.height; y += kArrowSpacing)
    for (int32_t x = kArrowSpacing / 2; x < t.width; x += kArrowSpacing) {
      const double dx = t.direction_x[t.at(x, y)], dy = t.direction_y[t.at(x, y)];
      if (!t.ocean[t.at(x, y)] || (dx == 0 && dy == 0)) continue;
      const double half = kArrowLength / 2;
      draw_arrow(picture, {x + 0.5 - half * dx, y + 0.5 + half * dy},
                 {x + 0.5 + half * dx, y + 0.5 - half * dy}, kArrowInk, 1.2, 6);
    }
}

std::string metres(double value) {
  return std::abs(value) >= 10000 ? tick_text(value / 1000) + " km" : tick_text(value) + " m";
}

// Returns the row below the last line.
int32_t draw_legend(Picture& picture, int32_t left, const Shore& shore, const Scales& scales,
                    double ridge_share, const std::string& title, const std::vector<std::string>& warnings) {
  const Grid& g = shore.grid;
  int32_t y = kMargin;
  const auto line = [&](const std::string& text, Rgb ink = kInk) {
    for (const std::string& part : wrap(text, (kLegendWidth - kMargin) / kGlyphWidth)) {
      draw_text(picture, left, y, part, ink);
      y += kLine;
    }
  };
  draw_text(picture, left, y, title, kInk, text_width(title, 2) <= kLegendWidth - kMargin ? 2 : 1);
  y += 2 * kLine;
  line(std::to_string(g.width) + " x " + std::to_string(g.height) + " texels of " + metres(g.texel_m));
  line(metres(g.width * g.texel_m) + " x " + metres(g.height * g.texel_m));
  line("sea level " + metres(shore.sea_level_m));
  const auto share = [&](int64_t part) {
    return tick_text(
               std::round(1000.0 * static_cast<double>(part) / static_cast<double>(shore.counts.texels)) /
               10) +
           " %";
  };
  line("ocean " + share(shore.counts.ocean) + ", other water " +
       share(shore.counts.water - shore.counts.ocean));
  line("shoreline " + metres(shore.coast.length * g.texel_m) + " in " +
       std::to_string(shore.coast.chains.size()) + " curves");
  if (ridge_share > 0)
    line("ridges " + tick_text(std::round(1e4 * ridge_share) / 100) + " % of the directions");
  y += kLine / 2;
  draw_line(picture, {left + 2.0, y + 4.0}, {left + 26.0, y + 4.0}, kCoastInk, 1.4);
  draw_text(picture, left + 34, y, "shoreline", kInk);
  y += kLine;
  if (scales.isoline_m > 0) {
    fill_rect(picture, left, y, 28, 9, colour(ColourMap::depth, 0.6));
    draw_line(picture, {left + 2.0, y + 4.5}, {left + 26.0, y + 4.5}, kIsolineInk, 1);
    draw_text(picture, left + 34, y, "distance, every " + metres(scales.isoline_m), kInk);
    y += kLine;
    fill_rect(picture, left, y, 28, 11, colour(ColourMap::depth, 0.6));
    draw_arrow(picture, {left + 3.0, y + 5.5}, {left + 25.0, y + 5.5}, kArrowInk, 1.2, 6);
    draw_text(picture, left + 34, y + 1, "wave direction", kInk);
    y += kLine + 4;
  }
  y += kLine / 2;
  if (scales.deepest_m > 0) {
    draw_scale(picture, left, y + kLine, 18, 150, ColourMap::depth, 0, scales.deepest_m, "depth, m");
    y += 150 + 2 * kLine + kLine / 2;
  }
  if (scales.highest_m > 0) {
    draw_scale(picture, left, y + kLine, 18, 100, ColourMap::land, 0, scales.highest_m, "height, m");
    y += 100 + 2 * kLine + kLine / 2;
  }
  for (const std::string& warning : warnings) line("! " + warning, kWarningInk);
  return y;
}

}  // namespace

double isoline_interval(double largest_m, int lines) {
  const double wish = largest_m / lines;
  double step = std::pow(10, std::floor(std::log10(wish)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (step >= wish) break;
    step *= factor;
  }
  return step;
}

ShorePreview::ShorePreview(const Grid& grid) : grid_(grid) {
  const int32_t longest = std::max(grid.width, grid.height);
  const int32_t side = std::clamp(longest, kShortestLongSide, kLongestSide);
  ShoreThumbnail& t = thumbnail_;
  t.texels_per_pixel = static_cast<double>(longest) / side;
  t.width = std::max(1, static_cast<int32_t>(std::lround(grid.width / t.texels_per_pixel)));
  t.height = std::max(1, static_cast<int32_t>(std::lround(grid.height / t.texels_per_pixel)));
  const bool smaller = t.texels_per_pixel < 1;
  width_ = smaller ? grid.width : t.width;
  height_ = smaller ? grid.height : t.height;
  for (std::vector<float>* map : {&t.depth, &t.distance, &t.direction_x, &t.direction_y})
    map->resize(static_cast<std::size_t>(int64_t{width_} * height_));
  t.ocean.resize(t.depth.size());
}

void ShorePreview::add(const Exec& exec, const ShoreMaps& maps) {
  const ThumbnailShape shape{grid_.width, grid_.height, width_, height_};
  ShoreThumbnail& t = thumbnail_;
  const auto* direction = reinterpret_cast<const float*>(maps.direction.data());
  sample_thumbnail(exec, maps.depth.data(), 1, maps.window, shape, t.depth);
  sample_thumbnail(exec, maps.distance.data(), 1, maps.window, shape, t.distance);
  sample_thumbnail(exec, direction, 2, maps.window, shape, t.direction_x);
  sample_thumbnail(exec, direction + 1, 2, maps.window, shape, t.direction_y);
  sample_thumbnail(exec, maps.ocean.data(), 1, maps.window, shape, t.ocean);
}

ShoreThumbnail ShorePreview::finished() const {
  ShoreThumbnail t = thumbnail_;
  if (t.texels_per_pixel >= 1) return t;
  for (std::vector<float>* map : {&t.depth, &t.distance, &t.direction_x, &t.direction_y})
    *map = enlarge(*map, width_, height_, t.width, t.height);
  std::vector<uint8_t> ocean(t.depth.size());
  for (int32_t y = 0; y < t.height; ++y)
    for (int32_t x = 0; x < t.width; ++x) {
      const int64_t row = int64_t{y} * height_ / t.height, column = int64_t{x} * width_ / t.width;
      ocean[t.at(x, y)] = thumbnail_.ocean[static_cast<std::size_t>(row * width_ + column)];
    }
  t.ocean = std::move(ocean);
  return t;
}

Picture ShorePreview::draw(const Shore& shore, const std::string& title,
                           const std::vector<std::string>& warnings) const {
  const ShoreThumbnail t = finished();
  const double pixel_m = shore.grid.texel_m * t.texels_per_pixel;
  const Scales scales = scales_of(t, shore.grid.texel_m);
  Picture map(t.width, t.height);
  draw_ground(map, t, scales, pixel_m);
  draw_isolines(map, t, scales, pixel_m, shore.grid.texel_m);
  draw_coast(map, shore.coast, shore.grid, t.texels_per_pixel);
  draw_arrows(map, t);

  // As tall as the legend needs.
  Picture legend(kLegendWidth + kMargin, kTallestLegend, kPaper);
  const int32_t bottom = draw_legend(legend, kMargin, shore, scales, ridge_share_, title, warnings);
  Picture picture(t.width + legend.width, std::max(t.height, std::min(bottom + kMargin, kTallestLegend)),
                  kPaper);
  for (int32_t y = 0; y < t.height; ++y)
    for (int32_t x = 0; x < t.width; ++x) picture.at(x, y) = map.at(x, y);
  for (int32_t y = 0; y < std::min(picture.height, legend.height); ++y)
    for (int32_t x = 0; x < legend.width; ++x) picture.at(t.width + x, y) = legend.at(x, y);
  return picture;
}

}  // namespace ocean
