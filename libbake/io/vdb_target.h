// SPDX-License-Identifier: Apache-2.0
//
// Grids in a target's axes and unit. Voxels stay voxels: their indices are swapped and mirrored with the
// axes, so nothing is resampled and the transform stays a uniform scale.
#pragma once

#include "libbake/core/target.h"
#include "libbake/io/vdb.h"

namespace ocean {

// A position or vector of the world along the target's axes, metres.
Vec3d turned(const Vec3d& v, const TargetTraits& target);
Vec3f turned(const Vec3f& v, const TargetTraits& target);

// Where turned_blocks() lie, in the target's unit.
VdbPlace turned(const VdbPlace& place, const TargetTraits& target);

// T: float, int32_t, Vec3f; without tiles. Vectors are turned with their voxels; no value is scaled.
// Staggered grids do not fit: their components lie on faces.
template <class T>
VdbBlocks<T> turned_blocks(const VdbBlocks<T>& blocks, const TargetTraits& target);

// Multiplies values and background by a factor: metres into the target's unit by 1/unit_m.
template <class T>
void scale_blocks(VdbBlocks<T>& blocks, float factor);

}  // namespace ocean
