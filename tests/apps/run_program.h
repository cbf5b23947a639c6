// SPDX-License-Identifier: Apache-2.0
//
// Runs a real program and collects what it says.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ocean {

struct RunResult {
  int code = -1;           // exit code, or 128 + signal
  bool signalled = false;  // died of the signal
  std::string out, err;
};

class Program {
 public:
  explicit Program(std::string path) : path_(std::move(path)) {}
  Program& in(std::string folder) { return folder_ = std::move(folder), *this; }
  Program& env(std::string name, std::string value) {
    return env_.push_back({std::move(name), std::move(value)}), *this;
  }
  Program& stdout_to(std::string path) { return stdout_to_ = std::move(path), *this; }
  Program& memory_limit(long bytes) { return memory_limit_ = bytes, *this; }
  Program& file_limit(long bytes) { return file_limit_ = bytes, *this; }

  RunResult run(const std::vector<std::string>& arguments);
  // Starts it, waits until `file` exists (at most 10 s), sends the signals with a pause between, collects the
  // rest.
  RunResult run_and_signal(const std::vector<std::string>& arguments, const std::string& file,
                           const std::vector<int>& signals);
  // Starts it, waits until its stderr holds `said` (at most 60 s), calls then(its process id), collects the
  // rest.
  RunResult run_and_then(const std::vector<std::string>& arguments, const std::string& said,
                         const std::function<void(pid_t)>& then);
  // The same, with signals instead, a pause between.
  RunResult run_and_signal_when(const std::vector<std::string>& arguments, const std::string& said,
                                const std::vector<int>& signals);

 private:
  pid_t start(const std::vector<std::string>& arguments, const std::string& out, const std::string& err);
  std::string path_, folder_, stdout_to_;
  std::vector<std::pair<std::string, std::string>> env_;
  long memory_limit_ = 0, file_limit_ = 0;
};

// A folder that is removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }
  std::vector<std::string> files() const;  // names, sorted, hidden ones too

 private:
  std::filesystem::path path_;
};

std::string read_text(const std::string& path);
void write_text(const std::string& path, const std::string& text);

}  // namespace ocean
