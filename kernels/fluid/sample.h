// SPDX-License-Identifier: Apache-2.0
//
// Linear interpolation in cell and face fields at a place given as an element's index and a displacement from
// it in cells, which keeps its digits anywhere in a large box.
#pragma once

#include <cstdint>

#include "kernels/fluid/grid.h"
#include "kernels/math/convert.h"

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

  OCEAN_HD Stencil<Dim> locate(const Index<Dim>& i, const Shift<Dim>& d) const {
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

  OCEAN_HD float corner(const Stencil<Dim>& s, int k) const {
    Index<Dim> i = s.low;
    for (int c = 0; c < Dim; ++c) i[c] += k >> c & 1;
    return s.inner ? values(i) : fetch(i);
  }
  OCEAN_HD static float lerp_line(float a, float b, float t) { return a + t * (b - a); }
  OCEAN_HD float value(const Stencil<Dim>& s) const {
    const float low = lerp_line(lerp_line(corner(s, 0), corner(s, 1), s.t[0]),
                                lerp_line(corner(s, 2), corner(s, 3), s.t[0]), s.t[1]);
    if constexpr (Dim == 2) return low;
    else {
      const float high = lerp_line(lerp_line(corner(s, 4), corner(s, 5), s.t[0]),
                                   lerp_line(corner(s, 6), corner(s, 7), s.t[0]), s.t[1]);
      return lerp_line(low, high, s.t[2]);
    }
  }
  OCEAN_HD float sample(const Index<Dim>& i, const Shift<Dim>& d) const { return value(locate(i, d)); }
  // v, moved to between the smallest and largest of the elements around the place.
  OCEAN_HD float limited(const Stencil<Dim>& s, float v) const {
    float least = corner(s, 0), most = least;
    for (int k = 1; k < 1 << Dim; ++k) {
      const float x = corner(s, k);
      least = x < least ? x : least;
      most = x > most ? x : most;
    }
    return v < least ? least : v > most ? most : v;
  }
};

}  // namespace ocean::fluid
