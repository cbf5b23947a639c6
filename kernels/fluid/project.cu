// SPDX-License-Identifier: Apache-2.0
//
// Bytes a cell: divergence reads u and weights, 8*Dim, and writes 4; gradient reads q and weights, reads and
// writes u, 4 + 12*Dim.
#include "kernels/fluid/project.h"

#include "kernels/fluid/faces.h"

namespace ocean::fluid {
namespace {

template <int Dim>
struct NegativeDivergence {
  Index<Dim> n;
  FaceViews<const float, Dim> weights, u;
  float* b;
  OCEAN_HD float at(const Index<Dim>& i) const {
    float sum = 0;
    for (int a = 0; a < Dim; ++a) {
      const int64_t low = offset_of(u[a].size, i), high = offset_of(u[a].size, shifted(i, a, 1));
      sum = sum + (weights[a][low] * u[a][low] - weights[a][high] * u[a][high]);
    }
    return sum;
  }
  OCEAN_HD void operator()(int64_t c) const { b[c] = at(index_at(n, c)); }
  void span(int64_t begin, int64_t end) const {
    for (int64_t c = begin; c < end;) {
      Index<Dim> i = index_at(n, c);
      const int64_t stop = c + (n[0] - i[0]) < end ? c + (n[0] - i[0]) : end;
      for (; c < stop; ++c, ++i[0]) b[c] = at(i);
    }
  }
  OCEAN_HD Sums value(int64_t c) const {
    const float v = b[c];
    return {0, 0, static_cast<double>(v < 0 ? -v : v)};
  }
};

template <int Dim>
struct SubtractGradient {
  Index<Dim> n;
  Sides<Dim> sides;
  GridView<const float, Dim> weight;
  const float* q;
  int axis;
  float* u;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    const FaceUse use = use_of(sides, n, axis, i, weight[at]);
    if (use == FaceUse::fixed) return;
    u[at] = u[at] - face_difference(use, cells_of_face(sides, n, axis, i), q);
  }
};

template <int Dim>
struct SetFixed {
  Index<Dim> n;
  Sides<Dim> sides;
  GridView<const float, Dim> weight;
  int axis;
  bool inflow, rest;
  float* u;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    if (use_of(sides, n, axis, i, weight[at]) != FaceUse::fixed) return;
    if (weight[at] > 0) {
      if (inflow) u[at] = sides.of[axis][i[axis] == 0 ? 0 : 1].velocity[axis];
    } else if (rest || i[axis] == 0 || i[axis] == n[axis]) {
      u[at] = 0;
    }
  }
};

template <int Dim>
struct Energy : ValueOnly {
  GridView<const float, Dim> weight;
  const float* u;
  int axis;
  int32_t skipped;  // index along the axis of the repeated face, -1: none
  Energy(GridView<const float, Dim> w, const float* v, int a, int32_t s)
      : weight(w), u(v), axis(a), skipped(s) {}
  OCEAN_HD Sums value(int64_t at) const {
    if (!(weight[at] > 0)) return {};
    if (skipped >= 0 && index_at(weight.size, at)[axis] == skipped) return {};
    const double v = static_cast<double>(u[at]);
    return {0.5 * static_cast<double>(weight[at]) * v * v, 0, v < 0 ? -v : v};
  }
};

}  // namespace

template <int Dim>
void negative_divergence(const Exec& exec, const FluidGrid<Dim>& grid,
                         const FaceViews<const float, Dim>& weights, const FaceViews<const float, Dim>& u,
                         View<float> b, Sums* partial, Sums* sums) {
  sum_then(exec, "fluid divergence", b.size, NegativeDivergence<Dim>{grid.n, weights, u, b.data}, partial,
           StoreSums{sums});
}

template <int Dim>
void subtract_gradient(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                       const FaceViews<const float, Dim>& weights, GridView<const float, Dim> q,
                       const FaceViews<float, Dim>& u) {
  for (int a = 0; a < Dim; ++a)
    for_index(exec, "fluid gradient", grid.faces(a),
              SubtractGradient<Dim>{grid.n, sides, weights[a], q.data, a, u[a].data});
}

template <int Dim>
void set_fixed_faces(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                     const FaceViews<const float, Dim>& weights, bool inflow, bool rest,
                     const FaceViews<float, Dim>& u) {
  for (int a = 0; a < Dim; ++a)
    for_index(exec, "fluid fixed faces", grid.faces(a),
              SetFixed<Dim>{grid.n, sides, weights[a], a, inflow, rest, u[a].data});
}

template <int Dim>
void measure_velocity(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                      const FaceViews<const float, Dim>& weights, const FaceViews<const float, Dim>& u,
                      Sums* partial, Sums* sums) {
  for (int a = 0; a < Dim; ++a)
    sum_then(exec, "fluid energy", u[a].count(),
             Energy<Dim>(weights[a], u[a].data, a, sides.periodic(a) ? grid.n[a] : -1), partial,
             StoreSums{sums + a});
}

#define OCEAN_FLUID_PROJECT(D)                                                                             \
  template void negative_divergence<D>(const Exec&, const FluidGrid<D>&, const FaceViews<const float, D>&, \
                                       const FaceViews<const float, D>&, View<float>, Sums*, Sums*);       \
  template void subtract_gradient<D>(const Exec&, const FluidGrid<D>&, const Sides<D>&,                    \
                                     const FaceViews<const float, D>&, GridView<const float, D>,           \
                                     const FaceViews<float, D>&);                                          \
  template void set_fixed_faces<D>(const Exec&, const FluidGrid<D>&, const Sides<D>&,                      \
                                   const FaceViews<const float, D>&, bool, bool,                           \
                                   const FaceViews<float, D>&);                                            \
  template void measure_velocity<D>(const Exec&, const FluidGrid<D>&, const Sides<D>&,                     \
                                    const FaceViews<const float, D>&, const FaceViews<const float, D>&,    \
                                    Sums*, Sums*);
OCEAN_FLUID_PROJECT(2)
OCEAN_FLUID_PROJECT(3)
#undef OCEAN_FLUID_PROJECT

}  // namespace ocean::fluid
