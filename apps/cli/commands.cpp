// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "apps/cli/command_configs.h"
#include "apps/cli/reference.h"
#include "apps/cli/std_out.h"
#include "libbake/bake/choose_exec.h"
#include "libbake/bake/wave_probe.h"
#include "libbake/config/config_text.h"
#include "libbake/config/values.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/image.h"
#include "libbake/io/inspect.h"
#include "libbake/io/safe_file.h"
#include "libbake/io/verify.h"
#include "libbake/registry.h"
#include "libbake/sim/validate.h"

namespace ocean {
namespace {

template <class C>
std::unique_ptr<Config> make() {
  return std::make_unique<C>();
}

int run_inspect(const Config& config, const Tool&) {
  write_stdout(inspect(static_cast<const FileCommand&>(config).file));
  return 0;
}

int run_preview(const Config& config, const Tool&) {
  const auto& c = static_cast<const PreviewCommand&>(config);
  namespace fs = std::filesystem;
  const std::string out = c.out.empty() ? fs::path(c.file).replace_extension(".preview.png").string() : c.out;
  for (const std::string& input : {c.file, previewed_file(c.file)}) {
    std::error_code error;
    if (fs::equivalent(input, out, error))
      throw Error(ErrorKind::usage, "--out", in_quotes(out) + " is the file to be shown; choose another");
  }
  check_output_path(out, Streams::refused);
  const Picture picture = preview(c.file);
  ImageSpec spec;
  spec.width = picture.width;
  spec.height = picture.height;
  spec.channels = {"R", "G", "B"};
  spec.type = format_type(ImageFormat::png8);
  write_image(out, ImageFormat::png8, spec, picture.pixels.data());
  write_stdout(out + "\n");
  return 0;
}

int run_snippet(const Config& config, const Tool&) {
  const auto& c = static_cast<const SnippetCommand&>(config);
  const std::string text = decode_snippet(read_manifest(c.manifest), c.language, c.image);
  if (c.out.empty()) write_stdout(text);
  else write_file(c.out, text), write_stdout(c.out + "\n");
  return 0;
}

int run_verify(const Config& config, const Tool& tool) {
  const std::string& path = static_cast<const ManifestCommand&>(config).manifest;
  const Manifest manifest = read_manifest(path);
  const auto made_it = [&](const Job& job) { return job.tool == manifest.tool && job.name == manifest.kind; };
  if (std::none_of(tool.jobs->begin(), tool.jobs->end(), made_it))
    throw Error(ErrorKind::input, path,
                "was made by '" + manifest.tool + " " + manifest.kind +
                    "', a job that this version does not know; verify it with the tool that wrote it");
  std::vector<PromiseRow> promises;
  for (const Job& job : *tool.jobs)
    if (job.promises != nullptr) promises.push_back({job.name.c_str(), job.promises});
  const auto checks = verify(path, promises);
  require(checks, path);
  write_stdout(path + ": " + std::to_string(checks.size()) + " checks passed\n");
  return 0;
}

int run_probe(const Config& config, const Tool&) {
  const auto& c = static_cast<const ProbeCommand&>(config);
  const WaveSet set = read_wave_set(c.set);
  std::vector<Vec2d> points;
  for (std::size_t i = 0; i + 1 < c.at.size(); i += 2) points.push_back({c.at[i], c.at[i + 1]});
  write_stdout(c.json ? probe_json(set, points, c.time) : probe_text(set, points, c.time));
  return 0;
}

int run_validate(const Config& config, const Tool&) {
  const auto& c = static_cast<const ValidateCommand&>(config);
  std::vector<std::string> names;
  for (const ValidateCase& v : validate_cases()) names.push_back(v.name);
  if (!c.name.empty() && std::find(names.begin(), names.end(), c.name) == names.end())
    throw Error(ErrorKind::usage, in_quotes(c.name),
                "is no case; there are " + join(names, ", ") + did_you_mean(c.name, names));
  const ChosenExec chosen = choose_exec(c.backend, c.device, c.threads, 0);
  std::string missed;
  for (const ValidateCase& v : validate_cases()) {
    if (!c.name.empty() && v.name != c.name) continue;
    const auto start = std::chrono::steady_clock::now();
    const auto rows = v.run(chosen.exec, c.full);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    write_stdout(validate_table(v, rows, took.count()));
    for (const ValidateRow& r : rows)
      if (!r.passes()) missed += (missed.empty() ? "" : "; ") + v.name + ", " + r.quantity;
  }
  if (!missed.empty()) throw Error(ErrorKind::verify, "validate", "beyond the bar: " + missed);
  return 0;
}

int run_list(const Config&, const Tool& tool) {
  std::size_t width = 0;
  for (const Job& job : *tool.jobs) width = std::max(width, job.tool.size() + job.name.size() + 1);
  std::string out;
  for (const Job& job : *tool.jobs) {
    std::string left = job.tool + " " + job.name;
    left.resize(width + 2, ' ');
    out += left + job.summary + "\n";
  }
  write_stdout(out);
  return 0;
}

const Job& job_of(const Tool& tool, const std::string& name, const char* command) {
  if (name.empty())
    throw Error(ErrorKind::usage, command,
                "the name of a command is missing; '" + tool.name + " list' has them");
  if (const Job* job = find_job(*tool.jobs, tool.name, name)) return *job;
  // A schema of the other tool's job is no mistake.
  for (const Job& job : *tool.jobs)
    if (job.name == name) return job;
  throw_unknown_command(tool, name);
}

int run_schema(const Config& config, const Tool& tool) {
  const Job& job = job_of(tool, static_cast<const NameCommand&>(config).command, "schema");
  const ConfigSet set(job.make_config(), ConfigSet::with_common, job.frames);
  write_stdout(schema_json(set.fields(), command_text(job)));
  return 0;
}

int run_help(const Config& config, const Tool& tool) {
  const std::string& name = static_cast<const NameCommand&>(config).command;
  if (name.empty()) write_stdout(tool_help(tool));
  else if (const Command* command = find_command(name)) write_stdout(command_help(tool, *command));
  else write_stdout(job_help(job_of(tool, name, "help")));
  return 0;
}

int run_reference(const Config& config, const Tool& tool) {
  const auto& c = static_cast<const ReferenceCommand&>(config);
  for (const GeneratedFile& f : reference_pages(*tool.jobs)) write_file(c.out + "/" + f.path, f.text);
  for (const GeneratedFile& f : schema_files(*tool.jobs)) write_file(c.schemas + "/" + f.path, f.text);
  return 0;
}

std::string commands_table(const Tool& tool) {
  std::string out;
  constexpr std::size_t kColumn = 12;
  const auto row = [&](std::string name, const std::string& summary) {
    name.resize(std::max(name.size() + 2, kColumn), ' ');
    const auto lines = wrap(summary, 86);
    out += "  " + name + lines.front() + "\n";
    for (std::size_t i = 1; i < lines.size(); ++i) out += std::string(kColumn + 2, ' ') + lines[i] + "\n";
  };
  out += "Jobs:\n";
  for (const Job& job : *tool.jobs)
    if (job.tool == tool.name) row(job.name, job.summary);
  if (out == "Jobs:\n") out = "";
  out += out.empty() ? "Commands:\n" : "\nCommands:\n";
  for (const Command& c : all_commands())
    if (!c.hidden && (c.tool.empty() || c.tool == tool.name)) row(c.name, c.summary);
  return out;
}

}  // namespace

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = {
      {"inspect", "Says what is in a file, as JSON.", make<FileCommand>, run_inspect},
      {"preview", "Makes a picture of a file: every channel with its scale.", make<PreviewCommand>,
       run_preview},
      {"verify", "Checks that the files of a manifest keep its promises; exit 6 if not.",
       make<ManifestCommand>, run_verify},
      {"snippet", "Prints shader code that reads the maps of a manifest: shore, waves, surf.",
       make<SnippetCommand>, run_snippet},
      {"waves probe", "Says what a wave set's surface does at points: displacement, normal, water height.",
       make<ProbeCommand>, run_probe},
      {"validate",
       "Runs reference cases of fluid flow, ours against the reference; exit 6 if one misses its bar.",
       make<ValidateCommand>, run_validate, false, "oceansim"},
      {"schema", "Prints the JSON Schema of a job's configuration file.", make<NameCommand>, run_schema},
      {"list", "Lists the jobs of both tools.", make<HelpFlag>, run_list},
      {"help", "Explains a command.", make<NameCommand>, run_help},
      {"reference", "Writes the reference pages and schemas.", make<ReferenceCommand>, run_reference, true},
  };
  return commands;
}

