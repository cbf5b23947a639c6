// SPDX-License-Identifier: Apache-2.0
//
//   fuzz_replay CORPUS [TARGET...]
//
// Runs every file of CORPUS/TARGET/ through its target, for all targets of this program or those named. Exit:
// 0 none is a finding, 1 a target has no corpus, 2 wrong use; a finding ends the process with its message,
// behind the name of the file. An input that needs more than 2 GB of data is one (not in sanitizer builds).
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/harness.h"

namespace {

namespace fs = std::filesystem;
using ocean::fuzz::TargetRow;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

void limit_memory() {
  constexpr rlim_t kBytes = rlim_t{2} << 30;
  const rlimit limit{kBytes, kBytes};
  if (!kSanitized && setrlimit(RLIMIT_DATA, &limit) != 0) std::perror("fuzz_replay: no memory limit");
}

int replay(const TargetRow& target, const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.is_regular_file()) files.push_back(entry.path());
  if (files.empty()) {
    std::fprintf(stderr, "fuzz_replay: %s holds no input of %s\n", folder.c_str(), target.name);
    return 1;
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::printf("%s %s\n", target.name, path.filename().c_str());
    std::fflush(stdout);
    ocean::fuzz::run_target(target.run, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  }
  std::printf("%s: %zu inputs, no finding\n", target.name, files.size());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: fuzz_replay CORPUS [TARGET...]\n");
    return 2;
  }
  limit_memory();
  const std::vector<std::string> wanted(argv + 2, argv + argc);
  int result = 0;
  std::size_t found = 0;
  for (const TargetRow& target : ocean::fuzz::targets()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), target.name) == wanted.end()) continue;
    ++found;
    result |= replay(target, fs::path(argv[1]) / target.name);
  }
  if (found == 0 || (!wanted.empty() && found != wanted.size())) {
    std::fprintf(stderr, "fuzz_replay: a target that was named is none of this program's\n");
    return 2;
  }
  return result;
}
