// SPDX-License-Identifier: Apache-2.0
//
// The effective configuration of one run: defaults, then the file of --config, then flags; with every problem
// listed at once.
//
//   ConfigSet set(job.make_config());
//   Problems problems;
//   set.load(command_line, "shore", other_job, problems);
//   problems.throw_if_any();
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "libbake/config/common_options.h"
#include "libbake/config/field.h"
#include "libbake/config/problems.h"

namespace ocean {

// A command line as split by the tool: the meaning of the texts is decided here.
struct CommandLine {
  struct Flag {
    std::string name;  // of the field
    std::vector<std::string> values;
  };
  std::vector<Flag> flags;
  std::vector<std::string> positionals;
  std::vector<std::string> unknown;  // "--sea-levle"
};

// Who else knows a name: "oceanbake terrain", or empty.
using OtherOwner = std::function<std::string(const std::string& field_name)>;

class ConfigSet {
 public:
  // without_common: for the built-in commands, which are no jobs. frames: whether the job writes any;
  // without,
  // --frames is read but shown nowhere.
  enum Common { with_common, without_common };
  explicit ConfigSet(std::unique_ptr<Config> config, Common common = with_common, bool frames = true);
  ConfigSet(const ConfigSet&) = delete;
  ConfigSet& operator=(const ConfigSet&) = delete;

  // Everything in order: file, flags, positionals, required fields (not of a configuration that is only to be
  // printed), rules between fields.
  void load(const CommandLine& line, const std::string& job, const OtherOwner& other, Problems& problems);

  // The parts of it. file is shown in messages, folder is what relative paths in it are relative to. Whatever
  // is wrong, also a file that cannot be read or is no JSON object, goes to problems.
  void apply_file(const std::string& path, const std::string& job, const OtherOwner& other,
                  Problems& problems);
  void apply_json(const std::string& text, const std::string& file, const std::string& folder,
                  const std::string& job, const OtherOwner& other, Problems& problems);
  void apply_flags(const CommandLine& line, const OtherOwner& other, Problems& problems);
  void check(Problems& problems);

  const Config& config() const { return *config_; }
  const CommonOptions& common() const { return common_; }
  CommonOptions& common() { return common_; }
  // The job's fields, then the common ones.
  const std::vector<Field>& fields() const { return fields_.all(); }
  const Fields& list() const { return fields_; }
  std::vector<std::string> names() const;  // of all fields

  // Where the value at a JSON pointer came from: "storm.json: /sea_level", "--sea-level".
  std::string origin(const std::string& pointer) const;

 private:
  friend class JsonApplier;
  std::unique_ptr<Config> config_;
  CommonOptions common_;
  Fields fields_;
  std::map<std::string, std::string> sources_;  // field -> file; a flag when empty
  std::map<std::string, bool> bad_;             // fields whose own value was refused
};

}  // namespace ocean
