// SPDX-License-Identifier: Apache-2.0
//
// Which frames of a run are whole: a record a frame, written when all its files are in place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "libbake/io/manifest.h"
#include "libbake/io/up_to_date.h"

namespace ocean {

// Numbers of one frame in the order of the ledger's line.
using FrameLedger = std::vector<std::pair<std::string, double>>;

// What a writer hands back: its files, with content hashes, and the frame's line.
struct WrittenFrame {
  std::vector<OutputRecord> files;
  FrameLedger ledger;
};

struct FrameRecord {
  int64_t frame = 0;
  std::vector<OutputRecord> files;
  std::vector<FileState> states;  // of the files
  FrameLedger ledger;
};

class FrameStore {
 public:
  // folder: of the outputs; run: the manifest without outputs, which says whose records these are.
  FrameStore(std::string folder, Manifest run);

  // Makes the run's folder its own. keep: records and checkpoints that are there stay, or Error{usage} if
  // they belong to a run with another configuration, other inputs or another version; false: they go. Returns
  // whether anything was there.
  bool open(bool keep);
  // A text that differs between runs of different configuration, inputs or version.
  const std::string& run() const { return run_text_; }
  std::string folder() const;  // of records and checkpoints

  // Takes the states of the files, which are in place, and writes the record. From the writer's thread.
  FrameRecord record(int64_t frame, WrittenFrame written) const;
  // Of a frame whose record and files are as they were left; else unset, and why says what is missing.
  std::optional<FrameRecord> whole(int64_t frame, std::string* why) const;

 private:
  std::string record_path(int64_t frame) const;

  std::string outputs_;
  Manifest run_;
  std::string run_text_;
};

}  // namespace ocean
