// SPDX-License-Identifier: Apache-2.0
//
// Builds the index, the bricks with their neighbours' first samples, and how far each cell is from the
// surface. The last is the distance between cells: the smallest sum over the axes of max(0, |difference| -
// 1)^2 to a cell that the surface passes through, by one pass an axis (Felzenszwalb & Huttenlocher 2012 take
// parabolas; this function has no closed envelope, and the search ends where the gap alone is larger).
#include "kernels/spray/rock_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace ocean {
namespace {

constexpr int32_t kMargin = 2;  // cells around all blocks
constexpr int32_t kNever = 1 << 28;
constexpr int64_t kMostCells = int64_t{1} << 30;

struct Index {
  std::array<int32_t, 3> low{};  // cell coordinates of the first cell
  std::array<int32_t, 3> n{};
  std::vector<RockCell> cells;
  int64_t at(int32_t x, int32_t y, int32_t z) const {
    return (int64_t{z - low[2]} * n[1] + (y - low[1])) * n[0] + (x - low[0]);
  }
};

int32_t cell_of(int32_t voxel) { return voxel >= 0 ? voxel / kBrickSide : -((-voxel - 1) / kBrickSide) - 1; }

Index index_of(const RockBlocks& in) {
  Index index;
  std::array<int32_t, 3> low{}, high{};
  const auto widen = [&](int32_t x, int32_t y, int32_t z, int32_t side, bool first) {
    const std::array<int32_t, 3> a{cell_of(x), cell_of(y), cell_of(z)};
    for (std::size_t k = 0; k < 3; ++k) {
      const int32_t b = a[k] + std::max(1, side / kBrickSide) - 1;
      low[k] = first ? a[k] : std::min(low[k], a[k]);
      high[k] = first ? b : std::max(high[k], b);
    }
  };
  for (std::size_t i = 0; i < in.blocks.size(); ++i)
    widen(in.blocks[i].x, in.blocks[i].y, in.blocks[i].z, kBrickSide, i == 0);
  for (const auto& t : in.inside) widen(t.x, t.y, t.z, t.side, false);
  int64_t cells = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    index.low[k] = low[k] - kMargin;
    index.n[k] = high[k] - low[k] + 1 + 2 * kMargin;
    cells *= index.n[k];
    if (cells > kMostCells)
      throw std::invalid_argument("rock field: more than 2^30 cells of 8 voxels a side");
  }
  index.cells.resize(static_cast<std::size_t>(cells));
  for (const auto& t : in.inside)
    for (int32_t z = t.z; z < t.z + t.side; z += kBrickSide)
      for (int32_t y = t.y; y < t.y + t.side; y += kBrickSide)
        for (int32_t x = t.x; x < t.x + t.side; x += kBrickSide)
          index.cells[static_cast<std::size_t>(index.at(cell_of(x), cell_of(y), cell_of(z)))].brick =
              kNoBrickInside;
  for (std::size_t i = 0; i < in.blocks.size(); ++i)
    index
        .cells[static_cast<std::size_t>(
            index.at(cell_of(in.blocks[i].x), cell_of(in.blocks[i].y), cell_of(in.blocks[i].z)))]
        .brick = static_cast<int32_t>(i);
  return index;
}

std::vector<float> bricks_of(const RockBlocks& in, const Index& index) {
  std::vector<float> out(in.blocks.size() * kBrickSamples);
  const auto value = [&](const RockCell& cell, int32_t x, int32_t y, int32_t z) {
    if (cell.brick == kNoBrickOutside) return in.band_m;
    if (cell.brick == kNoBrickInside) return -in.band_m;
    return in.values[static_cast<std::size_t>(cell.brick) * kBrickVoxels +
                     static_cast<std::size_t>((x * 8 + y) * 8 + z)];
  };
  for (std::size_t b = 0; b < in.blocks.size(); ++b) {
    const int32_t cx = cell_of(in.blocks[b].x), cy = cell_of(in.blocks[b].y), cz = cell_of(in.blocks[b].z);
    std::array<RockCell, 8> near;
    for (int32_t k = 0; k < 8; ++k)
      near[static_cast<std::size_t>(k)] =
          index.cells[static_cast<std::size_t>(index.at(cx + (k >> 2), cy + ((k >> 1) & 1), cz + (k & 1)))];
    float* to = out.data() + b * kBrickSamples;
    for (int32_t x = 0; x < 9; ++x)
      for (int32_t y = 0; y < 9; ++y)
        for (int32_t z = 0; z < 9; ++z)
          *to++ = value(near[static_cast<std::size_t>((x >> 3) << 2 | (y >> 3) << 1 | z >> 3)], x & 7, y & 7,
                        z & 7);
  }
  return out;
}

