// SPDX-License-Identifier: Apache-2.0
#include "tests/support/golden.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ocean {
namespace {

std::string golden_path() {
  const char* path = std::getenv("OCEAN_GOLDEN_FILE");
  return path != nullptr ? path : OCEAN_GOLDEN_FILE;
}

bool updating() {
  const char* flag = std::getenv("OCEAN_UPDATE_GOLDEN");
  return flag != nullptr && std::string(flag) == "1";
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read the golden hashes: " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Holds the file's lock, so that test programs that run at once do not lose each other's entries.
class FileLock {
 public:
  explicit FileLock(const std::string& path) : fd_(open(path.c_str(), O_RDWR | O_CREAT, 0644)) {
    if (fd_ < 0 || flock(fd_, LOCK_EX) != 0) throw std::runtime_error("cannot lock " + path);
  }
  ~FileLock() { close(fd_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_;
};

void update(const std::string& name, const std::string& hex) {
  const std::string path = golden_path();
  const FileLock lock(path);
  const std::string before = read_text(path);
  std::map<std::string, std::string> entries;
  if (!before.empty()) entries = parse_flat_json(before);
  entries[name] = hex;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << print_flat_json(entries);
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

struct Reader {
  const std::string& text;
  size_t at = 0;
  int line = 1;

  [[noreturn]] void fail(const char* what) const {
    throw std::runtime_error("golden hashes, line " + std::to_string(line) + ": " + what);
  }
  void skip_space() {
    for (; at < text.size() && std::string(" \t\r\n").find(text[at]) != std::string::npos; ++at)
      if (text[at] == '\n') ++line;
  }
  bool accept(char c) {
    skip_space();
    if (at >= text.size() || text[at] != c) return false;
    ++at;
    return true;
  }
  std::string string() {
    if (!accept('"')) fail("a string was expected");
    const size_t end = text.find_first_of("\"\\\n", at);
    if (end == std::string::npos || text[end] != '"') fail("a string without escapes was expected");
    const std::string value = text.substr(at, end - at);
    at = end + 1;
    return value;
  }
};

}  // namespace

std::map<std::string, std::string> parse_flat_json(const std::string& text) {
  std::map<std::string, std::string> entries;
  Reader r{text};
  if (!r.accept('{')) r.fail("'{' was expected");
  if (!r.accept('}')) {
    do {
      const std::string name = r.string();
      if (!r.accept(':')) r.fail("':' was expected");
      if (!entries.emplace(name, r.string()).second) r.fail("a name occurs twice");
    } while (r.accept(','));
    if (!r.accept('}')) r.fail("',' or '}' was expected");
  }
  r.skip_space();
  if (r.at != text.size()) r.fail("text after the object");
  return entries;
}

std::string print_flat_json(const std::map<std::string, std::string>& entries) {
  std::string text = "{";
  const char* separator = "\n";
  for (const auto& [name, hex] : entries) {
    text += separator + ("  \"" + name + "\": \"" + hex + '"');
    separator = ",\n";
  }
  return text + "\n}\n";
}

void expect_golden_hex(const std::string& name, const std::string& hex) {
  if (updating()) {
    update(name, hex);
    return;
  }
  const auto entries = parse_flat_json(read_text(golden_path()));
  const auto found = entries.find(name);
  if (found == entries.end()) {
    ADD_FAILURE() << "no golden hash is named \"" << name << "\"; this run gives " << hex
                  << " (OCEAN_UPDATE_GOLDEN=1 writes it)";
    return;
  }
  EXPECT_EQ(found->second, hex) << "golden hash \"" << name << "\" differs";
}

void expect_golden(const std::string& name, Hash128 hash) { expect_golden_hex(name, to_hex(hash)); }

void expect_golden(const std::string& name, uint64_t hash) {
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
  expect_golden_hex(name, hex);
}

}  // namespace ocean
