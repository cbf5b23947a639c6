// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/obj_lines.h"

#include <algorithm>
#include <cstring>

namespace ocean {

namespace {

// The first place >= from, from >= 1, behind a line end that is no continuation; the file's size if there is
// none.
int64_t next_cut(const ByteSource& source, int64_t from) {
  constexpr int64_t kBack = 2, kWindow = 4096;
  char window[kBack + kWindow + 1];
  for (int64_t at = from - 1; at < source.size(); at += kWindow) {
    const int64_t begin = std::max<int64_t>(0, at - kBack);
    const int64_t end = std::min(source.size(), at + kWindow + 1);
    source.read(begin, end - begin, window);
    const auto byte = [&](int64_t i) { return i < begin || i >= end ? ' ' : window[i - begin]; };
    for (int64_t i = at; i < std::min(end, at + kWindow); ++i) {
      const char c = byte(i);
      if (c != '\n' && c != '\r') continue;
      if (c == '\r' && (i + 1 == source.size() || byte(i + 1) == '\n')) continue;
      const bool pair = c == '\n' && byte(i - 1) == '\r';
      if (byte(pair ? i - 2 : i - 1) != '\\') return i + 1;
    }
  }
  return source.size();
}

}  // namespace

std::vector<int64_t> line_cuts(const ByteSource& source, int64_t chunk_bytes) {
  char mark[3] = {0, 0, 0};
  source.read(0, std::min<int64_t>(3, source.size()), mark);
  std::vector<int64_t> cuts{std::memcmp(mark, "\xef\xbb\xbf", 3) == 0 ? 3 : 0};
  for (int64_t nominal = chunk_bytes; nominal < source.size(); nominal += chunk_bytes) {
    if (nominal <= cuts.back()) continue;
    const int64_t cut = next_cut(source, nominal);
    if (cut >= source.size()) break;
    cuts.push_back(cut);
  }
  cuts.push_back(source.size());
  return cuts;
}

int64_t line_number(const ByteSource& source, int64_t offset) {
  std::vector<char> block(static_cast<size_t>(std::clamp<int64_t>(offset, 1, 1 << 20)));
  int64_t line = 1;
  char previous = ' ';
  for (int64_t at = 0; at < offset;) {
    const int64_t n = std::min(offset - at, static_cast<int64_t>(block.size()));
    source.read(at, n, block.data());
    for (int64_t i = 0; i < n; ++i) {
      const char c = block[static_cast<size_t>(i)];
      line += c == '\r' || (c == '\n' && previous != '\r') ? 1 : 0;
      previous = c;
    }
    at += n;
  }
  return line;
}

}  // namespace ocean
