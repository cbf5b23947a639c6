// SPDX-License-Identifier: Apache-2.0
//
// Opening what a user names without being held up: a folder, a socket, an endless device or a pipe that
// nobody writes into is told apart before anything is read.
#pragma once

#include <cstdint>
#include <string>

namespace ocean {

// "is a folder", "is a pipe", … for a stat() mode; "" for a regular file.
std::string irregular_kind(unsigned mode);

// A descriptor of a regular file, or -1 and in *problem why: "is a folder", "cannot open: No such file …".
int open_regular_file(const std::string& path, std::string* problem);

inline constexpr int64_t kSmallFileBytes = int64_t{64} << 20;

// A whole configuration, manifest or the like, of at most kSmallFileBytes: a regular file, or a pipe with a
// writer ("<(…)", /dev/stdin), which is waited for. On failure text is empty and problem says why, without
// the path. Throws Interrupted.
struct SmallFile {
  std::string text, problem;
};
SmallFile read_small_file(const std::string& path);

}  // namespace ocean
