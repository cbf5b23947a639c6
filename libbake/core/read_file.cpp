// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/read_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "libbake/core/interrupt.h"

namespace ocean {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }

 private:
  int fd_;
};

std::string cannot_open(int error) { return std::string("cannot open: ") + std::strerror(error); }

// Opened without waiting for a pipe's other end; asked first, as opening alone can act on a device.
int open_known(const std::string& path, bool pipes, std::string* problem) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return *problem = cannot_open(errno), -1;
  const auto refused = [&] { return !S_ISREG(status.st_mode) && !(pipes && S_ISFIFO(status.st_mode)); };
  if (refused()) return *problem = irregular_kind(status.st_mode), -1;
  Descriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (fd.get() < 0) return *problem = cannot_open(errno), -1;
  if (fstat(fd.get(), &status) != 0) return *problem = cannot_open(errno), -1;
  if (refused()) return *problem = irregular_kind(status.st_mode), -1;
  return fd.release();
}

// Returns when there is something to read, or a signal came.
void wait_for_input(int fd) {
  pollfd one{fd, POLLIN, 0};
  poll(&one, 1, -1);
  check_interrupt();
}

}  // namespace

std::string irregular_kind(unsigned mode) {
  if (S_ISREG(mode)) return "";
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISFIFO(mode)) return "is a pipe";
  if (S_ISSOCK(mode)) return "is a socket";
  return S_ISCHR(mode) || S_ISBLK(mode) ? "is a device" : "is no regular file";
}

int open_regular_file(const std::string& path, std::string* problem) {
  return open_known(path, false, problem);
}

SmallFile read_small_file(const std::string& path) {
  SmallFile file;
  const Descriptor fd(open_known(path, true, &file.problem));
  if (fd.get() < 0) return file;
  struct stat status {};
  const bool pipe = fstat(fd.get(), &status) == 0 && S_ISFIFO(status.st_mode);
  std::array<char, 65536> block;
  for (;;) {
    const ssize_t n = read(fd.get(), block.data(), block.size());
    if (n > 0) {
      file.text.append(block.data(), static_cast<size_t>(n));
      if (static_cast<int64_t>(file.text.size()) <= kSmallFileBytes) continue;
      return {"", "holds more than " + std::to_string(kSmallFileBytes >> 20) + " MiB"};
    }
    if (n == 0) break;
    if (errno == EAGAIN || errno == EWOULDBLOCK) wait_for_input(fd.get());
    else if (errno == EINTR) check_interrupt();
    else return {"", std::string("cannot be read: ") + std::strerror(errno)};
  }
  if (pipe && file.text.empty()) return {"", "is a pipe that nobody writes into"};
  return file;
}

}  // namespace ocean
