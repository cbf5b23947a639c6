// SPDX-License-Identifier: Apache-2.0
#include "kernels/hash.h"

#include <stdexcept>
#include <utility>

#include "kernels/parallel_for.h"

namespace ocean {
namespace {

// 2^64 / golden ratio, and a second odd constant with no simple relation to it (fraction of sqrt 3).
constexpr uint64_t kStepLo = 0x9e3779b97f4a7c15u, kStepHi = 0xbb67ae8584caa73bu;

OCEAN_HD uint64_t splitmix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

OCEAN_HD uint64_t murmur_mix(uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
  return x ^ (x >> 33);
}

// Adds pair k of the block that starts at word `first` to the lanes.
OCEAN_HD void add_pair(Hash128& lanes, const uint32_t* words, int64_t count, int64_t first, int64_t k) {
  const int64_t at = first + 2 * k;
  const uint64_t low = words[at];
  const uint64_t high = at + 1 < count ? words[at + 1] : 0u;
  const uint64_t pair = low | high << 32;
  const uint64_t place = static_cast<uint64_t>(k) + 1;
  lanes.lo += splitmix(pair + place * kStepLo);
  lanes.hi += murmur_mix(pair ^ place * kStepHi);
}

OCEAN_HD int64_t pairs_in_block(int64_t count, int64_t first) {
  const int64_t pairs = (count - first + 1) / 2;
  return pairs < kHashBlockPairs ? pairs : kHashBlockPairs;
}

struct HashBlocks {
  const uint32_t* words;
  int64_t count;
  Hash128* out;
  OCEAN_HD void operator()(int64_t block) const {
    const int64_t first = block * 2 * kHashBlockPairs;
    const int64_t pairs = pairs_in_block(count, first);
    Hash128 lanes;
    for (int64_t k = 0; k < pairs; ++k) add_pair(lanes, words, count, first, k);
    out[block] = lanes;
  }
};

#if defined(__CUDACC__)
// The same sums with one thread block a hash block: neighbouring threads read neighbouring pairs.
__global__ void __launch_bounds__(kBlockThreads) hash_blocks_kernel(HashBlocks f) {
  __shared__ Hash128 partial[kBlockThreads];
  const int64_t block = blockIdx.x;
  const int64_t first = block * 2 * kHashBlockPairs;
  const int64_t pairs = pairs_in_block(f.count, first);
  Hash128 lanes;
  for (int64_t k = threadIdx.x; k < pairs; k += kBlockThreads) add_pair(lanes, f.words, f.count, first, k);
  partial[threadIdx.x] = lanes;
  for (unsigned half = kBlockThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      partial[threadIdx.x].lo += partial[threadIdx.x + half].lo;
      partial[threadIdx.x].hi += partial[threadIdx.x + half].hi;
    }
  }
  if (threadIdx.x == 0) f.out[block] = partial[0];
}
#endif

void hash_blocks(const Exec& exec, const HashBlocks& f, int64_t blocks) {
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    exec.count("hash blocks");
    exec.make_current();
    hash_blocks_kernel<<<static_cast<unsigned>(blocks), kBlockThreads, 0,
                         static_cast<cudaStream_t>(exec.stream())>>>(f);
    check_launch("hash blocks");
    return;
  }
#endif
  parallel_for(exec, "hash blocks", blocks, f, 4);
}

}  // namespace

std::string to_hex(Hash128 hash) {
  std::string text;
  for (const uint64_t half : {hash.hi, hash.lo})
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[half >> shift & 15];
  return text;
}

Hash128 hash_words(const Exec& exec, const void* data, int64_t words) {
  if (words < 0) throw std::invalid_argument("hash_words: the number of words is negative");
  Hash128 lanes;
  const auto* source = static_cast<const uint32_t*>(data);
  Buffer<Hash128> level;
  for (int64_t count = words; count > 0;) {
    const int64_t blocks = (count - 1) / (2 * kHashBlockPairs) + 1;
    Buffer<Hash128> next(exec, blocks);
    hash_blocks(exec, {source, count, next.data()}, blocks);
    level = std::move(next);
    if (blocks == 1) {
      lanes = level.to_host("hash")[0];
      break;
    }
    source = reinterpret_cast<const uint32_t*>(level.data());
    count = blocks * int64_t{sizeof(Hash128) / 4};
  }
  const uint64_t length = static_cast<uint64_t>(words);
  const uint64_t lo = splitmix(lanes.lo + (length + 1) * kStepLo);
  return {murmur_mix(lanes.hi ^ lo), splitmix(lo + lanes.hi)};
}

}  // namespace ocean
