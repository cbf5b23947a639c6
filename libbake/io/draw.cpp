// SPDX-License-Identifier: Apache-2.0
//
// Lines are drawn by coverage: a pixel's weight is how far its centre lies inside the stroke, over one pixel.
#include "libbake/io/draw.h"

#include <algorithm>
#include <cmath>

#include "libbake/io/font.h"
#include "libbake/io/image.h"
#include "libbake/io/image_plugin.h"

namespace ocean {
namespace {

bool finite(Point p) { return std::isfinite(p.x) && std::isfinite(p.y); }

double distance_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double t = squared > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - (a.x + t * dx), p.y - (a.y + t * dy));
}

// Liang–Barsky: the part of a–b within margin of the picture, so that far segments cost nothing. False: none.
bool clip(const Picture& picture, double margin, Point& a, Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double p[4] = {-dx, dx, -dy, dy};
  const double q[4] = {a.x + margin, picture.width + margin - a.x, a.y + margin,
                       picture.height + margin - a.y};
  double t0 = 0, t1 = 1;
  for (int i = 0; i < 4; ++i) {
    if (p[i] == 0) {
      if (q[i] < 0) return false;
      continue;
    }
    const double t = q[i] / p[i];
    if (p[i] < 0) t0 = std::max(t0, t);
    else t1 = std::min(t1, t);
  }
  if (t0 > t1) return false;
  b = {a.x + t1 * dx, a.y + t1 * dy};
  a = {a.x + t0 * dx, a.y + t0 * dy};
  return true;
}

// Calls put(x, y, coverage) for the pixels that the stroke touches.
template <class Put>
void stroke(const Picture& picture, Point a, Point b, double thickness, Put put) {
  const double reach = thickness / 2 + 0.5;
  if (!finite(a) || !finite(b) || !clip(picture, reach, a, b)) return;
  const auto low_y = static_cast<int64_t>(std::floor(std::min(a.y, b.y) - reach));
  const auto high_y = static_cast<int64_t>(std::floor(std::max(a.y, b.y) + reach));
  const double slope = b.y != a.y ? (b.x - a.x) / (b.y - a.y) : 0;
  const double steep = b.y != a.y ? reach * std::hypot(1.0, slope) + std::fabs(slope) : 0;
  for (int64_t y = std::max<int64_t>(low_y, 0); y <= std::min<int64_t>(high_y, picture.height - 1); ++y) {
    double left = std::min(a.x, b.x) - reach, right = std::max(a.x, b.x) + reach;
    if (b.y != a.y) {
      const double middle = a.x + (static_cast<double>(y) + 0.5 - a.y) * slope;
      left = std::max(left, middle - steep);
      right = std::min(right, middle + steep);
    }
    const auto first = std::max<int64_t>(static_cast<int64_t>(std::floor(left)), 0);
    const auto last = std::min<int64_t>(static_cast<int64_t>(std::ceil(right)), picture.width - 1);
    for (int64_t x = first; x <= last; ++x) {
      const double d =
          distance_to_segment({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5}, a, b);
      const double coverage = std::clamp(reach - d, 0.0, std::min(1.0, thickness));
      if (coverage > 0) put(x, y, coverage);
    }
  }
}

struct Box {
  int64_t x0, y0, x1, y1;  // half open
};

// The pixels within margin of the points' bounding box.
Box box_of(const Picture& picture, std::span<const Point> points, double margin) {
  double x0 = picture.width, y0 = picture.height, x1 = 0, y1 = 0;
  for (const Point& p : points) {
    if (!finite(p)) continue;
    x0 = std::min(x0, p.x - margin);
    y0 = std::min(y0, p.y - margin);
    x1 = std::max(x1, p.x + margin);
    y1 = std::max(y1, p.y + margin);
  }
  const auto inside = [](double v, int32_t size) {
    return static_cast<int64_t>(std::clamp(v, 0.0, double(size)));
  };
  return {inside(std::floor(x0), picture.width), inside(std::floor(y0), picture.height),
          inside(std::ceil(x1), picture.width), inside(std::ceil(y1), picture.height)};
}

}  // namespace

Picture::Picture(int32_t w, int32_t h, Rgb fill)
    : width(w), height(h), pixels(static_cast<size_t>(int64_t{w} * h), fill) {}