const Command* find_command(std::string_view name) {
  for (const Command& c : all_commands())
    if (c.name == name) return &c;
  return nullptr;
}

CommandText command_text(const Job& job) {
  return {job.tool, job.name, job.summary, job.details, job.examples};
}

std::string tool_help(const Tool& tool) {
  return "Usage: " + tool.name + " COMMAND [options]\n\n" + tool.summary + "\n\n" + commands_table(tool) +
         "\n'" + tool.name + " COMMAND --help' explains one. Version " OCEAN_VERSION ".\n";
}

std::string command_help(const Tool& tool, const Command& command) {
  const auto config = command.make_config();
  Fields fields;
  config->describe(fields);
  return help_text(fields.all(), {tool.name, command.name, command.summary, {}, {}});
}

std::string job_help(const Job& job) {
  const ConfigSet set(job.make_config(), ConfigSet::with_common, job.frames);
  return help_text(set.fields(), command_text(job));
}

void throw_unknown_command(const Tool& tool, const std::string& name) {
  std::vector<std::string> own, others;
  for (const Job& job : *tool.jobs) {
    if (job.tool != tool.name && job.name == name)
      throw Error(ErrorKind::usage, in_quotes(name),
                  "is a command of " + job.tool + ": run '" + job.tool + " " + name + "'");
    (job.tool == tool.name ? own : others).push_back(job.name);
  }
  for (const Command& c : all_commands())
    if (!c.hidden) own.push_back(c.name);
  std::string hint = did_you_mean(name, own);
  if (hint.empty())
    if (const auto other = nearest_name(name, others))
      for (const Job& job : *tool.jobs)
        if (job.name == *other) hint = "; did you mean '" + job.tool + " " + job.name + "'?";
  throw Error(ErrorKind::usage, in_quotes(name),
              "unknown command" + (hint.empty() ? "; see '" + tool.name + " --help'" : hint));
}

}  // namespace ocean
