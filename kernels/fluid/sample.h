// SPDX-License-Identifier: Apache-2.0
//
// Linear interpolation in cell and face fields at a place given as an element's index and a displacement from
// it in cells, which keeps its digits anywhere in a large box.
#pragma once

#include <cstdint>

#include "kernels/fluid/grid.h"
#include "kernels/math/convert.h"

// Called some twenty times an element: a call costs as much as the work.
#if defined(__CUDACC__)
#define OCEAN_FLUID_INLINE __host__ __device__ __forceinline__
#define OCEAN_FLUID_CALL __host__ __device__ __noinline__
#else
#define OCEAN_FLUID_INLINE inline __attribute__((always_inline))
#define OCEAN_FLUID_CALL __attribute__((noinline))
#endif

namespace ocean::fluid {

// A displacement in cells.
template <int Dim>
struct Shift {
  float at[Dim];
  OCEAN_HD float& operator[](int a) { return at[a]; }
  OCEAN_HD float operator[](int a) const { return at[a]; }
};

// The elements around a place, their shares, and whether the place lay outside the box.
template <int Dim>
struct Stencil {
  Index<Dim> low;
  float t[Dim];
  bool inner;  // all 2^Dim elements exist as they are
  bool left;   // the place was moved to the box, from beyond a side that is not periodic
};

// Values at cell centres (axis -1) or on the faces of an axis.
template <int Dim>
struct Field {
  GridView<const float, Dim> values;
  Sides<Dim> sides;
  Index<Dim> n;  // cells
  int axis;
  float inflow_value = 0;

  // With kAny, places near the sides and outside too; without, those give false and nothing else.
  template <bool kAny>
  OCEAN_FLUID_INLINE bool locate(const Index<Dim>& i, const Shift<Dim>& d, Stencil<Dim>& s) const {
    bool inner = true;
    for (int c = 0; c < Dim; ++c) {
      const float x = d[c];
      inner = inner && x >= -static_cast<float>(i[c]) && x < static_cast<float>(values.size[c] - 1 - i[c]);
    }
    if (!inner) {
      if constexpr (kAny) s = locate_near_sides(i, d);
      return kAny;
    }
    s.inner = true;
    s.left = false;
    for (int c = 0; c < Dim; ++c) {
      const auto toward_zero = static_cast<int32_t>(d[c]);
      const int32_t whole = toward_zero - (static_cast<float>(toward_zero) > d[c] ? 1 : 0);
      s.low[c] = i[c] + whole;
      s.t[c] = d[c] - static_cast<float>(whole);
    }
    return true;
  }
  OCEAN_HD Stencil<Dim> locate_near_sides(const Index<Dim>& i, const Shift<Dim>& d) const {
    Stencil<Dim> s;
    s.inner = true;
    s.left = false;
    for (int c = 0; c < Dim; ++c) {
      float x = d[c];
      if (!sides.periodic(c)) {
        const float edge = c == axis ? 0.0f : 0.5f;
        const float low = -static_cast<float>(i[c]) - edge, high = static_cast<float>(n[c] - i[c]) - edge;
        s.left = s.left || !(x >= low && x <= high);
        x = x > low ? x : low;
        x = x < high ? x : high;
      }
      const int32_t whole = floor_to<int32_t>(x);
      s.low[c] = i[c] + whole;
      s.t[c] = x - static_cast<float>(whole);
      s.inner = s.inner && s.low[c] >= 0 && s.low[c] + 1 < values.size[c];
    }
    return s;
  }

  // One element; beyond the sides what they make of it.
  OCEAN_HD float fetch(Index<Dim> i) const {
    float wall = 0;
    int rule = 0;  // 1: mirrored about the wall's value, 2: the wall's value
    for (int c = 0; c < Dim; ++c) {
      const int32_t size = c == axis ? n[c] + 1 : n[c];
      if (sides.periodic(c)) {
        const int32_t m = i[c] % n[c];
        i[c] = m < 0 ? m + n[c] : m;
        continue;
      }
      if (i[c] >= 0 && i[c] < size) continue;
      const Side<Dim>& side = sides.of[c][i[c] < 0 ? 0 : 1];
      i[c] = i[c] < 0 ? 0 : size - 1;
      if (rule != 0 || c == axis) continue;
      if (axis < 0 && (side.kind == SideKind::open || side.kind == SideKind::inflow)) {
        rule = 2;
        wall = side.kind == SideKind::open ? 0.0f : inflow_value;
      } else if (axis >= 0 && (side.kind == SideKind::closed_no_slip || side.kind == SideKind::inflow)) {
        rule = 1;
        wall = side.velocity[axis];
      }
    }
    if (rule == 2) return wall;
    const float v = values(i);
    return rule == 1 ? 2.0f * wall - v : v;
  }

  // The 2^Dim elements around a place, x fastest.
  struct Corners {
    float at[1 << Dim];
  };
  template <bool kAny>
  OCEAN_FLUID_INLINE Corners corners(const Stencil<Dim>& s) const {
    if constexpr (kAny)
      if (!s.inner) return corners_near_sides(s);
    Corners v;
    const float* const p = values.data + offset_of(values.size, s.low);
    const int64_t row = values.size[0];
    for (int k = 0; k < 4; ++k) v.at[k] = p[(k & 1) + (k >> 1) * row];
    if constexpr (Dim == 3)
      for (int k = 0; k < 4; ++k) v.at[4 + k] = p[(k & 1) + (k >> 1) * row + row * values.size[1]];
    return v;
  }
  OCEAN_HD Corners corners_near_sides(const Stencil<Dim>& s) const {
    Corners v;
    for (int k = 0; k < 1 << Dim; ++k) {
      Index<Dim> i = s.low;
      for (int c = 0; c < Dim; ++c) i[c] += k >> c & 1;
      v.at[k] = fetch(i);
    }
    return v;
  }
  OCEAN_FLUID_INLINE static float between(float a, float b, float t) { return a + t * (b - a); }
  OCEAN_FLUID_INLINE static float interpolated(const Corners& v, const Stencil<Dim>& s) {
    const float low = between(between(v.at[0], v.at[1], s.t[0]), between(v.at[2], v.at[3], s.t[0]), s.t[1]);
    if constexpr (Dim == 2) return low;
    else {
      const float high =
          between(between(v.at[4], v.at[5], s.t[0]), between(v.at[6], v.at[7], s.t[0]), s.t[1]);
      return between(low, high, s.t[2]);
    }
  }
  template <bool kAny>
  OCEAN_FLUID_INLINE float value(const Stencil<Dim>& s) const {
    return interpolated(corners<kAny>(s), s);
  }
  // The value at a displacement from element i, anywhere.
  OCEAN_HD float sample(const Index<Dim>& i, const Shift<Dim>& d) const {
    Stencil<Dim> s;
    locate<true>(i, d, s);
    return value<true>(s);
  }
  // x, moved to between the smallest and largest of the elements around the place.
  template <bool kAny>
  OCEAN_FLUID_INLINE float limited(const Stencil<Dim>& s, float x) const {
    const Corners v = corners<kAny>(s);
    float least = v.at[0], most = least;
    for (int k = 1; k < 1 << Dim; ++k) {
      least = v.at[k] < least ? v.at[k] : least;
      most = v.at[k] > most ? v.at[k] : most;
    }
    return x < least ? least : x > most ? most : x;
  }
};

}  // namespace ocean::fluid
