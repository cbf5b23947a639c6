// SPDX-License-Identifier: Apache-2.0
//
// The bytes of an input file (or of memory, for tests), read at any place from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ocean {

class ByteSource {
 public:
  // Throws Error{input} that says why: not found, not allowed, a directory, no regular file, empty.
  explicit ByteSource(const std::string& path);
  // memory must outlive the source.
  ByteSource(std::string_view memory, std::string name);
  virtual ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  const std::string& name() const { return name_; }
  int64_t size() const { return size_; }  // > 0 for a file
  // Copies bytes [offset, offset + count), which must lie inside. Throws Error{input} if the file shrank or
  // cannot be read, and Interrupted after a signal.
  virtual void read(int64_t offset, int64_t count, char* to) const;

 private:
  std::string name_;
  std::string_view memory_;
  int64_t size_ = 0;
  int descriptor_ = -1;
};

}  // namespace ocean
