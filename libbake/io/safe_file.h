// SPDX-License-Identifier: Apache-2.0
//
// A file that appears whole or not at all: written under a temporary name in the target's folder, flushed to
// the disk, renamed. Where the target is a symbolic link, the file that it leads to is replaced and the link
// stays. The temporary is hidden (".NAME.oceantmp-PID-N"), locked while its process lives, and
// removed by the destructor, by remove_temp_files() on a signal, or, after a kill, by the next process that
// writes into the folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ocean {

class SafeFile {
 public:
  // Makes missing folders and the temporary. expected_bytes (0: unknown) only serves messages. Throws
  // Error{output} that names the file, the reason and the remedy; also when path is a folder, a device, a
  // pipe or a socket, or names a stream.
  explicit SafeFile(std::string path, int64_t expected_bytes = 0);
  ~SafeFile();
  SafeFile(const SafeFile&) = delete;
  SafeFile& operator=(const SafeFile&) = delete;

  const std::string& path() const { return path_; }
  // For libraries that write by file name: they open, fill and close this file.
  const std::string& temporary() const { return temporary_; }

  void write(const void* data, int64_t bytes);                     // at the end
  void write_at(const void* data, int64_t bytes, int64_t offset);  // anywhere
  void write(std::string_view text) { write(text.data(), static_cast<int64_t>(text.size())); }
  int64_t read_at(void* data, int64_t bytes, int64_t offset);  // returns the bytes read
  int64_t size() const;                                        // of the temporary now

  // Flushes, renames, flushes the folder. Once. Throws Error{output}; then nothing appears under the final
  // name, and what was there before stays.
  void commit();

 private:
  [[noreturn]] void fail(const char* doing, int error) const;
  void open_temporary();

  std::string path_, target_, temporary_;  // target_: path_ with its links followed
  int64_t expected_bytes_ = 0, end_ = 0;
  int fd_ = -1;
  int slot_ = -1;
};

void write_file(const std::string& path, std::string_view bytes);

// For texts that people send anywhere: /dev/stdout, /dev/stderr, /dev/fd/N (what a shell makes of ">(…)") and
// /dev/null are written to directly, anything else is write_file(). Throws Error{output}.
void write_file_or_stream(const std::string& path, std::string_view text);

// Throws Error{output} if a run must not write there: a device, a pipe or a socket; a stream too unless
// streams are allowed. To be asked before the work begins.
enum class Streams : uint8_t { refused, allowed };
void check_output_path(const std::string& path, Streams streams);

// Where a symbolic link leads, through all links, whether or not a file is there; path itself if it is none.
std::string follow_links(const std::string& path);

// The reason that errno value error stands for, with what to do about it: for messages about a file that
// could not be written.
std::string write_remedy(const std::string& path, int error, int64_t bytes_needed);

}  // namespace ocean
