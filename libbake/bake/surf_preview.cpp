// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/surf_preview.h"

#include <algorithm>
#include <cmath>

#include "kernels/wave/surf_profile.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int32_t kPanel = 200, kMargin = 14, kLine = 14, kStripWidth = 640, kStripHeight = 62, kStrips = 18;
constexpr int32_t kCurvePoints = 2000;
constexpr Rgb kPaper{250, 250, 247}, kInk{32, 36, 40}, kSky{206, 224, 236}, kWater{22, 84, 122},
    kSand{214, 190, 140}, kFoam{255, 255, 255};

Rgb mix(Rgb a, Rgb b, double t) {
  const auto part = [&](uint8_t p, uint8_t q) {
    return static_cast<uint8_t>(std::lround(p + (q - p) * std::clamp(t, 0.0, 1.0)));
  };
  return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b)};
}

std::string metres(double v) { return tick_text(std::round(v * 100) / 100) + " m"; }

// v grows upward. channel: 0 forward, 1 height, 2 foam.
void draw_panel(Picture& picture, int32_t x0, int32_t y0, const SurfModel& m, int channel) {
  for (int32_t y = 0; y < kPanel; ++y) {
    const SurfRow row = surf_row(m, (kPanel - 1 - y + 0.5) / kPanel);
    for (int32_t x = 0; x < kPanel; ++x) {
      const SurfPoint p = surf_point(m, row, (x + 0.5) / kPanel);
      const double t = channel == 0   ? 0.5 + p.forward_m / (0.5 * m.width_m)
                       : channel == 1 ? p.height_m / (1.05 * m.break_height_m)
                                      : p.foam;
      picture.at(x0 + x, y0 + y) = colour(channel == 0   ? ColourMap::diverging
                                          : channel == 1 ? ColourMap::sequential
                                                         : ColourMap::grey,
                                          t);
    }
  }
  const auto line = [&](double v, Rgb ink) {
    const double y = y0 + kPanel * (1 - v);
    draw_line(picture, {static_cast<double>(x0), y}, {static_cast<double>(x0 + kPanel), y}, ink, 1, 0.7);
  };
  line(m.v_break, {255, 80, 40});
  line(m.v_swash, {255, 214, 64});
  static constexpr const char* kTitles[] = {"R forward", "G height", "B foam"};
  draw_text(picture, x0, y0 + kPanel + 5, kTitles[channel], kInk);
}

// Filled below the curve down to the bed; white where there is foam.
void draw_strip(Picture& picture, int32_t x0, int32_t y0, const SurfModel& m, double v) {
  fill_rect(picture, x0, y0, kStripWidth, kStripHeight - 4, kSky);
  const double sx = kStripWidth / m.width_m, sz = (kStripHeight - 22) / (1.15 * m.break_height_m);
  const double level = y0 + kStripHeight - 14;
  const SurfRow row = surf_row(m, v);
  std::vector<Point> surface;
  std::vector<double> foam;
  for (int32_t i = 0; i <= kCurvePoints; ++i) {
    const double u = static_cast<double>(i) / kCurvePoints;
    const SurfPoint p = surf_point(m, row, u);
    surface.push_back({x0 + (u * m.width_m + p.forward_m) * sx, level - p.height_m * sz});
    foam.push_back(p.foam);
  }
  const int32_t bottom = y0 + kStripHeight - 4;
  // Of an overhang, an odd number of crossings above a pixel is water.
  for (int32_t x = 0; x < kStripWidth; ++x) {
    std::vector<double> heights;
    const double px = x0 + x + 0.5;
    for (std::size_t k = 1; k < surface.size(); ++k) {
      const Point a = surface[k - 1], b = surface[k];
      if ((a.x <= px) != (b.x <= px)) heights.push_back(a.y + (b.y - a.y) * (px - a.x) / (b.x - a.x));
    }
    std::sort(heights.begin(), heights.end());
    const double ground = level + (-surf_detail::inland_m(m, row, (x + 0.5) / kStripWidth) * m.p.slope) * sz;
    for (int32_t y = y0; y < bottom; ++y) {
      const auto above =
          std::count_if(heights.begin(), heights.end(), [&](double h) { return h <= y + 0.5; });
      if (y + 0.5 >= ground) picture.at(x0 + x, y) = kSand;
      else if (above % 2 == 1)
        picture.at(x0 + x, y) = mix(kWater, {90, 160, 190}, (level - y) / (1.3 * kStripHeight));
    }
  }
  const auto is_above_ground = [&](Point p) {
    return p.y <= level - surf_detail::inland_m(m, row, (p.x - x0) / kStripWidth) * m.p.slope * sz + 1;
  };
  for (std::size_t k = 1; k < surface.size(); ++k)
    if (foam[k] > 0.02 && surface[k].x < x0 + kStripWidth && is_above_ground(surface[k]))
      draw_line(picture, surface[k - 1], surface[k], kFoam, 1.2 + 2.6 * foam[k],
                std::min(1.0, 0.25 + foam[k]));
  const std::string where = surf_depth(m, v) > 0 ? "depth " + metres(surf_depth(m, v)) : std::string("swash");
  draw_text(picture, x0 + 5, y0 + 4, "v " + tick_text(std::round(v * 1000) / 1000) + "  " + where, kInk);
}

