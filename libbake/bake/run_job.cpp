// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/run_job.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "kernels/cancel.h"
#include "kernels/device.h"
#include "libbake/bake/choose_exec.h"
#include "libbake/bake/needs.h"
#include "libbake/config/config_text.h"
#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/import_files.h"
#include "libbake/io/name_lock.h"
#include "libbake/io/outputs.h"
#include "libbake/io/safe_file.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  const fs::path pa = fs::weakly_canonical(a, error), pb = fs::weakly_canonical(b, error);
  return !pa.empty() && pa == pb;
}

fs::path folder_of_inputs(const Plan& plan) {
  const fs::path folder = plan.inputs.empty() ? fs::path() : fs::path(plan.inputs.front()).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

// A run must not write over what it reads.
void refuse_overwriting(const std::string& input, const Plan& plan, const JobSettings& settings,
                        const std::string& report) {
  const auto refuse = [&](const std::string& output, const char* remedy) {
    if (same_file(input, output))
      throw Error(ErrorKind::usage, output, std::string("is an input of this run; ") + remedy);
  };
  const fs::path folder(settings.out);
  for (const PlannedOutput& o : plan.outputs)
    refuse((folder / o.file).string(), "choose another --name or --out");
  refuse(manifest_path(settings.out, settings.name), "choose another --name or --out");
  if (!report.empty()) refuse(report, "choose another --report");
}

// One manifest a name: another job's set would lose its own; one of this job for another input is replaced,
// and that is said.
void refuse_other_job(const Job& job, const JobSettings& settings, const Plan& plan) {
  const std::string path = manifest_path(settings.out, settings.name);
  std::error_code error;
  if (!fs::exists(path, error)) return;
  Manifest earlier;
  try {
    earlier = read_manifest(path);
  } catch (const Error&) {
    return;  // a broken manifest is no set
  }
  if (earlier.tool == job.tool && earlier.kind == job.name) {
    if (!plan.inputs.empty() && !earlier.inputs.empty() &&
        earlier.inputs.front().path != fs::path(plan.inputs.front()).filename().string())
      log_info(path + ": replaces the set that was made of " + earlier.inputs.front().path +
               "; --name keeps both");
    return;
  }
  throw Error(ErrorKind::usage, path,
              "belongs to the outputs of '" + earlier.tool + " " + earlier.kind +
                  "'; choose another --name or --out, or pass --force to replace it");
}

class Context final : public JobContext {
 public:
  Context(const JobSettings& settings, const CommonOptions& common, const Plan& plan, Manifest manifest)
      : common_(common),
        plan_(plan),
        device_bytes_(plan.device_bytes),
        outputs_(settings.out, std::move(manifest)),
        progress_(common.progress) {
    settings_ = settings;
    report_.show_stages(&progress_);
  }

  const Exec& exec() override {
    if (!chosen_) {
      chosen_ = choose_exec(common_.backend, common_.device, common_.threads, device_bytes_);
      log_info(chosen_->why);
      const Exec exec = chosen_->exec;
      report_.set_backend(
          exec.is_cuda() ? "cuda" : "cpu", chosen_->device, exec.threads(), [exec] { return exec.counts(); },
          [exec] { exec.synchronize(); });
    }
    return chosen_->exec;
  }
  OutputSet& outputs() override { return outputs_; }
  Progress& progress() override { return progress_; }
  RunReport& report() override { return report_; }

  void require(const Plan& plan) override {
    check_needs(needs_of(plan, settings_.out), plan, settings_.out);
    device_bytes_ = plan.device_bytes;
    if (chosen_ && chosen_->exec.is_cuda() && available_memory(chosen_->exec) < device_bytes_)
      chosen_.reset();
  }

  void add_inputs(const std::vector<std::string>& files) override {
    for (const std::string& file : files) {
      const auto is_file = [&](const std::string& other) { return other == file || same_file(other, file); };
      if (std::any_of(plan_.inputs.begin(), plan_.inputs.end(), is_file)) continue;
      refuse_overwriting(file, plan_, settings_, common_.report);
      InputRecord record = input_record(file);
      record.shown = fs::path(file)
                         .lexically_normal()
                         .lexically_relative(folder_of_inputs(plan_).lexically_normal())
                         .generic_string();
      outputs_.add_input(std::move(record));
    }
  }

 private:
  const CommonOptions& common_;
  const Plan& plan_;
  int64_t device_bytes_;
  std::optional<ChosenExec> chosen_;
  OutputSet outputs_;
  Progress progress_;
  RunReport report_;
};

void plan_import_files(const std::string& job, const JobSettings& settings, Plan& plan) {
  for (const ImportFile& file : import_files(job, settings.target, settings.name, {}))
    plan.outputs.push_back({file.file, "import script", static_cast<int64_t>(file.text.size())});
}

JobSettings settings_of(const ConfigSet& set) {
  JobSettings s;
  s.name = set.common().name;
  s.out = set.common().out;
  s.target = set.common().target;
  s.frames = set.common().frame_range();
  return s;
}

std::vector<InputRecord> hash_inputs(const Plan& plan) {
  std::vector<InputRecord> records;
  for (const std::string& path : plan.inputs) records.push_back(input_record(path));
  return records;
}

// The plan's, then as they are now those that the earlier run found named in them.
std::vector<InputRecord> inputs_of_earlier_run(const Plan& plan, const std::vector<InputRecord>& known,
                                               const std::string& path) {
  std::vector<InputRecord> records = known;
  try {
    const Manifest earlier = read_manifest(path);
    for (std::size_t i = known.size(); i < earlier.inputs.size(); ++i) {
      const std::string& file = earlier.inputs[i].path;
      InputRecord record = input_record((folder_of_inputs(plan) / file).string());
      record.shown = file;
      records.push_back(std::move(record));
    }
  } catch (const Error&) {
    // No manifest, or a file is gone: the difference shows when they are compared.
  }
  return records;
}

void log_lines(const std::string& text) {
  for (const std::string& line : split(text, '\n'))
    if (!line.empty()) log_line(line);
}

void finish(const Job& job, const CommonOptions& common, Context& context, const std::string& manifest) {
  RunReport& report = context.report();
  const auto files = context.outputs().paths();
  if (!common.report.empty()) write_file_or_stream(common.report, report.json(job.tool, job.name, files));
  if (common.timings) log_lines(log_json() ? report.timings_json() : report.timings());
  if (log_json()) {
    JsonWriter w(0);
    w.object().member("event", "done").member("job", job.name).member("manifest", manifest);
    w.member("seconds", report.seconds()).member("backend", report.backend());
    w.member("peak_memory_bytes", peak_memory_bytes()).key("outputs").list(files).end();
    log_line(w.text());
  } else {
    log_info(report.summary(job.name, files));
  }
}

}  // namespace

