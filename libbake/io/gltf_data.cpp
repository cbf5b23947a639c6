// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/gltf_data.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <limits>

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/base64.h"
#include "libbake/io/strict_json.h"

namespace ocean {

namespace {

namespace fs = std::filesystem;

constexpr int64_t kMaxItems = std::numeric_limits<int32_t>::max() - 1;
constexpr int64_t kMaxBytes = int64_t{1} << 52;  // whole numbers that JSON's doubles keep
enum : int64_t { kI8 = 5120, kU8, kI16, kU16, kU32 = 5125, kFloat };

uint32_t little_u32(const char* p) {
  const auto* u = reinterpret_cast<const unsigned char*>(p);
  return u[0] | uint32_t{u[1]} << 8 | uint32_t{u[2]} << 16 | uint32_t{u[3]} << 24;
}
uint32_t little_u16(const char* p) {
  const auto* u = reinterpret_cast<const unsigned char*>(p);
  return u[0] | uint32_t{u[1]} << 8;
}

int64_t component_bytes(int64_t type) {
  return type == kI8 || type == kU8 ? 1 : type == kI16 || type == kU16 ? 2 : 4;
}

int64_t index_type(const GltfValue& accessor) {
  const GltfValue type = accessor.at("componentType");
  const int64_t value = type.whole(kI8, kFloat);
  if (value != kU8 && value != kU16 && value != kU32) type.fail("is no type of indices");
  return value;
}

double component(const char* p, int64_t type, bool normalised) {
  switch (type) {
    case kI8:
      return normalised ? std::max(static_cast<signed char>(*p) / 127., -1.) : static_cast<signed char>(*p);
    case kU8:
      return static_cast<unsigned char>(*p) / (normalised ? 255. : 1);
    case kI16: {
      const auto value = static_cast<int16_t>(little_u16(p));
      return normalised ? std::max(value / 32767., -1.) : value;
    }
    case kU16:
      return little_u16(p) / (normalised ? 65535. : 1);
    case kU32:
      return little_u32(p);
    default:
      return static_cast<double>(std::bit_cast<float>(little_u32(p)));
  }
}

// Extensions that a file may require without changing its surface.
bool is_harmless(const std::string& extension) {
  for (const char* prefix : {"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_xmp",
                             "KHR_animation_", "KHR_mesh_quantization"})
    if (extension.starts_with(prefix)) return true;
  return false;
}

std::string percent_decoded(const std::string& uri) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'                     ? c - '0'
           : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                    : -1;
  };
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool coded =
        uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
    out += coded ? static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2])) : uri[i];
    if (coded) i += 2;
  }
  return out;
}

}  // namespace

GltfData::GltfData(const std::string& path) : path_(path), source_(path), files_{path} {
  read_container();
  json_ = std::make_unique<nlohmann::ordered_json>(parse_strict_json(text_, path_));
  std::string().swap(text_);
  check_versions();
}

GltfData::~GltfData() = default;

GltfValue GltfData::root() const { return {*json_, path_, ""}; }

// GLB: 12 bytes of header, then chunks of length, type and content: JSON first, BIN second if at all.
void GltfData::read_container() {
  const auto fail = [&](const std::string& what) { throw Error(ErrorKind::input, path_, what); };
  const std::string remedy = "; export the file again";
  char head[20] = {};
  source_.read(0, std::min<int64_t>(source_.size(), sizeof head), head);
  int64_t begin = 0, end = source_.size();
  if (std::memcmp(head, "glTF", 4) == 0) {
    if (source_.size() < 20) fail("is cut off within its first 20 bytes" + remedy);
    if (little_u32(head + 4) != 2)
      fail("is a GLB of version " + std::to_string(little_u32(head + 4)) + "; export it as glTF 2.0");
    const int64_t announced = little_u32(head + 8);
    if (announced > source_.size())
      fail("is cut off: it announces " + std::to_string(announced) + " bytes and has " +
           std::to_string(source_.size()) + remedy);
    if (std::memcmp(head + 16, "JSON", 4) != 0) fail("does not begin with a JSON chunk" + remedy);
    begin = 20;
    end = begin + little_u32(head + 12);
    if (end > announced) fail("has a JSON chunk that is longer than the file" + remedy);
    if (announced - end >= 8) {
      source_.read(end, 8, head);
      bin_begin_ = end + 8;
      if (std::memcmp(head + 4, "BIN\0", 4) == 0) bin_size_ = little_u32(head);
      if (bin_begin_ + bin_size_ > announced) fail("has a BIN chunk that is longer than the file" + remedy);
    }
  }
  text_.resize(static_cast<std::size_t>(end - begin));
  source_.read(begin, end - begin, text_.data());
  if (begin > 0) text_.erase(text_.find_last_not_of('\0') + 1);  // some pad with zeros for blanks
  if (text_.starts_with("\xef\xbb\xbf")) text_.erase(0, 3);
}

