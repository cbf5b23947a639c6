// SPDX-License-Identifier: Apache-2.0
//
// A face's two cells, and the difference of a cell field across it as the pressure takes it: the same
// everywhere, so that a force that is such a gradient is balanced to the last bit of the pressure.
#pragma once

#include "kernels/fluid/grid.h"

namespace ocean::fluid {

enum class FaceUse : uint8_t { fixed, inner, low_open, high_open };

// What becomes of the face i of `axis`: fixed (closed, inflow, without weight), or free.
template <int Dim>
OCEAN_HD inline FaceUse use_of(const Sides<Dim>& sides, const Index<Dim>& n, int axis, const Index<Dim>& i,
                               float weight) {
  if (!(weight > 0)) return FaceUse::fixed;
  const bool low = i[axis] == 0, high = i[axis] == n[axis];
  if (!low && !high) return FaceUse::inner;
  const SideKind kind = sides.of[axis][low ? 0 : 1].kind;
  if (kind == SideKind::periodic) return FaceUse::inner;
  if (kind != SideKind::open) return FaceUse::fixed;
  return low ? FaceUse::low_open : FaceUse::high_open;
}

struct FaceCells {
  int64_t low, high;  // offsets; where the box ends, both are the cell inside
};

template <int Dim>
OCEAN_HD inline FaceCells cells_of_face(const Sides<Dim>& sides, const Index<Dim>& n, int axis,
                                        Index<Dim> i) {
  Index<Dim> low = shifted(i, axis, -1);
  if (sides.periodic(axis)) {
    if (low[axis] < 0) low[axis] = n[axis] - 1;
    if (i[axis] == n[axis]) i[axis] = 0;
  } else {
    if (low[axis] < 0) low[axis] = 0;
    if (i[axis] == n[axis]) i[axis] = n[axis] - 1;
  }
  return {offset_of(n, low), offset_of(n, i)};
}

// high - low; at an open side the value 0 lies half a cell beyond the cell's centre.
OCEAN_HD inline float face_difference(FaceUse use, const FaceCells& c, const float* values) {
  if (use == FaceUse::inner) return values[c.high] - values[c.low];
  if (use == FaceUse::low_open) return 2.0f * values[c.high];
  return use == FaceUse::high_open ? -2.0f * values[c.low] : 0.0f;
}

}  // namespace ocean::fluid
