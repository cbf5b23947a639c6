// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/inspect.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/io/file_kind.h"
#include "libbake/io/image_format.h"
#include "libbake/io/inspect_terrain.h"
#include "libbake/io/inspect_vdb.h"
#include "libbake/io/manifest.h"
#include "libbake/io/strict_json.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct ChannelStatistics {
  double least = std::numeric_limits<double>::infinity(), largest = -least, sum = 0;
  int64_t count = 0, not_finite = 0;
  void add(double v) {
    if (!std::isfinite(v)) {
      ++not_finite;
      return;
    }
    least = std::min(least, v);
    largest = std::max(largest, v);
    sum += v;
    ++count;
  }
  Json json(const std::string& name) const {
    Json out = {{"name", name}};
    if (count > 0) out.update({{"min", least}, {"max", largest}, {"mean", sum / static_cast<double>(count)}});
    if (not_finite > 0) out["not_finite"] = not_finite;
    return out;
  }
};

Json inspect_image(const std::string& path) {
  ImageReader reader(path);
  const ImageSpec& spec = reader.spec();
  ContentHash hash(spec.width, spec.height, spec.channels, spec.type);
  std::vector<std::byte> row(static_cast<size_t>(spec.row_bytes()));
  std::vector<ChannelStatistics> statistics(spec.channels.size());
  std::vector<float> values;
  for (int32_t y = 0; y < spec.height; ++y) {
    reader.rows(row.data(), 1);
    hash.update(row.data(), spec.row_bytes());
    stored_values(row.data(), spec.type, spec.channels.size() * static_cast<size_t>(spec.width), values);
    for (size_t i = 0; i < values.size(); ++i) statistics[i % statistics.size()].add(values[i]);
  }
  Json out = {{"file", path},
              {"kind", "image"},
              {"format", reader.file_format()},
              {"width", spec.width},
              {"height", spec.height},
              {"type", sample_type_name(spec.type)},
              {"content_hash", hash.text()}};
  out["channels"] = Json::array();
  for (size_t c = 0; c < statistics.size(); ++c)
    out["channels"].push_back(statistics[c].json(spec.channels[c]));
  out["metadata"] = Json::object();
  for (const Attribute& a : spec.attributes) {
    if (const auto* text = std::get_if<std::string>(&a.value)) {
      out["metadata"][a.name] = *text;
    } else if (std::isfinite(std::get<double>(a.value))) {
      out["metadata"][a.name] = std::get<double>(a.value);
    }
  }
  return out;
}

Json inspect_manifest(const std::string& path) {
  const Manifest m = read_manifest(path);
  Json out = {{"file", path},         {"kind", "manifest"}, {"tool", m.tool},
              {"version", m.version}, {"job", m.kind},      {"name", m.name}};
  out["inputs"] = Json::array();
  for (const InputRecord& i : m.inputs)
    out["inputs"].push_back({{"file", i.path}, {"bytes", i.bytes}, {"hash", i.hash}});
  for (const auto& [key, text] : m.facts) out["facts"][key] = Json::parse(text);
  out["outputs"] = Json::array();
  for (const OutputRecord& o : m.outputs) {
    Json one = {{"file", o.file},
                {"role", o.role},
                {"format", o.format},
                {"bytes", o.bytes},
                {"content_hash", o.content_hash}};
    if (o.width > 0) one["size"] = std::to_string(o.width) + "x" + std::to_string(o.height);
    for (const ChannelRecord& c : o.channels) {
      const bool coded = c.decode.scale != 1 || c.decode.offset != 0 || c.decode.square;
      one["channels"][c.name] =
          c.meaning + (c.unit.empty() ? "" : " [" + c.unit + "]") + (coded ? " = " + c.decode.formula() : "");
    }
    out["outputs"].push_back(std::move(one));
  }
  return out;
}

// Only the first bytes of a regular file are read: the rest may be gigabytes of anything.
bool looks_like_json(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char first = 0;
  return file >> first && first == '{';  // >> skips blanks
}

Json inspect_json(const std::string& path) {
  const Json json = read_strict_json(path, "name an image, a terrain or a JSON file");
  if (json.contains("manifest") && json.contains("outputs")) return inspect_manifest(path);
  std::error_code error;
  return {{"file", path}, {"kind", "json"}, {"bytes", fs::file_size(path, error)}, {"values", json}};
}

std::optional<FileKind> kind_of(const std::string& path) {
  try {
    return find_file_kind(path, false);
  } catch (const Error&) {
    return std::nullopt;  // a JSON file, a picture of a kind that holds no heights, or nothing known
  }
}

// A TIFF is a picture and often a georeferenced raster too.
Json inspect_raster(const std::string& path) {
  Json image, raster;
  try {
    image = inspect_image(path);
  } catch (const Error&) {
    return inspect_terrain(path);
  }
  try {
    raster = inspect_terrain(path);
  } catch (const Error&) {
    return image;  // not heights
  }
  for (const char* key : {"file", "width", "height", "bytes"}) raster.erase(key);
  image["raster"] = std::move(raster);
  return image;
}

Json inspect_any(const std::string& path) {
  std::error_code error;
  if (is_vdb_file(path)) return inspect_vdb(path);
  const std::optional<FileKind> kind = kind_of(path);
  if (kind == FileKind::raster) return inspect_raster(path);
  if (kind && kind != FileKind::image && kind != FileKind::raw) return inspect_terrain(path);
  const bool json = fs::is_regular_file(path, error) && looks_like_json(path);
  return json ? inspect_json(path) : inspect_image(path);
}

}  // namespace

std::string inspect(const std::string& path) {
  return inspect_any(path).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ocean
