// SPDX-License-Identifier: Apache-2.0
//
// The CUDA body. Square nodes get candidate lists level by level, a thread block a node, reading its parent's
// list; a parent serves 4 x 4 nodes. Then a warp solves each 16 x 16 block of the map (cuda_solve.h). Lists
// are in ascending segment order wherever they land in the pool, so the atomic cursor that places them
// changes no result.
//
// Cost on an H200 (4.8 TB/s, 132 multiprocessors, 1.7 GHz). Memory: 13 bytes a texel (1 mask, 4 distance, 8
// direction): 0.05 ms at 4096^2, 0.73 ms at 16384^2. Arithmetic: 15 instructions a texel and candidate near
// the coast, 19 far from it, plus about 1500 a warp and map block for culling and output; with 8 candidates a
// texel 2500 a block, at 2.5 a clock: 0.3 ms and 4.6 ms.
#include <vector>

#include "kernels/distance/bodies.h"
#include "kernels/distance/cuda_solve.h"
#include "kernels/parallel_for.h"

namespace ocean::distance_detail {

#if defined(__CUDACC__)

namespace {

constexpr int32_t kFanOut = 4;     // nodes a side of one parent
constexpr int64_t kTopNodes = 48;  // the first level has at least so many, to fill the device

struct Pool {
  int32_t* items;
  int64_t capacity;
  unsigned long long* cursor;  // items asked for so far; above capacity: the lists are not complete
};

// Over the thread block, to all its threads. shared: one entry a warp.
template <int kWarps>
__device__ Smallest block_smallest(const Smallest& mine, Smallest* shared) {
  const Smallest of_warp = warp_smallest(mine);
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = of_warp;
  __syncthreads();
  Smallest best = shared[0];
  for (int w = 1; w < kWarps; ++w) {
    const Smallest other = shared[w];
    if (other.key < best.key || (other.key == best.key && other.position < best.position)) best = other;
  }
  return best;
}

// This thread's rank among the block's threads with keep set; *total to all.
template <int kWarps>
__device__ int32_t block_rank(bool keep, int32_t* shared, int32_t* total) {
  const unsigned mask = __ballot_sync(kAllLanes, keep);
  const int warp = threadIdx.x / 32;
  __syncthreads();
  if (threadIdx.x % 32 == 0) shared[warp] = __popc(mask);
  __syncthreads();
  int32_t before = 0, sum = 0;
  for (int w = 0; w < kWarps; ++w) {
    if (w == warp) before = sum;
    sum += shared[w];
  }
  *total = sum;
  return before + rank_in(mask);
}

// One thread block a node: its candidates among its parent's, or among all segments where there is no parent
// (nx = 0).
template <int kWarps>
__global__ void __launch_bounds__(32 * kWarps)
    cull_kernel(SegmentTable segments, int32_t all, Level parent, Level level, Pool pool) {
  __shared__ Smallest shared_smallest[kWarps];
  __shared__ int32_t shared_count[kWarps];
  __shared__ int64_t shared_begin;
  constexpr int32_t kStep = 32 * kWarps;
  const int32_t x = static_cast<int32_t>(blockIdx.x), y = static_cast<int32_t>(blockIdx.y);
  const int32_t thread = static_cast<int32_t>(threadIdx.x);
  CandidateList list{nullptr, all};
  if (parent.nx != 0) {
    const int64_t p = static_cast<int64_t>(y / kFanOut) * parent.nx + x / kFanOut;
    list = {pool.items + parent.begin[p], parent.count[p]};
  }
  const int64_t node = static_cast<int64_t>(y) * level.nx + x;
  if (list.count == 0) {  // only after the pool overflowed
    if (thread == 0) level.begin[node] = level.count[node] = 0;
    return;
  }
  const double half = 0.5 * level.size;
  const double cx = static_cast<double>(level.x0 + static_cast<int64_t>(x) * level.size) + half;
  const double cy = static_cast<double>(level.y0 + static_cast<int64_t>(y) * level.size) + half;
  Smallest mine{kNone, 0};
  for (int32_t i = thread; i < list.count; i += kStep)
    mine.consider(distance2(frame_at<float>(segments, list[i], cx, cy)), i);
  const Smallest t = block_smallest<kWarps>(mine, shared_smallest);
  const float reach = static_cast<float>(half) - 0.5f;
  const DropBound bound =
      drop_bound(frame_at<float>(segments, list[static_cast<int32_t>(t.position)], cx, cy), reach, reach);

  int32_t kept = 0;
  for (int32_t i = thread; i < list.count; i += kStep)
    kept += may_matter(bound, frame_at<float>(segments, list[i], cx, cy)) ? 1 : 0;
  kept = __reduce_add_sync(kAllLanes, kept);
  if (thread % 32 == 0) shared_count[thread / 32] = kept;
  __syncthreads();
  if (thread == 0) {
    int32_t total = 0;
    for (int w = 0; w < kWarps; ++w) total += shared_count[w];
    const auto begin = static_cast<int64_t>(atomicAdd(pool.cursor, static_cast<unsigned long long>(total)));
    const bool fits = begin + total <= pool.capacity;
    level.begin[node] = fits ? begin : 0;
    level.count[node] = fits ? total : 0;
    shared_begin = fits ? begin : -1;
  }
  __syncthreads();
  if (shared_begin < 0) return;
  int32_t* out = pool.items + shared_begin;
  for (int32_t base = 0; base < list.count; base += kStep) {
    const int32_t i = base + thread;
    const int32_t segment = list[i < list.count ? i : base];
    const bool keep = i < list.count && may_matter(bound, frame_at<float>(segments, segment, cx, cy));
    int32_t total = 0;
    const int32_t rank = block_rank<kWarps>(keep, shared_count, &total);
    if (keep) out[rank] = segment;
    out += total;
  }
}

int64_t round_down(int64_t v, int64_t step) { return v / step * step; }

// top: size of the first level's nodes, so that all levels' nodes nest.
Level level_of(const Window& w, int32_t size, int32_t top) {
  Level l{};
  l.size = size;
  l.x0 = round_down(w.i0, top);
  l.y0 = round_down(w.j0, top);
  l.nx = static_cast<int32_t>((w.i0 + int64_t{w.width} - l.x0 + size - 1) / size);
  l.ny = static_cast<int32_t>((w.j0 + int64_t{w.height} - l.y0 + size - 1) / size);
  return l;
}

int64_t node_count(const Level& l) { return int64_t{l.nx} * l.ny; }

std::vector<Level> plan_levels(const Window& w) {
  int32_t top = kTile;
  while (top <= INT32_MAX / (2 * kFanOut) &&
         node_count(level_of(w, top * kFanOut, top * kFanOut)) >= kTopNodes)
    top *= kFanOut;
  std::vector<Level> levels;
  for (int32_t size = top; size >= kTile; size /= kFanOut) levels.push_back(level_of(w, size, top));
  return levels;
}

// Fills the levels' lists; false: the pool is too small, *asked then says for how much it was asked at least.
bool list_candidates(const Exec& exec, const Problem& p, const std::vector<Level>& levels,
                     Buffer<int32_t>* items, Buffer<unsigned long long>* cursor, int64_t* asked) {
  const auto stream = static_cast<cudaStream_t>(exec.stream());
  const Pool pool{items->data(), items->size(), cursor->data()};
  cursor->fill_zero();
  Level parent{};
  for (const Level& l : levels) {
    exec.count("distance.cull");
    const dim3 grid(static_cast<unsigned>(l.nx), static_cast<unsigned>(l.ny));
    if (parent.nx == 0) cull_kernel<32><<<grid, 1024, 0, stream>>>(p.segments, p.count, parent, l, pool);
    else cull_kernel<8><<<grid, 256, 0, stream>>>(p.segments, p.count, parent, l, pool);
    check_launch("distance.cull");
    parent = l;
  }
  *asked = static_cast<int64_t>(cursor->to_host("distance.list_size")[0]);
  return *asked <= items->size();
}

}  // namespace

void distance_cuda(const Exec& exec, const Problem& p) {
  const Window& w = p.window;
  std::vector<Level> levels = plan_levels(w);
  int64_t nodes = 0;
  for (const Level& l : levels) nodes += node_count(l);
  Buffer<int64_t> begins(exec, nodes);
  Buffer<int32_t> counts(exec, nodes);
  int64_t offset = 0;
  for (Level& l : levels) {
    l.begin = begins.data() + offset;
    l.count = counts.data() + offset;
    offset += node_count(l);
  }
  Buffer<unsigned long long> cursor(exec, 1);
  // 256 a node: the longest lists measured (a circle, one segment a texel) have 212 at the last level.
  Buffer<int32_t> items(exec, 256 * nodes + 8 * int64_t{p.count});
  for (int64_t asked = 0; !list_candidates(exec, p, levels, &items, &cursor, &asked);) {
    items.reset();
    items = Buffer<int32_t>(exec, 2 * asked);
  }
  exec.count("distance.solve");
  constexpr int32_t kGroupX = kBlocksX * kBlock, kGroupY = kBlocksY * kBlock;
  const int64_t x0 = round_down(w.i0, kGroupX), y0 = round_down(w.j0, kGroupY);
  const dim3 grid(static_cast<unsigned>((w.i0 + int64_t{w.width} - x0 + kGroupX - 1) / kGroupX),
                  static_cast<unsigned>((w.j0 + int64_t{w.height} - y0 + kGroupY - 1) / kGroupY));
  solve_kernel<<<grid, 32 * kSolveWarps, 0, static_cast<cudaStream_t>(exec.stream())>>>(p, levels.back(),
                                                                                        items.data(), x0, y0);
  check_launch("distance.solve");
}

#else

void distance_cuda(const Exec&, const Problem&) { throw_no_cuda("distance.cuda"); }

#endif

}  // namespace ocean::distance_detail
