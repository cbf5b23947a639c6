// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/reference.h"

#include "apps/cli/commands.h"
#include "libbake/config/config_text.h"

namespace ocean {
namespace {

constexpr const char* kExitCodes = R"(
## Exit codes

| code | meaning |
|---|---|
| 0 | done, or up to date |
| 2 | usage or configuration, or more memory than there is |
| 3 | an input cannot be read |
| 4 | an output cannot be written |
| 5 | the CUDA device does not answer |
| 6 | `verify` found a difference |
| 70 | an error in the program |
| 128+n | stopped by signal n |

Results go to stdout, everything else to stderr. A job prints the path of its manifest.

## Configuration files

`--config FILE.json` holds the same options as the flags, under the keys of the tables: `--sea-level 2` is `"sea_level": 2`.
Flags win over the file, the file wins over the defaults. `--print-config` prints all of them as such a file. Unknown keys,
values of the wrong type or out of range, keys given twice, a `"job"` that names another command and a `"version"` newer than
the tool are errors; all of them are listed at once. Relative paths in a file are relative to its folder.
)";

std::string index_page(const std::vector<Job>& jobs) {
  std::string out = "# Commands\n\n| command | what it does |\n|---|---|\n";
  for (const Job& job : jobs)
    out += "| [" + job.tool + " " + job.name + "](" + job.tool + "-" + job.name + ".md) | " + job.summary +
           " |\n";
  for (const Command& c : all_commands()) {
    if (c.hidden) continue;
    const auto config = c.make_config();
    Fields fields;
    config->describe(fields);
    std::string line = c.name;
    for (const Field& f : fields.all())
      if (!f.positional.empty()) line += f.required ? " " + f.positional : " [" + f.positional + "]";
    out += "| `" + line + "` (" + (c.tool.empty() ? "both tools" : c.tool) + ") | " + c.summary + " |\n";
  }
  return out + kExitCodes;
}

}  // namespace

std::vector<GeneratedFile> reference_pages(const std::vector<Job>& jobs) {
  std::vector<GeneratedFile> files{{"README.md", index_page(jobs)}};
  for (const Job& job : jobs) {
    const ConfigSet set(job.make_config(), ConfigSet::with_common, job.frames);
    files.push_back({job.tool + "-" + job.name + ".md", reference_markdown(set.fields(), command_text(job))});
  }
  return files;
}

std::vector<GeneratedFile> schema_files(const std::vector<Job>& jobs) {
  std::vector<GeneratedFile> files;
  for (const Job& job : jobs) {
    const ConfigSet set(job.make_config(), ConfigSet::with_common, job.frames);
    files.push_back({job.name + ".json", schema_json(set.fields(), command_text(job))});
  }
  return files;
}

}  // namespace ocean
