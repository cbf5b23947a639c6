// SPDX-License-Identifier: Apache-2.0
//
// The commands of both tools that are no jobs: inspect, verify, preview, schema, list, help.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/cli/cli.h"
#include "libbake/config/config_text.h"

namespace ocean {

struct Command {
  std::string name, summary;
  std::unique_ptr<Config> (*make_config)();
  int (*run)(const Config& config, const Tool& tool);  // returns the exit code
  bool hidden = false;
  std::string tool = {};  // the only tool that has it; empty: both
};

const std::vector<Command>& all_commands();
const Command* find_command(std::string_view name);

std::string tool_help(const Tool& tool);
std::string command_help(const Tool& tool, const Command& command);
std::string job_help(const Job& job);
CommandText command_text(const Job& job);
// Error{usage} for a name that is neither a job nor a command of the tool, with what may have been meant.
[[noreturn]] void throw_unknown_command(const Tool& tool, const std::string& name);

}  // namespace ocean
