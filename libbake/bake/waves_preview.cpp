// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/waves_preview.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "kernels/math/interp.h"
#include "libbake/bake/wave_table.h"
#include "libbake/bake/waves_plan.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int32_t kPlan = 576, kProfile = 128, kSide = 384, kMargin = 14, kLine = 14;
constexpr double kLengthsShown = 7;   // mean wavelengths across the plan
constexpr double kShownSlope = 0.34;  // root mean square after exaggeration, so that any sea reads
constexpr double kFoam = 0.45, kFoamEdge = 0.35;  // of the Jacobian
constexpr std::size_t kMostBars = 12;
constexpr int kBins = 12;
constexpr Rgb kPaper{250, 250, 247}, kInk{32, 36, 40}, kFaint{168, 176, 182}, kWarningInk{176, 32, 16},
    kDeep{9, 45, 74}, kCrest{96, 172, 186}, kFoamInk{246, 250, 250}, kArrowInk{255, 214, 64};

// Of n waves every group of neighbours becomes one of the group's energy and steepness.
std::vector<Wave> thinned(const std::vector<Wave>& waves) {
  if (waves.size() <= kMostDrawnWaves) return waves;
  std::vector<Wave> out;
  for (std::size_t g = 0; g < kMostDrawnWaves; ++g) {
    const std::size_t from = g * waves.size() / kMostDrawnWaves,
                      to = (g + 1) * waves.size() / kMostDrawnWaves;
    Wave one = waves[(from + to) / 2];
    double energy = 0, forward = 0;
    for (std::size_t i = from; i < to; ++i) {
      energy += waves[i].amplitude * waves[i].amplitude;
      forward += waves[i].steepness * waves[i].amplitude * waves[i].steepness * waves[i].amplitude;
    }
    one.amplitude = elem::sqrt(energy);
    one.steepness = energy > 0 ? elem::sqrt(forward / energy) : 0;
    out.push_back(one);
  }
  return out;
}

double length_of(const Wave& w) { return kTwoPi / elem::sqrt(w.kx * w.kx + w.ky * w.ky); }

struct Mean {
  double length_m = 0, energy = 0;
  Vec2d direction{1, 0};
};
Mean mean_of(const std::vector<Wave>& waves) {
  Mean m;
  double x = 0, y = 0;
  for (const Wave& w : waves) {
    const double e = 0.5 * w.amplitude * w.amplitude, length = length_of(w);
    m.energy += e;
    m.length_m += e * length;
    x += e * w.kx * length, y += e * w.ky * length;
  }
  if (!(m.energy > 0)) return {10, 0, {1, 0}};
  m.length_m /= m.energy;
  const double norm = elem::sqrt(x * x + y * y);
  if (norm > 0) m.direction = {x / norm, y / norm};
  return m;
}

// Two digits.
double rounded(double x) {
  double unit = 1;
  while (x / unit >= 100) unit *= 10;
  while (x / unit < 10) unit /= 10;
  return std::floor(x / unit + 0.5) * unit;
}

std::string fixed(double value, const char* format) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

Rgb mix(Rgb a, Rgb b, double t) {
  const auto part = [t](uint8_t p, uint8_t q) { return static_cast<uint8_t>(p + (q - p) * t + 0.5); };
  return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b)};
}

double slope_factor(const SeaRaster& sea) {
  double sum = 0;
  for (std::size_t i = 0; i < sea.height.size(); ++i)
    sum += sea.slope_x[i] * sea.slope_x[i] + sea.slope_y[i] * sea.slope_y[i];
  const double rms = elem::sqrt(sum / static_cast<double>(sea.height.size()));
  return rms > 1e-6 ? std::max(1.0, kShownSlope / rms) : 1;
}

void draw_plan(Picture& picture, const SeaRaster& sea, double height_m, double slopes) {
  for (int32_t y = 0; y < sea.side; ++y)
    for (int32_t x = 0; x < sea.side; ++x) {
      const auto at = static_cast<std::size_t>(int64_t{sea.side - 1 - y} * sea.side + x);
      const double sx = slopes * sea.slope_x[at], sy = slopes * sea.slope_y[at];
      const double norm = elem::sqrt(sx * sx + sy * sy + 1);
      // Light from the north-west, 40 degrees up; a mirror of it for who looks from above.
      const double light = (-0.54 * -sx + 0.54 * -sy + 0.64) / norm,
                   half = (-0.30 * -sx + 0.30 * -sy + 0.905) / norm;
      const double level = height_m > 0 ? std::clamp(0.5 + sea.height[at] / (1.3 * height_m), 0.0, 1.0) : 0.5;
      Rgb c = mix(kDeep, kCrest, 0.25 * level + 0.75 * std::clamp(light * (0.55 + 0.45 * level), 0.0, 1.0));
      const double h2 = std::max(half, 0.0) * std::max(half, 0.0), h8 = h2 * h2 * h2 * h2,
                   h32 = h8 * h8 * h8 * h8;
      c = mix(c, kFoamInk, 0.45 * h32 * h8);
      const double foam = 1 - smoothstep(kFoam - kFoamEdge, kFoam, sea.jacobian[at]);
      picture.at(kMargin + x, kMargin + y) = mix(c, kFoamInk, 0.85 * foam);
    }
}

