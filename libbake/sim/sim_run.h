// SPDX-License-Identifier: Apache-2.0
//
// The frame loop of every simulation. Frames are simulated in order; a snapshot of each goes through a
// bounded queue to a thread that builds and writes the files while the next frames are simulated. A frame is
// whole when its record is written (frame_store.h); a checkpoint is written behind the frames that it holds.
// So a run that is killed at any moment continues with the same results.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "libbake/bake/job.h"
#include "libbake/sim/checkpoint.h"
#include "libbake/sim/frame_store.h"
#include "libbake/sim/sim_options.h"

namespace ocean {

class Simulation {
 public:
  virtual ~Simulation() = default;
  // To the state of frame 0.
  virtual void start() = 0;
  // From the state of frame - 1 to that of frame.
  virtual void advance(int64_t frame) = 0;
  // The whole state, counters of the current frame included: what load() makes of it, in a new object, must
  // give the same snapshots and the same future.
  virtual void save(Checkpoint& checkpoint) const = 0;
  virtual void load(const Checkpoint& checkpoint) = 0;
  // Copies what the current frame's files need to the host and returns the task that writes them, each by
  // its safe name under the outputs' folder. The task runs on the writer's thread, tasks in order of frames,
  // and does not touch the simulation.
  virtual std::function<WrittenFrame()> snapshot(int64_t frame) = 0;
};

// Runs what is to do, hands all files to job.outputs() in order of frames, and writes NAME_ledger.jsonl: one
// JSON object a frame, "frame" and "time_s" first. Returns the records of all frames to write. Throws what
// the simulation and its tasks throw; frames that are whole stay.
std::vector<FrameRecord> run_frames(Simulation& simulation, const SimOptions& options, JobContext& job);

}  // namespace ocean
