// SPDX-License-Identifier: Apache-2.0
//
// The container of a glTF 2.0 file (Khronos glTF 2.0 specification, ISO/IEC 12113), its JSON and the values
// of its accessors.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "kernels/math/vec.h"
#include "libbake/io/byte_source.h"

namespace ocean {

// A value of the JSON text and where it lies. Everything throws Error{input} with the file, the JSON pointer
// and what is wrong. Must not outlive GltfData.
class GltfValue {
 public:
  GltfValue(const nlohmann::ordered_json& json, const std::string& path, std::string pointer)
      : json_(&json), path_(&path), pointer_(std::move(pointer)) {}
  [[noreturn]] void fail(const std::string& what) const;
  bool has(const char* key) const;      // of an object
  GltfValue at(const char* key) const;  // must be there
  int64_t size() const;                 // of a list
  GltfValue at(int64_t index) const;    // must be there
  std::string text() const;
  bool boolean() const;
  double real() const;
  int64_t whole(int64_t low, int64_t high) const;
  int64_t whole_or(const char* key, int64_t otherwise, int64_t low, int64_t high) const;
  std::vector<double> reals(int64_t count) const;  // exactly so many
  // List `list` of the file's root at the index that this value is.
  GltfValue named_by(const GltfValue& root, const char* list) const;

 private:
  const nlohmann::ordered_json* json_;
  const std::string* path_;
  std::string pointer_;
};

class GltfData {
 public:
  // A .gltf text or a GLB. Throws Error{input}: cut off, not of version 2, an extension that it requires and
  // that changes the surface.
  explicit GltfData(const std::string& path);
  ~GltfData();
  GltfData(const GltfData&) = delete;
  GltfData& operator=(const GltfData&) = delete;

  const std::string& path() const { return path_; }
  GltfValue root() const;
  // index: the number of an accessor. Positions are VEC3 of floats, or of whole numbers
  // (KHR_mesh_quantization); corners SCALAR of u8, u16 or u32. Sparse ones too. Throws Error{input}: another
  // type, values beyond the buffer, a buffer that is missing, too short or lies outside the file's folder.
  std::vector<Vec3d> positions(const GltfValue& index);
  std::vector<uint32_t> corners(const GltfValue& index);
  // Of the file and the buffers that were read so far.
  const std::vector<std::string>& files() const { return files_; }

 private:
  struct Buffer {
    std::string bytes;  // of a data URI
    std::unique_ptr<ByteSource> own;
    const ByteSource* source = nullptr;
    int64_t begin = 0, size = 0;
  };
  struct Layout {
    int64_t component_type = 0, components = 0, count = 0;
    int64_t element_bytes() const;
  };

  void read_container();
  void check_versions() const;
  const Buffer& buffer(const GltfValue& index);
  Buffer open_buffer(const GltfValue& index);
  void open_file(const GltfValue& uri, const std::string& text, Buffer& buffer);
  // Calls visit(i, components) for each element.
  template <class Visit>
  void each_value(const GltfValue& holder, const Layout& layout, bool strided, const Visit& visit);
  template <class Visit>
  void each_element(const GltfValue& index, Layout& layout, const char* type, const Visit& visit);

  const std::string path_;
  const ByteSource source_;
  int64_t bin_begin_ = 0, bin_size_ = -1;
  std::string text_;
  std::unique_ptr<nlohmann::ordered_json> json_;
  std::map<int64_t, Buffer> buffers_;
  std::vector<std::string> files_;
};

}  // namespace ocean
