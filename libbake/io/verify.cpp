// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/verify.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string_view>

#include "libbake/core/error.h"
#include "libbake/io/image_format.h"
#include "libbake/io/outputs.h"
#include "libbake/io/vdb.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr double kTexelTolerance = 1e-9;  // of bounds against size * texel, relative: double rounding only
constexpr double kRangeTolerance = 1e-6;  // of values against their range, relative: float rounding only

std::string path_of(const std::string& folder, const OutputRecord& record) {
  return (fs::path(folder) / record.file).string();
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ",") + name;
  return out;
}

std::vector<std::string> names_of(const OutputRecord& record) {
  std::vector<std::string> names;
  for (const ChannelRecord& c : record.channels) names.push_back(c.name);
  return names;
}

std::string shape(int32_t width, int32_t height, const char* type) {
  return std::to_string(width) + "x" + std::to_string(height) + " " + type;
}

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  int64_t not_finite = 0;
  void add(double v) {
    if (!std::isfinite(v)) {
      ++not_finite;
      return;
    }
    low = std::min(low, v);
    high = std::max(high, v);
  }
};

class OutputChecker {
 public:
  OutputChecker(const OutputRecord& record, const Manifest& manifest, const std::string& folder,
                std::vector<Check>& checks)
      : record_(record), manifest_(manifest), path_(path_of(folder, record)), checks_(checks) {}

  void run() {
    std::error_code error;
    const bool regular = fs::is_regular_file(path_, error);
    const auto bytes = regular ? fs::file_size(path_, error) : 0;
    if (!check("exists", regular && !error, "a file",
               error     ? error.message()
               : regular ? "a file"
                         : "no regular file"))
      return;
    check("size", static_cast<int64_t>(bytes) == record_.bytes, std::to_string(record_.bytes) + " bytes",
          std::to_string(bytes) + " bytes");
    try {
      if (parse_image_format(record_.format)) check_image();
      else if (record_.format == "vdb") check_vdb();
      else check_bytes();
    } catch (const Error& e) {
      check("readable", false, record_.format, e.problems().front().what);
    }
  }

 private:
  bool check(std::string what, bool ok, std::string expected, std::string found) {
    checks_.push_back({record_.file, std::move(what), ok, std::move(expected), std::move(found)});
    return ok;
  }

  void check_vdb() {
    std::vector<VdbSummary> grids;
    for (const VdbGridPtr& grid : read_vdb(path_)) grids.push_back(summary_of(grid));
    const std::string found = vdb_content_hash(grids);
    check("content hash", found == record_.content_hash, record_.content_hash, found);
  }

  void check_bytes() {
    if (record_.facts.contains("content_hash_of")) return;  // decoded content: its job's promise knows how
    const std::string found = hash_file(path_);
    check("content hash", found == record_.content_hash, record_.content_hash, found);
  }

  void check_image() {
    const ImageFormat format = *parse_image_format(record_.format);
    const ImageReader header(path_);
    const ImageSpec& spec = header.spec();
    check("format", format_library(format) == header.file_format(), format_library(format),
          header.file_format());
    const std::string expected = shape(record_.width, record_.height, sample_type_name(format_type(format)));
    const std::string found = shape(spec.width, spec.height, sample_type_name(spec.type));
    const bool same_shape = check("texels", expected == found, expected, found);
    const std::vector<std::string> names = names_of(record_);
    const bool same_names =
        std::is_permutation(names.begin(), names.end(), spec.channels.begin(), spec.channels.end());
    check("channels", same_names, joined(names), joined(spec.channels));
    check_world();
    check_attributes(spec);
    if (same_shape && same_names) check_values();
  }

  void check_world() {
    if (!record_.world) return;
    const WorldRecord& w = *record_.world;
    const double width = w.texel_m * record_.width, height = w.texel_m * record_.height;
    const double slack =
        kTexelTolerance * (std::fabs(w.x0) + std::fabs(w.x1) + std::fabs(w.y0) + std::fabs(w.y1));
    const bool ok =
        w.texel_m > 0 && std::fabs(w.x1 - w.x0 - width) <= slack && std::fabs(w.y1 - w.y0 - height) <= slack;
    check("bounds = texels * texel size", ok, number_text(width) + " x " + number_text(height) + " m",
          number_text(w.x1 - w.x0) + " x " + number_text(w.y1 - w.y0) + " m");
  }

  // What travels in the file says the same as the manifest; a format that carries nothing is silent.
  void check_attributes(const ImageSpec& spec) {
    for (const Attribute& promised : attributes(record_, manifest_.tool, manifest_.version)) {
      const auto found = std::find_if(spec.attributes.begin(), spec.attributes.end(),
                                      [&](const Attribute& a) { return a.name == promised.name; });
      if (found == spec.attributes.end()) continue;
      const std::string expected = attribute_text(promised), is = attribute_text(*found);
      if (expected != is) check("metadata " + promised.name, false, expected, is);
    }
  }