void Picture::blend(int64_t x, int64_t y, Rgb colour, double alpha) {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  Rgb& p = pixels[static_cast<size_t>(y * width + x)];
  const auto mix = [&](uint8_t from, uint8_t to) {
    return static_cast<uint8_t>(std::lround(from + (to - from) * std::clamp(alpha, 0.0, 1.0)));
  };
  p = {mix(p.r, colour.r), mix(p.g, colour.g), mix(p.b, colour.b)};
}

void fill_rect(Picture& picture, int32_t x, int32_t y, int32_t width, int32_t height, Rgb colour,
               double alpha) {
  const int64_t right = std::min<int64_t>(int64_t{x} + width, picture.width);
  const int64_t bottom = std::min<int64_t>(int64_t{y} + height, picture.height);
  for (int64_t j = std::max(y, 0); j < bottom; ++j) {
    for (int64_t i = std::max(x, 0); i < right; ++i) picture.blend(i, j, colour, alpha);
  }
}

void frame_rect(Picture& picture, int32_t x, int32_t y, int32_t width, int32_t height, Rgb colour) {
  fill_rect(picture, x, y, width, 1, colour);
  fill_rect(picture, x, y + height - 1, width, 1, colour);
  fill_rect(picture, x, y, 1, height, colour);
  fill_rect(picture, x + width - 1, y, 1, height, colour);
}

void fill_circle(Picture& picture, Point centre, double radius, Rgb colour, double alpha) {
  stroke(picture, centre, centre, 2 * radius,
         [&](int64_t x, int64_t y, double coverage) { picture.blend(x, y, colour, alpha * coverage); });
}

void draw_line(Picture& picture, Point a, Point b, Rgb colour, double thickness, double alpha) {
  const Point points[2] = {a, b};
  draw_polyline(picture, points, false, colour, thickness, alpha);
}

void draw_polyline(Picture& picture, std::span<const Point> points, bool closed, Rgb colour, double thickness,
                   double alpha) {
  // Coverage first, as the largest of any segment, so that joints are painted once.
  const Box box = box_of(picture, points, thickness / 2 + 2);
  if (box.x0 >= box.x1 || box.y0 >= box.y1) return;
  const int64_t width = box.x1 - box.x0;
  std::vector<uint8_t> mask(static_cast<size_t>(width * (box.y1 - box.y0)));
  const auto put = [&](int64_t x, int64_t y, double coverage) {
    uint8_t& m = mask[static_cast<size_t>((y - box.y0) * width + x - box.x0)];
    m = std::max(m, static_cast<uint8_t>(std::lround(coverage * 255)));
  };
  if (points.size() == 1) stroke(picture, points[0], points[0], thickness, put);
  const size_t count = points.size() < 2 ? 0 : closed ? points.size() : points.size() - 1;
  for (size_t i = 0; i < count; ++i)
    stroke(picture, points[i], points[(i + 1) % points.size()], thickness, put);
  for (size_t i = 0; i < mask.size(); ++i) {
    const auto at = static_cast<int64_t>(i);
    if (mask[i] > 0) picture.blend(box.x0 + at % width, box.y0 + at / width, colour, alpha * mask[i] / 255.0);
  }
}

void draw_arrow(Picture& picture, Point tail, Point tip, Rgb colour, double thickness, double head) {
  const double length = std::hypot(tip.x - tail.x, tip.y - tail.y);
  if (!(length > 0)) return;
  const double ux = (tip.x - tail.x) / length, uy = (tip.y - tail.y) / length;
  constexpr double kCos = 0.866, kSin = 0.5;  // barbs 30 degrees off the shaft
  const Point left{tip.x - head * (kCos * ux - kSin * uy), tip.y - head * (kCos * uy + kSin * ux)};
  const Point right{tip.x - head * (kCos * ux + kSin * uy), tip.y - head * (kCos * uy - kSin * ux)};
  draw_line(picture, tail, tip, colour, thickness);
  draw_line(picture, tip, left, colour, thickness);
  draw_line(picture, tip, right, colour, thickness);
}

void write_png(const std::string& path, const Picture& picture) {
  const ImageSpec spec{picture.width, picture.height, {"R", "G", "B"}, SampleType::u8, {}};
  write_image(path, ImageFormat::png8, spec, picture.pixels.data());
}

std::string gif_bytes(const std::string& path, std::span<const Picture> frames, int frames_per_s) {
  Animation animation{frames.front().width, frames.front().height, frames_per_s, {}};
  for (const Picture& frame : frames) animation.frames.push_back(frame.pixels.data());
  const std::vector<unsigned char> bytes = image_plugin().encode_gif(path, animation);
  return {bytes.begin(), bytes.end()};
}

}  // namespace ocean
