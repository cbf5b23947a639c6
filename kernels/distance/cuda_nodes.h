// SPDX-License-Identifier: Apache-2.0
//
// What the CUDA body's kernels share. Internal to distance_cuda.cu.
#pragma once

#include "kernels/distance/segment_frame.h"

namespace ocean::distance_detail {

inline constexpr int32_t kTile = 64;  // texels a side of the last listed level's nodes
inline constexpr unsigned kAllLanes = 0xffffffffu;
inline constexpr uint32_t kNone = 0xffffffffu;  // above every distance's bits

// The nodes of one size over the window, and their candidate lists.
struct Level {
  int32_t size;    // texels a side of a node
  int64_t x0, y0;  // map texel of the first node's corner
  int32_t nx, ny;  // nodes
  int64_t* begin;  // of a node's list in the pool
  int32_t* count;
};

#if defined(__CUDACC__)

struct CandidateList {
  const int32_t* items;  // null: all segments
  int32_t count;
  __device__ int32_t operator[](int32_t i) const { return items == nullptr ? i : items[i]; }
};

// Distances are >= 0, so their bits order like they do.
struct Smallest {
  uint32_t key, position;

  __device__ void consider(float distance2, int32_t at) {
    const uint32_t k = __float_as_uint(distance2);
    if (k < key) {
      key = k;
      position = static_cast<uint32_t>(at);
    }
  }
};

// Over the warp; ties: the smallest position.
__device__ inline Smallest warp_smallest(const Smallest& mine) {
  const uint32_t key = __reduce_min_sync(kAllLanes, mine.key);
  return {key, __reduce_min_sync(kAllLanes, mine.key == key ? mine.position : kNone)};
}

// Lanes below this one whose bit is set.
__device__ inline int32_t rank_in(unsigned mask) { return __popc(mask & ((1u << (threadIdx.x % 32)) - 1u)); }

#endif

}  // namespace ocean::distance_detail
