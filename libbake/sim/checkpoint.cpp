// SPDX-License-Identifier: Apache-2.0
//
// The file, little endian: "OCEANCKP", version (u32), number of arrays (u32), frame (i64), run (text), then
// of each array its name (text), element bytes (u32), element count (u64) and elements; last the hash of all
// of it (text). A text is its length (u32) and its bytes.
#include "libbake/sim/checkpoint.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/content_hash.h"
#include "libbake/io/safe_file.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "OCEANCKP";
constexpr uint32_t kVersion = 1;
constexpr std::size_t kHashText = 4 + 41;  // "xxh3-128:" and 32 digits, with the length before it
constexpr std::string_view kPrefix = "checkpoint.";

// Writes and hashes at once.
class Sink {
 public:
  explicit Sink(SafeFile& file) : file_(file) {}
  void bytes(const void* data, std::size_t n) {
    hash_.update(data, static_cast<int64_t>(n));
    file_.write(data, static_cast<int64_t>(n));
  }
  template <class T>
  void number(T value) {
    bytes(&value, sizeof value);
  }
  void text(std::string_view value) {
    number(static_cast<uint32_t>(value.size()));
    bytes(value.data(), value.size());
  }
  std::string hash() const { return hash_.text(); }

 private:
  SafeFile& file_;
  ContentHash hash_{"checkpoint", ""};
};

class Source {
 public:
  Source(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}
  std::string_view take(uint64_t n) {
    if (n > bytes_.size()) fail("ends too early");
    const std::string_view part = bytes_.substr(0, n);
    bytes_.remove_prefix(n);
    return part;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(number<uint32_t>())); }
  bool empty() const { return bytes_.empty(); }
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::input, path_, "is a damaged checkpoint: " + what);
  }

 private:
  std::string_view bytes_;
  const std::string& path_;
};

std::string whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw Error(ErrorKind::input, path, "cannot be opened");
  std::string bytes(static_cast<std::size_t>(file.tellg()), '\0');
  file.seekg(0);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    throw Error(ErrorKind::input, path, "cannot be read");
  return bytes;
}

std::string hash_of(std::string_view bytes) {
  ContentHash hash("checkpoint", "");
  hash.update(bytes.data(), static_cast<int64_t>(bytes.size()));
  return hash.text();
}

}  // namespace

void Checkpoint::fail(const std::string& name, const std::string& what) const {
  throw Error(ErrorKind::input, path_, "array '" + name + "' " + what);
}

void Checkpoint::put_elements(const std::string& name, const void* data, std::size_t element_bytes,
                              std::size_t count) {
  Array& a = arrays_[name];
  a.element_bytes = static_cast<uint32_t>(element_bytes);
  a.bytes.resize(count * element_bytes);
  if (count > 0) std::memcpy(a.bytes.data(), data, a.bytes.size());
}

const Checkpoint::Array& Checkpoint::find(const std::string& name, std::size_t element_bytes) const {
  const auto it = arrays_.find(name);
  if (it == arrays_.end()) fail(name, "is missing");
  if (it->second.element_bytes != element_bytes)
    fail(name, "has elements of " + std::to_string(it->second.element_bytes) + " bytes instead of " +
                   std::to_string(element_bytes));
  return it->second;
}

int64_t Checkpoint::bytes() const {
  int64_t sum = 0;
  for (const auto& [name, a] : arrays_) sum += static_cast<int64_t>(a.bytes.size());
  return sum;
}

void Checkpoint::write(const std::string& path, const std::string& run) const {
  SafeFile file(path, bytes());
  Sink sink(file);
  sink.bytes(kMagic.data(), kMagic.size());
  sink.number(kVersion);
  sink.number(static_cast<uint32_t>(arrays_.size()));
  sink.number(frame_);
  sink.text(run);
  for (const auto& [name, a] : arrays_) {
    sink.text(name);
    sink.number(a.element_bytes);
    sink.number(uint64_t{a.bytes.size()} / a.element_bytes);
    sink.bytes(a.bytes.data(), a.bytes.size());
  }
  const std::string hash = sink.hash();
  sink.text(hash);
  file.commit();
}

Checkpoint Checkpoint::read(const std::string& path, const std::string& run) {
  const std::string bytes = whole_file(path);
  Source all(bytes, path);
  if (all.take(kMagic.size()) != kMagic) all.fail("it does not begin as one");
  if (const auto version = all.number<uint32_t>(); version != kVersion)
    throw Error(ErrorKind::input, path, "is a checkpoint of format " + std::to_string(version));
  if (bytes.size() < kMagic.size() + kHashText) all.fail("ends too early");
  const std::string_view hashed = std::string_view(bytes).substr(0, bytes.size() - kHashText);
  Source tail(std::string_view(bytes).substr(hashed.size()), path);
  if (tail.text() != hash_of(hashed)) all.fail("its bytes are not those that were written");
  const auto count = all.number<uint32_t>();
  Checkpoint c(all.number<int64_t>());
  c.path_ = path;
  if (all.text() != run) throw Error(ErrorKind::input, path, "is a checkpoint of another run");
  for (uint32_t i = 0; i < count; ++i) {
    const std::string name = all.text();
    Array& a = c.arrays_[name];
    a.element_bytes = all.number<uint32_t>();
    const auto elements = all.number<uint64_t>();
    if (a.element_bytes == 0 || elements > bytes.size() / a.element_bytes) all.fail("an array is too long");
    const std::string_view data = all.take(elements * a.element_bytes);
    a.bytes.resize(data.size());
    if (!data.empty()) std::memcpy(a.bytes.data(), data.data(), data.size());
  }
  return c;
}

CheckpointStore::CheckpointStore(std::string folder, std::string run, int32_t keep)
    : folder_(std::move(folder)), run_(std::move(run)), keep_(keep) {}

std::string CheckpointStore::path(int64_t frame) const {
  std::string number = std::to_string(frame);
  if (number.size() < 6) number.insert(0, 6 - number.size(), '0');
  return (fs::path(folder_) / (std::string(kPrefix) + number)).string();
}

std::vector<int64_t> CheckpointStore::frames() const {
  std::vector<int64_t> out;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    if (const auto frame = parse_integer(std::string_view(name).substr(kPrefix.size())))
      out.push_back(*frame);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void CheckpointStore::save(const Checkpoint& checkpoint) const {
  checkpoint.write(path(checkpoint.frame()), run_);
  const std::vector<int64_t> all = frames();
  std::error_code error;
  for (std::size_t i = 0; i + static_cast<std::size_t>(keep_) < all.size(); ++i)
    if (all[i] != checkpoint.frame()) fs::remove(path(all[i]), error);
}

std::optional<Checkpoint> CheckpointStore::newest(int64_t most) const {
  std::vector<int64_t> all = frames();
  while (!all.empty() && all.back() > most) all.pop_back();
  while (!all.empty()) {
    try {
      return Checkpoint::read(path(all.back()), run_);
    } catch (const Error& e) {
      std::error_code error;
      fs::remove(path(all.back()), error);  // so that it does not count as one of those to keep
      all.pop_back();
      log_warning(std::string(e.what()) + "; " +
                  (all.empty() ? std::string("no other is left: the simulation begins anew")
                               : "falling back to the one of frame " + std::to_string(all.back())));
    }
  }
  return std::nullopt;
}

}  // namespace ocean
