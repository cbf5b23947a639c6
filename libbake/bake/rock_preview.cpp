// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rock_preview.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int32_t kSide = 480, kMargin = 16, kLine = 14, kLeast = 60;  // pixels
constexpr Rgb kPaper{250, 250, 247}, kInk{32, 36, 40}, kSky{224, 234, 240}, kWater{116, 166, 196};
constexpr Rgb kRocks[] = {{176, 164, 148}, {158, 148, 162}, {150, 162, 146}, {186, 154, 132},
                          {140, 156, 170}, {190, 178, 134}, {170, 140, 140}, {132, 160, 160}};

Rgb mix(Rgb a, Rgb b, double t) {
  const auto part = [&](uint8_t p, uint8_t q) { return static_cast<uint8_t>(std::lround(p + (q - p) * t)); };
  return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b)};
}

// An orthographic view: right and up on the picture, toward the eye.
struct View3 {
  int right, up;  // 0 x, 1 y, 2 z
  Vec3d eye;
};

double part(const Vec3d& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

class Panel {
 public:
  Panel(const Box& box, const View3& view, double pixels_per_m) : view_(view), scale_(pixels_per_m) {
    low_ = {part(box.min, view.right), part(box.min, view.up)};
    const double w = part(box.max, view.right) - low_.x, h = part(box.max, view.up) - low_.y;
    width = std::max(kLeast, static_cast<int32_t>(std::ceil(w * scale_)));
    height = std::max(kLeast, static_cast<int32_t>(std::ceil(h * scale_)));
    low_.x -= 0.5 * (width / scale_ - w);
    low_.y -= 0.5 * (height / scale_ - h);
    depth_.assign(static_cast<size_t>(int64_t{width} * height), -std::numeric_limits<double>::infinity());
    ink_.resize(depth_.size());
  }
  int32_t width, height;

  void triangle(const Vec3d (&p)[3], Rgb ink, double sea_level_m) {
    const Vec3d u = p[1] - p[0], v = p[2] - p[0];
    Vec3d n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const double size = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (!(size > 0)) return;
    if (n.x * view_.eye.x + n.y * view_.eye.y + n.z * view_.eye.z < 0) return;
    n = (1 / size) * n;
    const double light = 0.32 + 0.68 * std::max(0.0, -0.45 * n.x - 0.35 * n.y + 0.82 * n.z);
    Point q[3];
    double z[3];
    for (int k = 0; k < 3; ++k) {
      q[k] = pixel(p[k]);
      z[k] = p[k].x * view_.eye.x + p[k].y * view_.eye.y + p[k].z * view_.eye.z;
    }
    const double area = (q[1].x - q[0].x) * (q[2].y - q[0].y) - (q[1].y - q[0].y) * (q[2].x - q[0].x);
    const auto from = [](double a, double b, double c) {
      return static_cast<int32_t>(std::floor(std::min({a, b, c})));
    };
    const auto to = [](double a, double b, double c) {
      return static_cast<int32_t>(std::ceil(std::max({a, b, c})));
    };
    for (int32_t y = std::max(0, from(q[0].y, q[1].y, q[2].y));
         y < std::min(height, to(q[0].y, q[1].y, q[2].y)); ++y)
      for (int32_t x = std::max(0, from(q[0].x, q[1].x, q[2].x));
           x < std::min(width, to(q[0].x, q[1].x, q[2].x)); ++x) {
        const double px = x + 0.5, py = y + 0.5;
        double w[3];
        for (int k = 0; k < 3; ++k) {
          const Point a = q[(k + 1) % 3], b = q[(k + 2) % 3];
          w[k] = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
        }
        if (!(w[0] >= 0 && w[1] >= 0 && w[2] >= 0)) continue;
        const double depth = w[0] * z[0] + w[1] * z[1] + w[2] * z[2];
        const size_t at = static_cast<size_t>(int64_t{y} * width + x);
        if (depth <= depth_[at]) continue;
        depth_[at] = depth;
        const double height_m = w[0] * p[0].z + w[1] * p[1].z + w[2] * p[2].z;
        const Rgb lit = mix({0, 0, 0}, ink, light);
        ink_[at] = height_m < sea_level_m ? mix(lit, kWater, 0.55) : lit;
      }
  }

  void draw(Picture& picture, int32_t x0, int32_t y0, double sea_level_m) const {
    for (int32_t y = 0; y < height; ++y)
      for (int32_t x = 0; x < width; ++x) {
        const size_t at = static_cast<size_t>(int64_t{y} * width + x);
        const double up = low_.y + (height - y - 0.5) / scale_;
        const Rgb ground = view_.up == 2 && up >= sea_level_m ? kSky : kWater;
        picture.at(x0 + x, y0 + y) = std::isfinite(depth_[at]) ? ink_[at] : ground;
      }
    frame_rect(picture, x0, y0, width, height, kInk);
  }

 private:
  Point pixel(const Vec3d& p) const {
    return {(part(p, view_.right) - low_.x) * scale_, height - (part(p, view_.up) - low_.y) * scale_};
  }
  View3 view_;
  double scale_;
  Point low_;
  std::vector<double> depth_;
  std::vector<Rgb> ink_;
};

std::string metres(double v) { return tick_text(std::round(v * 1000) / 1000) + " m"; }

void draw_length(Picture& picture, int32_t x, int32_t y, double pixels_per_m) {
  double length = 1e-6;
  for (double step = 1e-6; step * pixels_per_m < 200; step *= 10)
    for (const double times : {1.0, 2.0, 5.0})
      if (times * step * pixels_per_m <= 160) length = times * step;
  const double end = x + length * pixels_per_m;
  draw_line(picture, {static_cast<double>(x), y + 4.0}, {end, y + 4.0}, kInk, 2);
  draw_text(picture, static_cast<int32_t>(end) + 6, y, metres(length), kInk);
}

}  // namespace

