// SPDX-License-Identifier: Apache-2.0
//
// The options that every simulation has: which frames, and how a long run is kept safe.
#pragma once

#include <cstdint>

#include "libbake/bake/job.h"
#include "libbake/config/field.h"

namespace ocean {

struct SimOptions {
  // What to make.
  int32_t frame_count = 100;
  double fps = 24;
  // How to run.
  bool resume = false, repair = false;
  int32_t checkpoint_every = 20;  // frames; 0: none
  int32_t keep_checkpoints = 3;
  int32_t queue_frames = 2;

  void describe(Fields& f);
  void check(Problems& problems) const;
  bool continues() const { return resume || repair; }
};

// The frames to write: all, or --frames. Throws Error{usage} beyond the last.
FrameRange sim_frames(const SimOptions& options, const JobSettings& settings);

// Digits of frame numbers in file names: 4, more if needed.
std::string frame_number(int64_t frame, const SimOptions& options);

// Adds what the run itself needs to a plan whose outputs and needs are those of the files and of the state:
// checkpoints and records on the disk, frames that wait to be written in memory. Of a run that continues,
// files that are there already need no more room. state_bytes: of a checkpoint; frame_bytes: of a frame on
// the host.
void add_sim_needs(const SimOptions& options, const JobSettings& settings, int64_t state_bytes,
                   int64_t frame_bytes, Plan& plan);

// Folder of checkpoints and records beside the outputs, ".NAME.run": no part of the product; it may be
// removed once the run is complete.
std::string run_folder(const std::string& name);

}  // namespace ocean
