// SPDX-License-Identifier: Apache-2.0
//
// Union-find on the texels (Playne & Hawick 2018, "A New Algorithm for Parallel Connected-Component Labelling
// on GPUs"; path halving as in Jaiganesh & Burtscher 2018). A texel's parent never has a larger index, and
// roots are only ever linked to smaller ones, so a component's last root is its smallest index, whatever the
// order of the links.
//
// 1. Each texel starts at the head of its run within a segment of kSegment texels, so no chain is long.
// 2. Links across segment ends and rows, leaving out those that neighbours already give.
// 3. Each texel takes its root.
// Floor on a device: mask read twice, labels written twice and read once or more: some 18 bytes a texel, 1 ms
// at 16384².
#include "kernels/raster/label.h"

#include <stdexcept>
#include <string>

#include "kernels/parallel_for.h"
#include "kernels/raster/atomic.h"
#include "kernels/raster/row_pieces.h"

namespace ocean {

namespace {

constexpr int32_t kSegment = 32;

struct Shape {
  const uint8_t* mask;
  int32_t width;
  uint8_t value;
  OCEAN_HD bool in(int64_t at) const { return mask[at] == value; }
};

struct StartRuns {
  Shape shape;
  RowPieces pieces;
  int32_t* labels;
  OCEAN_HD void operator()(int64_t item) const {
    const int64_t row = pieces.row(item) * shape.width;
    const int32_t begin = pieces.begin(item), end = pieces.end(item);
    int32_t head = begin;
    for (int32_t k = begin % kSegment; k > 0 && shape.in(row + head - 1); --k) --head;
    for (int32_t i = begin; i < end; ++i) {
      if (shape.in(row + i)) {
        if (i > begin && i % kSegment == 0) head = i;
        labels[row + i] = static_cast<int32_t>(row + head);
      } else {
        labels[row + i] = kNoLabel;
        head = i + 1;
      }
    }
  }
};

OCEAN_HD int32_t find_root(int32_t* parent, int32_t at) {
  int32_t up = atomic_load(&parent[at]);
  while (up != at) {
    const int32_t above = atomic_load(&parent[up]);
    if (above == up) return up;
    atomic_store(&parent[at], above);  // not a root, so only its path gets shorter
    at = above;
    up = atomic_load(&parent[at]);
  }
  return at;
}

OCEAN_HD void unite(int32_t* parent, int64_t p, int64_t q) {
  auto a = static_cast<int32_t>(p), b = static_cast<int32_t>(q);
  for (;;) {
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a == b) return;
    if (a < b) {
      const int32_t t = a;
      a = b;
      b = t;
    }
    const int32_t before = atomic_min(&parent[a], b);
    if (before == a) return;  // a was still a root
    a = before;               // it had been linked meanwhile: its new tree has to be joined too
  }
}

struct Link {
  Shape shape;
  RowPieces pieces;
  int32_t* parent;
  bool corners;
  OCEAN_HD void link(int64_t at, int32_t i) const {
    const int64_t w = shape.width;
    const bool west = i > 0 && shape.in(at - 1);
    if (west && i % kSegment == 0) unite(parent, at, at - 1);
    if (at < w) return;
    const bool south = shape.in(at - w), south_west = i > 0 && shape.in(at - w - 1);
    if (south) {
      if (!(west && south_west)) unite(parent, at, at - w);
    } else if (corners) {
      if (south_west && !west) unite(parent, at, at - w - 1);
      if (i < w - 1 && shape.in(at - w + 1) && !shape.in(at + 1)) unite(parent, at, at - w + 1);
    }
  }
  OCEAN_HD void operator()(int64_t item) const {
    const int64_t row = pieces.row(item) * shape.width;
    const int32_t end = pieces.end(item);
    for (int32_t i = pieces.begin(item); i < end; ++i)
      if (shape.in(row + i)) link(row + i, i);
  }
};

struct Flatten {
  int32_t* parent;
  OCEAN_HD void operator()(int64_t at) const {
    int32_t root = atomic_load(&parent[at]);
    if (root < 0) return;
    for (int32_t up = atomic_load(&parent[root]); up != root; up = atomic_load(&parent[root])) root = up;
    atomic_store(&parent[at], root);
  }
};

int64_t checked_texels(int32_t width, int32_t height, int64_t size_a, int64_t size_b) {
  const int64_t texels = int64_t{width} * height;
  const std::string map = std::to_string(width) + " x " + std::to_string(height);
  if (width < 0 || height < 0) throw std::invalid_argument("label: a map of " + map);
  if (texels > INT32_MAX)
    throw std::invalid_argument(
        "label: a map of " + map + " has " + std::to_string(texels) +
        " texels, labels are 32-bit: at most 2147483647; use mask runs (mask_runs.h)");
  if (size_a != texels || size_b != texels)
    throw std::invalid_argument("label: views of " + std::to_string(size_a) + " and " +
                                std::to_string(size_b) + " elements for a map of " + map);
  return texels;
}

}  // namespace

void label_components(const Exec& exec, View<const uint8_t> mask, int32_t width, int32_t height,
                      uint8_t value, Connectivity connectivity, View<int32_t> labels) {
  const int64_t n = checked_texels(width, height, mask.size, labels.size);
  if (n == 0) return;
  const Shape shape{mask.data, width, value};
  const RowPieces pieces(width, exec.is_cuda() ? 1 : kSegment);
  const int64_t items = pieces.items(height), grain = 1024;
  parallel_for(exec, "label_start", items, StartRuns{shape, pieces, labels.data}, grain);
  parallel_for(exec, "label_link", items,
               Link{shape, pieces, labels.data, connectivity == Connectivity::eight}, grain);
  parallel_for(exec, "label_flatten", n, Flatten{labels.data}, 32 * grain);
}

}  // namespace ocean
