// SPDX-License-Identifier: Apache-2.0
//
// The winding number is sampled at the lattice points of blocks of 8x8x8 cells, beginning at the mesh's band;
// from a block that the surface leaves through a face, the walk goes on to the neighbour behind that face.
// Then surface nets (Gibson 1998): a corner a cell, in the middle of its crossings, and a quad an edge.
#include "libbake/bake/rock_caps.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "libbake/core/interrupt.h"

namespace ocean {
namespace {

constexpr int32_t kNodes = kVdbBlockSide + 1;  // a side: neighbours share theirs
constexpr int32_t kBlockNodes = kNodes * kNodes * kNodes;
constexpr size_t kBatch = 1024;  // blocks

using Key = std::tuple<int32_t, int32_t, int32_t>;
using Numbers = std::vector<float>;  // kBlockNodes winding numbers

int32_t node(int32_t i, int32_t j, int32_t k) { return (i * kNodes + j) * kNodes + k; }
bool inside(float w) { return w > 0.5f; }

struct Walk {
  const WindingTree& winding;
  std::map<Key, Numbers> crossed;  // blocks that the surface goes through
  std::map<Key, bool> seen;

  void go(std::vector<Key> front) {
    for (const Key& key : front) seen[key] = true;
    while (!front.empty()) {
      std::vector<Key> next;
      for (size_t first = 0; first < front.size(); first += kBatch)
        batch(front, first, std::min(front.size(), first + kBatch), next);
      front = std::move(next);
    }
  }

  void batch(const std::vector<Key>& front, size_t first, size_t end, std::vector<Key>& next) {
    check_interrupt();
    std::vector<Vec3<int32_t>> points;
    for (size_t b = first; b < end; ++b) {
      const auto& [x, y, z] = front[b];
      for (int32_t i = 0; i < kNodes; ++i)
        for (int32_t j = 0; j < kNodes; ++j)
          for (int32_t k = 0; k < kNodes; ++k) points.push_back({x + i, y + j, z + k});
    }
    const std::vector<float> w = winding.evaluate(points);
    for (size_t b = first; b < end; ++b) {
      const auto from = w.begin() + static_cast<std::ptrdiff_t>((b - first) * kBlockNodes);
      const auto in = std::count_if(from, from + kBlockNodes, inside);
      if (in == 0 || in == kBlockNodes) continue;
      const Numbers& numbers = crossed[front[b]] = Numbers(from, from + kBlockNodes);
      add_neighbours(front[b], numbers, next);
    }
  }

  void add_neighbours(const Key& key, const Numbers& w, std::vector<Key>& next) {
    const auto& [x, y, z] = key;
    for (int axis = 0; axis < 3; ++axis)
      for (const int32_t side : {0, kVdbBlockSide}) {
        int32_t in = 0;
        for (int32_t a = 0; a < kNodes; ++a)
          for (int32_t b = 0; b < kNodes; ++b) {
            const int32_t n = axis == 0 ? node(side, a, b) : axis == 1 ? node(a, side, b) : node(a, b, side);
            in += inside(w[static_cast<size_t>(n)]) ? 1 : 0;
          }
        if (in == 0 || in == kNodes * kNodes) continue;
        const int32_t step = side == 0 ? -kVdbBlockSide : kVdbBlockSide;
        const Key to{x + (axis == 0 ? step : 0), y + (axis == 1 ? step : 0), z + (axis == 2 ? step : 0)};
        if (!std::exchange(seen[to], true)) next.push_back(to);
      }
  }
};

// Distances of the band, in voxels; beyond it, more than a voxel.
class Band {
 public:
  Band(const VdbBlocks<float>& near, double voxel_m) : near_(near), voxel_m_(voxel_m) {
    for (size_t b = 0; b < near.blocks.size(); ++b)
      blocks_[{near.blocks[b].x, near.blocks[b].y, near.blocks[b].z}] = b;
  }
  bool beside_mesh(int32_t x, int32_t y, int32_t z) const {
    const auto found = blocks_.find({x & ~7, y & ~7, z & ~7});
    if (found == blocks_.end()) return false;
    const int32_t n = ((x & 7) * 8 + (y & 7)) * 8 + (z & 7);
    return static_cast<double>(near_.values[found->second * kVdbBlockVoxels + static_cast<size_t>(n)]) <=
           voxel_m_;
  }

