// SPDX-License-Identifier: Apache-2.0
#include "libbake/sim/sim_run.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "libbake/core/background.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Run {
 public:
  Run(Simulation& simulation, const SimOptions& options, JobContext& job)
      : simulation_(simulation),
        options_(options),
        job_(job),
        range_(sim_frames(options, job.settings())),
        frames_(job.outputs().folder(), job.outputs().manifest()),
        checkpoints_(frames_.folder(), frames_.run(), options.keep_checkpoints) {}

  std::vector<FrameRecord> all() {
    find_whole_frames();
    job_.outputs().path(ledger_file());  // an earlier manifest goes before the first frame changes
    simulate_missing();
    std::vector<FrameRecord> records;
    for (auto& [frame, record] : done_) records.push_back(std::move(record));
    write_ledger(records);
    for (const FrameRecord& r : records)
      for (std::size_t i = 0; i < r.files.size(); ++i) job_.outputs().add(r.files[i], r.states[i]);
    return records;
  }

 private:
  std::string ledger_file() const { return job_.name() + "_ledger.jsonl"; }

  void find_whole_frames() {
    const bool there = frames_.open(options_.continues());
    if (!options_.continues()) {
      if (there)
        log_info("an earlier run is replaced; --resume would have continued one of this configuration");
      return;
    }
    const auto stage = job_.report().stage("check frames");
    std::string why, first_why;
    int64_t first = -1;
    for (int64_t f = range_.first; f <= range_.last; ++f) {
      if (auto record = frames_.whole(f, &why)) {
        done_.emplace(f, std::move(*record));
      } else if (first < 0) {
        first = f;
        first_why = why;
      }
    }
    const auto count = static_cast<int64_t>(done_.size());
    log_info(std::to_string(count) + " of " + std::to_string(range_.last - range_.first + 1) +
             " frames are whole" +
             (first < 0 ? std::string() : "; frame " + std::to_string(first) + " " + first_why));
    job_.report().add("frames_kept", count);
  }

  void simulate_missing() {
    std::vector<int64_t> missing;
    for (int64_t f = range_.first; f <= range_.last; ++f)
      if (!done_.contains(f)) missing.push_back(f);
    job_.report().add("frames_written", static_cast<int64_t>(missing.size()));
    if (missing.empty()) return;
    if (const auto old = checkpoints_.frames(); !old.empty()) newest_saved_ = old.back();
    const auto stage = job_.report().stage("simulate and write");
    BackgroundQueue queue(static_cast<std::size_t>(options_.queue_frames));
    job_.progress().begin("frames", static_cast<int64_t>(missing.size()), "frames");
    for (const int64_t frame : missing) {
      go_to(frame, queue);
      write(frame, queue);
      if (frame == checkpoint_due_) save(frame, queue);
      job_.progress().advance(1);
    }
    const Clock::time_point waiting = Clock::now();
    queue.finish();
    wait_seconds_ += seconds_since(waiting);
    job_.progress().finish();
    job_.report().add("simulate_seconds", simulate_seconds_);
    job_.report().add("write_seconds", write_seconds_);
    job_.report().add("wait_for_writer_seconds", wait_seconds_);
    job_.report().add("frames_simulated", simulated_);
  }

  // Brings the simulation to the frame; frames on the way are not written.
  void go_to(int64_t frame, BackgroundQueue& queue) {
    if (at_ == frame) return;
    if (options_.continues() && frame > at_ + 1) restore(frame);
    while (at_ < frame) {
      check_interrupt();
      const Clock::time_point start = Clock::now();
      if (at_ < 0) simulation_.start();
      else simulation_.advance(at_ + 1);
      ++at_;
      ++simulated_;
      simulate_seconds_ += seconds_since(start);
      const bool due =
          options_.checkpoint_every > 0 && (at_ + 1) % options_.checkpoint_every == 0 && at_ > newest_saved_;
      if (!due) continue;
      checkpoint_due_ = at_;
      if (at_ < frame) save(at_, queue);  // the frame itself is written before its checkpoint
    }
  }

  // To the newest checkpoint at or before the frame, if it lies ahead.
  void restore(int64_t frame) {
    const std::vector<int64_t> saved = checkpoints_.frames();
    if (std::none_of(saved.begin(), saved.end(), [&](int64_t f) { return f > at_ && f <= frame; })) return;
    const std::optional<Checkpoint> checkpoint = checkpoints_.newest(frame);
    if (const auto left = checkpoints_.frames(); left.empty() || left.back() < newest_saved_)
      newest_saved_ = left.empty() ? -1 : left.back();  // damaged ones are gone: they are made again
    if (!checkpoint || checkpoint->frame() <= at_) return;
    simulation_.load(*checkpoint);
    at_ = checkpoint->frame();
    log_info("continuing from the checkpoint of frame " + std::to_string(at_));
  }

  void write(int64_t frame, BackgroundQueue& queue) {
    const Clock::time_point start = Clock::now();
    auto task = std::make_shared<std::function<WrittenFrame()>>(simulation_.snapshot(frame));
    simulate_seconds_ += seconds_since(start);
    push(queue, [this, frame, task] {
      FrameRecord record = frames_.record(frame, (*task)());
      const std::lock_guard lock(mutex_);
      done_.insert_or_assign(frame, std::move(record));
    });
  }

  void save(int64_t frame, BackgroundQueue& queue) {
    auto checkpoint = std::make_shared<Checkpoint>(frame);
    simulation_.save(*checkpoint);
    newest_saved_ = frame;
    push(queue, [this, checkpoint] { checkpoints_.save(*checkpoint); });
  }

  void push(BackgroundQueue& queue, std::function<void()> task) {
    const Clock::time_point start = Clock::now();
    queue.push([this, task = std::move(task)] {
      const Clock::time_point begin = Clock::now();
      task();
      const std::lock_guard lock(mutex_);
      write_seconds_ += seconds_since(begin);
    });
    wait_seconds_ += seconds_since(start);
  }

  void write_ledger(const std::vector<FrameRecord>& records) {
    std::string text;
    for (const FrameRecord& r : records) {
      JsonWriter w(0);
      w.object().member("frame", r.frame);
      w.member("time_s", static_cast<double>(r.frame) / options_.fps);
      for (const auto& [name, value] : r.ledger) w.member(name, value);
      text += w.end().text() + "\n";
    }
    OutputRecord record;
    record.file = ledger_file();
    record.role = "ledger";
    record.format = "jsonl";
    job_.outputs().write_bytes(std::move(record), text);
  }

  Simulation& simulation_;
  const SimOptions& options_;
  JobContext& job_;
  FrameRange range_;
  FrameStore frames_;
  CheckpointStore checkpoints_;
  int64_t at_ = -1;              // frame of the state; -1: not begun
  int64_t newest_saved_ = -1;    // frame of the newest checkpoint
  int64_t checkpoint_due_ = -1;  // of the current frame
  int64_t simulated_ = 0;
  double simulate_seconds_ = 0, wait_seconds_ = 0;
  std::mutex mutex_;  // of what follows, which the writer's thread changes
  std::map<int64_t, FrameRecord> done_;
  double write_seconds_ = 0;
};

}  // namespace

std::vector<FrameRecord> run_frames(Simulation& simulation, const SimOptions& options, JobContext& job) {
  return Run(simulation, options, job).all();
}

}  // namespace ocean
