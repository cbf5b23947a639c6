// SPDX-License-Identifier: Apache-2.0
//
// Along a row the phase of a wave grows by one angle a pixel, so that its sine and cosine follow by rotation.
#include "libbake/bake/waves_plan.h"

#include <algorithm>
#include <cmath>

#include "kernels/math/interp.h"

namespace ocean {
namespace {

constexpr double kShortestPixels = 2.5;
constexpr int kSearchSteps = 24;

struct Particle {
  double dx = 0, dy = 0, z = 0, jxx = 1, jyy = 1, jxy = 0, slope_x = 0, slope_y = 0;
};
Particle operator+(const Particle& a, const Particle& b) {
  return {a.dx + b.dx,           a.dy + b.dy,          a.z + b.z, a.jxx + b.jxx, a.jyy + b.jyy, a.jxy + b.jxy,
          a.slope_x + b.slope_x, a.slope_y + b.slope_y};
}
Particle operator*(double s, const Particle& a) {
  return {s * a.dx, s * a.dy, s * a.z, s * a.jxx, s * a.jyy, s * a.jxy, s * a.slope_x, s * a.slope_y};
}

void add_row(const Wave& w, double x0, double y, double t, double step, Particle* row, int32_t count) {
  const double k = elem::sqrt(w.kx * w.kx + w.ky * w.ky), dx = w.kx / k, dy = w.ky / k;
  elem::SinCos<double> a = elem::sincos(w.kx * x0 + w.ky * y - w.omega * t + kTwoPi * w.phase);
  const elem::SinCos<double> turn = elem::sincos(w.kx * step);
  const double forward = w.steepness * w.amplitude;
  for (int32_t i = 0; i < count; ++i) {
    Particle& p = row[i];
    p.dx += forward * dx * a.cos;
    p.dy += forward * dy * a.cos;
    p.z += w.amplitude * a.sin;
    p.jxx -= forward * dx * w.kx * a.sin;
    p.jyy -= forward * dy * w.ky * a.sin;
    p.jxy -= forward * dx * w.ky * a.sin;
    p.slope_x += w.amplitude * w.kx * a.cos;
    p.slope_y += w.amplitude * w.ky * a.cos;
    const double sin = a.sin * turn.cos + a.cos * turn.sin;
    a.cos = a.cos * turn.cos - a.sin * turn.sin;
    a.sin = sin;
  }
}

}  // namespace

SeaRaster sea_raster(const std::vector<Wave>& waves, double time_s, double extent_m, int32_t side) {
  SeaRaster out{side, extent_m / side, {}, {}, {}, {}};
  double reach = 0;
  for (const Wave& w : waves) reach += w.steepness * w.amplitude;
  const auto margin = static_cast<int32_t>(std::ceil(std::min(reach / out.pixel_m, side / 4.0))) + 2;
  const int32_t wide = side + 2 * margin;
  std::vector<Particle> particles(static_cast<std::size_t>(wide) * static_cast<std::size_t>(wide));
  const double corner = -0.5 * extent_m + (0.5 - margin) * out.pixel_m;
  for (int32_t j = 0; j < wide; ++j)
    for (const Wave& w : waves) {
      const double length = kTwoPi / elem::sqrt(w.kx * w.kx + w.ky * w.ky);
      if (w.amplitude > 0 && length >= kShortestPixels * out.pixel_m)
        add_row(w, corner, corner + j * out.pixel_m, time_s, out.pixel_m,
                &particles[static_cast<std::size_t>(j) * static_cast<std::size_t>(wide)], wide);
    }
  const View2D<const Particle> map = dense_view<const Particle>(particles.data(), wide, wide);
  for (int32_t j = 0; j < side; ++j)
    for (int32_t i = 0; i < side; ++i) {
      double u = 0, v = 0;
      Particle p;
      for (int step = 0; step < kSearchSteps; ++step) {
        p = bilinear(map, i + margin + u / out.pixel_m, j + margin + v / out.pixel_m);
        if (std::abs(u + p.dx) + std::abs(v + p.dy) < 0.05 * out.pixel_m) break;
        u = -p.dx, v = -p.dy;
      }
      const double jacobian = p.jxx * p.jyy - p.jxy * p.jxy, rise = std::max(jacobian, 0.05);
      out.height.push_back(p.z);
      out.slope_x.push_back((p.slope_x * p.jyy - p.jxy * p.slope_y) / rise);
      out.slope_y.push_back((p.jxx * p.slope_y - p.slope_x * p.jxy) / rise);
      out.jacobian.push_back(jacobian);
    }
  return out;
}

}  // namespace ocean
