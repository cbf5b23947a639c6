// SPDX-License-Identifier: Apache-2.0
//
// Everything that is written from a list of fields: the effective configuration, JSON Schema, --help and the
// reference page.
#pragma once

#include <string>
#include <vector>

#include "libbake/config/field.h"

namespace ocean {

enum class ConfigForm : uint8_t {
  full,      // --print-config: all that a file can hold, paths absolute, so that it works from any folder
  manifest,  // without execution options, paths without folders: equal wherever the job runs
};

// A JSON object in the order of the fields, with "job" and "version" first in the full form.
std::string config_json(const std::vector<Field>& fields, const std::string& job, ConfigForm form);

// What is said about a command besides its fields.
struct CommandText {
  std::string tool, name, summary, details;
  std::vector<std::string> examples;
};

// JSON Schema draft 2020-12 of a job's configuration file. Fields must hold their defaults, here and below.
std::string schema_json(const std::vector<Field>& fields, const CommandText& text);
std::string help_text(const std::vector<Field>& fields, const CommandText& text, int width = 100);
std::string reference_markdown(const std::vector<Field>& fields, const CommandText& text);

// "1 to 65536 m", "default 2048", "required": in parts, for help and reference. quote stands around values.
std::vector<std::string> value_facts(const Field& field, const std::string& quote = {});
std::string usage_line(const std::vector<Field>& fields, const CommandText& text);

}  // namespace ocean
