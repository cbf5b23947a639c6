// SPDX-License-Identifier: Apache-2.0
//
// Between two levels of the multigrid hierarchy.
//
// Coarse cell C holds the fine cells 2C and 2C + 1 of every axis that is longer than one cell (2C alone at an
// odd end). A fine value is the linear interpolation between its own coarse cell and, a quarter each, those
// beyond its nearer faces, as far as the coarse face there is open; restriction is the transpose.
#pragma once

#include <cstdint>

#include "kernels/fluid/level.h"

// On the host the rare case stays out of line, so that the plain one is inlined.
#if defined(__CUDACC__)
#define OCEAN_FLUID_APART
#else
#define OCEAN_FLUID_APART __attribute__((noinline))
#endif

namespace ocean::fluid {

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
    Index<Dim> ci;
    for (int a = 0; a < Dim; ++a) ci[a] = p.halved[a] ? i[a] / 2 : i[a];
    const int64_t c = offset_of(p.coarse.n, ci);
    // A full coarse cell has full faces alone, so its fine cells live and come in pairs.
    if (p.coarse.kind[c] >= kFull) {
      float around = 0;
      for (int a = 0; a < Dim; ++a)
        around = around + coarse[c + ((i[a] & 1) != 0 ? p.coarse.stride[a] : -p.coarse.stride[a])];
      x[at] = x[at] + ((1.0f - 0.25f * Dim) * coarse[c] + 0.25f * around);
      return;
    }
    if (p.fine.kind[at] == kDead) return;
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
    coarse[c] = is_plain(ci, c) ? plain(ci) : general(ci, c);
  }
  OCEAN_HD OCEAN_FLUID_APART float general(const Index<Dim>& ci, int64_t c) const {
    if (p.coarse.kind[c] == kDead) return 0;
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
    return sum;
  }
};

}  // namespace ocean::fluid
