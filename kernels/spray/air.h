// SPDX-License-Identifier: Apache-2.0
//
// Wind and drag.
//
// Drag of a sphere of water of radius r: dv/dt = g - c*|v - w|*(v - w), c = (3/8)*(rho_air/rho_water)*Cd/r,
// so it falls with sqrt(g/c) in still air. Gusts are a sum of random Fourier modes, each across its wave
// vector, so free of divergence (kinematic simulation: Fung, Hunt, Malik & Perkins 1992).
#pragma once

#include <cstdint>

#include "kernels/math/philox.h"
#include "kernels/spray/launch.h"
#include "kernels/spray/vec3.h"

namespace ocean {

inline constexpr int32_t kMostGusts = 16;
inline constexpr float kAirOverWater = 1.225f / 1025.0f, kSphereDrag = 0.47f;

struct Gust {
  Vec3f k{0, 0, 0};     // rad/m
  Vec3f sine{0, 0, 0};  // m/s, both across k
  Vec3f cosine{0, 0, 0};
  float omega = 0;  // rad/s
};

struct Air {
  Vec3f wind{0, 0, 0};  // m/s
  float gravity = 9.81f;
  float drag = kSphereDrag;  // Cd; 0: vacuum
  int32_t gusts = 0;
  Gust gust[kMostGusts];
};

// n modes of wave lengths around `length_m`, with root mean square speed rms, on the mean wind.
inline void draw_gusts(Air& air, int32_t n, double rms, double length_m, uint64_t seed) {
  air.gusts = rms > 0 ? n : 0;
  for (int32_t i = 0; i < air.gusts; ++i) {
    const auto id = static_cast<uint64_t>(i);
    const Random4 a = random4(seed, kStreamWind, id, 0), b = random4(seed, kStreamWind, id, 1);
    const auto direction = [](uint32_t u, uint32_t w) {
      const float z = 2.0f * uniform_open_float(u) - 1.0f, r = elem::sqrt(1.0f - z * z);
      const elem::SinCos<float> turn = elem::sincos_small(6.2831853f * uniform_float(w));
      return Vec3f{r * turn.cos, r * turn.sin, z};
    };
    Gust& g = air.gust[i];
    // Lengths spread evenly over two octaves, longer ones first; each mode carries an equal share.
    const float octave = 2.0f * (static_cast<float>(i) + 0.5f) / static_cast<float>(n) - 1.0f;
    const float k = 6.2831853f / static_cast<float>(length_m) * elem::exp(0.6931472f * octave);
    const Vec3f unit = direction(a.word[0], a.word[1]);
    g.k = k * unit;
    const float amplitude = static_cast<float>(rms) / elem::sqrt(static_cast<float>(n));
    g.sine = amplitude * normalized(cross(unit, direction(a.word[2], a.word[3])));
    g.cosine = amplitude * normalized(cross(unit, direction(b.word[0], b.word[1])));
    g.omega = amplitude * k;
  }
}

OCEAN_HD inline Vec3f wind_at(const Air& air, Vec3f p, float time_s) {
  Vec3f w = air.wind;
  for (int32_t i = 0; i < air.gusts; ++i) {
    const Gust& g = air.gust[i];
    const elem::SinCos<float> a = elem::sincos(dot(g.k, p - time_s * air.wind) - g.omega * time_s);
    w = w + a.sin * g.sine + a.cos * g.cosine;
  }
  return w;
}

// c of a drop of that radius, 1/m.
OCEAN_HD inline float drag_per_m(const Air& air, float radius_m) {
  return 0.375f * kAirOverWater * air.drag / radius_m;
}

// Velocity after h seconds. Implicit in the drag: |u'|*(1 + h*c*|u'|) = |u + h*g| for u relative to the air,
// so stable for any h, and the terminal speed is exact; without drag the whole step is.
OCEAN_HD inline Vec3f accelerated(const Air& air, Vec3f v, Vec3f wind, float per_m, float h) {
  Vec3f u = v - wind;
  u.z -= h * air.gravity;
  const float k = h * per_m * length(u);
  return (2.0f / (1.0f + elem::sqrt(1.0f + 4.0f * k))) * u + wind;
}

}  // namespace ocean
