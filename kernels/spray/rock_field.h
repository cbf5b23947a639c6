// SPDX-License-Identifier: Apache-2.0
//
// Signed distance to the rocks as kernels sample it: bricks of a narrow-band level set behind a dense index.
//
// A cell of the index spans 8 voxels. Where the level set has a block, the cell names a brick of 9^3 samples
// (8^3 and the neighbours' first ones, so that one brick serves all interpolation in it); elsewhere the
// distance is the band's half width with the side's sign. Each cell also holds `far_m`: the surface is at
// least that far from every point of the cell, so that a march crosses empty space in few steps
// (docs/decisions/0018-spray.md).
//
// Between samples phi is trilinear, and its gradient is that of the interpolant. Samples of a distance change
// by at most the spacing along an axis, so |grad phi| ≤ √3 and a step of |phi|/√3 never crosses the surface.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/math/convert.h"
#include "kernels/spray/vec3.h"

namespace ocean {

inline constexpr int32_t kBrickSide = 8, kBrickSamples = 9 * 9 * 9, kBrickVoxels = 512;
inline constexpr float kInvSqrt3 = 0.57735f;  // rounded down

struct RockCell {
  int32_t brick = -1;  // ≥ 0: its number; kNoBrickOutside, kNoBrickInside
  float far_m = 0;
};
inline constexpr int32_t kNoBrickOutside = -1, kNoBrickInside = -2;

struct RockSample {
  float phi = 0;      // m, positive outside the rocks
  float reach_m = 0;  // the surface phi = 0 is at least that far
};

// A POD for kernels. Positions are relative to the origin that the field was built for.
struct RockField {
  Vec3f low{0, 0, 0};  // of the index' first cell
  float voxel_m = 1, per_voxel = 1;
  float band_m = 0;                // phi beyond the bricks
  int32_t nx = 0, ny = 0, nz = 0;  // cells; 0: no rocks
  View<const RockCell> cells;      // (z*ny + y)*nx + x
  View<const float> samples;       // of a brick: (x*9 + y)*9 + z
  View<const int32_t> ids;         // of a brick's voxels: (x*8 + y)*8 + z; empty: all 0

  OCEAN_HD bool empty() const { return nx == 0; }
  OCEAN_HD RockSample sample(Vec3f p) const;
  // (0, 0, 0) beyond the bricks and where phi has none.
  OCEAN_HD Vec3f gradient(Vec3f p) const;
  OCEAN_HD int32_t id(Vec3f p) const;

 private:
  struct Place {
    int32_t cell;   // -1: outside the index
    float x, y, z;  // 0 to 8 in the cell
  };
  OCEAN_HD Place place(Vec3f p) const;
  OCEAN_HD float distance_to_index(Vec3f p) const;
};

// A level set as it is read: samples at origin + voxel_m*(i, j, k).
struct RockBlocks {
  Vec3d origin{0, 0, 0};
  double voxel_m = 1;
  float band_m = 0;
  struct Block {
    int32_t x, y, z;  // of the first voxel, multiples of 8
  };
  std::vector<Block> blocks;
  std::vector<float> values;  // 512 a block: (x*8 + y)*8 + z
  std::vector<int32_t> ids;   // the same, or empty
  struct Inside {
    int32_t x, y, z, side;  // voxels inside the rocks without a block; multiples of 8
  };
  std::vector<Inside> inside;
};

// Owns the field on a back end.
class RockVolume {
 public:
  RockVolume() = default;  // no rocks
  // origin: what positions are relative to, m. Throws std::invalid_argument for sizes that do not fit.
  RockVolume(const Exec& exec, const RockBlocks& blocks, Vec3d origin);
  RockField field() const;
  int64_t bytes() const { return cells_.bytes() + samples_.bytes() + ids_.bytes(); }

