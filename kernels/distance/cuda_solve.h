// SPDX-License-Identifier: Apache-2.0
//
// The CUDA body's last step: one warp solves one 16 x 16 block of the map from its tile's candidate list. It
// culls the list for the block, holds the survivors' frames in shared memory, and for each quadrant of 8 x 8
// texels culls again and solves two texels a lane. Lists that do not fit are taken in pieces, once a
// quadrant. Internal to distance_cuda.cu.
#pragma once

#if defined(__CUDACC__)

#include <type_traits>

#include "kernels/distance/bodies.h"
#include "kernels/distance/cuda_nodes.h"

namespace ocean::distance_detail {

inline constexpr int kSolveWarps = 8;
inline constexpr int32_t kBlocksX = 4, kBlocksY = kSolveWarps / kBlocksX;  // map blocks of a thread block
inline constexpr int32_t kHeld = 128;                                      // candidates that a warp holds
inline constexpr int32_t kUncut = 6;                                       // so few are not worth culling

// A warp's candidates: Frames (lo and hi.x) at a near block, FarFrames at a far one.
struct Held {
  float4 lo[kHeld], hi[kHeld];
  int32_t segment[kHeld];

  __device__ void put(int32_t i, const Frame<float>& f, int32_t s) {
    lo[i] = make_float4(f.across, f.before, f.beyond, f.ux);
    hi[i].x = f.uy;
    segment[i] = s;
  }
  __device__ void put(int32_t i, const FarFrame<float>& f, int32_t s) {
    lo[i] = make_float4(f.rest, f.across2, f.excess2, f.before);
    hi[i] = make_float4(f.beyond, f.inside, f.ux, f.uy);
    segment[i] = s;
  }
};

struct BlockJob {
  int64_t x, y;  // the map block's corner
  double cx, cy;
  float reach2;
  CandidateList list;
  DropBound bound;
};

struct Near {
  using Measured = Frame<float>;
  static __device__ Measured load(const Held& h, int32_t i) {
    const float4 a = h.lo[i];
    return {a.x, a.y, a.z, a.w, h.hi[i].x};
  }
  static __device__ Frame<float> frame(const Measured& f) { return f; }
  static __device__ void put(Held* h, int32_t i, const SegmentTable&, const BlockJob&, const Frame<float>& f,
                             int32_t s) {
    h->put(i, f, s);
  }
};

struct Far {
  using Measured = FarFrame<float>;
  static __device__ Measured load(const Held& h, int32_t i) {
    const float4 a = h.lo[i], b = h.hi[i];
    return {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
  }
  static __device__ Frame<float> frame(const Measured& f) {  // back again, rounded: for culling
    const float e = 0.5f * f.excess2;
    return {0.5f * f.across2, f.before + e, f.beyond + e, f.ux, f.uy};
  }
  static __device__ void put(Held* h, int32_t i, const SegmentTable& segments, const BlockJob& job,
                             const Frame<float>&, int32_t s) {
    h->put(i, far_frame(frame_at<double>(segments, s, job.cx, job.cy), job.reach2), s);
  }
};

// drop_bound() of a square node, its corners computed by four lanes. The whole warp calls it with the same
// arguments.
__device__ inline DropBound warp_drop_bound(const Frame<float>& t, float half) {
  const int lane = threadIdx.x % 32;
  const float dt = OCEAN_SQRTF(distance2(t));
  const float diagonal = 2.0f * OCEAN_SQRTF(half * half + half * half);
  const float eps = kDropSlack * ((dt + diagonal) + 32.0f);
  const Frame<float> corner = moved(t, lane % 2 == 0 ? half : -half, lane / 2 % 2 == 0 ? half : -half);
  const float d = OCEAN_SQRTF(distance2(corner)) + eps;
  return {half,
          half,
          (dt + diagonal) + eps,
          __shfl_sync(kAllLanes, d, 0),
          __shfl_sync(kAllLanes, d, 1),
          __shfl_sync(kAllLanes, d, 2),
          __shfl_sync(kAllLanes, d, 3)};
}

// The block's candidates from list[*cursor ...) to held, in order, until list or room ends; returns how many.
template <class Kind>
__device__ int32_t hold(const SegmentTable& segments, const BlockJob& job, int32_t* cursor, Held* held) {
  const int32_t lane = threadIdx.x % 32;
  int32_t kept = 0;
  for (; *cursor < job.list.count && kept <= kHeld - 32; *cursor += 32) {
    const int32_t i = *cursor + lane;
    const int32_t segment = job.list[i < job.list.count ? i : *cursor];
    const Frame<float> f = frame_at<float>(segments, segment, job.cx, job.cy);
    const bool keep = i < job.list.count && may_matter(job.bound, f);
    const unsigned mask = __ballot_sync(kAllLanes, keep);
    if (keep) Kind::put(held, kept + rank_in(mask), segments, job, f, segment);
    kept += __popc(mask);
  }
  __syncwarp();
  return kept;
}

// The same where held already has the Frames of the whole list (at most kHeld): keeps some, in place.
template <class Kind>
__device__ int32_t compact(const SegmentTable& segments, const BlockJob& job, Held* held) {
  const int32_t lane = threadIdx.x % 32;
  int32_t kept = 0;
  for (int32_t first = 0; first < job.list.count; first += 32) {
    const bool active = first + lane < job.list.count;
    const int32_t i = active ? first + lane : first;
    const Frame<float> f = Near::load(*held, i);
    const int32_t segment = held->segment[i];
    const bool keep = active && may_matter(job.bound, f);
    const unsigned mask = __ballot_sync(kAllLanes, keep);
    __syncwarp();
    if (keep) Kind::put(held, kept + rank_in(mask), segments, job, f, segment);
    kept += __popc(mask);
    __syncwarp();
  }
  return kept;
}

template <class Kind>
__device__ Frame<float> seen_from(const Held& held, int32_t i, float x, float y) {
  return moved(Kind::frame(Kind::load(held, i)), x, y);
}

// The bound of the quadrant around (x, y), from its nearest among held [0, kept).
template <class Kind>
__device__ DropBound quadrant_bound(const Held& held, int32_t kept, float x, float y) {
  Smallest mine{kNone, 0};
  for (int32_t i = threadIdx.x % 32; i < kept; i += 32)
    mine.consider(distance2(seen_from<Kind>(held, i, x, y)), i);
  return warp_drop_bound(seen_from<Kind>(held, static_cast<int32_t>(warp_smallest(mine).position), x, y),
                         3.5f);
}

// A texel's choice so far.
struct Choice {
  float x, y;  // the texel, from the block's centre
  float least = 3.0e38f;
  int32_t at = -1;       // in held; -1: an earlier piece's, or none
  int32_t segment = -1;  // of earlier pieces

