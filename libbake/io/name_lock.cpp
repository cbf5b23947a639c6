// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/name_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "libbake/core/interrupt.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kPause(100);
constexpr int kMostTries = 100;  // of a lock file that others keep removing

std::string holder_of(const std::string& path) {
  std::array<char, 32> text{};
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const ssize_t n = fd < 0 ? 0 : read(fd, text.data(), text.size());
  if (fd >= 0) close(fd);
  const auto process = parse_integer(std::string(text.data(), n > 0 ? static_cast<size_t>(n) : 0));
  return process ? "process " + std::to_string(*process) : "another process";
}

std::string without_slash(const std::string& folder) {
  const fs::path path = fs::path(folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).string();
}

fs::path existing_part(fs::path folder) {
  std::error_code error;
  while (!folder.empty() && !fs::exists(folder, error)) folder = folder.parent_path();
  return folder;
}

}  // namespace

NameLock::NameLock(const std::string& folder, const std::string& name)
    : path_((fs::path(folder) / ("." + name + ".lock")).string()), folder_(without_slash(folder)) {
  made_below_ = existing_part(folder_).string();
  bool told = false;
  for (int tries = 0; tries < kMostTries;) {
    const Try result = try_lock();
    if (result == Try::held || result == Try::impossible) return;
    if (result == Try::again) {
      if (++tries < kMostTries) std::this_thread::sleep_for(kPause);
      else log_warning(path_ + ": cannot be locked; another run of this name would not wait for this one");
      check_interrupt();
      continue;
    }
    if (!told)
      log_warning(holder_of(path_) + " is writing the outputs '" + name + "' in " +
                  (folder.empty() ? "." : folder) + "; waiting for it to end");
    told = true;
    std::this_thread::sleep_for(kPause);
    check_interrupt();
  }
}

NameLock::Try NameLock::try_lock() {
  std::error_code error;
  if (!folder_.empty()) fs::create_directories(folder_, error);
  constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  int fd = open(path_.c_str(), O_RDWR | O_CREAT | kFlags, 0666);
  if (fd < 0 && errno == EACCES) fd = open(path_.c_str(), O_RDONLY | kFlags);  // another user's
  if (fd < 0) return errno == ENOENT && !error ? Try::again : Try::impossible;
  struct stat ours {
  }, there{};
  if (fstat(fd, &ours) != 0 || !S_ISREG(ours.st_mode)) return close(fd), Try::impossible;
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    const bool busy = errno == EWOULDBLOCK;
    close(fd);
    return busy ? Try::busy : errno == EINTR ? Try::again : Try::impossible;
  }
  // The one who held it removed it meanwhile: then this lock is on a file that nobody else will find.
  if (stat(path_.c_str(), &there) != 0 || there.st_ino != ours.st_ino || there.st_dev != ours.st_dev)
    return close(fd), Try::again;
  fd_ = fd;
  slot_ = register_temp_file(path_);
  const std::string text = std::to_string(getpid());
  if (ftruncate(fd_, 0) == 0 && pwrite(fd_, text.data(), text.size(), 0) < 0)
    return Try::held;  // for messages alone
  return Try::held;
}

NameLock::~NameLock() {
  if (fd_ >= 0) {
    unlink(path_.c_str());  // before the lock goes, so that nobody locks what is about to be removed
    unregister_temp_file(slot_);
    close(fd_);
  }
  std::error_code error;
  for (fs::path made(folder_); !made.empty() && made != made_below_; made = made.parent_path())
    if (!fs::remove(made, error) || error) break;
}

}  // namespace ocean
