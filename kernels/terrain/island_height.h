// SPDX-License-Identifier: Apache-2.0
//
// The height function of island.h, in the layout's units (1 = half the extent = 1 km at the default extent).
#pragma once

#include <cmath>

#include "kernels/terrain/island.h"
#include "kernels/terrain/noise.h"

namespace ocean::island_detail {

OCEAN_HD inline float disc_distance(const IslandLayout::Disc& d, float x, float y) {
  const float dx = x - d.x, dy = y - d.y;
  return sqrtf(dx * dx + dy * dy) - d.radius;
}

OCEAN_HD inline float capsule_distance(const IslandLayout::Capsule& c, float x, float y) {
  const float ex = c.bx - c.ax, ey = c.by - c.ay, px = x - c.ax, py = y - c.ay;
  float t = (px * ex + py * ey) / (ex * ex + ey * ey);
  t = t < 0 ? 0.0f : (t > 1 ? 1.0f : t);
  const float dx = px - t * ex, dy = py - t * ey;
  return sqrtf(dx * dx + dy * dy) - c.radius;
}

// Inland distance of the main island without noise: positive on land.
OCEAN_HD inline float plain_inland(const IslandLayout& l, float x, float y) {
  float inland = -capsule_distance(l.spine[0], x, y);
  for (int k = 1; k < l.spines; ++k) inland = smooth_max(inland, -capsule_distance(l.spine[k], x, y), 0.12f);
  for (int k = 0; k < l.headlands; ++k)
    inland = smooth_max(inland, -capsule_distance(l.headland[k], x, y), 0.06f);
  for (int k = 0; k < l.bays; ++k) inland = smooth_min(inland, disc_distance(l.bay[k], x, y), 0.07f);
  return inland;
}

struct Warped {
  float x, y;
};

// The layout's position that shows at (x, y): coarse warps bend the coast, fine ones fray it.
OCEAN_HD inline Warped warp(const IslandLayout& l, float x, float y) {
  return {x + 0.13f * fractal_noise(2.3f * x, 2.3f * y, 4, l.seed + 101u),
          y + 0.13f * fractal_noise(2.3f * x, 2.3f * y, 4, l.seed + 151u)};
}

// 0 at beaches, 1 at cliffs.
OCEAN_HD inline float exposure(const IslandLayout& l, float x, float y, float qx, float qy) {
  float shelter = 0;
  for (int k = 0; k < l.bays; ++k) {
    const float s = 1.0f - smooth_step(0.02f, 0.10f, disc_distance(l.bay[k], qx, qy));
    shelter = shelter > s ? shelter : s;
  }
  const float rough = smooth_step(-0.24f, 0.10f, fractal_noise(3.1f * x, 3.1f * y, 2, l.seed + 201u));
  return rough * (1.0f - 0.92f * shelter);
}

// Height in km over the signed inland distance (km).
OCEAN_HD inline float land_profile(const IslandLayout& l, float x, float y, float inland, float cliff) {
  const float beach = 0.035f * inland + 0.030f * smooth_step(0.03f, 0.22f, inland);
  const float tops = 0.022f + 0.018f * fractal_noise(5.0f * x, 5.0f * y, 3, l.seed + 251u);
  const float wall = tops * smooth_step(0.0f, 0.014f, inland) + 0.020f * smooth_step(0.0f, 0.2f, inland);
  const float rise = smooth_step(0.015f, 0.30f, inland);
  const float hills = 0.66f + 1.35f * eroded_noise(3.9f * x, 3.9f * y, 10, l.seed + 301u);
  const float detail =
      0.0025f * smooth_step(0.0f, 0.05f, inland) * fractal_noise(40.0f * x, 40.0f * y, 4, l.seed + 351u);
  return blend(beach, wall, cliff) + 0.150f * rise * (hills > 0.05f ? hills : 0.05f) + detail;
}

OCEAN_HD inline float sea_profile(const IslandLayout& l, float x, float y, float offshore, float cliff) {
  const float gentle = 0.045f * smooth_step(0.04f, 0.5f, offshore) + 0.022f * offshore;
  const float plunge = 0.010f * smooth_step(0.0f, 0.03f, offshore);
  const float bumps =
      0.005f * smooth_step(0.02f, 0.2f, offshore) * fractal_noise(7.0f * x, 7.0f * y, 6, l.seed + 401u);
  return -(gentle + cliff * plunge) + bumps;
}

}  // namespace ocean::island_detail

namespace ocean {

OCEAN_HD inline float island_height(const IslandLayout& l, double world_x, double world_y) {
  using namespace island_detail;
  const float x = static_cast<float>(world_x / l.half_extent_m),
              y = static_cast<float>(world_y / l.half_extent_m);
  const Warped q = warp(l, x, y);
  float inland = plain_inland(l, q.x, q.y);
  for (int k = 0; k < l.islets; ++k) inland = smooth_max(inland, -disc_distance(l.islet[k], q.x, q.y), 0.03f);
  const float cliff = exposure(l, x, y, q.x, q.y);
  const float fray = smooth_step(-0.10f, 0.0f, inland) - smooth_step(0.02f, 0.12f, inland);
  inland += fray * (0.006f + 0.040f * cliff) * fractal_noise(11.0f * x, 11.0f * y, 7, l.seed + 451u);

  float height = inland > 0 ? land_profile(l, x, y, inland, cliff) : sea_profile(l, x, y, -inland, cliff);

  const float bend = 0.07f * fractal_noise(5.0f * x, 5.0f * y, 3, l.seed + 531u);
  const float bar = capsule_distance(l.bar, q.x + bend, q.y - bend) + l.bar.radius;  // from its axis
  const float sand = 0.0009f + 0.0022f * fractal_noise(14.0f * x, 14.0f * y, 4, l.seed + 501u) -
                     0.010f * (bar / l.bar.radius) * (bar / l.bar.radius) * 0.5f;
  height = smooth_max(height, sand, 0.002f);

  // The lake: a rim above the sea, then a bowl below it.
  const float t = (disc_distance(l.lake, q.x, q.y) + l.lake.radius) / l.lake.radius +
                  0.5f * fractal_noise(7.0f * x, 7.0f * y, 3, l.seed + 521u);
  if (t < 1.9f) {
    const float rimmed = smooth_max(height, 0.006f, 0.004f);
    height = blend(rimmed, height, smooth_step(1.4f, 1.9f, t));
    height = blend(-0.007f + 0.013f * t * t, height, smooth_step(0.75f, 1.35f, t));
  }

  // The rim of the map: deep water, whatever the layout says.
  const float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, far = smooth_max(ax, ay, 0.3f);
  const float floor = -0.060f + 0.004f * fractal_noise(5.0f * x, 5.0f * y, 4, l.seed + 551u);
  height = blend(height, floor, smooth_step(0.78f, 1.0f, far));
  return height * l.half_extent_m;
}

}  // namespace ocean