 private:
  const VdbBlocks<float>& near_;
  double voxel_m_;
  std::map<Key, size_t> blocks_;
};

struct Nets {
  const std::map<Key, Numbers>& blocks;
  VdbMesh out;
  std::map<Key, int32_t> corners;  // by cell

  // The corner of a cell; -1: its block was not crossed.
  int32_t corner(int32_t x, int32_t y, int32_t z) {
    const auto known = corners.find({x, y, z});
    if (known != corners.end()) return known->second;
    const auto block = blocks.find({x & ~7, y & ~7, z & ~7});
    if (block == blocks.end()) return -1;
    const Numbers& w = block->second;
    const int32_t i = x & 7, j = y & 7, k = z & 7;
    Vec3d sum{0, 0, 0};
    int32_t count = 0;
    for (int axis = 0; axis < 3; ++axis)
      for (int32_t e = 0; e < 4; ++e) {
        int32_t p[3];
        p[axis] = 0;
        p[(axis + 1) % 3] = e & 1;
        p[(axis + 2) % 3] = e >> 1;
        const double a = static_cast<double>(w[static_cast<size_t>(node(i + p[0], j + p[1], k + p[2]))]);
        double t[3] = {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
        p[axis] = 1;
        const double b = static_cast<double>(w[static_cast<size_t>(node(i + p[0], j + p[1], k + p[2]))]);
        if ((a > 0.5) == (b > 0.5)) continue;
        t[axis] = (0.5 - a) / (b - a);
        sum = sum + Vec3d{t[0], t[1], t[2]};
        ++count;
      }
    if (count == 0) return -1;
    const auto index = static_cast<int32_t>(out.corners.size());
    out.corners.push_back(Vec3d{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)} +
                          (1.0 / count) * sum);
    corners[{x, y, z}] = index;
    return index;
  }

  void edge(int axis, int32_t x, int32_t y, int32_t z) {
    int32_t quad[4];
    for (int32_t e = 0; e < 4; ++e) {
      int32_t p[3] = {x, y, z};
      p[(axis + 1) % 3] -= e == 0 || e == 3 ? 1 : 0;
      p[(axis + 2) % 3] -= e < 2 ? 1 : 0;
      quad[e] = corner(p[0], p[1], p[2]);
      if (quad[e] < 0) return;
    }
    out.triangles.push_back({quad[0], quad[1], quad[2]});
    out.triangles.push_back({quad[0], quad[2], quad[3]});
  }
};

}  // namespace

VdbMesh find_caps(const WindingTree& winding, const VdbBlocks<float>& near, double voxel_m) {
  Walk walk{winding, {}, {}};
  std::vector<Key> front;
  for (const VdbBlock& block : near.blocks) front.push_back({block.x, block.y, block.z});
  walk.go(std::move(front));
  const Band band(near, voxel_m);
  Nets nets{walk.crossed, {}, {}};
  for (const auto& [key, w] : walk.crossed) {
    const auto& [x, y, z] = key;
    for (int32_t n = 0; n < kVdbBlockVoxels; ++n) {
      const int32_t i = n >> 6, j = (n >> 3) & 7, k = n & 7;
      const bool here = inside(w[static_cast<size_t>(node(i, j, k))]);
      for (int axis = 0; axis < 3; ++axis) {
        const int32_t a = i + (axis == 0), b = j + (axis == 1), c = k + (axis == 2);
        if (inside(w[static_cast<size_t>(node(a, b, c))]) == here) continue;
        if (band.beside_mesh(x + i, y + j, z + k) && band.beside_mesh(x + a, y + b, z + c)) continue;
        nets.edge(axis, x + i, y + j, z + k);
      }
    }
  }
  return std::move(nets.out);
}

}  // namespace ocean
