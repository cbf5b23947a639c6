// SPDX-License-Identifier: Apache-2.0
//
// Shader code that reads what was baked, generated from its manifest (`oceanbake snippet`): shoreline maps,
// flipbooks of waves, the animation texture of surf and its frames. All lengths and vectors are in the
// target's unit and axes.
#pragma once

#include <cstdint>
#include <string>

#include "libbake/io/manifest.h"

namespace ocean {

// Automatic: that of the target's program: hlsl for unreal and unity, gdshader for godot, vex for houdini,
// else glsl.
enum class ShaderLanguage : uint8_t { automatic, hlsl, glsl, gdshader, vex };

// By the manifest's job. The functions carry the set's name, so that snippets of several sets stand in one
// shader:
//   NAME_uv(position)                horizontal components of a position -> UV
// Shore, of the image of that file name or the first with a distance, whatever its channels' order, format
// and companding:
//   NAME_decode(stored, …)           a sample (integer formats: 0 to 1) -> distance, direction, depth
//   NAME_sample(map, uv, …)          the same of a texture; direction and depth where the image has them
//   NAME_surf_noise(along)           what bends the bands of waves, of a coordinate along the coast
//   NAME_surf_uv(distance, …)        u across one wave, v its life: coordinates of the animation texture
// Flipbooks, of gerstner and of surf over a shore; of all maps, atlases before single frames, or of that
// image:
//   NAME_frame(time)                 seconds -> frame with its fraction
//   NAME_frame_uv(uv, frame)         the place in an atlas
//   NAME_displacement_of(stored)     and normal, velocity, foam, jacobian, height
//   NAME_displacement(map, uv, time) the same of an atlas, between two frames; of a single frame without time
// Surf, besides NAME_surf_noise and NAME_surf_uv and with the bake's own numbers:
//   NAME_noise(…), NAME_wave_uv(distance, noise, time)
//   NAME_wave_decode(stored, …), NAME_wave_sample(map, uv, …)
//   NAME_wave(map, distance, direction, noise, time, foam)   -> displacement
// Throws Error{input} where the manifest has nothing of the kind, no such image, or is damaged.
std::string decode_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image = {});

}  // namespace ocean
