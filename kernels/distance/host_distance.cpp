// SPDX-License-Identifier: Apache-2.0
//
// The host's driver: picks the instruction set, culls the quadtree's upper levels breadth first, then solves
// its nodes in parallel. Each node's result depends on the segments alone, so neither the order nor the
// threads matter.
#include <memory>
#include <stdexcept>
#include <vector>

#include "kernels/distance/bodies.h"
#include "kernels/host_pool.h"

namespace ocean {
namespace distance_detail {
namespace {

constexpr int32_t kTaskSize = 256;  // texels: a node solved as one task

struct ListedNode {
  HostNode node;
  std::vector<int32_t> list;
};

// Owns a HostScratch.
class Scratch {
 public:
  Scratch(int64_t n, int levels) {
    const int64_t stride = (n + 31) / 16 * 16;  // a compaction writes one element past what it keeps
    bytes_.reset(new unsigned char[static_cast<size_t>(stride * (levels + 31) * 4 + 64)]);
    unsigned char* at = bytes_.get();
    at += (64 - reinterpret_cast<uintptr_t>(at) % 64) % 64;
    const auto take = [&](auto*& pointer, int64_t count) {
      using T = std::remove_reference_t<decltype(*pointer)>;
      pointer = reinterpret_cast<T*>(at);
      at += count * stride * static_cast<int64_t>(sizeof(T));
    };
    view_.capacity = n;
    for (double*& d : view_.wide) take(d, 1);
    for (float*& f : view_.frame) take(f, 1);
    for (float*& f : view_.kept) take(f, 1);
    for (float*& f : view_.far) take(f, 1);
    take(view_.key, 1);
    take(view_.kept_index, 1);
    take(view_.part, 1);
    take(view_.lists, levels);
  }
  const HostScratch& view() const { return view_; }

 private:
  std::unique_ptr<unsigned char[]> bytes_;
  HostScratch view_{};
};

int levels_below(int32_t size) {
  int levels = 1;
  for (; size > kBlock; size /= 2) ++levels;
  return levels;
}

bool meets(const Window& w, const HostNode& n) {
  return n.x < int64_t{w.i0} + w.width && n.x + n.size > w.i0 && n.y < int64_t{w.j0} + w.height &&
         n.y + n.size > w.j0;
}

std::vector<ListedNode> split(const Exec& exec, const Problem& p, const HostKernels& kernels,
                              const std::vector<ListedNode>& nodes) {
  std::vector<ListedNode> children;
  std::vector<const ListedNode*> parents;
  for (const ListedNode& parent : nodes)
    for (int32_t c = 0; c < 4; ++c) {
      const int32_t half = parent.node.size / 2;
      const HostNode child{parent.node.x + (c % 2) * half, parent.node.y + (c / 2) * half, half};
      if (!meets(p.window, child)) continue;
      children.push_back({child, {}});
      parents.push_back(&parent);
    }
  for_chunks(exec.pool(), static_cast<int64_t>(children.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const std::vector<int32_t>& list = parents[static_cast<size_t>(i)]->list;
      const auto n = static_cast<int32_t>(list.size());
      const Scratch scratch(n, 1);
      int32_t* kept = scratch.view().lists;
      ListedNode& child = children[static_cast<size_t>(i)];
      child.list.assign(kept, kept + kernels.cull(p, child.node, list.data(), n, kept, scratch.view()));
    }
  });
  return children;
}

bool has(Simd simd) {
#if defined(OCEAN_DISTANCE_X86)
  if (simd == Simd::avx2) return __builtin_cpu_supports("avx2");
  if (simd == Simd::avx512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#endif
  return simd == Simd::baseline;
}

}  // namespace

const HostKernels& host_kernels(Simd simd) {
  if (simd == Simd::automatic) simd = available_simd().back();
  if (!has(simd))
    throw std::invalid_argument(
        "compute_distance: this machine or build lacks the instruction set asked for");
#if defined(OCEAN_DISTANCE_X86)
  if (simd == Simd::avx2) return kHostAvx2;
  if (simd == Simd::avx512) return kHostAvx512;
#endif
  return kHostBaseline;
}

void distance_host(const Exec& exec, const Problem& p, const HostKernels& kernels) {
  exec.count("distance.host");
  const Window& w = p.window;
  HostNode root{w.i0 / kBlock * kBlock, w.j0 / kBlock * kBlock, kBlock};
  while (root.x + root.size < int64_t{w.i0} + w.width || root.y + root.size < int64_t{w.j0} + w.height)
    root.size *= 2;
  std::vector<ListedNode> nodes(1);
  nodes[0].node = root;
  nodes[0].list.resize(static_cast<size_t>(p.count));
  for (int32_t i = 0; i < p.count; ++i) nodes[0].list[static_cast<size_t>(i)] = i;
  while (nodes[0].node.size > kTaskSize) nodes = split(exec, p, kernels, nodes);
  for_chunks(exec.pool(), static_cast<int64_t>(nodes.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const ListedNode& n = nodes[static_cast<size_t>(i)];
      const auto count = static_cast<int32_t>(n.list.size());
      const Scratch scratch(count, levels_below(n.node.size));
      kernels.solve(p, n.node, n.list.data(), count, scratch.view());
    }
  });
}

}  // namespace distance_detail

std::vector<Simd> available_simd() {
  std::vector<Simd> found;
  for (Simd s : {Simd::baseline, Simd::avx2, Simd::avx512})
    if (distance_detail::has(s)) found.push_back(s);
  return found;
}

}  // namespace ocean
