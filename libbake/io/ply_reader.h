// SPDX-License-Identifier: Apache-2.0
//
// PLY → triangles. A reader of our own because Assimp's 5.2 hangs on a cut-off header, reads past the end of
// a cut-off body and keeps 32-bit floats (docs/decisions/0005).
#pragma once

#include <string>
#include <string_view>

#include "libbake/io/mesh_file.h"

namespace ocean {

// ASCII and binary of either byte order. Read: x, y, z of `vertex` (any number type), `vertex_indices` or
// `vertex_index` of `face` (polygons of any size: triangulate.h). All else is skipped. Throws Error{input},
// with name:line or the byte: a header that is none, a body that is cut off, a vertex that is not finite, an
// index outside the vertices, a face of fewer than three corners, no faces, more than 2^31 − 2 vertices or
// triangles.
MeshFile read_ply(const std::string& path);
MeshFile parse_ply(std::string_view file, const std::string& name);

}  // namespace ocean
