// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/manifest.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/core/target.h"
#include "libbake/io/content_hash.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

double finite(double value, const std::string& what) {
  if (!std::isfinite(value)) throw Error(ErrorKind::internal, what, "is not a finite number in the manifest");
  return value;
}

Json parse_part(const std::string& text, const std::string& what) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::internal, what, std::string("is no JSON: ") + error.what());
  }
}

Json facts_json(const std::map<std::string, std::string>& facts) {
  Json out = Json::object();
  for (const auto& [key, text] : facts) out[key] = parse_part(text, "/facts/" + key);
  return out;
}

// Strings that begin with an input's folder lose it.
void drop_folders(Json& value, const std::set<std::string>& folders) {
  if (value.is_structured()) {
    for (Json& element : value) drop_folders(element, folders);
  } else if (value.is_string()) {
    const std::string text = value.get<std::string>();
    const std::string folder = fs::path(text).parent_path().string();
    if (!folder.empty() && folders.contains(folder)) value = fs::path(text).filename().string();
  }
}

Json channel_json(const ChannelRecord& c) {
  Json out = {{"name", c.name}};
  if (!c.key.empty()) out["key"] = c.key;
  out.update({{"meaning", c.meaning}, {"unit", c.unit}});
  out["decode"] = {{"scale", finite(c.decode.scale, c.name)},
                   {"offset", finite(c.decode.offset, c.name)},
                   {"square", c.decode.square},
                   {"formula", c.decode.formula()}};
  if (c.min && c.max) out["range"] = {finite(*c.min, c.name), finite(*c.max, c.name)};
  if (c.quantisation_error) out["quantisation_error"] = finite(*c.quantisation_error, c.name);
  return out;
}

// Those of the values; bounds and texel size are in the world's axes and metres.
void add_conventions(const std::string& target, Json& world) {
  for (const TargetTraits& t : kTargets) {
    if (t.name != target) continue;
    world["axes"] = Json::array();
    for (size_t k = 0; k < t.axis.size(); ++k)
      world["axes"].push_back((t.sign[k] < 0 ? "-" : "") + std::string(1, "xyz"[t.axis[k]]));
    world["horizontal_axes"] = t.horizontal_axes;
    world["v"] = t.v_up ? "up" : "down";
    world["unit"] = t.unit;
  }
}

Json output_json(const OutputRecord& o) {
  Json out = {{"file", o.file}, {"role", o.role}, {"format", o.format}};
  if (o.width > 0) {
    out["width"] = o.width;
    out["height"] = o.height;
    out["rows"] = o.world ? "north first" : "top first";
    out["channels"] = Json::array();
    for (const ChannelRecord& c : o.channels) out["channels"].push_back(channel_json(c));
  }
  if (o.world) {
    const WorldRecord& w = *o.world;
    out["world"] = {
        {"bounds", {finite(w.x0, o.file), finite(w.y0, o.file), finite(w.x1, o.file), finite(w.y1, o.file)}},
        {"texel_m", finite(w.texel_m, o.file)},
        {"target", w.target}};
    add_conventions(w.target, out["world"]);
  }
  if (o.time) {
    out["time"] = {{"frame", o.time->frame},
                   {"time_s", finite(o.time->time_s, o.file)},
                   {"step_s", finite(o.time->step_s, o.file)},
                   {"period_s", finite(o.time->period_s, o.file)}};
  }
  if (o.width > 0) out["tiles"] = {{"x", o.tiles_x}, {"y", o.tiles_y}};
  if (!o.facts.empty()) out["facts"] = facts_json(o.facts);
  out["content_hash"] = o.content_hash;
  out["bytes"] = o.bytes;
  return out;
}

}  // namespace

std::string number_text(double value) { return Json(value).dump(); }

std::string InputRecord::file() const { return shown.empty() ? fs::path(path).filename().string() : shown; }

InputRecord input_record(const std::string& path) {
  InputRecord record{path, 0, hash_file(path)};
  std::error_code error;
  record.bytes = static_cast<int64_t>(fs::file_size(path, error));
  if (error) throw Error(ErrorKind::input, path, "cannot be measured: " + error.message());
  return record;
}

double Decode::operator()(double stored) const {
  const double t = scale * stored + offset;
  return square ? t * std::fabs(t) : t;
}

std::string Decode::formula() const {
  std::string t = "stored";
  if (scale != 1) t = number_text(scale) + " * " + t;
  if (offset != 0) t += (offset < 0 ? " - " : " + ") + number_text(std::fabs(offset));
  return square ? "t * abs(t) with t = " + t : t;
}

std::string portable_config(const std::string& config, const std::vector<InputRecord>& inputs) {
  std::set<std::string> folders;
  for (const InputRecord& i : inputs)
    if (i.shown.empty()) folders.insert(fs::path(i.path).parent_path().string());
  Json json = parse_part(config, "/config");
  drop_folders(json, folders);
  return json.dump();
}

std::string manifest_text(const Manifest& m) {
  Json out = {{"manifest", kManifestFormat},
              {"tool", m.tool},
              {"version", m.version},
              {"job", m.kind},
              {"name", m.name}};
  out["config"] = Json::parse(portable_config(m.config, m.inputs));
  out["inputs"] = Json::array();
  for (const InputRecord& i : m.inputs) {
    out["inputs"].push_back({{"file", i.file()}, {"bytes", i.bytes}, {"hash", i.hash}});
  }
  if (!m.facts.empty()) out["facts"] = facts_json(m.facts);
  out["outputs"] = Json::array();
  for (const OutputRecord& o : m.outputs) out["outputs"].push_back(output_json(o));
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ocean
