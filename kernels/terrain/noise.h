// SPDX-License-Identifier: Apache-2.0
//
// Gradient noise on the integer lattice for terrain: hashed gradients (no table), quintic fade, analytic
// derivatives. Everything is + − × ÷ √, comparisons and in-range conversions, so every back end gives the
// same bits. |x|, |y| < 2^30.
//
// Source: Perlin 2002, "Improving noise" (the quintic fade); the derivative-damped sum follows the idea of
// Quilez, "Advanced value noise" (steep ground collects less detail, which reads as erosion).
#pragma once

#include <cstdint>

#include "kernels/exec.h"

namespace ocean {

// 32 well mixed bits of (x, y, seed): the finaliser of MurmurHash3 over odd multiples.
OCEAN_HD inline uint32_t lattice_hash(int32_t x, int32_t y, uint32_t seed) {
  uint32_t h =
      static_cast<uint32_t>(x) * 0x9E3779B1u + static_cast<uint32_t>(y) * 0x85EBCA77u + seed * 0xC2B2AE3Du;
  h ^= h >> 16;
  h *= 0x85EBCA6Bu;
  h ^= h >> 13;
  h *= 0xC2B2AE35u;
  h ^= h >> 16;
  return h;
}

// Uniform in [0, 1), a multiple of 2^-24.
OCEAN_HD inline float lattice_uniform(int32_t x, int32_t y, uint32_t seed) {
  return static_cast<float>(lattice_hash(x, y, seed) >> 8) * (1.0f / 16777216.0f);
}

OCEAN_HD inline float smooth_step(float from, float to, float x) {
  float t = (x - from) / (to - from);
  t = t < 0 ? 0.0f : (t > 1 ? 1.0f : t);
  return t * t * (3.0f - 2.0f * t);
}

OCEAN_HD inline float blend(float a, float b, float t) { return a + t * (b - a); }

// Maximum with a rounded corner of width k > 0 (quadratic; equal to the plain maximum where |a - b| >= k).
OCEAN_HD inline float smooth_max(float a, float b, float k) {
  const float apart = a > b ? a - b : b - a;
  const float h = k > apart ? (k - apart) / k : 0.0f;
  return (a > b ? a : b) + h * h * k * 0.25f;
}
OCEAN_HD inline float smooth_min(float a, float b, float k) { return -smooth_max(-a, -b, k); }

struct NoiseSample {
  float value, dx, dy;  // about [-1, 1], and the derivatives
};

OCEAN_HD inline int32_t lattice_floor(float x) {
  const int32_t i = static_cast<int32_t>(x);
  return static_cast<float>(i) > x ? i - 1 : i;
}

OCEAN_HD inline NoiseSample gradient_noise(float x, float y, uint32_t seed) {
  const int32_t ix = lattice_floor(x), iy = lattice_floor(y);
  const float fx = x - static_cast<float>(ix), fy = y - static_cast<float>(iy);
  float value[4], gx[4], gy[4];
  for (int c = 0; c < 4; ++c) {
    const int32_t cx = c & 1, cy = c >> 1;
    const uint32_t h = lattice_hash(ix + cx, iy + cy, seed);
    gx[c] = static_cast<float>(h & 0xFFFFu) * (1.0f / 32767.5f) - 1.0f;
    gy[c] = static_cast<float>(h >> 16) * (1.0f / 32767.5f) - 1.0f;
    value[c] = gx[c] * (fx - static_cast<float>(cx)) + gy[c] * (fy - static_cast<float>(cy));
  }
  const float u = fx * fx * fx * (fx * (fx * 6.0f - 15.0f) + 10.0f);
  const float v = fy * fy * fy * (fy * (fy * 6.0f - 15.0f) + 10.0f);
  const float du = 30.0f * fx * fx * (fx * (fx - 2.0f) + 1.0f);
  const float dv = 30.0f * fy * fy * (fy * (fy - 2.0f) + 1.0f);
  const float south = blend(value[0], value[1], u), north = blend(value[2], value[3], u);
  const float across = blend(value[1] - value[0], value[3] - value[2], v);
  return {1.4f * blend(south, north, v),
          1.4f * (blend(blend(gx[0], gx[1], u), blend(gx[2], gx[3], u), v) + du * across),
          1.4f * (blend(blend(gy[0], gy[1], u), blend(gy[2], gy[3], u), v) + dv * (north - south))};
}

// Fractal sum: octave k has frequency 2^k (turned by 3-4-5, which hides the lattice) and amplitude 2^-k;
// about [-1, 1].
OCEAN_HD inline float fractal_noise(float x, float y, int octaves, uint32_t seed) {
  float sum = 0, amplitude = 0.5f;
  for (int k = 0; k < octaves; ++k) {
    sum += amplitude * gradient_noise(x, y, seed + static_cast<uint32_t>(k)).value;
    const float rx = 1.6f * x + 1.2f * y, ry = 1.6f * y - 1.2f * x;
    x = rx;
    y = ry;
    amplitude *= 0.5f;
  }
  return sum;
}

// Fractal sum whose octaves fade where the sum so far is steep: smooth valleys, crisp ridges; about [-0.7,
// 0.7].
OCEAN_HD inline float eroded_noise(float x, float y, int octaves, uint32_t seed) {
  float sum = 0, amplitude = 0.5f, sx = 0, sy = 0;
  float c = 1, s = 0;  // the octave's turn, to bring derivatives back
  for (int k = 0; k < octaves; ++k) {
    const NoiseSample n = gradient_noise(x, y, seed + static_cast<uint32_t>(k));
    sx += c * n.dx - s * n.dy;
    sy += s * n.dx + c * n.dy;
    sum += amplitude * n.value / (1.0f + 0.6f * (sx * sx + sy * sy));
    const float rx = 1.6f * x + 1.2f * y, ry = 1.6f * y - 1.2f * x;
    x = rx;
    y = ry;
    const float rc = 0.8f * c - 0.6f * s;
    s = 0.6f * c + 0.8f * s;
    c = rc;
    amplitude *= 0.5f;
  }
  return sum;
}

}  // namespace ocean
