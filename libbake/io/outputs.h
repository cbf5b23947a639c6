// SPDX-License-Identifier: Apache-2.0
//
// OutputSet: the way every job writes its files. Each file is written safely and recorded; commit() writes
// NAME.manifest.json last, as the mark that the set is complete, with .NAME.state beside it for up_to_date().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libbake/io/image.h"
#include "libbake/io/manifest.h"
#include "libbake/io/up_to_date.h"

namespace ocean {

class OutputSet {
 public:
  // manifest: tool, version, kind, name, config and inputs are set. Touches no disk.
  OutputSet(std::string folder, Manifest manifest);

  const std::string& folder() const { return folder_; }
  const std::string& name() const { return manifest_.name; }
  const std::vector<OutputRecord>& outputs() const { return manifest_.outputs; }
  const Manifest& manifest() const { return manifest_; }  // as far as it is known
  std::vector<std::string> paths() const;                 // of the files so far, and of the manifest

  // The final path of an output. The first call makes the folder and removes the manifest of an earlier run:
  // from here on the set is incomplete until commit(). For writers of their own; call add() when the file is
  // in place.
  std::string path(const std::string& file);

  // record: all but content_hash, bytes and the channels' names (they become those that the format stores),
  // one channel record a channel. Size and format come from the record; attributes() of it travel in the
  // file.
  void write_image(OutputRecord record, const void* samples, Compression compression = Compression::zip);
  // The same by bands: begin_image(), rows(), then end_image() with the writer.
  ImageWriter begin_image(const OutputRecord& record, Compression compression = Compression::zip);
  void end_image(OutputRecord record, ImageWriter writer);
  // Text and other files whole; the content hash is that of the bytes.
  void write_bytes(OutputRecord record, std::string_view bytes);
  // A file that somebody else put at path(record.file); content_hash is set, or "" for the hash of its bytes.
  void add(OutputRecord record);
  // The same where the file's bytes were hashed before: state is what file_state() would say.
  void add(OutputRecord record, FileState state);

  void add_input(InputRecord record) { manifest_.inputs.push_back(std::move(record)); }
  void fact(const std::string& key, const std::string& json);  // about the job, for the manifest
  // Writes state and manifest. Returns the manifest's path. Like path() and add() it throws Interrupted after
  // a signal, but not once the manifest is in place.
  std::string commit();

 private:
  std::string folder_;
  Manifest manifest_;
  std::vector<FileState> states_;
  bool begun_ = false;
};

// World bounds, texel size, and per channel meaning, unit and decode, as attributes named "ocean:…".
std::vector<Attribute> attributes(const OutputRecord& record, const std::string& tool,
                                  const std::string& version);

std::string manifest_path(const std::string& folder, const std::string& name);

// Did an earlier run with this configuration, these inputs and this version complete, and is every output
// still as it left it? If not, why_not (may be null) says the first difference in one sentence. Never throws
// for missing or broken files. config is the effective configuration as for Manifest: JSON text without
// execution options.
bool up_to_date(const std::string& folder, const std::string& name, const std::string& config,
                const std::vector<InputRecord>& inputs, const std::string& version, std::string* why_not);

}  // namespace ocean