void GltfData::check_versions() const {
  const GltfValue version = root().at("asset").at("version");
  if (!version.text().starts_with("2."))
    version.fail("is " + in_quotes(version.text()) + ", not 2.0, which alone is read");
  if (!root().has("extensionsRequired")) return;
  const GltfValue required = root().at("extensionsRequired");
  for (int64_t i = 0; i < required.size(); ++i) {
    const std::string name = required.at(i).text();
    if (!is_harmless(name))
      required.at(i).fail("it needs " + in_quotes(name) + ", which is not read; leave it out");
  }
}

const GltfData::Buffer& GltfData::buffer(const GltfValue& index) {
  index.named_by(root(), "buffers");
  const int64_t key = index.whole(0, kMaxBytes);
  const auto found = buffers_.find(key);
  return found != buffers_.end() ? found->second : buffers_.emplace(key, open_buffer(index)).first->second;
}

GltfData::Buffer GltfData::open_buffer(const GltfValue& index) {
  const GltfValue json = index.named_by(root(), "buffers");
  Buffer buffer;
  if (!json.has("uri")) {
    if (bin_size_ < 0 || index.whole(0, kMaxBytes) != 0)
      json.fail("has no uri, and the file no BIN chunk for it");
    buffer.source = &source_;
    buffer.begin = bin_begin_;
    buffer.size = bin_size_;
  } else {
    const GltfValue uri = json.at("uri");
    const std::string text = uri.text();
    if (text.starts_with("data:")) {
      const std::size_t comma = text.find(";base64,");
      std::optional<std::string> bytes;
      if (comma != std::string::npos) bytes = decode_base64(std::string_view(text).substr(comma + 8));
      if (!bytes) uri.fail("is no data in base64");
      buffer.bytes = std::move(*bytes);
      buffer.size = static_cast<int64_t>(buffer.bytes.size());
    } else {
      open_file(uri, text, buffer);
    }
  }
  const int64_t wanted = json.at("byteLength").whole(1, kMaxBytes);
  if (buffer.size < wanted)
    json.fail("announces " + std::to_string(wanted) + " bytes, but has " + std::to_string(buffer.size));
  buffer.size = wanted;
  return buffer;
}

void GltfData::open_file(const GltfValue& uri, const std::string& text, Buffer& buffer) {
  const std::string name = percent_decoded(text);
  if (name.empty() || name.find('\0') != std::string::npos) uri.fail("names no file");
  const fs::path folder = fs::path(path_).parent_path();
  std::error_code error;
  const fs::path inside = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  const fs::path relative = fs::weakly_canonical(inside / name, error).lexically_relative(inside);
  if (error || fs::path(name).is_absolute() || relative.empty() || *relative.begin() == "..")
    uri.fail(in_quotes(name) + " is no file in the folder of the glTF file, or below");
  const std::string path = (folder / name).string();
  buffer.own = std::make_unique<ByteSource>(path);
  buffer.source = buffer.own.get();
  buffer.size = buffer.source->size();
  if (std::find(files_.begin(), files_.end(), path) == files_.end()) files_.push_back(path);
}

int64_t GltfData::Layout::element_bytes() const { return components * component_bytes(component_type); }

