// SPDX-License-Identifier: Apache-2.0
//
// u <- -D(p + u): Newton on R(u) = u + D(p + u), whose derivative is the deformation (jxx, jxy; jxy, jyy),
// with a fixed-point step where Newton does not shrink the residual.
#include "kernels/wave/resample.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "kernels/math/convert.h"
#include "kernels/math/interp.h"
#include "kernels/parallel_for.h"
#include "kernels/wave/flipbook_checks.h"
#include "kernels/wave/wave.h"
#include "kernels/wave/wave_sums.h"

namespace ocean {
namespace {

constexpr double kShrinks = 0.9, kClose = 1e-12;  // of the residual; metres per metre of tile side

struct FixedWave {
  int32_t n, m;
  double turns;  // phase at the frame, in [0, 1)
  double kx, ky, forward_x, forward_y, amplitude;
};

struct Sample {
  double dx = 0, dy = 0, z = 0, jxx = 1, jyy = 1, jxy = 0;
};

struct FixedHeight {
  View<const FixedWave> waves;
  int32_t grid_width, grid_height;
  Window window;
  double close_m;
  View<float> height;

  // The phase of texel centres is an exact fraction; the way u from there is added in radians.
  OCEAN_HD Sample sample(int64_t i, int64_t j, double ux, double uy) const {
    Sample s;
    const int64_t whole_x = 2 * int64_t{grid_width}, whole_y = 2 * int64_t{grid_height};
    for (int64_t k = 0; k < waves.size; ++k) {
      const FixedWave& w = waves[k];
      const int64_t px = positive_mod(w.n * (2 * i + 1), whole_x),
                    py = positive_mod(w.m * (2 * j + 1), whole_y);
      const double turns = static_cast<double>(px) / static_cast<double>(whole_x) +
                           static_cast<double>(py) / static_cast<double>(whole_y) + w.turns;
      const elem::SinCos<double> a = elem::sincos(kTwoPi * turns + (w.kx * ux + w.ky * uy));
      s.dx += w.forward_x * a.cos;
      s.dy += w.forward_y * a.cos;
      s.z += w.amplitude * a.sin;
      s.jxx -= w.forward_x * w.kx * a.sin;
      s.jyy -= w.forward_y * w.ky * a.sin;
      s.jxy -= w.forward_x * w.ky * a.sin;
    }
    return s;
  }
  OCEAN_HD void operator()(int64_t index) const {
    const RowColumn place = row_column(index, window.width);
    const int64_t i = int64_t{window.i0} + place.column, j = int64_t{window.j0} + place.row;
    double ux = 0, uy = 0;
    Sample s = sample(i, j, ux, uy);
    double rx = s.dx, ry = s.dy;  // residual u + D
    for (int step = 1; step < kMostInverseSteps && rx * rx + ry * ry > close_m * close_m;) {
      const double det = s.jxx * s.jyy - s.jxy * s.jxy, size = rx * rx + ry * ry;
      bool taken = false;
      if (det > 1e-6) {
        const double tx = ux - (s.jyy * rx - s.jxy * ry) / det, ty = uy - (s.jxx * ry - s.jxy * rx) / det;
        const Sample t = sample(i, j, tx, ty);
        const double sx = tx + t.dx, sy = ty + t.dy;
        ++step;
        if (sx * sx + sy * sy <= kShrinks * kShrinks * size) {
          ux = tx, uy = ty, s = t, rx = sx, ry = sy;
          taken = true;
        }
      }
      if (taken) continue;
      ux = ux - rx, uy = uy - ry;
      s = sample(i, j, ux, uy);
      rx = ux + s.dx, ry = uy + s.dy;
      ++step;
    }
    height[index] = static_cast<float>(s.z);
  }
};

// Bicubic (Catmull-Rom) reading of component `component` of a wrapping map at texel coordinates (x, y) whose
// integers are texel centres.
OCEAN_HD inline float read_wrapped(View<const float> map, int32_t components, int32_t component,
                                   int32_t width, int32_t height, double x, double y) {
  const double fx = x - static_cast<double>(floor_to<int64_t>(x)),
               fy = y - static_cast<double>(floor_to<int64_t>(y));
  const int64_t i = floor_to<int64_t>(x), j = floor_to<int64_t>(y);
  float rows[4];
  for (int r = 0; r < 4; ++r) {
    const int64_t row = positive_mod(j + r - 1, height) * width;
    float v[4];
    for (int c = 0; c < 4; ++c) v[c] = map[(row + positive_mod(i + c - 1, width)) * components + component];
    rows[r] = cubic(v[0], v[1], v[2], v[3], static_cast<float>(fx));
  }
  return cubic(rows[0], rows[1], rows[2], rows[3], static_cast<float>(fy));
}

OCEAN_HD inline float read_linear(View<const float> map, int32_t width, int32_t height, double x, double y) {
  const int64_t i = floor_to<int64_t>(x), j = floor_to<int64_t>(y);
  const auto fx = static_cast<float>(x - static_cast<double>(i)),
             fy = static_cast<float>(y - static_cast<double>(j));
  const int64_t i0 = positive_mod(i, width), i1 = positive_mod(i + 1, width);
  const int64_t r0 = positive_mod(j, height) * width, r1 = positive_mod(j + 1, height) * width;
  const float low = map[r0 + i0] + fx * (map[r0 + i1] - map[r0 + i0]);
  const float high = map[r1 + i0] + fx * (map[r1 + i1] - map[r1 + i0]);
  return low + fy * (high - low);
}

// The way u, in texels, from a texel centre to the particle that stands over it, from a displacement map:
// damped fixed-point steps with the last residual's share (the map has no derivatives at hand).
struct MapInverse {
  View<const float> displacement;
  int32_t width, height;
  double texels_x, texels_y;  // a metre
  OCEAN_HD Vec2d at(double x, double y) const {
    return {texels_x * static_cast<double>(read_wrapped(displacement, 3, 0, width, height, x, y)),
            texels_y * static_cast<double>(read_wrapped(displacement, 3, 1, width, height, x, y))};
  }
  OCEAN_HD Vec2d solve(int32_t i, int32_t j) const {
    Vec2d u{0, 0}, d = at(i, j);
    double rx = d.x, ry = d.y;
    for (int step = 0; step < kMostInverseSteps / 4 && rx * rx + ry * ry > 1e-10; ++step) {
      // Newton with derivatives by central differences of half a texel.
      const double h = 0.5;
      const Vec2d e = at(i + u.x + h, j + u.y), w = at(i + u.x - h, j + u.y), n = at(i + u.x, j + u.y + h),
                  s = at(i + u.x, j + u.y - h);
      const double jxx = 1 + (e.x - w.x), jyx = e.y - w.y, jxy = n.x - s.x, jyy = 1 + (n.y - s.y);
      const double det = jxx * jyy - jxy * jyx, size = rx * rx + ry * ry;
      bool taken = false;
      if (det > 1e-3) {
        const Vec2d t{u.x - (jyy * rx - jxy * ry) / det, u.y - (jxx * ry - jyx * rx) / det};
        const Vec2d td = at(i + t.x, j + t.y);
        const double sx = t.x + td.x, sy = t.y + td.y;
        if (sx * sx + sy * sy <= kShrinks * kShrinks * size) u = t, rx = sx, ry = sy, taken = true;
      }
      if (taken) continue;
      u = {u.x - rx, u.y - ry};
      const Vec2d ud = at(i + u.x, j + u.y);
      rx = u.x + ud.x, ry = u.y + ud.y;
    }
    return u;
  }
};

struct HeightOfMap {
  MapInverse inverse;
  View<float> height;
  OCEAN_HD void operator()(int64_t index) const {
    const RowColumn place = row_column(index, inverse.width);
    const auto j = static_cast<int32_t>(place.row);
    const Vec2d u = inverse.solve(place.column, j);
    height[index] =
        read_wrapped(inverse.displacement, 3, 2, inverse.width, inverse.height, place.column + u.x, j + u.y);
  }
};

struct ToWorld {
  MapInverse inverse;
  View<const float> map;
  View<float> out;
  OCEAN_HD void operator()(int64_t index) const {
    const RowColumn place = row_column(index, inverse.width);
    const auto j = static_cast<int32_t>(place.row);
    const Vec2d u = inverse.solve(place.column, j);
    out[index] = read_linear(map, inverse.width, inverse.height, place.column + u.x, j + u.y);
  }
};

MapInverse map_inverse(const FlipbookGrid& grid, View<const float> displacement, int64_t out) {
  check_flipbook(grid, {});
  const int64_t texels = int64_t{grid.width} * grid.height;
  if (displacement.size != 3 * texels || out != texels)
    throw std::invalid_argument("resample: the maps are not those of a whole tile");
  return {displacement, grid.width, grid.height, grid.width / grid.length_x, grid.height / grid.length_y};
}

}  // namespace

void fixed_height(const Exec& exec, const FlipbookGrid& grid, std::span<const SnappedWave> waves,
                  const FrameWindow& window, View<float> height) {
  check_flipbook(grid, waves);
  SurfaceMaps as_map;
  as_map.jacobian = height;
  check_maps(window, as_map);
  std::vector<FixedWave> fixed;
  for (const SnappedWave& w : waves) {
    const double kx = kTwoPi * w.n / grid.length_x, ky = kTwoPi * w.m / grid.length_y;
    const double k = elem::sqrt(kx * kx + ky * ky), forward = w.steepness * w.amplitude;
    const int64_t time = positive_mod(w.cycles * window.frame, grid.frames);
    const double turns = w.phase - static_cast<double>(time) / grid.frames;
    fixed.push_back(
        {w.n, w.m, turns - std::floor(turns), kx, ky, forward * kx / k, forward * ky / k, w.amplitude});
  }
  const Buffer<FixedWave> on_device(exec, "fixed height waves", fixed);
  const double side = grid.length_x < grid.length_y ? grid.length_x : grid.length_y;
  parallel_for(exec, "fixed height", window.texels.size(),
               FixedHeight{on_device.view(), grid.width, grid.height, window.texels, kClose * side, height},
               64);
  exec.synchronize();
}

void height_of_map(const Exec& exec, const FlipbookGrid& grid, View<const float> displacement,
                   View<float> height) {
  const MapInverse inverse = map_inverse(grid, displacement, height.size);
  parallel_for(exec, "height of map", height.size, HeightOfMap{inverse, height}, 64);
}

void to_world(const Exec& exec, const FlipbookGrid& grid, View<const float> displacement,
              View<const float> map, View<float> out) {
  const MapInverse inverse = map_inverse(grid, displacement, out.size);
  if (map.size != out.size || map.data == out.data)
    throw std::invalid_argument("to_world: map and out must be two maps of one size");
  parallel_for(exec, "foam to world", out.size, ToWorld{inverse, map, out}, 64);
}

}  // namespace ocean
