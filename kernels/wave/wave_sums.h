// SPDX-License-Identifier: Apache-2.0
//
// The sums over waves that the maps are made of, and the maps that they make: for the direct sum and the
// transform.
#pragma once

#include <cstdint>

#include "kernels/math/elementary.h"
#include "kernels/wave/surface_maps.h"
#include "kernels/wave/wave.h"

namespace ocean {

// Factors of a wave's sine (s) and cosine (c) in each sum.
struct WaveFactors {
  float z;              // s: height
  float dx, dy;         // c: horizontal displacement
  float jxx, jyy, jxy;  // s: minus its derivatives
  float sx, sy;         // c: slopes
  float vx, vy, vz;     // s, s, c: velocity (vz with its sign)
};

inline WaveFactors factors_of(const SnappedWave& wave, const FlipbookGrid& grid) {
  const double kx = kTwoPi * wave.n / grid.length_x, ky = kTwoPi * wave.m / grid.length_y;
  const double k = elem::sqrt(kx * kx + ky * ky),
               omega = kTwoPi * static_cast<double>(wave.cycles) / grid.period_s;
  const double a = wave.amplitude, forward = wave.steepness * a, x = kx / k, y = ky / k;
  const auto f = [](double value) { return static_cast<float>(value); };
  return {f(a),
          f(forward * x),
          f(forward * y),
          f(forward * x * kx),
          f(forward * y * ky),
          f(forward * x * ky),
          f(a * kx),
          f(a * ky),
          f(omega * forward * x),
          f(omega * forward * y),
          f(-omega * a)};
}

OCEAN_HD inline int64_t positive_mod(int64_t a, int64_t b) {
  const int64_t r = a % b;
  return r < 0 ? r + b : r;
}

// Which sums the wanted maps need.
struct Wanted {
  bool displacement, deformation, slope, velocity;
};

struct Sums {
  float dx = 0, dy = 0, dz = 0, jxx = 1, jyy = 1, jxy = 0, sx = 0, sy = 0, vx = 0, vy = 0, vz = 0;
};

inline Wanted wanted_sums(const SurfaceMaps& maps) {
  const bool normal = maps.normal.data != nullptr;
  return {maps.displacement.data != nullptr,
          normal || maps.jacobian.data != nullptr || maps.eigenvalue.data != nullptr, normal,
          maps.velocity.data != nullptr};
}

OCEAN_HD inline void store(const SurfaceMaps& maps, int64_t at, const Sums& s) {
  if (maps.displacement.data != nullptr) {
    float* const d = maps.displacement.data + 3 * at;
    d[0] = s.dx, d[1] = s.dy, d[2] = s.dz;
  }
  if (maps.velocity.data != nullptr) {
    float* const v = maps.velocity.data + 3 * at;
    v[0] = s.vx, v[1] = s.vy, v[2] = s.vz;
  }
  const float jacobian = s.jxx * s.jyy - s.jxy * s.jxy;
  if (maps.jacobian.data != nullptr) maps.jacobian[at] = jacobian;
  if (maps.eigenvalue.data != nullptr) {
    const float mean = 0.5f * (s.jxx + s.jyy), half = 0.5f * (s.jxx - s.jyy);
    maps.eigenvalue[at] = mean - elem::sqrt(half * half + s.jxy * s.jxy);
  }
  if (maps.normal.data != nullptr) {
    const float nx = s.jxy * s.sy - s.sx * s.jyy, ny = s.sx * s.jxy - s.jxx * s.sy;
    const float length = elem::sqrt(nx * nx + ny * ny + jacobian * jacobian);
    float* const n = maps.normal.data + 3 * at;
    const bool some = length > 0.0f;
    const float scale = some ? 1.0f / length : 0.0f;
    n[0] = nx * scale;
    n[1] = ny * scale;
    n[2] = some ? jacobian * scale : 1.0f;
  }
}

}  // namespace ocean
