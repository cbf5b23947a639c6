// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "apps/cli/commands.h"
#include "apps/cli/std_out.h"
#include "kernels/cancel.h"
#include "libbake/bake/run_job.h"
#include "libbake/config/config_text.h"
#include "libbake/config/values.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/registry.h"

namespace ocean {

CommandLine split_command_line(const std::vector<Field>& fields, const std::vector<std::string>& arguments) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<std::pair<const Field*, CLI::Option*>> options;
  for (const Field& f : fields) {
    const bool is_flag = f.kind == FieldKind::boolean;
    std::string names;
    std::vector<std::string> spellings = f.aliases;
    spellings.insert(spellings.begin(), f.name);
    for (std::string& name : spellings) {
      std::replace(name.begin(), name.end(), '_', '-');
      names += (names.empty() ? "--" : ",--") + name;
      if (is_flag) names += ",!--no-" + name;
    }
    CLI::Option* option = is_flag ? app.add_flag(names) : app.add_option(names)->expected(1);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
    options.emplace_back(&f, option);
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch& e) {
    const std::string text = e.what();  // "--seed: 1 required ..."
    const std::string flag = text.substr(0, text.find(':'));
    for (const auto& [field, option] : options)
      if (option->check_name(flag)) throw Error(ErrorKind::usage, flag, missing_value_text(*field));
    throw Error(ErrorKind::usage, flag, "needs a value after it");
  } catch (const CLI::ParseError& e) {
    throw Error(ErrorKind::usage, "", e.what());
  }
  CommandLine line;
  for (const auto& [field, option] : options)
    if (!option->empty()) line.flags.push_back({field->name, option->results()});
  // What is left in order: unknown flags and files; after "--" files alone.
  bool files_only = false;
  for (const std::string& text : app.remaining()) {
    if (text == "--" && !files_only) files_only = true;
    else
      (files_only || text.size() < 2 || text.front() != '-' ? line.positionals : line.unknown)
          .push_back(text);
  }
  return line;
}

namespace {

// --help and --version count wherever they stand before "--", whatever else is wrong.
bool has_flag(const std::vector<std::string>& arguments, std::string_view flag) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, flag) != end;
}

void set_up_talk(const CommonOptions& common) {
  set_log_level(common.log_level);
  set_log_json(common.progress == ProgressMode::json);
}

int run_job_command(const Tool& tool, const Job& job, const std::vector<std::string>& arguments) {
  ConfigSet set(job.make_config(), ConfigSet::with_common, job.frames);
  Problems problems;
  const OtherOwner owner = [&](const std::string& field) { return field_owner(*tool.jobs, job, field); };
  set.load(split_command_line(set.fields(), arguments), job.name, owner, problems);
  set_up_talk(set.common());
  check_job_options(job, set, problems);
  problems.throw_if_any();
  write_stdout(set.common().print_config ? config_json(set.fields(), job.name, ConfigForm::full)
                                         : run_job(job, set, write_stdout));
  return 0;
}

int run_command(const Tool& tool, const Command& command, const std::vector<std::string>& arguments) {
  ConfigSet set(command.make_config(), ConfigSet::without_common);
  Problems problems;
  set.apply_flags(split_command_line(set.fields(), arguments), {}, problems);
  set.check(problems);
  problems.throw_if_any();
  return command.run(set.config(), tool);
}

