// SPDX-License-Identifier: Apache-2.0
//
// What the input tests share: real data, scratch files, errors as text.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "kernels/host_pool.h"
#include "libbake/core/error.h"

// The path of a real input; skips the test, with the reason, where they are absent.
#define OCEAN_NEED_REAL_DATA()                  \
  if (std::getenv("OCEAN_REALDATA") == nullptr) \
  GTEST_SKIP() << "OCEAN_REALDATA is not set: it names the folder of real inputs (../shared/data in CI)"

namespace ocean::test {

inline std::string real_data(const std::string& name) {
  return std::string(std::getenv("OCEAN_REALDATA")) + "/" + name;
}

inline HostPool& pool() {
  static HostPool two(2);
  return two;
}

// A file in a folder of its own that goes with the test.
class ScratchFile {
 public:
  ScratchFile(const std::string& name, const std::string& content) {
    std::string pattern = (std::filesystem::temp_directory_path() / "ocean_io_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ / name;
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~ScratchFile() { std::filesystem::remove_all(folder_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  std::string path() const { return path_.string(); }
  std::filesystem::path folder() const { return folder_; }

 private:
  std::filesystem::path folder_, path_;
};

inline std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// The text of the Error{input} that f throws; "" if it throws none; another kind of error fails the test.
template <class F>
std::string input_error(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
    return error.what();
  }
  return "";
}

}  // namespace ocean::test
