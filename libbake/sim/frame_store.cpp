// SPDX-License-Identifier: Apache-2.0
//
// A record is a manifest of one frame: the files, and as facts the hashes of their bytes ("bytes:FILE") and
// the ledger ("ledger:NNN:NAME", in order).
#include "libbake/sim/frame_store.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "libbake/core/error.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"
#include "libbake/io/safe_file.h"
#include "libbake/sim/sim_options.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBytes = "bytes:";
constexpr const char* kLedger = "ledger:";
constexpr const char* kRunFile = "run.json";

std::string padded(int64_t number, std::size_t digits) {
  std::string text = std::to_string(number);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string unquoted(const std::string& json) {
  return json.size() >= 2 ? json.substr(1, json.size() - 2) : std::string();
}

}  // namespace

FrameStore::FrameStore(std::string folder, Manifest run) : outputs_(std::move(folder)), run_(std::move(run)) {
  run_.outputs.clear();
  run_.facts.clear();
  run_text_ = manifest_text(run_);
}

std::string FrameStore::folder() const { return (fs::path(outputs_) / run_folder(run_.name)).string(); }

std::string FrameStore::record_path(int64_t frame) const {
  return (fs::path(folder()) / ("frame." + padded(frame, 6) + ".json")).string();
}

bool FrameStore::open(bool keep) {
  const fs::path file = fs::path(folder()) / kRunFile;
  std::error_code error;
  const bool there = fs::exists(file, error);
  if (keep && there) {
    if (text_of(file) != run_text_)
      throw Error(ErrorKind::usage, folder(),
                  "holds a run with another configuration, other inputs or another version; run without "
                  "--resume and --repair to begin anew, or choose another --name");
    return true;
  }
  fs::remove_all(folder(), error);
  write_file(file.string(), run_text_);
  return there;
}

FrameRecord FrameStore::record(int64_t frame, WrittenFrame written) const {
  FrameRecord r{frame, std::move(written.files), {}, std::move(written.ledger)};
  Manifest m = run_;
  m.inputs.clear();
  m.config = "{}";
  for (OutputRecord& o : r.files) {
    r.states.push_back(file_state(outputs_, o.file));
    o.bytes = r.states.back().bytes;
    if (o.content_hash.empty()) o.content_hash = r.states.back().hash;
    m.facts[kBytes + o.file] = json_quoted(r.states.back().hash);
  }
  m.outputs = r.files;
  int64_t line = 0;
  for (const auto& [name, value] : r.ledger)
    m.facts[kLedger + padded(line++, 3) + ":" + name] = shortest(value);
  write_file(record_path(frame), manifest_text(m));
  return r;
}

std::optional<FrameRecord> FrameStore::whole(int64_t frame, std::string* why) const {
  const auto no = [&](const std::string& text) -> std::optional<FrameRecord> {
    if (why != nullptr) *why = text;
    return std::nullopt;
  };
  std::error_code error;
  if (!fs::exists(record_path(frame), error)) return no("was not written");
  Manifest m;
  try {
    m = read_manifest(record_path(frame));
  } catch (const Error& e) {
    return no(std::string("has a damaged record: ") + e.what());
  }
  FrameRecord r{frame, std::move(m.outputs), {}, {}};
  for (const OutputRecord& o : r.files) {
    try {
      r.states.push_back(file_state(outputs_, o.file));
    } catch (const Error&) {
      return no(o.file + " is missing");
    }
    const auto hash = m.facts.find(kBytes + o.file);
    if (hash == m.facts.end() || unquoted(hash->second) != r.states.back().hash ||
        o.bytes != r.states.back().bytes)
      return no(o.file + " is not as it was written");
  }
  const std::size_t head = std::string_view(kLedger).size() + 4;
  for (const auto& [key, value] : m.facts)
    if (key.starts_with(kLedger) && key.size() > head)
      r.ledger.emplace_back(key.substr(head), parse_real(value).value_or(0));
  return r;
}

}  // namespace ocean