 private:
  RockField field_;
  Buffer<RockCell> cells_;
  Buffer<float> samples_;
  Buffer<int32_t> ids_;
};

// --- Sampling

OCEAN_HD inline RockField::Place RockField::place(Vec3f p) const {
  const float x = (p.x - low.x) * per_voxel, y = (p.y - low.y) * per_voxel, z = (p.z - low.z) * per_voxel;
  const float side = static_cast<float>(kBrickSide);
  if (!(x >= 0.0f && y >= 0.0f && z >= 0.0f && x < side * static_cast<float>(nx) &&
        y < side * static_cast<float>(ny) && z < side * static_cast<float>(nz)))
    return {-1, 0, 0, 0};
  const auto i = static_cast<int32_t>(x * 0.125f), j = static_cast<int32_t>(y * 0.125f),
             k = static_cast<int32_t>(z * 0.125f);
  return {(k * ny + j) * nx + i, x - side * static_cast<float>(i), y - side * static_cast<float>(j),
          z - side * static_cast<float>(k)};
}

// The bricks lie at least two cells inside the index.
OCEAN_HD inline float RockField::distance_to_index(Vec3f p) const {
  const float cell = voxel_m * static_cast<float>(kBrickSide), inset = 2.0f * cell;
  const auto beyond = [&](float x, float from, int32_t n) {
    const float a = from + inset - x, b = x - (from + cell * static_cast<float>(n) - inset);
    const float most = a > b ? a : b;
    return most > 0.0f ? most : 0.0f;
  };
  const Vec3f d{beyond(p.x, low.x, nx), beyond(p.y, low.y, ny), beyond(p.z, low.z, nz)};
  return 0.999f * length(d);
}

namespace rock_detail {

struct Corner {
  const float* s;  // the brick's sample at or below
  float x, y, z;   // 0 to 1 behind it
};
OCEAN_HD inline Corner corner(const float* brick, float x, float y, float z) {
  const auto cell = [](float t) {
    const auto i = static_cast<int32_t>(t);
    return i < kBrickSide - 1 ? i : kBrickSide - 1;
  };
  const int32_t i = cell(x), j = cell(y), k = cell(z);
  return {brick + (i * 9 + j) * 9 + k, x - static_cast<float>(i), y - static_cast<float>(j),
          z - static_cast<float>(k)};
}
OCEAN_HD inline float mix(float a, float b, float t) { return a + t * (b - a); }
OCEAN_HD inline float trilinear(const Corner& c) {
  const float* const s = c.s;
  const float z00 = mix(s[0], s[1], c.z), z01 = mix(s[9], s[10], c.z);
  const float z10 = mix(s[81], s[82], c.z), z11 = mix(s[90], s[91], c.z);
  return mix(mix(z00, z01, c.y), mix(z10, z11, c.y), c.x);
}

}  // namespace rock_detail

OCEAN_HD inline RockSample RockField::sample(Vec3f p) const {
  if (empty()) return {3.0e38f, 3.0e38f};
  const Place at = place(p);
  if (at.cell < 0) return {band_m, distance_to_index(p)};
  const RockCell cell = cells[at.cell];
  if (cell.brick < 0) return {cell.brick == kNoBrickInside ? -band_m : band_m, cell.far_m};
  const float phi = rock_detail::trilinear(
      rock_detail::corner(samples.data + int64_t{cell.brick} * kBrickSamples, at.x, at.y, at.z));
  const float reach = kInvSqrt3 * (phi < 0.0f ? -phi : phi);
  return {phi, reach > cell.far_m ? reach : cell.far_m};
}

OCEAN_HD inline Vec3f RockField::gradient(Vec3f p) const {
  if (empty()) return {0, 0, 0};
  const Place at = place(p);
  if (at.cell < 0) return {0, 0, 0};
  const int32_t brick = cells[at.cell].brick;
  if (brick < 0) return {0, 0, 0};
  using rock_detail::mix;
  const rock_detail::Corner c =
      rock_detail::corner(samples.data + int64_t{brick} * kBrickSamples, at.x, at.y, at.z);
  const float* const s = c.s;
  const float z00 = mix(s[0], s[1], c.z), z01 = mix(s[9], s[10], c.z);
  const float z10 = mix(s[81], s[82], c.z), z11 = mix(s[90], s[91], c.z);
  const float gx = mix(z10, z11, c.y) - mix(z00, z01, c.y);
  const float gy = mix(z01 - z00, z11 - z10, c.x);
  const float gz = mix(mix(s[1] - s[0], s[10] - s[9], c.y), mix(s[82] - s[81], s[91] - s[90], c.y), c.x);
  return per_voxel * Vec3f{gx, gy, gz};
}

OCEAN_HD inline int32_t RockField::id(Vec3f p) const {
  if (empty() || ids.size == 0) return 0;
  const Place at = place(p);
  if (at.cell < 0 || cells[at.cell].brick < 0) return 0;
  const auto voxel = [](float t) {
    const auto i = static_cast<int32_t>(t + 0.5f);
    return i < kBrickSide ? i : kBrickSide - 1;
  };
  const int32_t n = (voxel(at.x) * kBrickSide + voxel(at.y)) * kBrickSide + voxel(at.z);
  return ids[int64_t{cells[at.cell].brick} * kBrickVoxels + n];
}

}  // namespace ocean
