// SPDX-License-Identifier: Apache-2.0
//
// Shader code that reads a baked shoreline map, generated from its manifest: world position to texture
// coordinate, sample to distance, direction and depth in the target's units, and the coordinates of the shore
// wave. `oceanbake snippet` prints it.
#pragma once

#include <cstdint>
#include <string>

#include "libbake/io/manifest.h"

namespace ocean {

// Automatic: that of the target's program: hlsl for unreal and unity, gdshader for godot, vex for houdini,
// else glsl.
enum class ShaderLanguage : uint8_t { automatic, hlsl, glsl, gdshader, vex };

// Of the image of that file name, or without one of the first with a distance channel, whatever its channels'
// order, format and companding. The functions carry the set's name, so that snippets of several sets stand in
// one shader:
//   NAME_uv(position)             horizontal components of a position in the target's axes and unit -> UV
//   NAME_decode(stored, …)        a sample (integer formats: 0 to 1) -> distance, direction, depth
//   NAME_sample(map, uv, …)       the same of a texture
//   NAME_surf_noise(along)        what bends the bands of waves, of a coordinate along the coast
//   NAME_surf_uv(distance, …)     u across one wave, v its life: the displacement animation texture's
//   coordinates
// Direction and depth are left out where the image has none. Throws Error{input} where no such image has
// a distance.
std::string decode_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image = {});

}  // namespace ocean
