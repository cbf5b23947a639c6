// SPDX-License-Identifier: Apache-2.0
//
// The whole state of a simulation in one file: named arrays and numbers. A checkpoint that reads back without
// an error is the one that was written, bit for bit: the file ends with a hash of all before it, and it
// appears whole or not at all (safe_file.h).
//
//   Checkpoint c(frame);
//   c.put("position", positions);            // std::vector of PODs, little endian
//   c.put_integer("next_id", next_id);
//   store.save(c);                           // …
//   positions = c.array<Vec3f>("position");  // Error{input} if it is not there or has other elements
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace ocean {

class Checkpoint {
 public:
  explicit Checkpoint(int64_t frame = 0) : frame_(frame) {}

  int64_t frame() const { return frame_; }  // the last one that is simulated

  template <class T>
  void put(const std::string& name, const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_elements(name, values.data(), sizeof(T), values.size());
  }
  void put_integer(const std::string& name, int64_t value) { put(name, std::vector<int64_t>{value}); }
  void put_real(const std::string& name, double value) { put(name, std::vector<double>{value}); }

  template <class T>
  std::vector<T> array(const std::string& name) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const Array& a = find(name, sizeof(T));
    std::vector<T> values(a.bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), a.bytes.data(), a.bytes.size());
    return values;
  }
  int64_t integer(const std::string& name) const { return single<int64_t>(name); }
  double real(const std::string& name) const { return single<double>(name); }

  int64_t bytes() const;  // of all arrays

  // run: what the state belongs to (configuration, inputs, version); read() refuses another's. Throw
  // Error{output} and Error{input}; the latter for a file that is missing, damaged or another run's.
  void write(const std::string& path, const std::string& run) const;
  static Checkpoint read(const std::string& path, const std::string& run);

 private:
  struct Array {
    uint32_t element_bytes = 1;
    std::vector<std::byte> bytes;
  };
  void put_elements(const std::string& name, const void* data, std::size_t element_bytes, std::size_t count);
  const Array& find(const std::string& name, std::size_t element_bytes) const;
  template <class T>
  T single(const std::string& name) const {
    const std::vector<T> values = array<T>(name);
    if (values.size() != 1) fail(name, "is no single number");
    return values[0];
  }
  [[noreturn]] void fail(const std::string& name, const std::string& what) const;

  int64_t frame_;
  std::string path_ = "checkpoint";  // for messages
  std::map<std::string, Array> arrays_;
};

// The checkpoints of one run in a folder of their own: "checkpoint.000040".
class CheckpointStore {
 public:
  CheckpointStore(std::string folder, std::string run, int32_t keep);

  // Writes it, then removes the oldest beyond `keep`. Throws Error{output}.
  void save(const Checkpoint& checkpoint) const;
  // The newest whole one of a frame ≤ most. A damaged one is removed, with a warning that names it, the
  // reason and the one before it; unset where none is left.
  std::optional<Checkpoint> newest(int64_t most) const;
  std::vector<int64_t> frames() const;  // ascending, whole or not
  std::string path(int64_t frame) const;

 private:
  std::string folder_, run_;
  int32_t keep_;
};

}  // namespace ocean
