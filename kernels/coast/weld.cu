// SPDX-License-Identifier: Apache-2.0
//
// Equal vertices get one name. Vertices are sorted by a hash of their bits (stable, so by index within a
// hash); each then looks back through its hash's group for the first equal one.
#include "kernels/coast/hash_bits.h"
#include "kernels/coast/mesh_candidates.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"

namespace ocean {
namespace {

OCEAN_HD inline uint32_t point_hash(TexelPoint p) {
  return static_cast<uint32_t>(mix(double_bits(p.x) + mix(double_bits(p.y) + mix(double_bits(p.z)))) >> 32);
}

struct HashPoint {
  View<const TexelPoint> vertices;
  View<uint32_t> keys;
  View<int32_t> order;
  OCEAN_HD void operator()(int64_t i) const {
    keys[i] = point_hash(vertices[i]);
    order[i] = static_cast<int32_t>(i);
  }
};

// One iteration a group of equal hashes: so a group of equal points costs one look each, not one a pair.
struct WeldGroup {
  View<const TexelPoint> vertices;
  View<const uint32_t> keys;
  View<const int32_t> order;
  View<int32_t> weld;
  OCEAN_HD bool same(int32_t i, int32_t j) const {
    const TexelPoint p = vertices[i], q = vertices[j];
    return p.x == q.x && p.y == q.y && p.z == q.z;
  }
  OCEAN_HD void operator()(int64_t begin) const {
    if (begin > 0 && keys[begin - 1] == keys[begin]) return;
    for (int64_t k = begin; k < keys.size && keys[k] == keys[begin]; ++k) {
      const int32_t v = order[k];
      weld[v] = v;
      for (int64_t e = begin; e < k; ++e) {
        if (weld[order[e]] != order[e] || !same(order[e], v)) continue;
        weld[v] = order[e];
        break;
      }
    }
  }
};

}  // namespace

Buffer<int32_t> weld_vertices(const Exec& exec, View<const TexelPoint> vertices) {
  Buffer<uint32_t> keys(exec, vertices.size);
  Buffer<int32_t> order(exec, vertices.size), weld(exec, vertices.size);
  parallel_for(exec, "hash vertices", vertices.size, HashPoint{vertices, keys.view(), order.view()});
  sort_by_key(exec, keys, order);
  parallel_for(exec, "weld vertices", vertices.size,
               WeldGroup{vertices, std::as_const(keys).view(), std::as_const(order).view(), weld.view()});
  return weld;
}

}  // namespace ocean
