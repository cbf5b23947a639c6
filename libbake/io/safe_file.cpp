// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/safe_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>

#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/read_file.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = ".oceantmp-";
constexpr size_t kLongestName = 255;

fs::path folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

// A temporary that nobody holds a lock on belongs to a dead process.
void remove_if_stale(const fs::path& file) {
  const int fd = open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) unlink(file.c_str());
  close(fd);
}

void remove_stale_temporaries(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<std::string> done;
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(folder, error);
  const std::lock_guard lock(mutex);
  if (!done.insert(canonical.string()).second) return;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with('.') && name.find(kMark) != std::string::npos) remove_if_stale(it->path());
  }
}

// The descriptor that /dev/stdout, /dev/fd/3, … stand for: through them a name leads to whatever is open.
std::optional<int> named_descriptor(const std::string& path) {
  const std::string name = fs::path(path).lexically_normal().string();
  if (name == "/dev/stdin") return STDIN_FILENO;
  if (name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!name.starts_with(folder)) continue;
    int fd = -1;
    const char *begin = name.data() + folder.size(), *end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(begin, end, fd);
    if (error == std::errc() && stop == end && fd >= 0) return fd;
  }
  return std::nullopt;
}

bool is_null_device(const struct stat& status) {
  struct stat null {};
  return stat("/dev/null", &null) == 0 && S_ISCHR(status.st_mode) && S_ISCHR(null.st_mode) &&
         status.st_rdev == null.st_rdev;
}

std::string temporary_name(const fs::path& target) {
  static std::atomic<uint64_t> counter{0};
  const std::string tail = kMark + std::to_string(getpid()) + "-" + std::to_string(counter++);
  std::string name = "." + target.filename().string();
  if (name.size() + tail.size() > kLongestName) name.resize(kLongestName - tail.size());
  return (folder_of(target.string()) / (name + tail)).string();
}

}  // namespace

std::string write_remedy(const std::string& path, int error, int64_t bytes_needed) {
  std::string text = std::strerror(error);
  const fs::path folder = folder_of(path);
  switch (error) {
    case ENOSPC:
    case EDQUOT: {
      struct statvfs disk {};
      if (bytes_needed > 0) text += "; needs about " + std::to_string(bytes_needed) + " bytes";
      if (statvfs(folder.c_str(), &disk) == 0) {
        text += "; " + std::to_string(uint64_t{disk.f_bavail} * disk.f_frsize) + " bytes are free in " +
                folder.string();
      }
      return text + "; free some space or choose another folder with --out";
    }
    case EACCES:
    case EPERM:
      return text + "; allow writing into " + folder.string() + " or choose another folder with --out";
    case EROFS:
      return text + "; choose another folder with --out";
    case ENOTDIR:
    case EEXIST:
      return text + "; a file is in the place of the folder " + folder.string() +
             ": choose another with --out";
    case ENAMETOOLONG:
      return text + "; choose a shorter --name or --out";
    case EFBIG:
      return text +
             "; a limit of file sizes is set (see ulimit -f), or the file system takes no larger files: " +
             "raise it, lower --resolution, or choose another folder with --out";
    default:
      return text + "; check the disk of " + folder.string() + " or choose another folder with --out";
  }
}

void SafeFile::fail(const char* doing, int error) const {
  std::string what = std::string("cannot ") + doing + ": ";
  throw Error(ErrorKind::output, path_, what + write_remedy(path_, error, expected_bytes_));
}

std::string follow_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as the kernel
  fs::path at(path);
  std::error_code error;
  for (int i = 0; i < kMostLinks; ++i) {
    const fs::path next = fs::read_symlink(at, error);
    if (error) return at.string();
    at = next.is_absolute() ? next : at.parent_path() / next;
  }
  return path;  // a circle: opening it says so
}

