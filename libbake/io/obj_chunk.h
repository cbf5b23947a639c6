// SPDX-License-Identifier: Apache-2.0
//
// Whole lines of an OBJ file → vertices and faces. Two passes over a chunk's text: count, so that vertices
// can be written where they belong and indices are known at once, then parse.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/math/vec.h"

namespace ocean {

// A problem at a byte of the chunk (later: of the file).
struct ObjFault {
  int64_t offset = 0;
  std::string what;
};

struct ObjCounts {
  int64_t vertices = 0;
  int64_t face_bytes = 0;  // of all `f` lines together
};

struct ObjChunk {
  // Faces of one number of corners in a row.
  struct Run {
    int32_t corners = 0;
    int64_t faces = 0;
  };
  std::vector<int32_t> corners;  // zero-based vertex numbers, all in range
  std::vector<Run> runs;
  int64_t faces = 0, triangles = 0;
  std::vector<std::string> names;  // the first kMaxNames of `o` and `g`
  int64_t objects = 0, groups = 0;
  int64_t surfaces = 0;           // parametric `surf` elements, which give no triangles here
  std::optional<ObjFault> fault;  // the first; what follows it was not read
  bool changed = false;           // without a fault: the text holds other vertices than were counted

  static constexpr size_t kMaxNames = 8;
};

// Where a chunk's vertices go and what surrounds them.
struct ObjVertices {
  Vec3d* to = nullptr;  // room for the chunk's own, as counted
  int64_t before = 0;   // vertices of earlier chunks
  int64_t in_file = 0;
};

// Prepares text[0, size), whole logical lines, for the two passes: unifies line ends and joins continued
// lines, in place and without moving a byte. text[size] must exist and is overwritten.
void prepare_obj_text(char* text, int64_t size);
// Both take prepared text. counts are those of the same text when it was read before; no more vertices than
// they say are written.
ObjCounts count_obj_chunk(const char* text, int64_t size);
ObjChunk parse_obj_chunk(const char* text, int64_t size, const ObjCounts& counts,
                         const ObjVertices& vertices);

// Text for messages: quoted, at most 40 bytes up to the next blank or line end, odd bytes as \xNN.
std::string quote_token(const char* p, const char* end);

}  // namespace ocean
