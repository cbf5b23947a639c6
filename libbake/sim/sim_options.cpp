// SPDX-License-Identifier: Apache-2.0
#include "libbake/sim/sim_options.h"

#include <algorithm>
#include <filesystem>

#include "libbake/core/error.h"

namespace ocean {
namespace {

constexpr int32_t kMostFrames = 1 << 20;
constexpr int64_t kRecordBytes = 8192;  // of a frame, generous

}  // namespace

void SimOptions::describe(Fields& f) {
  f.group("Frames");
  f.integer("frame_count", frame_count)
      .range(1, kMostFrames)
      .text("Frames of the simulation, 0 to frame_count - 1; --frames writes a part of them.");
  f.real("fps", fps)
      .unit("1/s")
      .above(0)
      .max(1000)
      .text("Frames a second: frame i is at i/fps seconds. It changes nothing of the simulation.");
  f.group("Long runs");
  f.boolean("resume", resume)
      .flag_only()
      .text("Continue a run that was stopped, from its last checkpoint; frames that are whole stay.");
  f.boolean("repair", repair)
      .flag_only()
      .text("Simulate and write missing and damaged frames again, from the nearest checkpoint before each.");
  f.integer("checkpoint_every", checkpoint_every)
      .unit("frames")
      .range(0, kMostFrames)
      .execution()
      .text("Frames between two checkpoints; 0: none.");
  f.integer("keep_checkpoints", keep_checkpoints)
      .range(1, 1000)
      .execution()
      .text("Checkpoints to keep: the newest ones.");
  f.integer("queue_frames", queue_frames)
      .range(1, 64)
      .execution()
      .text("Frames that may wait to be written while the next ones are simulated; each takes memory.");
}

void SimOptions::check(Problems& problems) const {
  if (resume && repair) problems.add("repair", "does what resume does and more; pass one of them");
}

FrameRange sim_frames(const SimOptions& options, const JobSettings& settings) {
  const FrameRange all{0, options.frame_count - 1};
  if (!settings.frames) return all;
  if (settings.frames->last > all.last)
    throw Error(ErrorKind::usage, "--frames",
                std::to_string(settings.frames->last) + " is beyond the last frame " +
                    std::to_string(all.last) + "; raise --frame-count");
  return *settings.frames;
}

std::string frame_number(int64_t frame, const SimOptions& options) {
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(options.frame_count - 1).size());
  std::string text = std::to_string(frame);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

void add_sim_needs(const SimOptions& options, const JobSettings& settings, int64_t state_bytes,
                   int64_t frame_bytes, Plan& plan) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (options.continues())
    for (PlannedOutput& o : plan.outputs) {
      const auto there = fs::file_size(fs::path(settings.out) / o.file, error);
      if (!error) o.bytes = std::max<int64_t>(0, o.bytes - static_cast<int64_t>(there));
    }
  const FrameRange range = sim_frames(options, settings);
  int64_t disk = (range.last - range.first + 1) * kRecordBytes;
  if (options.checkpoint_every > 0) {
    const int64_t made = (range.last + 1) / options.checkpoint_every;
    disk += std::min<int64_t>(made, options.keep_checkpoints + 1) * state_bytes;
  }
  plan.outputs.push_back({run_folder(settings.name) + "/", "checkpoints and records of the run", disk});
  plan.host_bytes += (options.queue_frames + 2) * frame_bytes;
  if (options.checkpoint_every > 0) plan.host_bytes += 2 * state_bytes;
}

std::string run_folder(const std::string& name) { return "." + name + ".run"; }

}  // namespace ocean