int dispatch(const Tool& tool, const std::vector<std::string>& arguments) {
  if (arguments.empty())
    throw Error(ErrorKind::usage, "", "a command is missing; see '" + tool.name + " --help'");
  // A command of two words, "waves probe", goes before the job of its first word.
  const Command* two = arguments.size() > 1 ? find_command(arguments[0] + " " + arguments[1]) : nullptr;
  const std::string first = two != nullptr ? two->name : arguments.front();
  const std::vector<std::string> rest(arguments.begin() + (two != nullptr ? 2 : 1), arguments.end());
  if (first == "--help" || first == "-h") return write_stdout(tool_help(tool)), 0;
  if (first == "--version") return write_stdout(tool.name + " " OCEAN_VERSION "\n"), 0;
  if (first.starts_with("-"))
    throw Error(ErrorKind::usage, first, "options come after the command; see '" + tool.name + " --help'");
  const Job* job = find_job(*tool.jobs, tool.name, first);
  const Command* command = find_command(first);
  if (command != nullptr && !command->tool.empty() && command->tool != tool.name)
    throw Error(ErrorKind::usage, in_quotes(first),
                "is a command of " + command->tool + ": run '" + command->tool + " " + first + "'");
  if (job == nullptr && command == nullptr) throw_unknown_command(tool, first);
  if (has_flag(rest, "--help") || has_flag(rest, "-h"))
    return write_stdout(job != nullptr ? job_help(*job) : command_help(tool, *command)), 0;
  if (has_flag(rest, "--version")) return write_stdout(tool.name + " " OCEAN_VERSION "\n"), 0;
  return job != nullptr ? run_job_command(tool, *job, rest) : run_command(tool, *command, rest);
}

int stopped(int signal) {
  log_error("stopped by signal " + std::to_string(signal) + "; run the same command again to complete");
  return 128 + signal;
}

std::string out_of_memory() {
  return "out of memory at " + human_bytes(peak_memory_bytes()) +
         "; lower --resolution or --tile where the job has them, or --threads, each of which takes memory of "
         "its "
         "own; --dry-run says what the job needs";
}

// What a library throws where nobody can catch it: oneTBB does when a thread gets no memory to start.
[[noreturn]] void say_why_and_exit() {
  remove_temp_files();
  ErrorKind kind = ErrorKind::internal;
  std::string why = "internal error in a library; please report it";
  try {
    if (const std::exception_ptr failure = std::current_exception()) std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    kind = ErrorKind::usage;
    why = out_of_memory();
  } catch (const std::exception& e) {
    why = std::string("internal error in a library: ") + e.what() + "; please report it";
    const auto* system = dynamic_cast<const std::system_error*>(&e);
    if ((system != nullptr && system->code() == std::errc::resource_unavailable_try_again) ||
        std::string_view(e.what()).find("pthread_create") != std::string_view::npos) {
      kind = ErrorKind::usage;
      why = std::string("no thread could be started: ") + e.what() +
            "; pass a smaller --threads, or allow more memory and processes (ulimit -v, ulimit -u)";
    }
  } catch (...) {
  }
  log_error(why);
  std::_Exit(static_cast<int>(kind));
}

int fail(ErrorKind kind, const std::string& message) {
  log_error(message);
  return static_cast<int>(kind);
}

}  // namespace

int run_tool(const Tool& tool, const std::vector<std::string>& arguments) {
  std::set_terminate(say_why_and_exit);
  install_interrupt_handlers();
  set_stop_query(is_interrupted);
  try {
    return dispatch(tool, arguments);
  } catch (const Error& e) {
    for (const Problem& p : e.problems()) log_error(p.where.empty() ? p.what : p.where + ": " + p.what);
    // A library may turn the stop into a failure of its own.
    return is_interrupted() ? stopped(interrupt_signal()) : static_cast<int>(e.kind());
  } catch (const Interrupted& e) {
    return stopped(e.signal());
  } catch (const Cancelled&) {
    return stopped(interrupt_signal());
  } catch (const StdoutClosed&) {
    return 128 + SIGPIPE;
  } catch (const DeviceError& e) {
    return fail(ErrorKind::device, std::string(e.what()) + "; pass --backend cpu for the same bits");
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::usage, out_of_memory());
  } catch (const std::exception& e) {
    return fail(ErrorKind::internal, std::string("internal error: ") + e.what() + "; please report it");
  } catch (...) {
    return fail(ErrorKind::internal, "internal error; please report it");
  }
}

int run_tool(const char* name, const char* summary, int argc, char** argv) {
  return run_tool({name, summary, &all_jobs()},
                  std::vector<std::string>(argv + std::min(1, argc), argv + argc));
}

}  // namespace ocean
