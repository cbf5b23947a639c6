// SPDX-License-Identifier: Apache-2.0
//
// Wavefront OBJ → triangles, read in parallel (docs/decisions/0005).
//
// Read: v (a weight and colours are allowed and ignored), f with v, v/t, v//n, v/t/n, negative indices (from
// the face's own line backwards), polygons of any size (triangulate.h), `\` at a line's end, comments, byte
// order mark, LF, CR LF and CR. Everything else (vt vn vp g o s usemtl mtllib l p …) gives no triangles and
// is skipped. The result does not depend on the number of threads or on how the file was cut.
//
// Throws Error{input} with file:line, value, rule and remedy for: vertex index 0 or outside the file's
// vertices, a vertex that is not finite or not three numbers, a corner that is no index, a face of fewer than
// three corners, more than 2^31 − 2 vertices or triangles, no face at all, bytes that are no text; a
// file that changed between the two times it is read; and what byte_source.h says. The first bad line of the
// file is the one reported.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/host_pool.h"
#include "libbake/io/byte_source.h"
#include "libbake/io/terrain.h"

namespace ocean {

struct ObjFile {
  Mesh mesh;  // in the file's own axes and unit; the vertices are the file's, used or not
  int64_t bytes = 0;
  int64_t faces = 0;
  int64_t objects = 0, groups = 0;  // `o` and `g` lines
  std::vector<std::string>
      names;             // the first of their names, at most ObjChunk::kMaxNames, in the file's order
  int64_t surfaces = 0;  // parametric `surf` elements, which were skipped
};

inline constexpr int64_t kObjChunkBytes = 1 << 20;

// chunk_bytes >= 1: where the file is cut for parallel reading (at the next line end).
ObjFile read_obj(HostPool& pool, const std::string& path, int64_t chunk_bytes = kObjChunkBytes);
ObjFile read_obj(HostPool& pool, const ByteSource& source, int64_t chunk_bytes = kObjChunkBytes);
// The same from memory; name stands in messages for the path.
ObjFile parse_obj(HostPool& pool, std::string_view text, const std::string& name,
                  int64_t chunk_bytes = kObjChunkBytes);

}  // namespace ocean
