// SPDX-License-Identifier: Apache-2.0
//
// Hashes of doubles that are equal where the numbers are.
#pragma once

#include <cstdint>

#include "kernels/exec.h"

namespace ocean {

OCEAN_HD inline uint64_t double_bits(double x) {
  union {
    double value;
    uint64_t bits;
  } u{x + 0.0};  // -0 becomes 0
  return u.bits;
}

OCEAN_HD inline uint64_t mix(uint64_t h) {  // the finaliser of MurmurHash3
  h ^= h >> 33;
  h *= 0xFF51AFD7ED558CCDull;
  h ^= h >> 33;
  h *= 0xC4CEB9FE1A85EC53ull;
  return h ^ h >> 33;
}

}  // namespace ocean
