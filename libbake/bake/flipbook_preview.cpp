// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/flipbook_preview.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ocean {
namespace {

constexpr int32_t kLargePanel = 256, kSmallPanel = 128, kSheetColumns = 8;
constexpr int32_t kMostLoopFrames = 64, kMostGifRate = 50;
constexpr int32_t kMargin = 12, kTitle = 20, kLabel = 12, kLine = 11;
constexpr double kShownSlope = 0.8, kMostExaggeration = 8;
constexpr Rgb kPaper{250, 250, 248}, kInk{20, 20, 20};

struct Colour {
  double r, g, b;
};

Rgb to_rgb(Colour c) {
  const auto code = [](double v) { return static_cast<uint8_t>(std::clamp(v, 0.0, 1.0) * 255 + 0.5); };
  return {code(c.r), code(c.g), code(c.b)};
}

Colour mix(Colour a, Colour b, double t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

// What a panel shows of one frame, on the host, row 0 south.
struct Shown {
  int32_t width = 0, height = 0;
  std::vector<float> displacement, normal, foam;
  double exaggeration = 1;  // of slopes in light
};

// Water lit from the north-west by a low sun: deep blue in troughs, lighter on crests, a glint, white foam.
Colour lit(const Shown& s, int64_t i, double vertical) {
  const auto k = static_cast<std::size_t>(3 * i);
  const double nx = s.exaggeration * static_cast<double>(s.normal[k]),
               ny = s.exaggeration * static_cast<double>(s.normal[k + 1]),
               nz = static_cast<double>(s.normal[k + 2]), z = static_cast<double>(s.displacement[k + 2]),
               length = std::sqrt(nx * nx + ny * ny + nz * nz);
  const double light =
      length > 0 ? std::clamp(0.5 + 1.5 * ((-0.6 * nx + 0.6 * ny + 0.53 * nz) / length - 0.53), 0.0, 1.0)
                 : 0.5;
  const double crest = vertical > 0 ? std::clamp(0.5 + 0.5 * z / vertical, 0.0, 1.0) : 0.5;
  Colour water = mix({0.02, 0.10, 0.20}, {0.16, 0.52, 0.60}, 0.3 * crest + 0.7 * light);
  water = mix(water, {1, 1, 1}, 0.7 * std::pow(light, 24));
  return mix(water, {0.96, 0.98, 0.98}, static_cast<double>(s.foam[static_cast<std::size_t>(i)]));
}

Colour as_normal(const Shown& s, int64_t i, double) {
  const auto k = static_cast<std::size_t>(3 * i);
  return {0.5 + 0.5 * static_cast<double>(s.normal[k]), 0.5 + 0.5 * static_cast<double>(s.normal[k + 1]),
          0.5 + 0.5 * static_cast<double>(s.normal[k + 2])};
}

Colour as_foam(const Shown& s, int64_t i, double) {
  const auto f = static_cast<double>(s.foam[static_cast<std::size_t>(i)]);
  return {f, f, f};
}

Colour as_height(const Shown& s, int64_t i, double vertical) {
  const double z = static_cast<double>(s.displacement[static_cast<std::size_t>(3 * i + 2)]);
  const Rgb c = colour(ColourMap::diverging, vertical > 0 ? 0.5 + 0.5 * z / vertical : 0.5);
  return {c.r / 255.0, c.g / 255.0, c.b / 255.0};
}

using Shade = Colour (*)(const Shown&, int64_t, double);

std::pair<int32_t, int32_t> panel_size(int32_t side, double aspect) {
  return {aspect >= 1 ? side : std::max(1, static_cast<int32_t>(side * aspect)),
          aspect >= 1 ? std::max(1, static_cast<int32_t>(side / aspect)) : side};
}

// tiles x tiles repetitions in a panel of that size; nearest texel.
void draw_panel(Picture& picture, int32_t x, int32_t y, int32_t side, const Shown& s, double aspect,
                int32_t tiles, Shade shade, double vertical) {
  const auto [w, h] = panel_size(side, aspect);
  for (int32_t row = 0; row < h; ++row)
    for (int32_t column = 0; column < w; ++column) {
      const int64_t i = int64_t{column} * tiles * s.width / w % s.width;
      const int64_t j = (int64_t{h - 1 - row} * tiles * s.height / h) % s.height;
      picture.at(x + column, y + row) = to_rgb(shade(s, j * s.width + i, vertical));
    }
}

// About the panel's size, and as much larger as the shortest waves need, up to kMostShown.
FlipbookGrid panel_grid(const WaveSet& set, const FlipbookGrid& grid) {
  const auto shrunk = [&](int32_t side) {
    FlipbookGrid g = grid;
    const double shrink = static_cast<double>(side) / std::max(grid.width, grid.height);
    if (shrink >= 1) return g;
    g.width = std::max(1, static_cast<int32_t>(grid.width * shrink + 0.5));
    g.height = std::max(1, static_cast<int32_t>(grid.height * shrink + 0.5));
    return g;
  };
  int32_t side = kLargePanel;
  while (side < kMostShown && std::any_of(set.waves.begin(), set.waves.end(),
                                          [&](const SetWave& w) { return !holds(shrunk(side), w); }))
    side *= 2;
  return shrunk(side);
}

WaveSet shown_waves(const WaveSet& set, const FlipbookGrid& grid) {
  WaveSet shown = set;
  std::erase_if(shown.waves, [&](const SetWave& w) { return !holds(grid, w); });
  return shown;
}

// Every step-th texel: no more than a panel shows.
Shown shown_of(const FrameMaps& maps) {
  const int32_t step = std::max(1, std::max(maps.width, maps.height) / kLargePanel);
  Shown s{maps.width / step, maps.height / step, {}, {}, {}};
  s.width = std::max(1, s.width), s.height = std::max(1, s.height);
  const auto displacement = maps.displacement.to_host("preview"), normal = maps.normal.to_host("preview"),
             foam = maps.foam.to_host("preview");
  for (int32_t y = 0; y < s.height; ++y)
    for (int32_t x = 0; x < s.width; ++x) {
      const auto k = static_cast<std::size_t>(int64_t{y} * step * maps.width + int64_t{x} * step);
      for (std::size_t c = 0; c < 3; ++c) {
        s.displacement.push_back(displacement[3 * k + c]);
        s.normal.push_back(normal[3 * k + c]);
      }
      s.foam.push_back(foam[k]);
    }
  return s;
}

}  // namespace

FlipbookPictures draw_flipbook(const Exec& exec, const WaveSet& set, const GerstnerConfig& config,
                               const FlipbookGrid& grid, const std::string& title,
                               const std::vector<std::string>& lines) {
  GerstnerConfig wanted;
  wanted.maps = {WaveMap::displacement, WaveMap::normal, WaveMap::foam};
  wanted.foam_threshold = config.foam_threshold;
  wanted.foam_edge = config.foam_edge;
  wanted.foam_decay = config.foam_decay;
  wanted.foam_rate = config.foam_rate;
  const FlipbookGrid panel = panel_grid(set, grid);
  const WaveSet waves = shown_waves(set, panel);
  FlipbookSea sea(exec, waves, panel);
  const int32_t count = std::min(grid.frames, kMostLoopFrames);
  std::vector<Shown> shown;
  for_frames(sea, wanted, 0, grid.frames - 1, [&](const FrameMaps& maps, int64_t frame) {
    const auto next = static_cast<int64_t>(shown.size());
    if (next < count && frame == next * grid.frames / count) shown.push_back(shown_of(maps));
  });
  double vertical = 0, slope = 0;
  for (const Shown& s : shown)
    for (std::size_t i = 0; i < s.displacement.size(); i += 3) {
      vertical = std::max(vertical, std::abs(static_cast<double>(s.displacement[i + 2])));
      slope = std::max({slope, std::abs(static_cast<double>(s.normal[i])),
                        std::abs(static_cast<double>(s.normal[i + 1]))});
    }
  for (Shown& s : shown)
    s.exaggeration = slope > 0 ? std::clamp(kShownSlope / slope, 1.0, kMostExaggeration) : 1;

  const double aspect = grid.length_x / grid.length_y;
  const int32_t sheet = std::min(count, kSheetColumns);
  const int32_t width = kMargin + 4 * (kLargePanel + kMargin);
  const int32_t sheet_y = kMargin + kTitle + kLabel + kLargePanel + kMargin + kLabel;
  const int32_t text_y = sheet_y + kSmallPanel + kMargin;
  Picture picture(width, text_y + static_cast<int32_t>(lines.size()) * kLine + kMargin, kPaper);
  draw_text(picture, kMargin, kMargin, title, kInk, 2);
  const std::pair<const char*, Shade> panels[] = {{"frame 0, 2 x 2 tiles, steeper light", lit},
                                                  {"height", as_height},
                                                  {"normal", as_normal},
                                                  {"foam", as_foam}};
  int32_t x = kMargin;
  for (const auto& [label, shade] : panels) {
    draw_text(picture, x, kMargin + kTitle, label, kInk);
    draw_panel(picture, x, kMargin + kTitle + kLabel, kLargePanel, shown.front(), aspect,
               shade == lit ? 2 : 1, shade, vertical);
    x += kLargePanel + kMargin;
  }
  const int32_t pitch = (width - kMargin) / kSheetColumns;
  for (int32_t f = 0; f < sheet; ++f) {
    const int32_t left = kMargin + f * pitch, at = static_cast<int32_t>(int64_t{f} * count / sheet);
    draw_text(picture, left, sheet_y - kLabel, "frame " + std::to_string(int64_t{at} * grid.frames / count),
              kInk);
    draw_panel(picture, left, sheet_y, std::min(kSmallPanel, pitch - 4), shown[static_cast<std::size_t>(at)],
               aspect, 1, lit, vertical);
  }
  for (std::size_t l = 0; l < lines.size(); ++l)
    draw_text(picture, kMargin, text_y + static_cast<int32_t>(l) * kLine, lines[l], kInk);

  FlipbookPictures out{
      std::move(picture), {}, std::clamp(static_cast<int>(count / grid.period_s + 0.5), 1, kMostGifRate)};
  const auto [w, h] = panel_size(kLargePanel, aspect);
  for (const Shown& s : shown) {
    out.loop.emplace_back(w, h);
    draw_panel(out.loop.back(), 0, 0, kLargePanel, s, aspect, 1, lit, vertical);
  }
  return out;
}

}  // namespace ocean
