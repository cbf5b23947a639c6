// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/stl_check.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "libbake/core/error.h"
#include "libbake/io/byte_source.h"

namespace ocean {

namespace {

std::string lower_text(const ByteSource& source, int64_t offset, int64_t count) {
  std::string text(static_cast<size_t>(count), ' ');
  source.read(offset, count, text.data());
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// A binary STL: 80 bytes of anything, the number of facets as uint32, 50 bytes a facet.
bool has_binary_size(const ByteSource& source) {
  if (source.size() < 84) return false;
  unsigned char n[4];
  source.read(80, 4, reinterpret_cast<char*>(n));
  const int64_t facets = n[0] | n[1] << 8 | n[2] << 16 | int64_t{n[3]} << 24;
  return source.size() == 84 + 50 * facets;
}

}  // namespace

void check_stl_is_whole(const std::string& path) {
  const ByteSource source(path);
  const std::string head = lower_text(source, 0, std::min<int64_t>(source.size(), 64));
  const size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || head.compare(first, 5, "solid") != 0 || has_binary_size(source)) return;
  constexpr int64_t kTail = 4096;  // endsolid is followed by the name that the head gave
  const int64_t tail = std::min(source.size(), kTail);
  const std::string text = lower_text(source, source.size() - tail, tail);
  const size_t end = text.rfind("endsolid"), facet = text.rfind("endfacet");
  if (end != std::string::npos && (facet == std::string::npos || facet < end)) return;
  throw Error(ErrorKind::input, path, "does not end with endsolid, so it is cut off; export the file again");
}

}  // namespace ocean
