// SPDX-License-Identifier: Apache-2.0
//
// What a job is to the tools: configuration in, files out. A job owns its config struct
// (libbake/config/field.h), a plan and a run; everything else (flags, --help, --dry-run, up to date,
// manifest, report) is in run_job.cpp, once.
//
//   // shore_job.h                     // shore_job.cpp
//   const Job& shore_job();            Plan plan_shore(const ShoreConfig& c, const JobSettings& s) {
//                                        Plan plan;
//   // registry.cpp: one row             plan.inputs = c.terrain;
//                                        plan.outputs = {{s.name + "_shore.exr", "distance, direction.xy,
//                                        depth", 8 * n}}; plan.host_bytes = 60 * n; return plan;
//                                      }
//                                      void run_shore(const ShoreConfig& c, JobContext& job) {
//                                        Terrain terrain;
//                                        { auto stage = job.report().stage("read"); terrain =
//                                        load_terrain(c.terrain, ...); } auto maps = bake(job.exec(),
//                                        terrain, c);          // compute job.outputs().add_image(...); //
//                                        write: libbake/io/outputs.h
//                                      }
//                                      const Job& shore_job() {
//                                        static const Job job = make_job<ShoreConfig, plan_shore, run_shore>(
//                                            {.tool = "oceanbake", .name = "shore", .summary = "Terrain to
//                                            …"});
//                                        return job;
//                                      }
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/exec.h"
#include "libbake/config/common_options.h"
#include "libbake/core/progress.h"
#include "libbake/core/run_report.h"

namespace ocean {

class OutputSet;  // libbake/io/outputs.h
struct Manifest;  // libbake/io/manifest.h
struct Check;     // libbake/io/verify.h

// What a job is told besides its own configuration.
struct JobSettings {
  std::string name;  // of the outputs: NAME_MAP.ext
  std::string out;   // folder
  Target target = Target::world;
  std::optional<FrameRange> frames;  // unset: all
};

struct PlannedOutput {
  std::string file;      // relative to the output folder
  std::string contents;  // channels or what is in it, for people
  int64_t bytes = 0;     // upper estimate of the file's size
};

// What a run would read, write and need. Made without computing and, where possible, without opening a heavy
// library.
struct Plan {
  std::vector<std::string> inputs;  // files that the result depends on (hashed for the manifest)
  std::vector<PlannedOutput> outputs;
  int64_t host_bytes = 0;    // peak memory estimates; 0: small
  int64_t device_bytes = 0;  // of a CUDA run
  // Why the sizes may be others than the run's: outputs and needs are then upper estimates, or 0 where
  // nothing is known, and the run calls JobContext::require() when it knows better. Empty: they are the
  // run's.
  std::string inexact;
  std::string remedy;              // what to pass when disk or memory do not suffice: "lower --resolution"
  std::vector<std::string> notes;  // said by --dry-run and logged by a run
};

class JobContext {
 public:
  virtual ~JobContext() = default;
  const JobSettings& settings() const { return settings_; }
  const std::string& name() const { return settings_.name; }

  // The back end, chosen on the first call (--backend, --device, --threads), which is logged. Throws
  // Error{device} when CUDA was asked for and does not answer.
  virtual const Exec& exec() = 0;
  virtual OutputSet& outputs() = 0;
  virtual Progress& progress() = 0;
  virtual RunReport& report() = 0;

  // Refuses what disk or memory do not suffice for, by a plan with the sizes now known; memory is what the
  // rest of the run takes beyond what it holds. Chooses the back end again where the device has too little.
  // Call it between stages.
  virtual void require(const Plan& plan) = 0;
  // Files that were read because an input names them (Terrain::files): they enter the manifest and the check
  // whether the outputs are up to date. Those of the plan are known already.
  virtual void add_inputs(const std::vector<std::string>& files) = 0;

 protected:
  JobSettings settings_;
};

struct JobInfo {
  std::string tool = {};                   // "oceanbake" or "oceansim"
  std::string name = {};                   // "shore"
  std::string summary = {};                // one sentence: "Bakes terrain into ..."
  std::string details = {};                // paragraphs for --help and the reference page; may be empty
  bool frames = false;                     // writes frames; otherwise --frames is refused
  bool textures = false;                   // writes textures; otherwise --import-script is refused
  std::string name_suffix = {};            // of the outputs' default name, behind the input's
  std::vector<std::string> examples = {};  // command lines
};

struct Job : JobInfo {
  std::unique_ptr<Config> (*make_config)() = nullptr;
  Plan (*plan)(const Config&, const JobSettings&) = nullptr;
  void (*run)(const Config&, JobContext&) = nullptr;
  // What `verify` checks of this job's outputs beyond hashes, sizes and ranges; may be null.
  void (*promises)(const Manifest&, const std::string& folder, std::vector<Check>&) = nullptr;
};

template <class C, Plan (*plan)(const C&, const JobSettings&), void (*run)(const C&, JobContext&)>
Job make_job(JobInfo info) {
  Job job{std::move(info)};
  job.make_config = []() -> std::unique_ptr<Config> { return std::make_unique<C>(); };
  job.plan = [](const Config& c, const JobSettings& s) { return plan(static_cast<const C&>(c), s); };
  job.run = [](const Config& c, JobContext& context) { run(static_cast<const C&>(c), context); };
  return job;
}

}  // namespace ocean
