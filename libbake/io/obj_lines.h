// SPDX-License-Identifier: Apache-2.0
//
// Where the lines of an OBJ file end.
#pragma once

#include <cstdint>
#include <vector>

#include "libbake/io/byte_source.h"

namespace ocean {

// Byte offsets, increasing, at which the file may be cut for reading in pieces of about chunk_bytes: the
// start (after a UTF-8 byte order mark), then behind line ends that no backslash precedes, then the file's
// size. At least two entries.
std::vector<int64_t> line_cuts(const ByteSource& source, int64_t chunk_bytes);

// The line, counted from 1, that byte `offset` belongs to. LF, CR LF and CR end lines.
int64_t line_number(const ByteSource& source, int64_t offset);

}  // namespace ocean
