// SPDX-License-Identifier: Apache-2.0
//
// Large text files: many lines formatted by all threads and written in order, with bounded memory.
#pragma once

#include <charconv>
#include <cstdint>
#include <vector>

#include "kernels/host_pool.h"
#include "libbake/core/interrupt.h"
#include "libbake/io/safe_file.h"

namespace ocean {

inline constexpr int64_t kTextChunkLines = 4096, kTextGroupChunks = 64;

// Appends lines 0 … count-1. format(char* out, int64_t i) writes line i with its end of line, at most
// max_line bytes, and returns the end of what it wrote; it runs on any thread. Throws Error{output}, or
// Interrupted after Ctrl-C.
template <class Format>
void write_lines(SafeFile& file, HostPool& pool, int64_t count, int64_t max_line, const Format& format) {
  std::vector<std::vector<char>> texts(kTextGroupChunks);
  std::vector<int64_t> lengths(kTextGroupChunks);
  for (int64_t first = 0; first < count; first += kTextGroupChunks * kTextChunkLines) {
    check_interrupt();
    const int64_t left = (count - first + kTextChunkLines - 1) / kTextChunkLines;
    const int64_t chunks = left < kTextGroupChunks ? left : kTextGroupChunks;
    for_chunks(pool, chunks, 1, [&](int64_t begin, int64_t end) {
      for (int64_t chunk = begin; chunk < end; ++chunk) {
        std::vector<char>& text = texts[static_cast<size_t>(chunk)];
        text.resize(static_cast<size_t>(kTextChunkLines * max_line));
        const int64_t from = first + chunk * kTextChunkLines;
        const int64_t to = from + kTextChunkLines < count ? from + kTextChunkLines : count;
        char* out = text.data();
        for (int64_t i = from; i < to; ++i) out = format(out, i);
        lengths[static_cast<size_t>(chunk)] = out - text.data();
      }
    });
    for (int64_t chunk = 0; chunk < chunks; ++chunk)
      file.write(texts[static_cast<size_t>(chunk)].data(), lengths[static_cast<size_t>(chunk)]);
  }
}

// The shortest text that reads back as the same number; out has room for 16 (float) or 20 (integer)
// characters.
template <class Number>
char* put_number(char* out, Number value) {
  return std::to_chars(out, out + 24, value).ptr;
}

}  // namespace ocean
