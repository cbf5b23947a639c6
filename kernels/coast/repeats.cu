// SPDX-License-Identifier: Apache-2.0
//
// Equal candidates, sorted by a hash of their ends (stable, so by index within a hash), as vertices are in
// weld.cu.
#include "kernels/coast/hash_bits.h"
#include "kernels/coast/mesh_candidates.h"
#include "kernels/coast/overlap_interval.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"

namespace ocean {
namespace {

struct HashCandidate {
  View<const CoastCandidate> candidates;
  View<uint32_t> keys;
  View<int32_t> order;
  OCEAN_HD void operator()(int64_t i) const {
    const CoastCandidate& c = candidates[i];
    const uint64_t a = mix(double_bits(c.a.x) + mix(double_bits(c.a.y))),
                   b = mix(double_bits(c.b.x) + mix(double_bits(c.b.y) + a));
    keys[i] = static_cast<uint32_t>(mix(b + static_cast<uint64_t>(c.kind)) >> 32);
    order[i] = static_cast<int32_t>(i);
  }
};

struct MarkRepeats {
  View<const CoastCandidate> candidates;
  View<const uint32_t> keys;
  View<const int32_t> order;
  View<int32_t> first;
  OCEAN_HD bool repeats(int32_t i, int32_t j) const {
    const CoastCandidate &c = candidates[i], &d = candidates[j];
    // Pieces near the tolerance are left to the test for coincidence.
    return c.a == d.a && c.b == d.b && c.kind == d.kind && length(c.b - c.a) > 4 * kCoastTolerance;
  }
  OCEAN_HD void operator()(int64_t begin) const {
    if (begin > 0 && keys[begin - 1] == keys[begin]) return;
    for (int64_t k = begin; k < keys.size && keys[k] == keys[begin]; ++k) {
      first[order[k]] = 1;
      for (int64_t e = begin; e < k; ++e) {
        if (first[order[e]] == 0 || !repeats(order[e], order[k])) continue;
        first[order[k]] = 0;
        break;
      }
    }
  }
};

struct GatherCandidates {
  View<const CoastCandidate> from;
  View<const int32_t> kept;
  View<CoastCandidate> to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = from[kept[i]]; }
};

}  // namespace

void keep_candidates(const Exec& exec, MeshCandidates& found, View<const int32_t> flags) {
  const Buffer<int32_t> kept = compact(exec, flags);
  Buffer<CoastCandidate> out(exec, kept.size());
  parallel_for(exec, "coast candidates, keep", kept.size(),
               GatherCandidates{std::as_const(found.candidates).view(), kept.view(), out.view()});
  found.candidates = std::move(out);
}

void drop_repeats(const Exec& exec, MeshCandidates& found) {
  const int64_t n = found.candidates.size();
  const View<const CoastCandidate> candidates = std::as_const(found.candidates).view();
  Buffer<uint32_t> keys(exec, n);
  Buffer<int32_t> order(exec, n), first(exec, n);
  parallel_for(exec, "coast candidates, hash", n, HashCandidate{candidates, keys.view(), order.view()});
  sort_by_key(exec, keys, order);
  parallel_for(
      exec, "coast candidates, repeats", n,
      MarkRepeats{candidates, std::as_const(keys).view(), std::as_const(order).view(), first.view()});
  keep_candidates(exec, found, std::as_const(first).view());
}

}  // namespace ocean