// One axis: out[i] = min over j of in[j] + max(0, |i - j| - 1)^2, on lines of n elements `step` apart.
void spread_line(int32_t* line, int64_t step, int32_t n, std::vector<int32_t>& copy) {
  copy.resize(static_cast<std::size_t>(n));
  for (int32_t i = 0; i < n; ++i) copy[static_cast<std::size_t>(i)] = line[i * step];
  for (int32_t i = 0; i < n; ++i) {
    int32_t best = copy[static_cast<std::size_t>(i)];
    for (int32_t d = 1; d < n; ++d) {
      const int32_t gap = (d - 1) * (d - 1);
      if (gap >= best) break;
      if (i - d >= 0) best = std::min(best, copy[static_cast<std::size_t>(i - d)] + gap);
      if (i + d < n) best = std::min(best, copy[static_cast<std::size_t>(i + d)] + gap);
    }
    line[i * step] = best;
  }
}

void measure_far(Index& index, const std::vector<float>& samples, double voxel_m) {
  std::vector<int32_t> gap(index.cells.size(), kNever), copy;
  for (std::size_t c = 0; c < index.cells.size(); ++c) {
    const int32_t brick = index.cells[c].brick;
    if (brick < 0) continue;
    const float* const s = samples.data() + static_cast<std::size_t>(brick) * kBrickSamples;
    const auto [low, high] = std::minmax_element(s, s + kBrickSamples);
    if (*low <= 0 && *high >= 0) gap[c] = 0;
  }
  const int64_t nx = index.n[0], ny = index.n[1], nz = index.n[2];
  for (int64_t z = 0; z < nz; ++z)
    for (int64_t y = 0; y < ny; ++y)
      spread_line(&gap[static_cast<std::size_t>((z * ny + y) * nx)], 1, index.n[0], copy);
  for (int64_t z = 0; z < nz; ++z)
    for (int64_t x = 0; x < nx; ++x)
      spread_line(&gap[static_cast<std::size_t>(z * ny * nx + x)], nx, index.n[1], copy);
  for (int64_t y = 0; y < ny; ++y)
    for (int64_t x = 0; x < nx; ++x)
      spread_line(&gap[static_cast<std::size_t>(y * nx + x)], nx * ny, index.n[2], copy);
  for (std::size_t c = 0; c < index.cells.size(); ++c)
    index.cells[c].far_m =
        static_cast<float>(0.9999 * voxel_m * kBrickSide * std::sqrt(static_cast<double>(gap[c])));
}

}  // namespace

RockVolume::RockVolume(const Exec& exec, const RockBlocks& in, Vec3d origin) {
  if (in.values.size() != in.blocks.size() * kBrickVoxels ||
      (!in.ids.empty() && in.ids.size() != in.values.size()) || !(in.voxel_m > 0) || !(in.band_m > 0))
    throw std::invalid_argument("rock field: blocks and values do not fit each other");
  if (in.blocks.empty()) return;
  Index index = index_of(in);
  const std::vector<float> samples = bricks_of(in, index);
  measure_far(index, samples, in.voxel_m);
  cells_ = Buffer<RockCell>(exec, "rock cells", index.cells);
  samples_ = Buffer<float>(exec, "rock bricks", samples);
  if (!in.ids.empty()) ids_ = Buffer<int32_t>(exec, "rock ids", in.ids);
  const double cell = in.voxel_m * kBrickSide;
  field_.low =
      to_float({in.origin.x - origin.x + cell * index.low[0], in.origin.y - origin.y + cell * index.low[1],
                in.origin.z - origin.z + cell * index.low[2]});
  field_.voxel_m = static_cast<float>(in.voxel_m);
  field_.per_voxel = static_cast<float>(1 / in.voxel_m);
  field_.band_m = in.band_m;
  field_.nx = index.n[0], field_.ny = index.n[1], field_.nz = index.n[2];
}

RockField RockVolume::field() const {
  RockField f = field_;
  f.cells = cells_.view();
  f.samples = samples_.view();
  f.ids = ids_.view();
  return f;
}

}  // namespace ocean
