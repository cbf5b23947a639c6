// SPDX-License-Identifier: Apache-2.0
//
// The fluid's staggered grid (Harlow & Welch 1965, "MAC"): scalars at cell centres, each velocity component
// on the faces that it crosses. One code for two and three dimensions: Dim is a template parameter.
//
// World: metres, x east, y north, z up. Cell (i, j, k) has its centre at origin + (i + 1/2, j + 1/2, k +
// 1/2)*spacing; face i of axis x lies at origin.x + i*spacing, between the cells i - 1 and i, and likewise
// for the other axes. A cell array has n.x * n.y * n.z elements, the face array of an axis one more along
// that axis ((nx + 1)*ny*nz for x). Index = i + size.x*(j + size.y*k): x runs fastest, south and bottom
// first. Under periodic sides the last face repeats the first. Values are floats.
//
// Views are PODs for kernels; GridBuffer and FaceBuffers own. They lie on one back end (kernels/buffer.h).
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean::fluid {

template <int Dim>
struct Index {
  static_assert(Dim == 2 || Dim == 3);
  int32_t at[Dim];
  OCEAN_HD int32_t& operator[](int axis) { return at[axis]; }
  OCEAN_HD int32_t operator[](int axis) const { return at[axis]; }
  friend bool operator==(const Index&, const Index&) = default;
};

template <int Dim>
OCEAN_HD inline int64_t count_of(Index<Dim> size) {
  int64_t n = size[0];
  for (int a = 1; a < Dim; ++a) n *= size[a];
  return n;
}

template <int Dim>
OCEAN_HD inline Index<Dim> shifted(Index<Dim> i, int axis, int32_t by) {
  for (int a = 0; a < Dim; ++a) i[a] += a == axis ? by : 0;
  return i;
}

template <int Dim>
OCEAN_HD inline bool contains(Index<Dim> size, Index<Dim> i) {
  bool inside = true;
  for (int a = 0; a < Dim; ++a) inside = inside && i[a] >= 0 && i[a] < size[a];
  return inside;
}

template <int Dim>
OCEAN_HD inline int64_t offset_of(Index<Dim> size, Index<Dim> i) {
  int64_t offset = i[Dim - 1];
  for (int a = Dim - 2; a >= 0; --a) offset = offset * size[a] + i[a];
  return offset;
}

// The inverse of offset_of; divisions of 32 bits where they can be (math/grid.h says why).
template <int Dim>
OCEAN_HD inline Index<Dim> index_at(Index<Dim> size, int64_t offset) {
  Index<Dim> i;
  if (offset <= 0xffffffff) {
    auto rest = static_cast<uint32_t>(offset);
    for (int a = 0; a < Dim - 1; ++a) {
      const auto n = static_cast<uint32_t>(size[a]);
      i[a] = static_cast<int32_t>(rest % n);
      rest /= n;
    }
    i[Dim - 1] = static_cast<int32_t>(rest);
    return i;
  }
  for (int a = 0; a < Dim - 1; ++a) {
    i[a] = static_cast<int32_t>(offset % size[a]);
    offset /= size[a];
  }
  i[Dim - 1] = static_cast<int32_t>(offset);
  return i;
}

// Where the cells lie: n cells of spacing_m along each axis, from the low corner `origin` (metres).
template <int Dim>
struct FluidGrid {
  Index<Dim> n{};  // >= 1 each, at most 2^31 - 1 faces an axis
  double origin[Dim] = {};
  double spacing_m = 1;
  OCEAN_HD Index<Dim> cells() const { return n; }
  OCEAN_HD Index<Dim> faces(int axis) const { return shifted(n, axis, 1); }
  friend bool operator==(const FluidGrid&, const FluidGrid&) = default;
};

// A raw view of a cell array, or of one axis' face array: `size` says which.
template <class T, int Dim>
struct GridView {
  T* data = nullptr;
  Index<Dim> size{};
  OCEAN_HD int64_t count() const { return count_of(size); }
  OCEAN_HD T& operator[](int64_t offset) const { return data[offset]; }
  OCEAN_HD T& operator()(Index<Dim> i) const { return data[offset_of(size, i)]; }
  OCEAN_HD View<T> flat() const { return {data, count()}; }
  // To a view of constants.
  template <class U, class = std::enable_if_t<std::is_same_v<U, const T> && !std::is_const_v<T>>>
  OCEAN_HD operator GridView<U, Dim>() const {
    return {data, size};
  }
};

template <class T, int Dim>
struct FaceViews {
  GridView<T, Dim> axis[Dim];
  OCEAN_HD GridView<T, Dim> operator[](int a) const { return axis[a]; }
  template <class U, class = std::enable_if_t<std::is_same_v<U, const T> && !std::is_const_v<T>>>
  OCEAN_HD operator FaceViews<U, Dim>() const {
    FaceViews<U, Dim> views;
    for (int a = 0; a < Dim; ++a) views.axis[a] = axis[a];
    return views;
  }
};

// Owns the elements of a view; zero at first. Throws as Buffer does.
template <class T, int Dim>
class GridBuffer {
 public:
  GridBuffer() = default;
  GridBuffer(const Exec& exec, Index<Dim> size) : buffer_(exec, count_of(size)), size_(size) {
    buffer_.fill_zero();
  }
  GridView<T, Dim> view() { return {buffer_.data(), size_}; }
  GridView<const T, Dim> view() const { return {buffer_.data(), size_}; }
  Buffer<T>& buffer() { return buffer_; }
  const Buffer<T>& buffer() const { return buffer_; }
  Index<Dim> size() const { return size_; }
  int64_t count() const { return buffer_.size(); }

 private:
  Buffer<T> buffer_;
  Index<Dim> size_{};
};

template <class T, int Dim>
struct FaceBuffers {
  GridBuffer<T, Dim> axis[Dim];
  FaceBuffers() = default;
  FaceBuffers(const Exec& exec, const FluidGrid<Dim>& grid) {
    for (int a = 0; a < Dim; ++a) axis[a] = GridBuffer<T, Dim>(exec, grid.faces(a));
  }
  FaceViews<T, Dim> view() {
    FaceViews<T, Dim> views;
    for (int a = 0; a < Dim; ++a) views.axis[a] = axis[a].view();
    return views;
  }
  FaceViews<const T, Dim> view() const {
    FaceViews<const T, Dim> views;
    for (int a = 0; a < Dim; ++a) views.axis[a] = axis[a].view();
    return views;
  }
};

// What a side of the box is.
enum class SideKind : uint8_t {
  closed_slip,     // no flow through it, tangential velocity free
  closed_no_slip,  // no flow through it, tangential velocity is the side's `velocity` (0, or a moving lid's)
  open,            // pressure 0 at the side: flow in and out; scalars that come in are 0
  periodic,        // the other side continues it: both sides of an axis or none
  inflow           // normal velocity as given for its faces, tangential velocity `velocity`
};

template <int Dim>
struct Side {
  SideKind kind = SideKind::closed_slip;
  // m/s, in world axes: of an inflow and of a no-slip wall (its normal component is then not used).
  float velocity[Dim] = {};
};

// sides[axis][0] is the low side (west, south, bottom), [1] the high one.
template <int Dim>
struct Sides {
  Side<Dim> of[Dim][2];
  OCEAN_HD bool periodic(int axis) const { return of[axis][0].kind == SideKind::periodic; }
};

}  // namespace ocean::fluid