// The lives that tell the story: shoaling, breaking closely, bore, swash.
std::vector<double> strip_lives(const SurfModel& m) {
  std::vector<double> lives;
  const double flight = 2 * m.p.lip_periods * m.life_speed();
  const double close = std::min(flight, 0.6 * (m.v_swash - m.v_break));
  for (int k = 0; k < 4; ++k) lives.push_back(m.v_break * (k + 0.6) / 4);
  for (int k = 0; k < 6; ++k) lives.push_back(m.v_break + close * (k + 0.5) / 6);
  for (int k = 0; k < 3; ++k)
    lives.push_back(m.v_break + close + (m.v_swash - m.v_break - close) * (k + 0.5) / 3);
  for (int k = 0; k < 5; ++k) lives.push_back(m.v_swash + (1 - m.v_swash) * (k + 0.4) / 5);
  return lives;
}

}  // namespace

Picture draw_surf(const SurfModel& m, const std::string& title) {
  const int32_t left = kMargin, right = kMargin + kPanel + 2 * kMargin;
  Picture picture(right + kStripWidth + kMargin, 3 * kMargin + kStrips * kStripHeight, kPaper);
  draw_text(picture, left, kMargin, title, kInk, text_width(title, 2) <= kPanel ? 2 : 1);
  int32_t y = kMargin + 2 * kLine;
  const auto line = [&](const std::string& text) {
    draw_text(picture, left, y, text, kInk);
    y += kLine;
  };
  line(metres(m.p.height_m) + " every " + tick_text(m.p.period_s) + " s, slope " + tick_text(m.p.slope));
  line(std::string(m.p.plunging ? "plunging" : "spilling") + ", Iribarren " +
       tick_text(std::round(m.iribarren * 100) / 100));
  line("breaks in " + metres(m.break_depth_m) + ", " + metres(m.break_height_m) + " high");
  line("one wave " + metres(m.width_m) + " wide");
  line("run-up " + metres(m.runup_m));
  y += kLine;
  for (int channel = 0; channel < 3; ++channel) {
    draw_panel(picture, left, y, m, channel);
    y += kPanel + 2 * kLine;
  }
  line("u to the right, shoreward");
  line("v upward, the wave's life");
  line("red: breaking");
  line("yellow: still-water line");
  const double exaggeration = (kStripHeight - 22) / (1.15 * m.break_height_m) / (kStripWidth / m.width_m);
  draw_text(picture, right, kMargin,
            "Profiles, heights " + tick_text(std::round(exaggeration * 10) / 10) + " times", kInk);
  const std::vector<double> lives = strip_lives(m);
  for (std::size_t k = 0; k < lives.size(); ++k)
    draw_strip(picture, right, 2 * kMargin + static_cast<int32_t>(k) * kStripHeight, m, lives[k]);
  return picture;
}

}  // namespace ocean
