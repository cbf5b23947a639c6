// SPDX-License-Identifier: Apache-2.0
//
// Runs `oceanbake waves` from flags, in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "libbake/bake/run_job.h"
#include "libbake/bake/waves_job.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/io/wave_set.h"
#include "tests/io/temp_folder.h"

namespace ocean {

class WavesJob : public testing::Test {
 protected:
  WavesJob() { set_log_level(LogLevel::error); }
  using Flags = std::vector<CommandLine::Flag>;

  void run(Flags flags, const std::string& name = "sea") {
    flags.push_back({"out", {folder_.path()}});
    flags.push_back({"name", {name}});
    flags.push_back({"progress", {"none"}});
    ConfigSet set(waves_job().make_config());
    Problems problems;
    set.load(
        {std::move(flags), {}, {}}, "waves", [](const std::string&) { return std::string(); }, problems);
    problems.throw_if_any();
    run_job(waves_job(), set);
  }
  std::string path(const std::string& name = "sea") const { return folder_.file(name + ".waves.json"); }
  WaveSet made(Flags flags, const std::string& name = "sea") {
    flags.push_back({"preview", {"false"}});
    run(std::move(flags), name);
    return read_wave_set(path(name));
  }
  // What is said about flags that are refused; "" if they are not.
  std::string refused(Flags flags) {
    try {
      made(std::move(flags), "refused");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  TempFolder folder_;
};

}  // namespace ocean
