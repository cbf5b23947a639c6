// SPDX-License-Identifier: Apache-2.0
//
// What a job promises about its outputs: the records of NAME.manifest.json (docs/decisions/0004). Nothing in
// it depends on the clock, the host, absolute paths or execution options.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ocean {

struct InputRecord {
  std::string path;  // as the user gave it; the manifest carries the file name alone
  int64_t bytes = 0;
  std::string hash;  // of the file's bytes
  // What the manifest carries instead: for a file that an input names, its path relative to the first input's
  // folder.
  std::string shown = {};
  std::string file() const;  // as in the manifest
};

// The shortest text that reads back as the same number.
std::string number_text(double value);

// Reads the file once. Throws Error{input}: missing, unreadable, a directory.
InputRecord input_record(const std::string& path);

// t = scale*stored + offset, where stored is the integer code (u8, u16) or the value (half, float); decoded =
// t, or t*|t| where the channel is companded by a square root.
struct Decode {
  double scale = 1, offset = 0;
  bool square = false;
  double operator()(double stored) const;
  std::string formula() const;  // for people and shaders
};

struct ChannelRecord {
  std::string name;     // as in the file: "R", "Y"
  std::string meaning;  // "signed distance, positive in water"
  std::string unit;     // "m"; "" for pure numbers
  Decode decode;
  std::optional<double> min, max;            // decoded values lie in [min, max]: verify checks it
  std::optional<double> quantisation_error;  // largest |decoded - computed| measured, in unit
  std::string key = {};  // what it is, for programs: "distance", "direction_x"; "": not said
};

// Where a map lies in the world: rows are north first, texel centres half a texel inside the bounds.
struct WorldRecord {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // metres
  double texel_m = 0;
  std::string target = "world";  // whose axes and units the values follow; the manifest spells them out
};

struct TimeRecord {
  int64_t frame = 0;
  double time_s = 0, step_s = 0;
  double period_s = 0;  // 0: does not loop
};

struct OutputRecord {
  std::string file;               // relative to the manifest, with '/'
  std::string role;               // which map: "packed", "depth", "preview", "curves"
  std::string format;             // "exr-half" … (images: format_name()), "geojson", "svg", …
  int32_t width = 0, height = 0;  // images only
  std::vector<ChannelRecord> channels;
  std::optional<WorldRecord> world;
  std::optional<TimeRecord> time;
  bool tiles_x = false, tiles_y = false;
  std::map<std::string, std::string> facts;  // more about this output: key -> JSON text
  // Filled in by OutputSet:
  std::string content_hash;  // of the decoded samples (images) or of the bytes (others)
  int64_t bytes = 0;         // of the file
};

struct Manifest {
  std::string tool;  // "oceanbake"
  std::string version;
  std::string kind;  // the job: "shore"
  std::string name;
  std::string config;  // effective configuration without execution options, JSON text
  std::vector<InputRecord> inputs;
  std::vector<OutputRecord> outputs;
  std::map<std::string, std::string> facts;  // about the job: "no_shoreline" -> "true"
};

// Two-space JSON with a fixed key order and a final newline. Throws Error{internal} if config or a fact is no
// JSON or a number is not finite.
std::string manifest_text(const Manifest& manifest);

// config (JSON text) as the manifest carries it: strings that lie in the folder of an input are file names
// alone.
std::string portable_config(const std::string& config, const std::vector<InputRecord>& inputs);

inline constexpr int kManifestFormat = 1;

// Strict: keys given twice, whole numbers with a fraction or out of range and outputs outside the manifest's
// folder are refused. Throws Error{input} with file and line or JSON pointer.
Manifest read_manifest(const std::string& path);

}  // namespace ocean
