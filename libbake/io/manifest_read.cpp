// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/manifest.h"
#include "libbake/io/strict_json.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int64_t kMaxSide = std::numeric_limits<int32_t>::max();

// A value of the manifest and where it lies, for messages.
class Node {
 public:
  Node(const Json& json, const std::string& path, std::string pointer)
      : json_(json), path_(path), pointer_(std::move(pointer)) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::input, path_ + ": " + (pointer_.empty() ? "/" : pointer_),
                what + "; the manifest is damaged: run the job again");
  }
  bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
  Node at(const char* key) const {
    if (!json_.is_object()) fail("is no object");
    if (!json_.contains(key)) fail("lacks the key '" + std::string(key) + "'");
    return {json_.at(key), path_, pointer_ + "/" + key};
  }
  std::vector<Node> list() const {
    if (!json_.is_array()) fail("is no list");
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < json_.size(); ++i)
      nodes.emplace_back(json_[i], path_, pointer_ + "/" + std::to_string(i));
    return nodes;
  }
  std::vector<Node> list(std::size_t count) const {
    std::vector<Node> nodes = list();
    if (nodes.size() != count) fail("must have " + std::to_string(count) + " entries");
    return nodes;
  }
  std::string text() const {
    if (!json_.is_string()) fail(json_.dump() + " is no text");
    return json_.get<std::string>();
  }
  bool boolean() const {
    if (!json_.is_boolean()) fail(json_.dump() + " is neither true nor false");
    return json_.get<bool>();
  }
  double real() const {
    if (!json_.is_number()) fail(json_.dump() + " is no number");
    return json_.get<double>();
  }
  int64_t whole(int64_t low, int64_t high) const {
    const bool fits = json_.is_number_integer() &&
                      (!json_.is_number_unsigned() || json_.get<uint64_t>() <= uint64_t{INT64_MAX});
    if (!fits || json_.get<int64_t>() < low || json_.get<int64_t>() > high)
      fail(json_.dump() + " is no whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return json_.get<int64_t>();
  }
  std::map<std::string, std::string> facts() const {
    std::map<std::string, std::string> facts;
    if (!has("facts")) return facts;
    const Json& json = at("facts").json_;
    if (!json.is_object()) at("facts").fail("is no object");
    for (const auto& [key, value] : json.items()) facts[key] = value.dump();
    return facts;
  }
  std::string dump() const { return json_.dump(); }

 private:
  const Json& json_;
  const std::string& path_;
  std::string pointer_;
};

// An output lies beside the manifest or below: a manifest must not make a reader open anything else.
std::string file_below(const Node& node) {
  const std::string file = node.text();
  const fs::path path(file);
  if (file.empty() || path.is_absolute() || !path.has_filename() || file.find('\0') != std::string::npos ||
      std::find(path.begin(), path.end(), "..") != path.end())
    node.fail(in_quotes(file) + " is no path below the manifest's folder");
  return file;
}

ChannelRecord channel_of(const Node& node) {
  ChannelRecord c{node.at("name").text(), node.at("meaning").text(), node.at("unit").text(), {}, {}, {}, {}};
  if (node.has("key")) c.key = node.at("key").text();
  const Node decode = node.at("decode");
  c.decode = {decode.at("scale").real(), decode.at("offset").real(), decode.at("square").boolean()};
  if (node.has("range")) {
    const std::vector<Node> range = node.at("range").list(2);
    c.min = range[0].real();
    c.max = range[1].real();
  }
  if (node.has("quantisation_error")) c.quantisation_error = node.at("quantisation_error").real();
  return c;
}

OutputRecord output_of(const Node& node) {
  OutputRecord o;
  o.file = file_below(node.at("file"));
  o.role = node.at("role").text();
  o.format = node.at("format").text();
  if (node.has("width")) {
    o.width = static_cast<int32_t>(node.at("width").whole(1, kMaxSide));
    o.height = static_cast<int32_t>(node.at("height").whole(1, kMaxSide));
    for (const Node& c : node.at("channels").list()) o.channels.push_back(channel_of(c));
    if (o.channels.empty()) node.at("channels").fail("is empty");
    o.tiles_x = node.at("tiles").at("x").boolean();
    o.tiles_y = node.at("tiles").at("y").boolean();
  }
  if (node.has("world")) {
    const Node w = node.at("world");
    const std::vector<Node> b = w.at("bounds").list(4);
    o.world = WorldRecord{b[0].real(),          b[1].real(), b[2].real(), b[3].real(), w.at("texel_m").real(),
                          w.at("target").text()};
  }
  if (node.has("time")) {
    const Node t = node.at("time");
    o.time = TimeRecord{t.at("frame").whole(INT64_MIN, INT64_MAX), t.at("time_s").real(),
                        t.at("step_s").real(), t.at("period_s").real()};
  }
  o.facts = node.facts();
  o.content_hash = node.at("content_hash").text();
  o.bytes = node.at("bytes").whole(0, INT64_MAX);
  return o;
}

}  // namespace

Manifest read_manifest(const std::string& path) {
  const Json json = read_strict_json(path, "name a NAME.manifest.json");
  if (json.is_object() && json.contains("manifest") && json.at("manifest").is_number_integer() &&
      json.at("manifest") > kManifestFormat)
    throw Error(ErrorKind::input, path,
                "is of manifest format " + json.at("manifest").dump() + ", newer than the " +
                    std::to_string(kManifestFormat) +
                    " that this program reads; use the program that wrote it, or "
                    "run the job again with this one");
  if (!json.is_object() || !json.contains("manifest") || json.at("manifest") != kManifestFormat) {
    throw Error(ErrorKind::input, path,
                "is no manifest of this tool (its \"manifest\" is not " + std::to_string(kManifestFormat) +
                    "); name a NAME.manifest.json");
  }
  const Node node(json, path, "");
  Manifest m;
  m.tool = node.at("tool").text();
  m.version = node.at("version").text();
  m.kind = node.at("job").text();
  m.name = node.at("name").text();
  m.config = node.at("config").dump();
  for (const Node& i : node.at("inputs").list())
    m.inputs.push_back({i.at("file").text(), i.at("bytes").whole(0, INT64_MAX), i.at("hash").text(), {}});
  for (const Node& o : node.at("outputs").list()) {
    m.outputs.push_back(output_of(o));
    for (std::size_t k = 0; k + 1 < m.outputs.size(); ++k)
      if (m.outputs[k].file == m.outputs.back().file)
        o.fail(in_quotes(m.outputs[k].file) + " is listed twice");
  }
  m.facts = node.facts();
  return m;
}

}  // namespace ocean
