// SPDX-License-Identifier: Apache-2.0
//
// The command-line tools as one library call. stdout carries results, stderr talk; the return value is the
// exit code: 0 done or up to date, 2 usage or configuration, 3 input, 4 output, 5 device, 6 a verify that
// fails, 70 internal, 128+n on signal n.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/job.h"
#include "libbake/config/config_set.h"

namespace ocean {

struct Tool {
  std::string name;                        // "oceanbake": its jobs are those rows whose tool this is
  std::string summary;                     // first line of --help
  const std::vector<Job>* jobs = nullptr;  // of all tools
};

int run_tool(const Tool& tool, const std::vector<std::string>& arguments);
int run_tool(const char* name, const char* summary, int argc, char** argv);  // with all_jobs()

// Splits arguments by the flags of the fields; the only user of CLI11. Throws Error{usage} for a flag without
// its value.
CommandLine split_command_line(const std::vector<Field>& fields, const std::vector<std::string>& arguments);

}  // namespace ocean
