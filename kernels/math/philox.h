// SPDX-License-Identifier: Apache-2.0
//
// Counter-based random numbers: Philox 4×32 with 10 rounds (Salmon, Moraes, Dror & Shaw, Parallel Random
// Numbers: As Easy as 1, 2, 3, SC 2011). A number is a function of (seed, stream, id, step) alone, never of
// who asks first.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/math/elementary.h"
#include "kernels/math/vec.h"

namespace ocean {

struct Random4 {
  uint32_t word[4];  // independent, uniform
};

// The published function: 10 rounds on a 128-bit counter with a 64-bit key.
OCEAN_HD inline Random4 philox4x32(Random4 counter, uint32_t key0, uint32_t key1) {
  uint32_t(&c)[4] = counter.word;
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xd2511f53u} * c[0], b = uint64_t{0xcd9e8d57u} * c[2];
    const uint32_t c1 = c[1], c3 = c[3];
    c[0] = static_cast<uint32_t>(b >> 32) ^ c1 ^ key0;
    c[1] = static_cast<uint32_t>(b);
    c[2] = static_cast<uint32_t>(a >> 32) ^ c3 ^ key1;
    c[3] = static_cast<uint32_t>(a);
    key0 += 0x9e3779b9u;
    key1 += 0xbb67ae85u;
  }
  return counter;
}

// seed: the user's; stream: what the numbers are for (one constant a purpose); id: the element; step: the
// time step or draw.
OCEAN_HD inline Random4 random4(uint64_t seed, uint32_t stream, uint64_t id, uint32_t step) {
  const Random4 counter{{static_cast<uint32_t>(id), static_cast<uint32_t>(id >> 32), step, stream}};
  return philox4x32(counter, static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32));
}

// Uniform in [0, 1): multiples of 2^-24.
OCEAN_HD inline float uniform_float(uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }
// Uniform in (0, 1), never 0 or 1: odd multiples of 2^-24.
OCEAN_HD inline float uniform_open_float(uint32_t word) {
  return static_cast<float>(word >> 9 << 1 | 1u) * 0x1p-24f;
}
// Uniform in [0, 1): multiples of 2^-53.
OCEAN_HD inline double uniform_double(uint32_t high, uint32_t low) {
  return static_cast<double>(static_cast<int64_t>((uint64_t{high} << 32 | low) >> 11)) * 0x1p-53;
}
// Uniform integer in [0, n), n ≥ 1; the bias is below n/2^32.
OCEAN_HD inline uint32_t uniform_below(uint32_t word, uint32_t n) {
  return static_cast<uint32_t>(uint64_t{word} * n >> 32);
}

// Two independent normal numbers, mean 0 and variance 1, from two words (Box & Muller 1958); |x| ≤ 5.77.
OCEAN_HD inline Vec2f normal_pair(uint32_t word0, uint32_t word1) {
  const float radius = elem::sqrt(-2.0f * elem::log(uniform_open_float(word0)));
  const elem::SinCos<float> angle = elem::sincos_small(6.2831853f * uniform_float(word1));
  return {radius * angle.cos, radius * angle.sin};
}

}  // namespace ocean
