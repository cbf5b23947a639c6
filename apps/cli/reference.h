// SPDX-License-Identifier: Apache-2.0
//
// The generated documentation: docs/reference/*.md and schema/*.json, one a job, and an index. The same input
// gives the same bytes, so a test can tell whether the committed files are fresh.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/cli.h"

namespace ocean {

struct GeneratedFile {
  std::string path, text;  // path relative to the folder
};
std::vector<GeneratedFile> reference_pages(const std::vector<Job>& jobs);
std::vector<GeneratedFile> schema_files(const std::vector<Job>& jobs);

}  // namespace ocean