void check_job_options(const Job& job, const ConfigSet& set, Problems& problems) {
  if (!job.frames && !set.common().frames.empty())
    problems.add_at(set.origin("/frames"), "'" + job.name + "' writes no frames; remove it");
  if (!job.textures && set.common().import_script)
    problems.add_at(set.origin("/import_script"), "'" + job.name + "' writes no textures; remove it");
  else if (set.common().import_script && !has_import_files(job.name))
    problems.add_at(set.origin("/import_script"), "'" + job.name + "' has no import scripts; remove it");
}

std::string output_name(const Job& job, const ConfigSet& set) {
  if (!set.common().name.empty()) return set.common().name;
  for (const Field& f : set.fields()) {
    if (f.positional.empty()) continue;
    const Value value = f.get();
    const auto* paths = std::get_if<std::vector<std::string>>(&value);
    std::string path = paths == nullptr ? std::string() : paths->empty() ? std::string() : paths->front();
    if (const auto* one = std::get_if<std::string>(&value)) path = *one;
    std::string name = std::filesystem::path(path).stem().string();
    for (std::size_t open; (open = name.find('{')) != std::string::npos;) {
      const std::size_t close = name.find('}', open);
      name.erase(open, close == std::string::npos ? close : close - open + 1);
    }
    while (!name.empty() && (name.back() == '_' || name.back() == '-' || name.back() == '.')) name.pop_back();
    while (!name.empty() && (name.front() == '_' || name.front() == '-' || name.front() == '.'))
      name.erase(0, 1);
    if (name.ends_with(".waves")) name.resize(name.size() - 6);  // of a wave set: NAME.waves.json
    if (name.empty()) continue;
    name += job.name_suffix;
    if (!is_utf8(name))
      throw Error(ErrorKind::usage, "--name",
                  "is missing: the first input's name is no UTF-8, which manifests are written in; pass one");
    return name;
  }
  return job.name;
}

