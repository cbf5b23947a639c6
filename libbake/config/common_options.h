// SPDX-License-Identifier: Apache-2.0
//
// The options that every job has, declared once like any other configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "libbake/config/field.h"
#include "libbake/core/log.h"
#include "libbake/core/progress.h"
#include "libbake/core/target.h"

namespace ocean {

enum class BackendChoice : uint8_t { automatic, cpu, cuda };

struct FrameRange {
  int64_t first = 0, last = 0;  // inclusive, 0 <= first <= last
};

struct CommonOptions : Config {
  // What to make: part of the effective configuration.
  std::string name;  // empty: from the first input, else the job's name
  Target target = Target::world;
  std::string frames;  // "A-B" or "A"; empty: all of the job's
  bool import_script = false;
  // How to run.
  std::string config;
  std::string out = ".";
  BackendChoice backend = BackendChoice::automatic;
  int32_t device = 0;
  int32_t threads = 0;  // 0: all
  bool force = false, dry_run = false, print_config = false, help = false, version = false;
  ProgressMode progress = ProgressMode::automatic;
  LogLevel log_level = LogLevel::info;
  std::string report;
  bool timings = false;

  void describe(Fields& fields) override;
  std::optional<FrameRange> frame_range() const;  // unset: all
};

// "12" or "12-40"; unset if the text is neither or the order is wrong.
std::optional<FrameRange> parse_frames(const std::string& text);

}  // namespace ocean
