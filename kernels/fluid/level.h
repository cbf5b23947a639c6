// SPDX-License-Identifier: Apache-2.0
//
// The pressure's matrix on one grid of the multigrid hierarchy, and what is done with it cell by cell.
//
// Row of cell c: (A x)_c = diagonal_c x_c - sum over faces of weight_f x_neighbour. weight_f >= 0 couples the
// two cells of a face (0 where it is closed), an open side adds to the diagonal alone. So A is symmetric and
// positive, with a constant in its kernel for every connected region that no open side touches.
//
// Cells have a kind, so that the many plain ones read neither weights nor diagonals:
//   dead  no open face: x = 0, no row
//   cut   anything else
//   full  all faces have the level's full weight
//   deep  full, and so are all its neighbours
#pragma once

#include <cstdint>

#include "kernels/fluid/grid.h"

namespace ocean::fluid {

enum CellKind : uint8_t { kDead = 0, kCut = 1, kFull = 2, kDeep = 3 };

template <int Dim>
struct Level {
  Index<Dim> n{};
  int64_t count = 0;
  int64_t stride[Dim] = {};
  bool periodic[Dim] = {};
  bool any_periodic = false;
  float full = 1;  // the full weight: 1 on the finest grid, times 2^(Dim - 2) a level
  // weight[a][c]: of the face between c and its lower neighbour along a (across the side where periodic, 0 at
  // other sides). stride[Dim - 1] zeros follow the array, so that weight[a][c + stride[a]] is the upper
  // face's.
  const float* weight[Dim] = {};
  const float* open = nullptr;     // what open sides add to the diagonal
  const float* inverse = nullptr;  // 1/diagonal, 0 of dead cells
  const uint8_t* kind = nullptr;
};

// Offsets of c's neighbours along axis a, across the side where it is periodic. The lower may be read only
// where its face has weight, likewise the upper.
struct Pair {
  int64_t low, high;
};
template <int Dim>
OCEAN_HD inline Pair neighbours(const Level<Dim>& l, int64_t c, const Index<Dim>& i, int a) {
  Pair p{c - l.stride[a], c + l.stride[a]};
  if (l.periodic[a]) {
    const int64_t turn = l.stride[a] * l.n[a];
    if (i[a] == 0) p.low += turn;
    if (i[a] == l.n[a] - 1) p.high -= turn;
  }
  return p;
}

// (A x)_c from x_c = own and the neighbours' values, as a sum of weighted differences: a large constant in x
// costs no digits. value(k) is called where the face has weight alone.
template <int Dim, class Value>
OCEAN_HD inline float general_row(const Level<Dim>& l, int64_t c, float own, const Value& value) {
  Index<Dim> i{};
  if (l.any_periodic) i = index_at(l.n, c);
  float sum = l.open[c] * own;
  for (int a = 0; a < Dim; ++a) {
    const Pair p = neighbours(l, c, i, a);
    const float low = l.weight[a][c], high = l.weight[a][p.high];
    if (low > 0) sum = sum + low * (own - value(p.low));
    if (high > 0) sum = sum + high * (own - value(p.high));
  }
  return sum;
}

// The same where all weights are the full one, without that factor.
template <int Dim>
OCEAN_HD inline float plain_row(const Level<Dim>& l, int64_t c, const float* x) {
  const float own = x[c];
  float sum = (own - x[c - 1]) + (own - x[c + 1]);
  for (int a = 1; a < Dim; ++a) sum = sum + ((own - x[c - l.stride[a]]) + (own - x[c + l.stride[a]]));
  return sum;
}

template <int Dim>
OCEAN_HD inline float inverse_of_full(const Level<Dim>& l) {
  return 1.0f / (static_cast<float>(2 * Dim) * l.full);
}

// Chebyshev's polynomial of degree 2 in the Jacobi iteration, its roots for the part of the spectrum of
// D^-1 A from kLow to 2 (Adams et al., Parallel multigrid smoothing, 2003). Both sweeps commute, so the cycle
// stays symmetric.
template <int Dim>
struct Smoother {
  static constexpr float low = Dim == 2 ? 0.5f : 0.4f, centre = 0.5f * (2.0f + low),
                         half = 0.5f * (2.0f - low);
  static constexpr float first = 1.0f / (centre + half * 0.70710678f);
  static constexpr float second = 1.0f / (centre - half * 0.70710678f);
};

// Functors over the cells of a level: one cell by operator(), a stretch by span(), which gives the same bits.
namespace detail {

// Calls plain(begin, end) for stretches of cells whose kind is at least `least` and other(i) for the rest.
template <class Plain, class Other>
inline void by_kind(const uint8_t* kind, uint8_t least, int64_t begin, int64_t end, const Plain& plain,
                    const Other& other) {
  for (int64_t i = begin; i < end;) {
    int64_t stop = i;
    while (stop < end && kind[stop] >= least) ++stop;
    if (stop > i) plain(i, stop);
    for (i = stop; i < end && kind[i] < least; ++i) other(i);
  }
}

}  // namespace detail

// out = A x.
template <int Dim>
struct Apply {
  Level<Dim> l;
  const float* x;
  float* out;
  OCEAN_HD float plain(int64_t c) const { return l.full * plain_row(l, c, x); }
  OCEAN_HD float general(int64_t c) const {
    if (l.kind[c] == kDead) return 0;
    return general_row(l, c, x[c], [v = x](int64_t k) { return v[k]; });
  }
  OCEAN_HD void operator()(int64_t c) const { out[c] = l.kind[c] >= kFull ? plain(c) : general(c); }
  void span(int64_t begin, int64_t end) const {
    float* __restrict__ const to = out;
    detail::by_kind(
        l.kind, kFull, begin, end,
        [&](int64_t b, int64_t e) {
          for (int64_t c = b; c < e; ++c) to[c] = plain(c);
        },
        [&](int64_t c) { to[c] = general(c); });
  }
};

// out = b - A x.
template <int Dim>
struct Residual {
  Apply<Dim> a;
  const float* b;
  OCEAN_HD void operator()(int64_t c) const {
    a.out[c] = a.l.kind[c] >= kFull ? b[c] - a.plain(c) : a.l.kind[c] == kDead ? 0.0f : b[c] - a.general(c);
  }
  void span(int64_t begin, int64_t end) const {
    float* __restrict__ const to = a.out;
    detail::by_kind(
        a.l.kind, kFull, begin, end,
        [&](int64_t s, int64_t e) {
          for (int64_t c = s; c < e; ++c) to[c] = b[c] - a.plain(c);
        },
        [&](int64_t c) { (*this)(c); });
  }
};

// out = x + omega D^-1 (b - A x).
template <int Dim>
struct Relax {
  Apply<Dim> a;
  const float* b;
  float omega;
  OCEAN_HD float plain(int64_t c, float inverse) const {
    return a.x[c] + omega * (inverse * (b[c] - a.plain(c)));
  }
  OCEAN_HD void operator()(int64_t c) const {
    a.out[c] = a.l.kind[c] >= kFull ? plain(c, inverse_of_full(a.l))
                                    : a.x[c] + omega * (a.l.inverse[c] * (b[c] - a.general(c)));
  }
  void span(int64_t begin, int64_t end) const {
    float* __restrict__ const to = a.out;
    const float inverse = inverse_of_full(a.l);
    detail::by_kind(
        a.l.kind, kFull, begin, end,
        [&](int64_t s, int64_t e) {
          for (int64_t c = s; c < e; ++c) to[c] = plain(c, inverse);
        },
        [&](int64_t c) { (*this)(c); });
  }
};

// out = both sweeps of the smoother from x = 0, in one pass over b: the first gives first*D^-1 b, which the
// second needs at the neighbours.
template <int Dim>
struct RelaxFromZero {
  Level<Dim> l;
  const float* b;
  float* out;
  static constexpr float first = Smoother<Dim>::first, second = Smoother<Dim>::second;
  OCEAN_HD float plain(int64_t c, float inverse) const {
    const float own = first * (inverse * b[c]);
    return own + second * (inverse * (b[c] - l.full * (first * (inverse * plain_row(l, c, b)))));
  }
  OCEAN_HD float general(int64_t c) const {
    if (l.kind[c] == kDead) return 0;
    const float own = first * (l.inverse[c] * b[c]);
    const float row =
        general_row(l, c, own, [v = b, d = l.inverse](int64_t k) { return first * (d[k] * v[k]); });
    return own + second * (l.inverse[c] * (b[c] - row));
  }
  OCEAN_HD void operator()(int64_t c) const {
    out[c] = l.kind[c] == kDeep ? plain(c, inverse_of_full(l)) : general(c);
  }
  void span(int64_t begin, int64_t end) const {
    float* __restrict__ const to = out;
    const float inverse = inverse_of_full(l);
    detail::by_kind(
        l.kind, kDeep, begin, end,
        [&](int64_t s, int64_t e) {
          for (int64_t c = s; c < e; ++c) to[c] = plain(c, inverse);
        },
        [&](int64_t c) { to[c] = general(c); });
  }
};

}  // namespace ocean::fluid
