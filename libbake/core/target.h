// SPDX-License-Identifier: Apache-2.0
//
// The programs that outputs are made for: axes, unit and image conventions, once (docs/reference:
// conventions). World is right-handed, z up, metres, x east, y north; image rows are north first for every
// target.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ocean {

enum class Target : uint8_t { world, unreal, unity, godot, blender, houdini };

struct TargetTraits {
  Target target;
  std::string_view name;
  // Component k of the vector as written is sign[k] * world[axis[k]].
  std::array<uint8_t, 3> axis;
  std::array<int8_t, 3> sign;
  // A horizontal vector (x, y) is written as (x, horizontal_sign * y); horizontal_axes names the two
  // components.
  int8_t horizontal_sign;
  std::string_view horizontal_axes;
  double unit_m;          // metres in one unit of length: 1, or 0.01 for unreal
  std::string_view unit;  // "m" or "cm"
  bool v_up;              // texture V grows upwards, so image row 0 is V = 1
  bool green_up;          // tangent-space normal maps: green points up the image
  int32_t max_texture;    // longest side that imports, 0 = no stated limit
};

inline constexpr std::array<TargetTraits, 6> kTargets{{
    {Target::world, "world", {0, 1, 2}, {1, 1, 1}, 1, "X,Y", 1.0, "m", true, true, 0},
    {Target::unreal, "unreal", {0, 1, 2}, {1, -1, 1}, -1, "X,Y", 0.01, "cm", false, false, 8192},
    {Target::unity, "unity", {0, 2, 1}, {1, 1, 1}, 1, "X,Z", 1.0, "m", true, true, 16384},
    {Target::godot, "godot", {0, 2, 1}, {1, 1, -1}, -1, "X,Z", 1.0, "m", false, true, 16384},
    {Target::blender, "blender", {0, 1, 2}, {1, 1, 1}, 1, "X,Y", 1.0, "m", true, true, 0},
    {Target::houdini, "houdini", {0, 2, 1}, {1, 1, -1}, -1, "X,Z", 1.0, "m", true, true, 0},
}};

constexpr const TargetTraits& traits(Target target) { return kTargets[static_cast<std::size_t>(target)]; }

}  // namespace ocean
