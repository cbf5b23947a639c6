// SPDX-License-Identifier: Apache-2.0
//
// Frames over a shore seen from above: lit water, white foam, land where the shore map has it.
#include <algorithm>
#include <cmath>

#include "libbake/bake/surf_preview.h"

namespace ocean {
namespace {

constexpr int32_t kFrameSide = 384, kContactColumns = 4, kMostSamples = 4;  // of a pixel, each way
constexpr double kAmbient = 0.55, kSun = 0.6;
constexpr Rgb kPaper{250, 250, 247}, kFoam{255, 255, 255}, kLand{150, 132, 92}, kDeep{22, 84, 122},
    kCrest{70, 150, 180};

struct Colour {
  double r = 0, g = 0, b = 0;
};
Colour of(Rgb c) { return {double(c.r), double(c.g), double(c.b)}; }
Colour mix(Colour a, Colour b, double t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}
uint8_t byte_of(double v) { return static_cast<uint8_t>(std::lround(std::clamp(v, 0.0, 255.0))); }

Colour shade(Vec3f normal, double height_m, double foam, double distance_m, double scale_m) {
  if (normal.z < 0) normal = -1.0f * normal;  // under a lip
  const double light = -0.45 * static_cast<double>(normal.x) + 0.45 * static_cast<double>(normal.y) +
                       0.77 * static_cast<double>(normal.z);
  const bool land = distance_m < 0 && !(height_m > 0.02 * scale_m);
  const Colour base =
      land ? of(kLand) : mix(of(kDeep), of(kCrest), std::clamp(0.15 + 0.6 * height_m / scale_m, 0.0, 1.0));
  const double lit = land ? 1.0 : kAmbient + kSun * std::max(light, 0.0);
  return mix({base.r * lit, base.g * lit, base.b * lit}, of(kFoam), 0.95 * foam);
}

}  // namespace

ContactSheet::ContactSheet(const ShoreBakeMaps& shore, int frames)
    : shore_(shore),
      width_(std::max(1, shore.grid.width * kFrameSide / std::max(shore.grid.width, shore.grid.height))),
      height_(std::max(1, shore.grid.height * kFrameSide / std::max(shore.grid.width, shore.grid.height))),
      columns_(std::min(frames, kContactColumns)),
      picture_(columns_ * (width_ + 4), (frames + columns_ - 1) / columns_ * (height_ + 4), kPaper) {}

void ContactSheet::add(const FrameMaps& maps) {
  const Grid& grid = shore_.grid;
  const std::vector<float> d = maps.displacement.to_host("contact sheet"),
                           n = maps.normal.to_host("contact sheet"),
                           foam = maps.foam.to_host("contact sheet");
  double scale = 1e-6;
  for (std::size_t k = 2; k < d.size(); k += 3) scale = std::max(scale, static_cast<double>(d[k]));
  const auto texel = [&](int64_t i, int64_t j) {
    const auto k = static_cast<std::size_t>(j * grid.width + i);
    return shade({n[3 * k], n[3 * k + 1], n[3 * k + 2]}, static_cast<double>(d[3 * k + 2]),
                 static_cast<double>(foam[k]), static_cast<double>(shore_.distance_m[k]), scale);
  };
  const int32_t x0 = next_ % columns_ * (width_ + 4), y0 = next_ / columns_ * (height_ + 4);
  const int64_t samples = std::clamp<int64_t>(grid.width / width_, 1, kMostSamples), all = samples * samples;
  for (int32_t y = 0; y < height_; ++y)
    for (int32_t x = 0; x < width_; ++x) {
      Colour sum;
      for (int64_t s = 0; s < all; ++s) {
        const int64_t i = (x * samples + s % samples) * grid.width / (width_ * samples),
                      j = ((height_ - 1 - y) * samples + s / samples) * grid.height / (height_ * samples);
        const Colour c = texel(i, j);
        sum = {sum.r + c.r, sum.g + c.g, sum.b + c.b};
      }
      const double share = 1 / static_cast<double>(all);
      picture_.at(x0 + x, y0 + y) = {byte_of(sum.r * share), byte_of(sum.g * share), byte_of(sum.b * share)};
    }
  ++next_;
}

}  // namespace ocean