void draw_profile(Picture& picture, const std::vector<Wave>& waves, double time_s, double extent_m,
                  const Mean& mean, double height_m) {
  const int32_t top = kMargin + kPlan + 30, left = kMargin;
  const double scale = kPlan / extent_m, room = 0.5 * kProfile - 8;
  const double wish = height_m > 0 ? room / (1.05 * height_m * scale) : 1;
  const double factor = wish >= 2 ? std::floor(std::min(wish, 50.0)) : std::min(wish, 1.0);
  fill_rect(picture, left, top, kPlan, kProfile, {232, 238, 240});
  const double level = top + 0.5 * kProfile;
  std::vector<Point> line;
  for (int i = -kPlan / 4; i <= kPlan + kPlan / 4; ++i) {
    const double s = (i - 0.5 * kPlan) / scale, x = s * mean.direction.x, y = s * mean.direction.y;
    const SurfacePoint p = surface_point({waves.data(), static_cast<int64_t>(waves.size())}, x, y, time_s);
    const double along = s + p.displacement.x * mean.direction.x + p.displacement.y * mean.direction.y;
    line.push_back({left + 0.5 * kPlan + along * scale, level - factor * scale * p.displacement.z});
  }
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Point a = line[i], b = line[i + 1];
    if (std::min(a.x, b.x) < left || std::max(a.x, b.x) > left + kPlan) continue;
    draw_line(picture, a, b, kDeep, 1.8);
  }
  draw_line(picture, {left + 0.0, level}, {left + kPlan + 0.0, level}, kFaint, 1);
  frame_rect(picture, left, top, kPlan, kProfile, kFaint);
  draw_text(picture, left, top - 13,
            "profile along the mean direction, heights x" + fixed(factor, factor < 1 ? "%.2f" : "%.0f"),
            kInk);
}

void draw_rose(Picture& picture, Point centre, double radius, const std::vector<Wave>& waves) {
  double longest = 0, highest = 0;
  for (const Wave& w : waves)
    if (w.amplitude > 0) longest = std::max(longest, length_of(w)), highest = std::max(highest, w.amplitude);
  std::vector<Point> circle;
  for (int i = 0; i < 96; ++i) {
    const elem::SinCos<double> a = elem::sincos(kTwoPi * i / 96);
    circle.push_back({centre.x + radius * a.cos, centre.y - radius * a.sin});
  }
  draw_polyline(picture, circle, true, kFaint, 1);
  draw_line(picture, {centre.x - radius, centre.y}, {centre.x + radius, centre.y}, kFaint, 1, 0.6);
  draw_line(picture, {centre.x, centre.y - radius}, {centre.x, centre.y + radius}, kFaint, 1, 0.6);
  const auto x = static_cast<int32_t>(centre.x), y = static_cast<int32_t>(centre.y),
             r = static_cast<int32_t>(radius);
  draw_text(picture, x - 2, y - r - 11, "N", kInk);
  draw_text(picture, x + r + 6, y - 3, "E", kInk);
  draw_text(picture, x - 2, y + r + 5, "S", kInk);
  draw_text(picture, x - r - 11, y - 3, "W", kInk);
  const bool many = waves.size() > 32;
  for (const Wave& w : waves) {
    if (!(w.amplitude > 0)) continue;
    const double length = length_of(w), reach = radius * elem::sqrt(length / longest);
    const Point tip{centre.x + reach * w.kx * length / kTwoPi, centre.y - reach * w.ky * length / kTwoPi};
    const double thickness = 1 + 3 * w.amplitude / highest;
    const Rgb ink = mix({60, 160, 170}, kDeep, length / longest);
    if (many) draw_line(picture, centre, tip, ink, 1, 0.15 + 0.85 * w.amplitude / highest);
    else draw_arrow(picture, centre, tip, ink, thickness, 6 + thickness);
  }
}

// A bar a wave, longest first.
int32_t draw_bars(Picture& picture, int32_t left, int32_t y, std::vector<Wave> waves) {
  std::stable_sort(waves.begin(), waves.end(),
                   [](const Wave& a, const Wave& b) { return length_of(a) > length_of(b); });
  draw_text(picture, left, y, "length, amplitude, period, toward", kInk);
  y += kLine + 2;
  for (const Wave& w : waves) {
    const auto width = static_cast<int32_t>(110 * length_of(w) / length_of(waves.front()) + 0.5);
    fill_rect(picture, left, y + 1, std::max(width, 1), 8, mix({60, 160, 170}, kDeep, width / 110.0));
    double toward = elem::atan2(w.kx, w.ky) * (360 / kTwoPi);
    if (toward < 0) toward += 360;
    draw_text(picture, left + 118, y + 1,
              fixed(length_of(w), "%7.2f m") + fixed(w.amplitude, "%7.3f m") +
                  fixed(kTwoPi / w.omega, "%6.2f s") + fixed(toward, "%5.0f\xc2\xb0"),
              kInk);
    y += kLine;
  }
  return y;
}

