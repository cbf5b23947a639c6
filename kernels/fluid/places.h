// SPDX-License-Identifier: Apache-2.0
//
// Host side: filling arrays of the fluid's grid by a function of the place, and reading them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fluid/grid.h"

namespace ocean::fluid {

template <int Dim>
struct Place {
  double x[Dim];
};

// The place of element i of the face array of `axis`, or of the cells (-1), or the corners (-2).
template <int Dim>
Place<Dim> place_of(const FluidGrid<Dim>& g, int axis, const Index<Dim>& i) {
  Place<Dim> p;
  for (int a = 0; a < Dim; ++a)
    p.x[a] = g.origin[a] + g.spacing_m * (i[a] + (axis == -2 || a == axis ? 0.0 : 0.5));
  return p;
}

template <int Dim>
Index<Dim> size_of(const FluidGrid<Dim>& g, int axis) {
  if (axis >= 0) return g.faces(axis);
  Index<Dim> n = g.n;
  for (int a = 0; a < Dim; ++a) n[a] += axis == -2 ? 1 : 0;
  return n;
}

template <int Dim, class F>
std::vector<float> sampled(const FluidGrid<Dim>& g, int axis, const F& f) {
  const Index<Dim> size = size_of(g, axis);
  std::vector<float> values(static_cast<size_t>(count_of(size)));
  for (size_t k = 0; k < values.size(); ++k)
    values[k] = static_cast<float>(f(place_of(g, axis, index_at(size, static_cast<int64_t>(k)))));
  return values;
}

template <int Dim>
std::vector<float> to_host(const Exec& exec, GridView<const float, Dim> v) {
  std::vector<float> values(static_cast<size_t>(v.count()));
  copy_out(exec, "fluid array", values.data(), v.data, v.count() * int64_t{sizeof(float)});
  return values;
}

}  // namespace ocean::fluid