namespace {

std::string run(const Job& job, ConfigSet& set, const std::function<void(const std::string&)>& print) {
  set.common().name = output_name(job, set);
  const CommonOptions& common = set.common();
  const JobSettings settings = settings_of(set);
  std::optional<NameLock> lock;
  if (!common.dry_run) lock.emplace(settings.out, settings.name);
  Plan plan = job.plan(set.config(), settings);
  if (common.import_script) plan_import_files(job.name, settings, plan);

  Manifest manifest;
  manifest.tool = job.tool;
  manifest.version = OCEAN_VERSION;
  manifest.kind = job.name;
  manifest.name = settings.name;
  manifest.config = config_json(set.fields(), job.name, ConfigForm::manifest);
  manifest.inputs = hash_inputs(plan);
  const std::string path = manifest_path(settings.out, settings.name);

  std::string why_not;
  const bool current =
      up_to_date(settings.out, settings.name, manifest.config,
                 inputs_of_earlier_run(plan, manifest.inputs, path), OCEAN_VERSION, &why_not);
  const auto refuse = [&] {
    for (const std::string& input : plan.inputs) refuse_overwriting(input, plan, settings, common.report);
    if (!common.config.empty()) refuse_overwriting(common.config, plan, settings, common.report);
    if (!common.force) refuse_other_job(job, settings, plan);
    if (!common.report.empty()) check_output_path(common.report, Streams::allowed);
    check_folder(settings.out);
  };
  const Needs needs = needs_of(plan, settings.out);
  if (common.dry_run) {
    std::string text = plan_text(plan, needs, settings.out, settings.name);
    if (current)
      text += common.force ? "to do: --force was passed; without it the outputs are up to date\n"
                           : "up to date: a run would do nothing without --force\n";
    else text += "to do: " + why_not + "\n";
    if (!plan.inexact.empty()) try {
        check_needs(needs, plan, settings.out);
      } catch (const Error& e) {
        text += std::string("it may not run: ") + e.what() + "\n";
      }
    if (print) print(text), text.clear();
    refuse();
    if (plan.inexact.empty()) check_needs(needs, plan, settings.out);
    return text;
  }
  if (current && !common.force) {
    log_info(job.name + ": up to date, nothing to do: " + path + " (--force runs it anyway)");
    if (!common.report.empty()) {
      RunReport report;
      report.add_json("up_to_date", "true");
      write_file_or_stream(common.report, report.json(job.tool, job.name, {}));
    }
    return path + "\n";
  }
  log_debug(current ? "forced" : why_not);
  refuse();
  if (plan.inexact.empty()) check_needs(needs, plan, settings.out);
  for (const std::string& note : plan.notes) log_info(note);

  Context context(settings, common, plan, std::move(manifest));
  job.run(set.config(), context);
  if (common.import_script)
    for (const std::string& file : write_import_files(job.name, settings.target, context.outputs()))
      log_info(file + ": is there already and stays as it is");
  context.progress().finish();
  context.outputs().commit();
  finish(job, common, context, path);
  return path + "\n";
}

}  // namespace

std::string run_job(const Job& job, ConfigSet& set, const std::function<void(const std::string&)>& print) {
  try {
    return run(job, set, print);
  } catch (const Cancelled&) {
    check_interrupt();
    throw;
  }
}

}  // namespace ocean
