// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/config_set.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "libbake/config/json_reader.h"
#include "libbake/config/values.h"
#include "libbake/core/read_file.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

// "1.2.3" as numbers, unset if it is none.
std::optional<std::array<int64_t, 3>> parse_version(const std::string& text) {
  const auto parts = split(text, '.');
  if (parts.size() != 3) return std::nullopt;
  std::array<int64_t, 3> version{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto n = parse_integer(parts[i]);
    if (!n || *n < 0) return std::nullopt;
    version[i] = *n;
  }
  return version;
}

// The keys besides the fields: job, version, $schema. Null for any other key, else the problem or an empty
// text.
const std::string* extra_key(const std::string& key, const std::string* value, const std::string& job,
                             std::string& problem) {
  if (key != "job" && key != "version" && key != "$schema") return nullptr;
  problem.clear();
  if (value == nullptr) {
    problem = "must be a text";
  } else if (key == "job" && *value != job) {
    problem = "this file configures " + in_quotes(*value) + ", not " + in_quotes(job) +
              "; run that command, or remove the key";
  } else if (key == "version") {
    const auto file = parse_version(*value), own = parse_version(OCEAN_VERSION);
    if (!file) problem = in_quotes(*value) + " is no version; write it like \"" OCEAN_VERSION "\"";
    else if (*file > *own)
      problem =
          "written for version " + *value + ", this is " OCEAN_VERSION "; update the tool, or remove the key";
  }
  return &problem;
}

void check_struct(const Config& config, const std::vector<Field>& fields, const std::string& prefix,
                  Problems& problems) {
  problems.enter(prefix);
  config.check(problems);
  for (const Field& f : fields) {
    if (f.kind != FieldKind::records) continue;
    for (int64_t i = 0; i < f.records.size(); ++i) {
      Fields sub;
      f.records.at(i).describe(sub);
      check_struct(f.records.at(i), sub.all(), prefix + "/" + f.name + "/" + std::to_string(i), problems);
    }
  }
  problems.enter("");
}

std::string top_of(const std::string& pointer) {
  const std::size_t begin = pointer.starts_with('/') ? 1 : 0;
  const std::size_t end = pointer.find('/', begin);
  return pointer.substr(begin, end == std::string::npos ? end : end - begin);
}

}  // namespace

ConfigSet::ConfigSet(std::unique_ptr<Config> config, Common common, bool frames)
    : config_(std::move(config)) {
  config_->describe(fields_);
  if (common == without_common) return;
  common_.describe(fields_);
  for (Field& f : fields_.all())
    if (f.name == "frames") f.hidden = !frames;
}

std::vector<std::string> ConfigSet::names() const {
  std::vector<std::string> names;
  for (const Field& f : fields()) names.push_back(f.name);
  return names;
}

std::string ConfigSet::origin(const std::string& pointer) const {
  const std::string top = top_of(pointer);
  const auto source = sources_.find(top);
  if (source != sources_.end() && !source->second.empty()) return source->second + ": " + pointer;
  const Field* f = fields_.find(top);
  if (f == nullptr) return pointer;
  const std::string rest = pointer.substr(std::min(pointer.size(), top.size() + 1));
  return rest.empty() ? f->flag() : f->flag() + ": " + rest;
}

void ConfigSet::load(const CommandLine& line, const std::string& job, const OtherOwner& other,
                     Problems& problems) {
  for (const CommandLine::Flag& flag : line.flags)
    if (flag.name == "config" && flag.values.size() == 1)
      apply_file(flag.values.front(), job, other, problems);
  apply_flags(line, other, problems);
  check(problems);
}

void ConfigSet::apply_file(const std::string& path, const std::string& job, const OtherOwner& other,
                           Problems& problems) {
  const SmallFile file = read_small_file(path);
  if (!file.problem.empty())
    return problems.add_at("--config", in_quotes(path) + " " + file.problem + "; name a JSON file");
  apply_json(file.text, path, std::filesystem::path(path).parent_path().string(), job, other, problems);
}

