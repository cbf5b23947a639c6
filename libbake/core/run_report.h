// SPDX-License-Identifier: Apache-2.0
//
// How a run went: stages with their times and kernel launches, back end, threads, peak memory, and facts that
// the job adds (counts, labels, warnings). Written by --report and summed up at the end of a run; never part
// of the manifest.
//
//   { auto stage = report.stage("distance"); compute(); }    // the stage ends with the scope
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/exec.h"

namespace ocean {

struct StageTime {
  std::string name;
  double seconds = 0;
  std::vector<LaunchCount> launches;  // of this stage; also the named transfers
};

class Progress;

class RunReport {
 public:
  class Stage {
   public:
    Stage(RunReport& report, std::string name);
    // Ends the stage. May throw what the device's pending work throws, unless an exception is under way.
    ~Stage() noexcept(false);
    void end();

   private:
    friend class RunReport;
    RunReport* report_;
    std::string name_;
    int exceptions_;
    std::chrono::steady_clock::time_point start_;
    std::vector<LaunchCount> before_;
  };

  RunReport();

  // Stages of one name add up; stages may nest (both count their time). Throws Interrupted after Ctrl-C.
  [[nodiscard]] Stage stage(std::string name) { return Stage(*this, std::move(name)); }

  // Stages are shown there as they begin and end; null: nowhere. It must outlive the report's stages.
  void show_stages(Progress* progress) { progress_ = progress; }

  // Called by the run with the chosen back end: counts() gives launches so far, synchronize() waits for the
  // device.
  void set_backend(std::string backend, std::string device, int threads,
                   std::function<std::vector<LaunchCount>()> counts, std::function<void()> synchronize);

  // What the names of facts and the messages of warnings begin with from here on: for jobs that do one thing
  // several times.
  void set_scope(std::string names, std::string messages) {
    scope_ = std::move(names);
    message_scope_ = std::move(messages);
  }

  // Facts for people and tests, in order; a second add of a name replaces the first.
  void add(const std::string& name, int64_t value);
  void add(const std::string& name, int value) { add(name, static_cast<int64_t>(value)); }
  void add(const std::string& name, double value);
  void add(const std::string& name, const std::string& value);
  void add(const std::string& name, const char* value) { add(name, std::string(value)); }
  void add_json(const std::string& name, std::string json);  // a complete JSON value (JsonWriter)
  void warn(std::string message);                            // logged and kept

  const std::vector<StageTime>& stages() const { return stages_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::vector<std::pair<std::string, std::string>>& facts() const { return facts_; }
  const std::string& backend() const { return backend_; }  // "cpu", "cuda", empty: not chosen
  double seconds() const;                                  // since construction
  int64_t launches() const;                                // kernel launches of all stages and beyond

  std::string json(const std::string& tool, const std::string& job,
                   const std::vector<std::string>& outputs) const;
  // Some lines: outputs, stages with times, back end, peak memory.
  std::string summary(const std::string& job, const std::vector<std::string>& outputs) const;
  // A table, one line a stage: time, share of the run, kernel launches; then the run. As one JSON object a
  // line: {"event": "stage", "name": ..., "seconds": ..., "kernel_launches": ...}.
  std::string timings() const;
  std::string timings_json() const;

 private:
  std::chrono::steady_clock::time_point start_;
  std::string backend_, device_;
  int threads_ = 0;
  std::function<std::vector<LaunchCount>()> counts_;
  std::function<void()> synchronize_;
  Progress* progress_ = nullptr;
  std::string scope_, message_scope_;
  std::vector<StageTime> stages_;
  std::vector<std::string> warnings_;
  std::vector<std::pair<std::string, std::string>> facts_;  // name, JSON
};

int64_t peak_memory_bytes();  // of this process so far

}  // namespace ocean