  template <class M>
  __device__ void consider(const M& candidate, int32_t k) {
    const float m = measure(candidate, x, y);
    if (m < least) {
      least = m;
      at = k;
    }
  }
};

// Before held changes: what the choice needs of it. near_frame: kept at near blocks, where it is the frame
// that was measured.
template <class Kind>
__device__ void settle(const Held& held, Choice* c, Frame<float>* near_frame) {
  if (c->at < 0) return;
  if constexpr (std::is_same_v<Kind, Near>) *near_frame = Near::load(held, c->at);
  c->segment = held.segment[c->at];
  c->at = -1;
}

template <class T>
__device__ void store(const Problem& p, int64_t index, const Frame<T>& seen, int32_t segment) {
  const Texel t = finish(seen, p.water[index] != 0);
  p.out.signed_distance[index] = t.signed_distance;
  reinterpret_cast<float2*>(p.out.direction.data)[index] = make_float2(t.direction_x, t.direction_y);
  if (p.out.nearest.size != 0) p.out.nearest[index] = segment;
}

// Texel (i, j) of the map; nothing outside the window.
template <class Kind>
__device__ void write_texel(const Problem& p, const BlockJob& job, int64_t i, int64_t j, const Choice& c,
                            const Frame<float>& near_frame) {
  const int64_t column = i - p.window.i0, row = j - p.window.j0;
  if (column < 0 || column >= p.window.width || row < 0 || row >= p.window.height) return;
  const int64_t index = row * p.window.width + column;
  if constexpr (std::is_same_v<Kind, Near>) store(p, index, moved(near_frame, c.x, c.y), c.segment);
  else
    store(p, index,
          moved(frame_at<double>(p.segments, c.segment, job.cx, job.cy), static_cast<double>(c.x),
                static_cast<double>(c.y)),
          c.segment);
}

__device__ inline bool outside(const Window& w, int64_t x, int64_t y, int32_t size) {
  return x + size <= w.i0 || x >= int64_t{w.i0} + w.width || y + size <= w.j0 ||
         y >= int64_t{w.j0} + w.height;
}

template <class Kind>
__device__ void solve_block(const Problem& p, const BlockJob& job, Held* held) {
  const int32_t lane = threadIdx.x % 32;
  const bool resident = job.list.count <= kHeld;
  int32_t kept = resident ? compact<Kind>(p.segments, job, held) : 0;
#pragma unroll 1
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    const int64_t x = job.x + quadrant % 2 * 8, y = job.y + quadrant / 2 * 8;
    if (outside(p.window, x, y, 8)) continue;
    const float qx = quadrant % 2 == 0 ? -4.0f : 4.0f, qy = quadrant / 2 == 0 ? -4.0f : 4.0f;
    Choice low, high;  // this lane's texels
    low.x = high.x = qx + (static_cast<float>(lane % 8) - 3.5f);
    low.y = qy + (static_cast<float>(lane / 8) - 3.5f);
    high.y = low.y + 4.0f;
    Frame<float> low_frame{}, high_frame{};
    int32_t cursor = 0;
    do {
      if (resident) cursor = job.list.count;
      else kept = hold<Kind>(p.segments, job, &cursor, held);
      const bool cut = kept > kUncut;
      DropBound bound{};
      if (cut) bound = quadrant_bound<Kind>(*held, kept, qx, qy);
      for (int32_t first = 0; first < kept; first += 32) {
        const bool active = first + lane < kept;
        const bool keep = active && (!cut || may_matter(bound, seen_from<Kind>(*held, first + lane, qx, qy)));
        for (unsigned mask = __ballot_sync(kAllLanes, keep); mask != 0; mask &= mask - 1) {
          const int32_t k = first + __ffs(mask) - 1;
          const typename Kind::Measured candidate = Kind::load(*held, k);
          low.consider(candidate, k);
          high.consider(candidate, k);
        }
      }
      settle<Kind>(*held, &low, &low_frame);
      settle<Kind>(*held, &high, &high_frame);
      __syncwarp();
    } while (cursor < job.list.count);
    const int64_t i = x + lane % 8, j = y + lane / 8;
    write_texel<Kind>(p, job, i, j, low, low_frame);
    write_texel<Kind>(p, job, i, j + 4, high, high_frame);
  }
}

// (x0, y0): corner of the first thread block's first map block. No barrier across warps.
__global__ void __launch_bounds__(32 * kSolveWarps, 4)
    solve_kernel(Problem p, Level tiles, const int32_t* items, int64_t x0, int64_t y0) {
  __shared__ Held shared[kSolveWarps];
  const int32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Held* held = &shared[warp];
  BlockJob job;
  job.x = x0 + (static_cast<int64_t>(blockIdx.x) * kBlocksX + warp % kBlocksX) * kBlock;
  job.y = y0 + (static_cast<int64_t>(blockIdx.y) * kBlocksY + warp / kBlocksX) * kBlock;
  if (outside(p.window, job.x, job.y, kBlock)) return;
  const int64_t tile = (job.y - tiles.y0) / kTile * tiles.nx + (job.x - tiles.x0) / kTile;
  job.list = {items + tiles.begin[tile], tiles.count[tile]};
  job.cx = static_cast<double>(job.x) + 0.5 * kBlock;
  job.cy = static_cast<double>(job.y) + 0.5 * kBlock;
  Smallest mine{kNone, 0};
  for (int32_t i = lane; i < job.list.count; i += 32) {
    const int32_t segment = job.list[i];
    const Frame<float> f = frame_at<float>(p.segments, segment, job.cx, job.cy);
    if (i < kHeld) held->put(i, f, segment);
    mine.consider(distance2(f), i);
  }
  const Smallest t = warp_smallest(mine);
  __syncwarp();
  job.reach2 = __uint_as_float(t.key);
  job.bound = warp_drop_bound(
      frame_at<float>(p.segments, job.list[static_cast<int32_t>(t.position)], job.cx, job.cy), 7.5f);
  if (job.reach2 < kFarReach2) solve_block<Near>(p, job, held);
  else solve_block<Far>(p, job, held);
}

}  // namespace ocean::distance_detail

#endif
