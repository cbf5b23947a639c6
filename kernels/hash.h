// SPDX-License-Identifier: Apache-2.0
//
// Content hash of a buffer of 32-bit words, computed where the buffer lives, equal on both back ends and for
// any thread count. It serves goldens and parity checks without a download; it is no cryptographic hash.
//
// Definition. Words are taken in pairs p = w[2k] | w[2k+1] << 32 (a missing last word is 0), pairs in blocks
// of kHashBlockPairs. A block's two 64-bit lanes are sums modulo 2^64 over its pairs of two bijective mixers
// of p and its place k in the block, so their order of summation does not matter. The 128-bit block hashes,
// as words, are hashed again in the same way until one block is left; the result is finalised with the number
// of words of the input. Mixers: splitmix64 (Steele, Lea & Flood 2014) and the finaliser of MurmurHash3
// (Appleby 2011).
#pragma once

#include <cstdint>
#include <string>

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean {

struct Hash128 {
  uint64_t hi = 0, lo = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};

inline constexpr int64_t kHashBlockPairs = 2048;  // 16 KiB

// 32 lower-case hexadecimal digits, hi first.
std::string to_hex(Hash128 hash);

// Hash of `words` 32-bit words at data, which lies on the Exec's back end and is aligned to 4 bytes. words =
// 0 is legal and has a hash of its own. Waits for the result. Throws std::invalid_argument if words < 0,
// DeviceError or std::bad_alloc.
Hash128 hash_words(const Exec& exec, const void* data, int64_t words);

template <class T>
Hash128 content_hash(const Exec& exec, View<T> view) {
  static_assert(sizeof(T) % 4 == 0, "elements of whole 32-bit words, without padding");
  return hash_words(exec, view.data, view.size * int64_t{sizeof(T) / 4});
}

template <class T>
Hash128 content_hash(const Exec& exec, const Buffer<T>& buffer) {
  return content_hash(exec, buffer.view());
}

}  // namespace ocean
