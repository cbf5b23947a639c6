// SPDX-License-Identifier: Apache-2.0
//
// One butterfly of Stockham's algorithm, for all bodies: which values it takes, what it makes of them, where
// they go. A step of radix r on transforms of length n whose parts have the length `done` (1 first) has n/r
// butterflies; butterfly j takes the values j + q*n/r, turns value q by exp(-+2*pi*i*q*(j mod
// done)/(r*done)), transforms them and puts result q at (j/done)*r*done + j mod done + q*done.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/math/vec.h"

namespace ocean {

OCEAN_HD inline Vec2f complex_product(Vec2f a, Vec2f b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
OCEAN_HD inline Vec2f add(Vec2f a, Vec2f b) { return {a.x + b.x, a.y + b.y}; }
OCEAN_HD inline Vec2f subtract(Vec2f a, Vec2f b) { return {a.x - b.x, a.y - b.y}; }

template <int kRadix, bool kInverse>
OCEAN_HD inline void fft_butterfly(Vec2f* v) {
  if constexpr (kRadix == 2) {
    const Vec2f a = v[0];
    v[0] = add(a, v[1]);
    v[1] = subtract(a, v[1]);
  } else {
    const Vec2f a = add(v[0], v[2]), b = subtract(v[0], v[2]), c = add(v[1], v[3]), d = subtract(v[1], v[3]);
    const Vec2f e = kInverse ? Vec2f{-d.y, d.x} : Vec2f{d.y, -d.x};  // +-i*d
    v[0] = add(a, c);
    v[1] = add(b, e);
    v[2] = subtract(a, c);
    v[3] = subtract(b, e);
  }
}

// All lengths are powers of two, so divisions are shifts.
struct FftStep {
  int32_t bits = 0;        // n = 2^bits
  int32_t radix_bits = 2;  // radix 2 or 4
  int32_t done_bits = 0;
  bool inverse = false;
  OCEAN_HD int32_t n() const { return 1 << bits; }
  OCEAN_HD int32_t done() const { return 1 << done_bits; }
  OCEAN_HD bool is_over() const { return done_bits >= bits; }
  OCEAN_HD int32_t butterflies() const { return 1 << (bits - radix_bits); }
  template <int kRadix>
  OCEAN_HD int32_t from(int32_t j, int32_t q) const {
    return j + (q << (bits - (kRadix == 2 ? 1 : 2)));
  }
  template <int kRadix>
  OCEAN_HD int32_t to(int32_t j, int32_t q) const {
    return (j >> done_bits << (done_bits + (kRadix == 2 ? 1 : 2))) + (j & (done() - 1)) + (q << done_bits);
  }

  // Value q of butterfly j is turned by twiddles[q*unit].
  template <int kRadix>
  OCEAN_HD int32_t twiddle_unit(int32_t j) const {
    return (j & (done() - 1)) << (bits - (kRadix == 2 ? 1 : 2) - done_bits);
  }
  // twiddles[k] = exp(-2*pi*i*k/n).
  template <int kRadix, bool kInverse>
  OCEAN_HD void run(int32_t j, const Vec2f* twiddles, Vec2f* v) const {
    const int32_t unit = twiddle_unit<kRadix>(j);
    for (int32_t q = 1; q < kRadix; ++q) {
      Vec2f w = twiddles[q * unit];
      if (kInverse) w.y = -w.y;
      v[q] = complex_product(v[q], w);
    }
    fft_butterfly<kRadix, kInverse>(v);
  }
};

// The first step of a transform of length 2^bits, and the one after it.
OCEAN_HD inline FftStep first_step(int32_t bits, bool inverse) {
  return {bits, bits % 2 == 1 ? 1 : 2, 0, inverse};
}
OCEAN_HD inline FftStep next_step(const FftStep& s) {
  return {s.bits, 2, s.done_bits + s.radix_bits, s.inverse};
}

}  // namespace ocean
