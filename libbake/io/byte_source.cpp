// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"

namespace ocean {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::input, path, what);
}

}  // namespace

ByteSource::ByteSource(const std::string& path) : name_(path) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) {
    const int error = errno;
    refuse(path,
           std::string("cannot be opened: ") + std::strerror(error) +
               (error == ENOENT ? "; check the path (relative paths count from the current folder)" : ""));
  }
  struct stat status = {};
  std::string problem;
  if (::fstat(descriptor_, &status) != 0) problem = std::string("cannot be read: ") + std::strerror(errno);
  else if (S_ISDIR(status.st_mode)) problem = "is a directory; name a terrain file";
  else if (!S_ISREG(status.st_mode)) problem = "is not a regular file; write the data to a file first";
  else if (status.st_size == 0) problem = "is empty (0 bytes); write the file again";
  if (!problem.empty()) {
    ::close(descriptor_);
    refuse(path, problem);
  }
  size_ = status.st_size;
}

ByteSource::ByteSource(std::string_view memory, std::string name)
    : name_(std::move(name)), memory_(memory), size_(static_cast<int64_t>(memory.size())) {}

ByteSource::~ByteSource() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void ByteSource::read(int64_t offset, int64_t count, char* to) const {
  if (descriptor_ < 0) {
    std::memcpy(to, memory_.data() + offset, static_cast<size_t>(count));
    return;
  }
  constexpr int64_t kBlock = int64_t{16} << 20;  // between two looks for a signal
  while (count > 0) {
    check_interrupt();
    const ssize_t n = ::pread(descriptor_, to, static_cast<size_t>(std::min(count, kBlock)), offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse(name_, std::string("cannot be read: ") + std::strerror(errno));
    if (n == 0) refuse(name_, "became shorter while it was read; wait until it is written completely");
    to += n;
    offset += n;
    count -= n;
  }
}

}  // namespace ocean
