// SPDX-License-Identifier: Apache-2.0
//
// Shared by the fluid tests: filling arrays by a function of the place, and reading them.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/fluid/solver.h"

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
  copy_out(exec, "test", values.data(), v.data, v.count() * int64_t{sizeof(float)});
  return values;
}

// Signed distance to discs (balls) that scale with a box of size `length`.
template <int Dim>
double discs(const Place<Dim>& p, double length) {
  const double centres[5][4] = {
      {.3, .3, .4, .1}, {.7, .35, .6, .08}, {.5, .7, .5, .12}, {.2, .75, .3, .05}, {.85, .8, .7, .06}};
  double d = 1e9;
  for (const auto& c : centres) {
    double r2 = 0;
    for (int a = 0; a < Dim; ++a) r2 += (p.x[a] - c[a] * length) * (p.x[a] - c[a] * length);
    d = std::fmin(d, std::sqrt(r2) - c[3] * length);
  }
  return d;
}

}  // namespace ocean::fluid