void ConfigSet::apply_json(const std::string& text, const std::string& file, const std::string& folder,
                           const std::string& job, const OtherOwner& other, Problems& problems) {
  std::string extra_problem;
  JsonSource source;
  source.place = file;
  source.folder = folder;
  source.explain_unknown = [&](const std::string& key) {
    const std::string owner = other ? other(key) : std::string();
    return owner.empty() ? owner
                         : "is a key of " + in_quotes(owner) + ", not of " + in_quotes(job) + "; remove it";
  };
  source.extra = [&](const std::string& key, const std::string* value) {
    return extra_key(key, value, job, extra_problem);
  };
  source.seen = [&](const Field& f, bool taken) {
    sources_[f.name] = file;
    bad_[f.name] = !taken;
  };
  read_json_object(text, fields(), source, problems);
}

void ConfigSet::apply_flags(const CommandLine& line, const OtherOwner& other, Problems& problems) {
  for (const std::string& flag : line.unknown) {
    std::string key = flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
    key = key.substr(0, key.find('='));
    std::replace(key.begin(), key.end(), '-', '_');
    const std::string owner = other && fields_.find(key) == nullptr ? other(key) : std::string();
    std::vector<std::string> flags;
    for (const Field& f : fields())
      if (!f.hidden) flags.push_back(f.flag());
    problems.add_at(flag, owner.empty()
                              ? "unknown option" + did_you_mean(flag.substr(0, flag.find('=')), flags)
                              : "is an option of " + in_quotes(owner) + "; remove it");
  }
  const auto take = [&](const Field& f, const std::vector<std::string>& values, const std::string& place) {
    sources_[f.name].clear();
    bad_[f.name] = true;
    if (f.kind == FieldKind::records) {
      if (values.size() != 1) return problems.add_at(place, "was given several times; give one JSON list");
      JsonSource source;
      source.place = place;
      bad_[f.name] = !read_json_records(values.front(), f, source, problems);
      return;
    }
    std::string problem;
    const auto value = parse_value(f, values, &problem);
    if (value) problem = value_problem(f, *value);
    if (!problem.empty()) return problems.add_at(place, std::move(problem));
    f.set(*value);
    bad_[f.name] = false;
  };
  const Field* positional = nullptr;
  for (const Field& f : fields())
    if (!f.positional.empty()) positional = &f;
  for (const CommandLine::Flag& flag : line.flags) {
    const Field* f = fields_.find(flag.name);
    if (f == nullptr || flag.values.empty()) continue;
    if (f == positional && !line.positionals.empty())
      problems.add_at(f->flag(), "is given as a flag and without one; use one of the two");
    else take(*f, flag.values, f->flag());
  }
  if (line.positionals.empty()) return;
  if (positional == nullptr)
    // After a misspelt flag its value looks like an argument: one message is enough.
    return line.unknown.empty() ? problems.add_at(in_quotes(line.positionals.front()),
                                                  "unexpected argument; options begin with --")
                                : void();
  take(*positional, line.positionals, positional->positional);
}

void ConfigSet::check(Problems& problems) {
  for (const Field& f : fields())
    if (f.required && !common_.print_config && !bad_[f.name] &&
        (f.kind == FieldKind::records ? f.records.size() == 0 : is_empty(f.get())))
      problems.add_at(
          f.positional.empty() ? f.flag() : f.positional,
          "is missing; " +
              (f.positional.empty() ? "pass " + f.flag() + " " + placeholder(f) : "name at least one file") +
              ", or set \"" + f.name + "\" in the configuration file");
  // Rules between fields look at defaults where a value was refused: what they say about such a field is no
  // news.
  Problems rules([](const std::string& pointer) { return pointer; });
  check_struct(*config_, fields(), "", rules);
  for (const Problem& p : rules.list())
    if (!bad_[top_of(p.where)]) problems.add_at(origin(p.where), p.what);
}

}  // namespace ocean