void check_output_path(const std::string& path, Streams streams) {
  const auto refuse = [&](const std::string& what) { throw Error(ErrorKind::output, path, what); };
  if (named_descriptor(path)) {
    if (streams == Streams::refused)
      refuse("names a stream, which cannot be replaced as a whole; name a file");
    return;
  }
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return;  // nothing there, or the write will say why
  const std::string kind = irregular_kind(status.st_mode);
  if (kind.empty()) return;
  if (streams == Streams::allowed && is_null_device(status)) return;
  if (S_ISDIR(status.st_mode)) refuse("is a folder; choose another --name or --out, or remove the folder");
  refuse(kind + ", which a file must not replace; name a file" +
         (streams == Streams::allowed ? ", /dev/stdout, /dev/fd/N or /dev/null" : ""));
}

SafeFile::SafeFile(std::string path, int64_t expected_bytes)
    : path_(std::move(path)), expected_bytes_(expected_bytes) {
  check_output_path(path_, Streams::refused);
  target_ = follow_links(path_);
  std::error_code error;
  const fs::path folder = folder_of(target_);
  fs::create_directories(folder, error);
  if (error) fail("make its folder", error.value());
  remove_stale_temporaries(folder);
  try {
    open_temporary();
  } catch (...) {
    if (fd_ >= 0) close(fd_);
    throw;
  }
}

void SafeFile::open_temporary() {
  for (;;) {
    temporary_ = temporary_name(target_);
    slot_ = register_temp_file(temporary_);
    fd_ = open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    struct stat status {};
    // Between open and lock another process may take the file for a dead one's and unlink it: then try a new
    // name. Where the file system has no locks, nobody can take it.
    const bool taken = fd_ >= 0 && flock(fd_, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd_ >= 0 && !taken && fstat(fd_, &status) == 0 && status.st_nlink > 0) return;
    const int error = errno;
    unregister_temp_file(slot_);
    slot_ = -1;
    if (fd_ < 0 && error != EEXIST) fail("write", error);
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }
}

SafeFile::~SafeFile() {
  if (fd_ < 0) return;
  unlink(temporary_.c_str());
  close(fd_);
  unregister_temp_file(slot_);
}

void SafeFile::write(const void* data, int64_t bytes) { write_at(data, bytes, end_); }

void SafeFile::write_at(const void* data, int64_t bytes, int64_t offset) {
  constexpr int64_t kBlock = int64_t{16} << 20;  // between two looks for a signal
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = pwrite(fd_, from, static_cast<size_t>(std::min(bytes, kBlock)), offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write", errno);
    if (n == 0) fail("write", ENOSPC);
    from += n;
    bytes -= n;
    offset += n;
    if (offset > end_) end_ = offset;
    if (bytes > 0) check_interrupt();
  }
}

int64_t SafeFile::read_at(void* data, int64_t bytes, int64_t offset) {
  const ssize_t n = pread(fd_, data, static_cast<size_t>(bytes), offset);
  if (n < 0) fail("read back", errno);
  return n;
}

int64_t SafeFile::size() const {
  struct stat status {};
  if (fstat(fd_, &status) != 0) fail("measure", errno);
  return status.st_size;
}

void SafeFile::commit() {
  std::error_code error;
  if (fs::is_directory(target_, error)) fail("replace", EISDIR);
  if (fsync(fd_) != 0) fail("flush", errno);
  if (rename(temporary_.c_str(), target_.c_str()) != 0) fail("name", errno);
  unregister_temp_file(slot_);
  slot_ = -1;
  const int closed = close(fd_);
  fd_ = -1;
  if (closed != 0) fail("close", errno);
  const int folder = open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    fsync(folder);  // not every file system can; the file itself is safe
    close(folder);
  }
}

void write_file(const std::string& path, std::string_view bytes) {
  SafeFile file(path, static_cast<int64_t>(bytes.size()));
  file.write(bytes);
  file.commit();
}

void write_file_or_stream(const std::string& path, std::string_view text) {
  check_output_path(path, Streams::allowed);
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && is_null_device(status)) return;
  const std::optional<int> fd = named_descriptor(path);
  if (!fd) return write_file(path, text);
  while (!text.empty()) {
    const ssize_t n = ::write(*fd, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<size_t>(n));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd one{*fd, POLLOUT, 0};
      poll(&one, 1, -1);
    } else if (errno != EINTR) {
      throw Error(ErrorKind::output, path, std::string("cannot be written: ") + std::strerror(errno));
    }
  }
}

}  // namespace ocean
