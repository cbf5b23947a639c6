// SPDX-License-Identifier: Apache-2.0
#include "tests/apps/run_program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace ocean {
namespace {

void wait_for(pid_t child, RunResult& result) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  result.signalled = WIFSIGNALED(status);
  result.code = result.signalled ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void send(pid_t child, const std::vector<int>& signals) {
  for (const int signal : signals) {
    kill(child, signal);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // two at once would be delivered as one
  }
}

}  // namespace

pid_t Program::start(const std::vector<std::string>& arguments, const std::string& out,
                     const std::string& err) {
  std::vector<char*> argv{path_.data()};
  std::vector<std::string> copy = arguments;
  for (std::string& a : copy) argv.push_back(a.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  const auto redirect = [](const std::string& path, int to) {
    const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, to) < 0) _exit(126);
  };
  redirect(stdout_to_.empty() ? out : stdout_to_, STDOUT_FILENO);
  redirect(err, STDERR_FILENO);
  for (const auto& [name, value] : env_) setenv(name.c_str(), value.c_str(), 1);
  if (!folder_.empty() && chdir(folder_.c_str()) != 0) _exit(126);
  if (memory_limit_ > 0) {
    const rlimit limit{static_cast<rlim_t>(memory_limit_), static_cast<rlim_t>(memory_limit_)};
    setrlimit(RLIMIT_AS, &limit);
  }
  if (file_limit_ > 0) {
    const rlimit limit{static_cast<rlim_t>(file_limit_), static_cast<rlim_t>(file_limit_)};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  execv(path_.c_str(), argv.data());
  _exit(127);
}

RunResult Program::run(const std::vector<std::string>& arguments) {
  const ScratchFolder scratch;
  RunResult result;
  wait_for(start(arguments, scratch / "out", scratch / "err"), result);
  if (stdout_to_.empty()) result.out = read_text(scratch / "out");
  result.err = read_text(scratch / "err");
  return result;
}

RunResult Program::run_and_signal(const std::vector<std::string>& arguments, const std::string& file,
                                  const std::vector<int>& signals) {
  const ScratchFolder scratch;
  const pid_t child = start(arguments, scratch / "out", scratch / "err");
  for (int i = 0; i < 1000 && !std::filesystem::exists(file); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  send(child, signals);
  RunResult result;
  wait_for(child, result);
  result.out = read_text(scratch / "out");
  result.err = read_text(scratch / "err");
  return result;
}

RunResult Program::run_and_then(const std::vector<std::string>& arguments, const std::string& said,
                                const std::function<void(pid_t)>& then) {
  const ScratchFolder scratch;
  const pid_t child = start(arguments, scratch / "out", scratch / "err");
  for (int i = 0; i < 6000 && read_text(scratch / "err").find(said) == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  then(child);
  RunResult result;
  wait_for(child, result);
  result.out = read_text(scratch / "out");
  result.err = read_text(scratch / "err");
  return result;
}

RunResult Program::run_and_signal_when(const std::vector<std::string>& arguments, const std::string& said,
                                       const std::vector<int>& signals) {
  return run_and_then(arguments, said, [&](pid_t child) { send(child, signals); });
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ocean_test_XXXXXX").string();
  path_ = mkdtemp(pattern.data());
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

std::vector<std::string> ScratchFolder::files() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_text(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace ocean
