// SPDX-License-Identifier: Apache-2.0
//
// Strokes: what a moving ball sweeps in one tick, from its last place to its present one, so that a foot that
// was above the water and is now below it is not missed, however fast it went.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/math/elementary.h"
#include "kernels/math/vec.h"

namespace ocean::fluid {

// World axes, metres, relative to a place near the domain that the caller chooses (StrokeSpace): floats keep
// their digits there. All finite.
struct Stroke {
  Vec3f from{0, 0, 0}, to{0, 0, 0};  // centre of the ball at the tick's beginning and end
  float radius = 0;                  // m, >= 0; thinner ones than kLeastRadius cells are taken as that thick
  Vec3f velocity{0, 0, 0};           // m/s: what a brush with a velocity share paints
  int32_t brush = 0;                 // index in the table of brushes
  float strength = 1;                // scales the brush's amounts
};

// A ball of this many cells holds a cell's centre wherever it is: half of a cell's diagonal, and some.
template <int Dim>
inline constexpr float kLeastRadius = Dim == 2 ? 0.75f : 0.9f;

// How the world lies in the grid's axes. For 2-D, `across` is the world axis out of the grid's plane, and the
// slab the heights along it that belong to the fluid.
struct StrokeSpace {
  int32_t axis[3] = {0, 1, 2};                 // world axis of the grid's axes; axis[2] is `across` in 2-D
  Vec3d origin{0, 0, 0};                       // world place that strokes are relative to, metres
  float slab_low = -1e30f, slab_high = 1e30f;  // m, world, or above the ground where there is one
};

// The part of a stroke that concerns the grid, in cells from the grid's low corner.
template <int Dim>
struct Capsule {
  float a[Dim], d[Dim];  // first place, and the way to the last one
  float radius;          // 0: outside
  float length2;         // of d; 0: it stands
  float share;           // of the tick's time
};

// How far a place is from a capsule's axis, and how long of the tick the ball holds it.
struct Overlap {
  float distance;  // cells; beyond the radius: none
  float time;      // share of the tick, 0…1
};

template <int Dim>
OCEAN_HD inline Overlap overlap_of(const Capsule<Dim>& c, const float (&place)[Dim]) {
  float along = 0, away = 0;
  for (int a = 0; a < Dim; ++a) {
    const float e = place[a] - c.a[a];
    along = along + e * c.d[a];
    away = away + e * e;
  }
  if (!(c.length2 > 0)) return {elem::sqrt(away), c.share};
  const float t = along / c.length2;
  const float nearest = t < 0 ? 0.0f : (t > 1 ? 1.0f : t);
  float gap2 = 0, side2 = 0;
  for (int a = 0; a < Dim; ++a) {
    const float e = place[a] - (c.a[a] + nearest * c.d[a]), f = place[a] - (c.a[a] + t * c.d[a]);
    gap2 = gap2 + e * e;
    side2 = side2 + f * f;
  }
  const float room = c.radius * c.radius - side2;
  if (!(room > 0)) return {elem::sqrt(gap2), 0};
  const float half = elem::sqrt(room / c.length2);
  const float first = t - half > 0 ? t - half : 0.0f, last = t + half < 1 ? t + half : 1.0f;
  return {elem::sqrt(gap2), last > first ? (last - first) * c.share : 0.0f};
}

}  // namespace ocean::fluid
