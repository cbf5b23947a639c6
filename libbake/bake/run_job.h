// SPDX-License-Identifier: Apache-2.0
//
// What every job goes through: the lock of its name → up to date? → plan, disk and memory → run → manifest,
// state → report, summary.
#pragma once

#include <functional>
#include <string>

#include "libbake/bake/job.h"
#include "libbake/config/config_set.h"

namespace ocean {

// Problems with common options that depend on the job (--frames for one that writes none).
void check_job_options(const Job& job, const ConfigSet& set, Problems& problems);

// The name of the outputs: --name, else the first input's file name without ending and without {x}, {y} of
// tile sets, else the job's. Throws Error{usage} if that is no UTF-8.
std::string output_name(const Job& job, const ConfigSet& set);

// Runs the job, or with --dry-run says what it would do. Returns the text for stdout: the manifest's path, or
// the plan. print, where given, takes the plan instead, before what stands in the way of a run is thrown. The
// set was loaded and has no problems; its name becomes the effective one. Throws Error, DeviceError,
// Interrupted, std::bad_alloc.
std::string run_job(const Job& job, ConfigSet& set,
                    const std::function<void(const std::string&)>& print = {});

}  // namespace ocean