Picture draw_rocks(const RockScene& scene, double voxel_m, double sea_level_m, const std::string& title) {
  Box box = scene.bounds;
  const Vec3d size = box.max - box.min;
  const double longest = std::max({size.x, size.y, size.z}), room = 0.06 * longest;
  box.min = box.min - Vec3d{room, room, room};
  box.max = box.max + Vec3d{room, room, room};
  const double scale = kSide / (longest + 2 * room);
  Panel top(box, {0, 1, {0, 0, 1}}, scale), side(box, {0, 2, {0, -1, 0}}, scale);
  for (const Rock& rock : scene.rocks) {
    const RockMesh& mesh = scene.meshes[static_cast<size_t>(rock.mesh)];
    const Rgb ink = kRocks[static_cast<size_t>(rock.id) % std::size(kRocks)];
    const Vec3d* corners = mesh.corners.data();
    for (const Triangle& t : mesh.check.triangles) {
      const Vec3d p[3] = {rock.place(corners[t.a]), rock.place(corners[t.b]), rock.place(corners[t.c])};
      top.triangle(p, ink, sea_level_m);
      side.triangle(p, ink, sea_level_m);
    }
  }
  const int32_t y = 2 * kMargin + 2 * kLine, panels = std::max(top.height, side.height);
  Picture picture(3 * kMargin + top.width + side.width, y + panels + 4 * kLine, kPaper);
  draw_text(picture, kMargin, kMargin, title, kInk, 2);
  draw_text(picture, kMargin, kMargin + kLine + 6,
            std::to_string(scene.rocks.size()) + (scene.rocks.size() == 1 ? " rock, " : " rocks, ") +
                metres(size.x) + " x " + metres(size.y) + " x " + metres(size.z) + ", voxel " +
                metres(voxel_m),
            kInk);
  top.draw(picture, kMargin, y, sea_level_m);
  side.draw(picture, 2 * kMargin + top.width, y, sea_level_m);
  draw_text(picture, kMargin, y + top.height + 5, "from above, north up", kInk);
  draw_text(picture, 2 * kMargin + top.width, y + side.height + 5,
            "from the south; water at " + metres(sea_level_m), kInk);
  draw_length(picture, kMargin, y + panels + 2 * kLine, scale);
  return picture;
}

}  // namespace ocean
