// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/vdb_target.h"

namespace ocean {
namespace {

template <class T>
Vec3<T> turned_vector(const Vec3<T>& v, const TargetTraits& target) {
  const T from[3] = {v.x, v.y, v.z};
  const auto part = [&](std::size_t k) {
    return target.sign[k] > 0 ? from[target.axis[k]] : -from[target.axis[k]];
  };
  return {part(0), part(1), part(2)};
}

float turned_value(float v, const TargetTraits&) { return v; }
int32_t turned_value(int32_t v, const TargetTraits&) { return v; }
Vec3f turned_value(const Vec3f& v, const TargetTraits& target) { return turned_vector(v, target); }

// Voxel i of a mirrored axis becomes -1 - i, so blocks stay aligned.
int32_t turned_block(int32_t first, bool mirrored) { return mirrored ? -kVdbBlockSide - first : first; }
int32_t turned_inside(int32_t i, bool mirrored) { return mirrored ? kVdbBlockSide - 1 - i : i; }

}  // namespace

Vec3d turned(const Vec3d& v, const TargetTraits& target) { return turned_vector(v, target); }
Vec3f turned(const Vec3f& v, const TargetTraits& target) { return turned_vector(v, target); }

VdbPlace turned(const VdbPlace& place, const TargetTraits& target) {
  const double from[3] = {place.origin.x, place.origin.y, place.origin.z};
  const auto part = [&](std::size_t k) {
    const double o = from[target.axis[k]];
    return (target.sign[k] > 0 ? o : place.voxel_m - o) / target.unit_m;
  };
  return {place.voxel_m / target.unit_m, {part(0), part(1), part(2)}};
}

template <class T>
VdbBlocks<T> turned_blocks(const VdbBlocks<T>& blocks, const TargetTraits& target) {
  VdbBlocks<T> out;
  out.background = turned_value(blocks.background, target);
  out.values.resize(blocks.values.size());
  int32_t to[kVdbBlockVoxels];
  for (int32_t n = 0; n < kVdbBlockVoxels; ++n) {
    const int32_t from[3] = {n >> 6, (n >> 3) & 7, n & 7};
    int32_t index = 0;
    for (std::size_t k = 0; k < 3; ++k)
      index = index * kVdbBlockSide + turned_inside(from[target.axis[k]], target.sign[k] < 0);
    to[n] = index;
  }
  for (std::size_t b = 0; b < blocks.blocks.size(); ++b) {
    const VdbBlock& block = blocks.blocks[b];
    const int32_t from[3] = {block.x, block.y, block.z};
    const auto part = [&](std::size_t k) { return turned_block(from[target.axis[k]], target.sign[k] < 0); };
    VdbBlock turned{part(0), part(1), part(2), {}};
    for (int32_t n = 0; n < kVdbBlockVoxels; ++n) {
      if (block.is_active(n)) turned.set_active(to[n]);
      out.values[b * kVdbBlockVoxels + static_cast<std::size_t>(to[n])] =
          turned_value(blocks.values[b * kVdbBlockVoxels + static_cast<std::size_t>(n)], target);
    }
    out.blocks.push_back(turned);
  }
  return out;
}

template <class T>
void scale_blocks(VdbBlocks<T>& blocks, float factor) {
  blocks.background = factor * blocks.background;
  for (T& value : blocks.values) value = factor * value;
}

template VdbBlocks<float> turned_blocks(const VdbBlocks<float>&, const TargetTraits&);
template VdbBlocks<int32_t> turned_blocks(const VdbBlocks<int32_t>&, const TargetTraits&);
template VdbBlocks<Vec3f> turned_blocks(const VdbBlocks<Vec3f>&, const TargetTraits&);
template void scale_blocks(VdbBlocks<float>&, float);
template void scale_blocks(VdbBlocks<Vec3f>&, float);

}  // namespace ocean
