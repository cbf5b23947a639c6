// SPDX-License-Identifier: Apache-2.0
//
// Text, scales and colour maps of draw.h. The sequential map runs through five colours of matplotlib's
// viridis (CC0), whose lightness rises evenly.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "libbake/io/draw.h"
#include "libbake/io/font.h"

namespace ocean {
namespace {

constexpr std::array<Rgb, 9> kSequential = {{{68, 1, 84},
                                             {71, 44, 122},
                                             {59, 81, 139},
                                             {44, 113, 142},
                                             {33, 144, 141},
                                             {39, 173, 129},
                                             {92, 200, 99},
                                             {170, 220, 50},
                                             {253, 231, 37}}};
constexpr std::array<Rgb, 7> kDiverging = {{{5, 48, 97},
                                            {33, 102, 172},
                                            {103, 169, 207},
                                            {247, 247, 247},
                                            {239, 138, 98},
                                            {178, 24, 43},
                                            {103, 0, 31}}};
constexpr std::array<Rgb, 7> kShore = {{{84, 48, 5},
                                        {140, 81, 10},
                                        {204, 166, 100},
                                        {247, 247, 247},
                                        {120, 180, 215},
                                        {33, 102, 172},
                                        {5, 48, 97}}};
constexpr std::array<Rgb, 6> kDepth = {
    {{205, 240, 234}, {127, 205, 205}, {65, 160, 190}, {34, 112, 165}, {22, 66, 122}, {8, 25, 62}}};
constexpr std::array<Rgb, 6> kLand = {
    {{236, 222, 176}, {166, 190, 110}, {104, 151, 82}, {128, 122, 82}, {150, 134, 116}, {244, 242, 240}}};
constexpr std::array<Rgb, 2> kGrey = {{{0, 0, 0}, {255, 255, 255}}};
constexpr Rgb kNoNumber{255, 0, 255};

Rgb mix(Rgb a, Rgb b, double t) {
  const auto one = [&](uint8_t x, uint8_t y) { return static_cast<uint8_t>(std::lround(x + (y - x) * t)); };
  return {one(a.r, b.r), one(a.g, b.g), one(a.b, b.b)};
}

template <size_t N>
Rgb along(const std::array<Rgb, N>& stops, double t) {
  const double place = std::clamp(t, 0.0, 1.0) * (N - 1);
  const size_t i = std::min(static_cast<size_t>(place), N - 2);
  return mix(stops[i], stops[i + 1], place - static_cast<double>(i));
}

// The bytes of a UTF-8 degree sign are one character of the font.
std::string font_text(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool degree = text.substr(i, 2) == "\xC2\xB0";
    out += degree ? static_cast<char>(kDegree) : text[i];
    if (degree) ++i;
  }
  return out;
}

void draw_glyph(Picture& picture, int32_t x, int32_t y, unsigned char character, Rgb colour, int32_t scale) {
  const auto& rows = glyph(character);
  for (int32_t j = 0; j < 7; ++j) {
    for (int32_t i = 0; i < 5; ++i) {
      if (rows[static_cast<size_t>(j)] >> (4 - i) & 1)
        fill_rect(picture, x + i * scale, y + j * scale, scale, scale, colour);
    }
  }
}

}  // namespace

Rgb colour(ColourMap map, double t) {
  if (std::isnan(t)) return kNoNumber;
  switch (map) {
    case ColourMap::sequential:
      return along(kSequential, t);
    case ColourMap::diverging:
      return along(kDiverging, t);
    case ColourMap::shore:
      return along(kShore, t);
    case ColourMap::depth:
      return along(kDepth, t);
    case ColourMap::land:
      return along(kLand, t);
    case ColourMap::grey:
      break;
  }
  return along(kGrey, t);
}

Rgb direction_colour(double x, double y) {
  const double length = std::hypot(x, y);
  if (!std::isfinite(length)) return kNoNumber;
  constexpr double kThird =
      2.0943951023931953;  // 2 pi / 3: three cosines a third of a turn apart are a hue circle
  const double angle = std::atan2(y, x);
  const auto wave = [&](double shift) {
    return static_cast<uint8_t>(std::lround(140 + 100 * std::cos(angle - shift)));
  };
  return mix({225, 225, 225}, {wave(0), wave(kThird), wave(2 * kThird)}, std::min(length, 1.0));
}

void draw_text(Picture& picture, int32_t x, int32_t y, std::string_view text, Rgb colour, int32_t scale) {
  int32_t at = x;
  for (const char c : font_text(text)) {
    if (c == '\n') {
      at = x;
      y += (kGlyphHeight + 1) * scale;
    } else {
      draw_glyph(picture, at, y, static_cast<unsigned char>(c), colour, scale);
      at += kGlyphWidth * scale;
    }
  }
}

int32_t text_width(std::string_view text, int32_t scale) {
  int32_t longest = 0, line = 0;
  for (const char c : font_text(text)) {
    line = c == '\n' ? 0 : line + 1;
    longest = std::max(longest, line);
  }
  return longest * kGlyphWidth * scale;
}

void draw_label(Picture& picture, int32_t x, int32_t y, std::string_view text, int32_t scale) {
  const auto lines = static_cast<int32_t>(1 + std::count(text.begin(), text.end(), '\n'));
  const int32_t pad = 2 * scale, high = lines * (kGlyphHeight + 1) * scale;
  fill_rect(picture, x, y, text_width(text, scale) + 2 * pad, high + 2 * pad - 2 * scale, {255, 255, 255},
            0.8);
  draw_text(picture, x + pad, y + pad, text, {20, 20, 20}, scale);
}

std::vector<double> round_ticks(double low, double high, int32_t count) {
  if (!(high > low) || !std::isfinite(high - low) || count < 1)
    return std::isfinite(low) ? std::vector{low} : std::vector<double>{};
  const double rough = (high - low) / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double factor = rough / power;
  const double step = power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double k = first; k <= last; ++k) ticks.push_back(k == 0 ? 0 : k * step);
  return ticks;
}

std::string tick_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

void draw_scale(Picture& picture, int32_t x, int32_t y, int32_t width, int32_t height, ColourMap map,
                double low, double high, const std::string& title, int32_t text_scale) {
  constexpr Rgb kInk{20, 20, 20};
  draw_text(picture, x, y - (kGlyphHeight + 6) * text_scale, title, kInk, text_scale);
  for (int32_t j = 0; j < height; ++j) {
    fill_rect(picture, x, y + j, width, 1, colour(map, 1 - (j + 0.5) / height));
  }
  frame_rect(picture, x, y, width, height, kInk);
  for (const double tick : round_ticks(low, high, std::max(2, height / (3 * kGlyphHeight * text_scale)))) {
    const double place = high > low ? (high - tick) / (high - low) : 0.5;
    const auto row = y + std::min(static_cast<int32_t>(std::lround(place * height)), height - 1);
    fill_rect(picture, x + width, row, 3 * text_scale, 1, kInk);
    draw_text(picture, x + width + 5 * text_scale, row - 3 * text_scale, tick_text(tick), kInk, text_scale);
  }
}

}  // namespace ocean