  void check_values() {
    ImageReader reader(path_, names_of(record_));
    const ImageSpec& spec = reader.spec();
    const size_t channels = record_.channels.size(), count = channels * static_cast<size_t>(spec.width);
    ContentHash hash(spec.width, spec.height, spec.channels, spec.type);
    std::vector<std::byte> row(static_cast<size_t>(spec.row_bytes()));
    std::vector<Extent> extents(channels);
    std::vector<float> values;
    for (int32_t y = 0; y < spec.height; ++y) {
      reader.rows(row.data(), 1);
      hash.update(row.data(), spec.row_bytes());
      stored_values(row.data(), spec.type, count, values);
      for (size_t i = 0; i < count; ++i)
        extents[i % channels].add(record_.channels[i % channels].decode(values[i]));
    }
    check("content hash", hash.text() == record_.content_hash, record_.content_hash, hash.text());
    for (size_t c = 0; c < channels; ++c) check_extent(record_.channels[c], extents[c]);
  }

  void check_extent(const ChannelRecord& channel, const Extent& extent) {
    check(channel.name + " finite", extent.not_finite == 0, "0 texels that are no number",
          std::to_string(extent.not_finite) + " texels that are no number");
    if (!channel.min || !channel.max || extent.low > extent.high) return;
    const double slack = channel.quantisation_error.value_or(0) +
                         kRangeTolerance * std::max(std::fabs(*channel.min), std::fabs(*channel.max));
    check(channel.name + " in range",
          extent.low >= *channel.min - slack && extent.high <= *channel.max + slack,
          number_text(*channel.min) + " to " + number_text(*channel.max),
          number_text(extent.low) + " to " + number_text(extent.high));
  }

  const OutputRecord& record_;
  const Manifest& manifest_;
  std::string path_;
  std::vector<Check>& checks_;
};

// A plain rerun mends what was changed since; what a run itself left wrong, it takes for up to date.
bool would_not_rerun(const std::string& manifest_path) {
  constexpr std::string_view kEnd = ".manifest.json";
  const fs::path path(manifest_path);
  std::string name = path.filename().string();
  if (!name.ends_with(kEnd)) return false;
  name.resize(name.size() - kEnd.size());
  return is_as_left(path.parent_path().string(), name);
}

}  // namespace

std::vector<Check> verify(const std::string& manifest_path, std::span<const PromiseRow> promises) {
  const Manifest manifest = read_manifest(manifest_path);
  const std::string folder = fs::path(manifest_path).parent_path().string();
  std::vector<Check> checks;
  if (manifest.outputs.empty()) checks.push_back({manifest.name, "outputs", false, "at least one", "none"});
  for (const OutputRecord& record : manifest.outputs) OutputChecker(record, manifest, folder, checks).run();
  const bool whole = std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.ok; });
  for (const PromiseRow& row : promises) {
    if (whole && manifest.kind == row.kind) row.check(manifest, folder, checks);
  }
  return checks;
}

std::vector<Check> verify_output(const Manifest& manifest, const OutputRecord& record,
                                 const std::string& folder) {
  std::vector<Check> checks;
  OutputChecker(record, manifest, folder, checks).run();
  return checks;
}

void require(const std::vector<Check>& checks, const std::string& manifest_path) {
  std::vector<Problem> problems;
  for (const Check& c : checks) {
    if (!c.ok) problems.push_back({c.file, c.what + ": expected " + c.expected + ", found " + c.found});
  }
  if (problems.empty()) return;
  problems.push_back({manifest_path, std::to_string(problems.size()) + " of " +
                                         std::to_string(checks.size()) + " checks failed; run the job again" +
                                         (would_not_rerun(manifest_path) ? " with --force" : "")});
  throw Error(ErrorKind::verify, std::move(problems));
}

void for_each_decoded_row(const OutputRecord& record, const std::string& folder,
                          const std::function<void(int32_t y, std::span<const float> row)>& visit) {
  ImageReader reader(path_of(folder, record), names_of(record));
  const ImageSpec& spec = reader.spec();
  const size_t channels = record.channels.size(), count = channels * static_cast<size_t>(spec.width);
  std::vector<std::byte> row(static_cast<size_t>(spec.row_bytes()));
  std::vector<float> values;
  for (int32_t y = 0; y < spec.height; ++y) {
    reader.rows(row.data(), 1);
    stored_values(row.data(), spec.type, count, values);
    for (size_t i = 0; i < count; ++i) {
      values[i] = static_cast<float>(record.channels[i % channels].decode(values[i]));
    }
    visit(y, values);
  }
}

}  // namespace ocean
