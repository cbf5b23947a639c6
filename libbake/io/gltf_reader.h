// SPDX-License-Identifier: Apache-2.0
//
// glTF 2.0 → triangles. A reader of our own because Assimp's 5.2 takes a damaged file's own word for how much
// memory to take (docs/decisions/0005).
#pragma once

#include <string>

#include "libbake/io/mesh_file.h"

namespace ocean {

// .gltf and GLB. Read: the scene that the file names (else its first) with its nodes' transforms, and of its
// meshes the positions and corners of triangles, strips and fans; points and lines are counted. Skins, morph
// targets, materials and all else are skipped. y is up, a unit is a metre. Buffers: in the GLB, in the text
// (base64), or files in the file's folder or below. Throws Error{input} with JSON pointer: what gltf_data.h
// says, a node that has two parents, nodes deeper than 1000, a vertex that is not finite, an index outside
// the vertices, corners that are no whole triangles, no triangles at all, more than 2^31 − 2 vertices or
// triangles.
MeshFile read_gltf(const std::string& path);

}  // namespace ocean