// The elements of a buffer view from byteOffset of holder on.
template <class Visit>
void GltfData::each_value(const GltfValue& holder, const Layout& layout, bool strided, const Visit& visit) {
  const GltfValue view = holder.at("bufferView").named_by(root(), "bufferViews");
  const Buffer& data = buffer(view.at("buffer"));
  const int64_t begin = view.whole_or("byteOffset", 0, 0, kMaxBytes),
                size = view.at("byteLength").whole(1, kMaxBytes);
  if (begin + size > data.size)
    view.fail("reaches beyond its buffer of " + std::to_string(data.size) + " bytes");
  const int64_t bytes = layout.element_bytes();
  const int64_t stride = strided ? view.whole_or("byteStride", bytes, bytes, 252) : bytes;
  const int64_t offset = holder.whole_or("byteOffset", 0, 0, kMaxBytes);
  if (offset + bytes > size || layout.count - 1 > (size - offset - bytes) / stride)
    holder.fail(std::to_string(layout.count) + " values reach beyond their buffer view of " +
                std::to_string(size) + " bytes");
  constexpr int64_t kBlock = 1 << 14;
  std::vector<char> block;
  for (int64_t i = 0; i < layout.count; i += kBlock) {
    const int64_t n = std::min(kBlock, layout.count - i);
    block.resize(static_cast<std::size_t>((n - 1) * stride + bytes));
    const int64_t from = begin + offset + i * stride;
    if (data.source == nullptr) std::memcpy(block.data(), data.bytes.data() + from, block.size());
    else data.source->read(data.begin + from, static_cast<int64_t>(block.size()), block.data());
    for (int64_t k = 0; k < n; ++k) visit(i + k, block.data() + k * stride);
  }
}

template <class Visit>
void GltfData::each_element(const GltfValue& index, Layout& layout, const char* type, const Visit& visit) {
  const GltfValue accessor = index.named_by(root(), "accessors");
  if (accessor.at("type").text() != type)
    accessor.at("type").fail("is not " + std::string(type) + " as its use demands");
  if (!accessor.has("bufferView")) accessor.fail("has no bufferView, so no values");
  each_value(accessor, layout, true, visit);
  if (!accessor.has("sparse")) return;
  const GltfValue sparse = accessor.at("sparse");
  Layout places{index_type(sparse.at("indices")), 1, sparse.at("count").whole(1, layout.count)};
  std::vector<int64_t> where;
  each_value(sparse.at("indices"), places, false, [&](int64_t, const char* p) {
    where.push_back(static_cast<int64_t>(component(p, places.component_type, false)));
    if (where.back() < 0 || where.back() >= layout.count)
      sparse.fail("replaces value " + std::to_string(where.back()) + " of " + std::to_string(layout.count));
  });
  const Layout values{layout.component_type, layout.components, places.count};
  each_value(sparse.at("values"), values, false,
             [&](int64_t i, const char* p) { visit(where[static_cast<std::size_t>(i)], p); });
}

std::vector<Vec3d> GltfData::positions(const GltfValue& index) {
  const GltfValue accessor = index.named_by(root(), "accessors");
  const int64_t type = accessor.at("componentType").whole(kI8, kFloat);
  if (type != kFloat && type > kU16) accessor.at("componentType").fail("is no type of positions");
  Layout layout{type, 3, accessor.at("count").whole(1, kMaxItems)};
  const bool normalised = type != kFloat && accessor.has("normalized") && accessor.at("normalized").boolean();
  std::vector<Vec3d> out;
  each_element(index, layout, "VEC3", [&](int64_t i, const char* p) {
    const int64_t step = component_bytes(type);
    const Vec3d value{component(p, type, normalised), component(p + step, type, normalised),
                      component(p + 2 * step, type, normalised)};
    if (i == static_cast<int64_t>(out.size())) out.push_back(value);
    else out[static_cast<std::size_t>(i)] = value;
  });
  return out;
}

std::vector<uint32_t> GltfData::corners(const GltfValue& index) {
  const GltfValue accessor = index.named_by(root(), "accessors");
  const int64_t type = index_type(accessor);
  Layout layout{type, 1, accessor.at("count").whole(1, kMaxItems)};
  std::vector<uint32_t> out;
  each_element(index, layout, "SCALAR", [&](int64_t i, const char* p) {
    const auto value = static_cast<uint32_t>(component(p, type, false));
    if (i == static_cast<int64_t>(out.size())) out.push_back(value);
    else out[static_cast<std::size_t>(i)] = value;
  });
  return out;
}

}  // namespace ocean