// Share of the energy by wavelength, in bins of equal ratio.
int32_t draw_energy(Picture& picture, int32_t left, int32_t y, const std::vector<Wave>& waves) {
  double low = 1e300, high = 0, total = 0;
  for (const Wave& w : waves) {
    low = std::min(low, length_of(w)), high = std::max(high, length_of(w));
    total += w.amplitude * w.amplitude;
  }
  const double ratio = elem::log(high / low) / kBins;
  std::vector<double> share(kBins, 0.0);
  for (const Wave& w : waves) {
    const double place = ratio > 0 ? elem::log(high / length_of(w)) / ratio : 0;
    share[static_cast<std::size_t>(std::clamp(static_cast<int>(place), 0, kBins - 1))] +=
        total > 0 ? w.amplitude * w.amplitude / total : 0;
  }
  const double most = std::max(*std::max_element(share.begin(), share.end()), 1e-12);
  draw_text(picture, left, y, "energy by wavelength", kInk);
  y += kLine + 2;
  for (int b = 0; b < kBins; ++b) {
    const double part = share[static_cast<std::size_t>(b)];
    fill_rect(picture, left + 118, y + 1, std::max(static_cast<int32_t>(180 * part / most + 0.5), 1), 8,
              mix(kDeep, {60, 160, 170}, b / (kBins - 1.0)));
    draw_text(picture, left, y + 1,
              fixed(high * elem::exp(-ratio * (b + 1)), "%7.2f") + " -" +
                  fixed(high * elem::exp(-ratio * b), "%7.2f m"),
              kInk);
    draw_text(picture, left + 304, y + 1, fixed(100 * part, "%4.1f %%"), kInk);
    y += kLine;
  }
  return y;
}

void draw_side(Picture& picture, const std::vector<Wave>& waves, const std::string& title,
               const std::vector<std::string>& lines, const std::vector<std::string>& warnings) {
  const int32_t left = kMargin + kPlan + 2 * kMargin;
  int32_t y = kMargin;
  draw_text(picture, left, y, title, kInk, text_width(title, 2) <= kSide - kMargin ? 2 : 1);
  y += 2 * kLine;
  const auto write = [&](const std::string& text, Rgb ink) {
    for (const std::string& part : wrap(text, (kSide - kMargin) / kGlyphWidth))
      draw_text(picture, left, y, part, ink), y += kLine;
  };
  for (const std::string& line : lines) write(line, kInk);
  for (const std::string& warning : warnings) write("! " + warning, kWarningInk);
  y += kLine;
  const double radius = 84;
  draw_rose(picture, {left + 0.5 * (kSide - kMargin), y + radius + 12}, radius, waves);
  y += static_cast<int32_t>(2 * radius) + 40;
  std::vector<Wave> alive;
  std::copy_if(waves.begin(), waves.end(), std::back_inserter(alive),
               [](const Wave& w) { return w.amplitude > 0; });
  if (alive.empty()) return write("flat water at this time", kInk);
  if (alive.size() <= kMostBars) draw_bars(picture, left, y, alive);
  else draw_energy(picture, left, y, alive);
}

}  // namespace

Picture waves_picture(const WaveSet& set, double time_s, const std::string& title,
                      const std::vector<std::string>& lines, const std::vector<std::string>& warnings) {
  const std::vector<Wave> all = waves_at(set, time_s), waves = thinned(all);
  const Mean mean = mean_of(waves);
  const double extent = rounded(kLengthsShown * mean.length_m), height = 4 * elem::sqrt(mean.energy);
  const SeaRaster sea = sea_raster(waves, time_s, extent, kPlan);
  const double slopes = slope_factor(sea);
  Picture picture(kMargin + kPlan + kMargin + kSide + kMargin, kMargin + kPlan + 30 + kProfile + kMargin,
                  kPaper);
  draw_plan(picture, sea, height, slopes);
  const double half = 24;
  const Point at{kMargin + 44.0, kMargin + 44.0};
  if (mean.energy > 0)
    draw_arrow(picture, {at.x - half * mean.direction.x, at.y + half * mean.direction.y},
               {at.x + half * mean.direction.x, at.y - half * mean.direction.y}, kArrowInk, 3, 11);
  const double bar = rounded(extent / 5);
  const double bar_px = bar / extent * kPlan, y = kMargin + kPlan - 16.0;
  draw_line(picture, {kMargin + 16.0, y}, {kMargin + 16.0 + bar_px, y}, kFoamInk, 3);
  draw_label(picture, kMargin + 16, static_cast<int32_t>(y) - 16, tick_text(bar) + " m");
  draw_profile(picture, waves, time_s, extent, mean, height);
  std::vector<std::string> said = lines;
  said.push_back("picture: " + tick_text(extent) + " m square at " + tick_text(time_s) +
                 " s, light exaggerates slopes x" + fixed(slopes, "%.1f"));
  if (waves.size() < all.size())
    said.push_back("picture: " + std::to_string(waves.size()) + " waves stand for all " +
                   std::to_string(all.size()));
  draw_side(picture, waves, title, said, warnings);
  return picture;
}

}  // namespace ocean
