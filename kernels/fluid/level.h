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

// --- Between two levels
// ---------------------------------------------------------------------------------------------------------------
//
// Coarse cell C holds the fine cells 2C and 2C + 1 of every axis that is longer than one cell (2C alone at an
// odd end). A fine value is the linear interpolation between its own coarse cell and, a quarter each, those
// beyond its nearer faces, as far as the coarse face there is open; restriction is the transpose.

template <int Dim>
struct LevelPair {
  Level<Dim> fine, coarse;
  bool halved[Dim] = {};

  // The share of the coarse cell beyond fine cell i's nearer face along a, and that cell.
  struct Share {
    float share;
    int64_t cell;
  };
  OCEAN_HD Share share(const Index<Dim>& i, const Index<Dim>& ci, int64_t c, int a) const {
    if (!halved[a]) return {0, c};
    const bool upper = (i[a] & 1) != 0;
    if (!upper && i[a] == fine.n[a] - 1) return {0, c};  // alone in its coarse cell: at its centre
    const Pair p = neighbours(coarse, c, ci, a);
    const float weight = coarse.weight[a][upper ? p.high : c];
    if (!(weight > 0)) return {0, c};
    const float open = weight < coarse.full ? weight / coarse.full : 1.0f;
    return {0.25f * open, upper ? p.high : p.low};
  }
};

// x += the coarse x, interpolated.
template <int Dim>
struct Prolong {
  LevelPair<Dim> p;
  const float* coarse;
  float* x;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    if (p.fine.kind[at] == kDead) return;
    Index<Dim> ci;
    for (int a = 0; a < Dim; ++a) ci[a] = p.halved[a] ? i[a] / 2 : i[a];
    const int64_t c = offset_of(p.coarse.n, ci);
    float own = 1, sum = 0;
    for (int a = 0; a < Dim; ++a) {
      const auto s = p.share(i, ci, c, a);
      own = own - s.share;
      sum = sum + s.share * coarse[s.cell];
    }
    x[at] = x[at] + (own * coarse[c] + sum);
  }
};

// coarse b = the transpose of Prolong, of the residual r.
template <int Dim>
struct Restrict {
  LevelPair<Dim> p;
  const float* r;
  float* coarse;

  // The fine cells of a coarse cell: their first index and how many along each axis.
  OCEAN_HD void children(const Index<Dim>& ci, Index<Dim>& first, Index<Dim>& count) const {
    for (int a = 0; a < Dim; ++a) {
      first[a] = p.halved[a] ? 2 * ci[a] : ci[a];
      count[a] = p.halved[a] && first[a] + 1 < p.fine.n[a] ? 2 : 1;
    }
  }
  // The sum over the layer of children of ci that lies next to the face of axis a (upper or lower).
  OCEAN_HD float layer(const Index<Dim>& ci, int a, bool upper) const {
    Index<Dim> first, count;
    children(ci, first, count);
    if (upper) first[a] += count[a] - 1;
    count[a] = 1;
    return box(first, count);
  }
  OCEAN_HD float box(const Index<Dim>& first, const Index<Dim>& count) const {
    float sum = 0;
    const int32_t depth = Dim == 3 ? count[Dim - 1] : 1;
    for (int32_t z = 0; z < depth; ++z)
      for (int32_t y = 0; y < count[1]; ++y)
        for (int32_t x = 0; x < count[0]; ++x) {
          Index<Dim> i = first;
          i[0] += x;
          i[1] += y;
          if constexpr (Dim == 3) i[2] += z;
          sum = sum + r[offset_of(p.fine.n, i)];
        }
    return sum;
  }
  // Where the coarse cell and all its faces are plain, and it and its neighbours hold 2^Dim cells each.
  OCEAN_HD bool is_plain(const Index<Dim>& ci, int64_t c) const {
    bool plain = p.coarse.kind[c] >= kFull;
    for (int a = 0; a < Dim; ++a) plain = plain && p.halved[a] && 2 * ci[a] + 3 < p.fine.n[a];
    return plain;
  }
  OCEAN_HD float plain(const Index<Dim>& ci) const {
    Index<Dim> first;
    for (int a = 0; a < Dim; ++a) first[a] = 2 * ci[a];
    const float* const corner = r + offset_of(p.fine.n, first);
    // The sum over a layer of children across axis a, `at` cells up from the first.
    const auto across = [&](int a, int at) {
      float s = 0;
      for (int k = 0; k < 1 << (Dim - 1); ++k) {
        int64_t offset = at * p.fine.stride[a];
        int bit = 0;
        for (int b = 0; b < Dim; ++b)
          if (b != a) offset += (k >> bit++ & 1) * p.fine.stride[b];
        s = s + corner[offset];
      }
      return s;
    };
    float sum = 0, shared = 0;
    for (int a = 0; a < Dim; ++a) {
      const float low = across(a, 0), high = across(a, 1);
      if (a == 0) sum = low + high;
      shared = shared + ((across(a, -1) - low) + (across(a, 2) - high));
    }
    return sum + 0.25f * shared;
  }
  OCEAN_HD void operator()(const Index<Dim>& ci, int64_t c) const {
    if (is_plain(ci, c)) {
      coarse[c] = plain(ci);
      return;
    }
    if (p.coarse.kind[c] == kDead) {
      coarse[c] = 0;
      return;
    }
    Index<Dim> first, count;
    children(ci, first, count);
    float sum = box(first, count);
    for (int a = 0; a < Dim; ++a) {
      if (!p.halved[a]) continue;
      const Pair n = neighbours(p.coarse, c, ci, a);
      for (int side = 0; side < 2; ++side) {
        const bool upper = side == 1;
        const float weight = p.coarse.weight[a][upper ? n.high : c];
        if (!(weight > 0)) continue;
        const float share = 0.25f * (weight < p.coarse.full ? weight / p.coarse.full : 1.0f);
        // What the children here give to the neighbour, and what its children give to this cell.
        Index<Dim> other = ci;
        other[a] += upper ? 1 : -1;
        if (other[a] < 0) other[a] = p.coarse.n[a] - 1;
        if (other[a] >= p.coarse.n[a]) other[a] = 0;
        const bool own_pair = count[a] == 2;
        const bool other_pair = 2 * other[a] + 1 < p.fine.n[a];
        const float given = own_pair ? layer(ci, a, upper) : 0.0f;
        const float taken = other_pair ? layer(other, a, !upper) : 0.0f;
        sum = sum + share * (taken - given);
      }
    }
    coarse[c] = sum;
  }
};

}  // namespace ocean::fluid
