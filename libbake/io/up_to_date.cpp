// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/up_to_date.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "kernels/cancel.h"
#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/read_file.h"
#include "libbake/io/content_hash.h"
#include "libbake/io/outputs.h"
#include "libbake/io/safe_file.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kStateFormat = 1;

std::string state_path(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / ("." + name + ".state")).string();
}

Json state_json(const FileState& s) { return {{"file", s.file}, {"bytes", s.bytes}, {"hash", s.hash}}; }

// "" or why the file is not as the state says.
std::string difference(const std::string& folder, const Json& expected) {
  const std::string file = expected.at("file");
  const std::string path = (fs::path(folder) / file).string();
  std::error_code error;
  const auto bytes = fs::file_size(path, error);
  if (error) return file + " is missing";
  if (static_cast<int64_t>(bytes) != expected.at("bytes").get<int64_t>() ||
      hash_file(path) != expected.at("hash").get<std::string>()) {
    return file + " was changed since";
  }
  return "";
}

std::string config_difference(const std::string& before, const std::string& now) {
  const Json a = Json::parse(before), b = Json::parse(now);
  const Json patch = Json::diff(a, b);
  if (patch.empty()) return "";
  const std::string where = patch[0].at("path");
  const Json::json_pointer pointer(where);
  std::string text = "the configuration differs at " + where;
  if (a.contains(pointer)) text += ": " + a.at(pointer).dump() + " then";
  if (b.contains(pointer))
    text += std::string(a.contains(pointer) ? "," : ":") + " " + b.at(pointer).dump() + " now";
  return text;
}

std::string input_difference(const std::vector<InputRecord>& before, const std::vector<InputRecord>& now) {
  if (before.size() != now.size()) return "the number of inputs differs";
  for (size_t i = 0; i < now.size(); ++i) {
    const std::string file = now[i].file();
    if (before[i].path != file) return "input " + before[i].path + " became " + file;
    if (before[i].bytes != now[i].bytes || before[i].hash != now[i].hash)
      return "input " + file + " was changed since";
  }
  return "";
}

std::string first_difference(const std::string& folder, const std::string& name, const std::string& config,
                             const std::vector<InputRecord>& inputs, const std::string& version) {
  const std::string target = manifest_path(folder, name);
  std::error_code error;
  if (!fs::exists(target, error))
    return "there is no " + fs::path(target).filename().string() + " of an earlier run";
  const SmallFile file = read_small_file(state_path(folder, name));
  if (!file.problem.empty()) return "there is no state file of the earlier run";
  const Json state = Json::parse(file.text);
  if (state.at("state") != kStateFormat) return "the state file is of another version";
  if (std::string why = difference(folder, state.at("manifest")); !why.empty()) return why;

  const Manifest manifest = read_manifest(target);
  if (manifest.version != version) return "version " + manifest.version + " wrote it, this is " + version;
  if (std::string why = config_difference(manifest.config, portable_config(config, inputs)); !why.empty())
    return why;
  if (std::string why = input_difference(manifest.inputs, inputs); !why.empty()) return why;
  for (const Json& output : state.at("outputs")) {
    if (std::string why = difference(folder, output); !why.empty()) return why;
  }
  return "";
}

}  // namespace

std::string manifest_path(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / (name + ".manifest.json")).string();
}

FileState file_state(const std::string& folder, const std::string& file) {
  const std::string path = (fs::path(folder) / file).string();
  try {
    const InputRecord record = input_record(path);
    return {file, record.bytes, record.hash};
  } catch (const Error& error) {
    throw Error(ErrorKind::output, path,
                "vanished or cannot be read back after writing: " + error.problems().front().what);
  }
}

void write_state(const std::string& folder, const std::string& name, const std::vector<FileState>& outputs,
                 const std::string& manifest_text) {
  Json state = {{"state", kStateFormat}};
  state["manifest"] = state_json({fs::path(manifest_path(folder, name)).filename().string(),
                                  static_cast<int64_t>(manifest_text.size()), hash_bytes(manifest_text)});
  state["outputs"] = Json::array();
  for (const FileState& output : outputs) state["outputs"].push_back(state_json(output));
  write_file(state_path(folder, name), state.dump(1) + "\n");
}

bool is_as_left(const std::string& folder, const std::string& name) {
  try {
    const SmallFile file = read_small_file(state_path(folder, name));
    if (!file.problem.empty()) return false;
    const Json state = Json::parse(file.text);
    if (state.at("state") != kStateFormat || !difference(folder, state.at("manifest")).empty()) return false;
    const Json& outputs = state.at("outputs");
    return std::all_of(outputs.begin(), outputs.end(),
                       [&](const Json& output) { return difference(folder, output).empty(); });
  } catch (const Interrupted&) {
    throw;
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception&) {
    return false;
  }
}

void invalidate(const std::string& folder, const std::string& name) {
  const std::string path = manifest_path(folder, name);
  std::error_code error;
  fs::remove(follow_links(path), error);
  if (error && error.value() != ENOENT && error.value() != ENOTDIR) {
    throw Error(ErrorKind::output, path, "cannot be replaced: " + write_remedy(path, error.value(), 0));
  }
}

bool up_to_date(const std::string& folder, const std::string& name, const std::string& config,
                const std::vector<InputRecord>& inputs, const std::string& version, std::string* why_not) {
  std::string why;
  try {
    why = first_difference(folder, name, config, inputs, version);
  } catch (const Interrupted&) {
    throw;
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    why = std::string("the earlier run cannot be judged: ") + error.what();
  }
  if (why_not) *why_not = why;
  return why.empty();
}

}  // namespace ocean
