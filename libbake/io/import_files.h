// SPDX-License-Identifier: Apache-2.0
//
// What carries a finished set of outputs into the program it was made for (--import-script): scripts that
// read the manifest beside them, and the import settings that the program keeps beside each image. The texts
// are in import_scripts/. Which of them were run, and which follow documentation alone: docs/targets.
#pragma once

#include <string>
#include <vector>

#include "libbake/core/target.h"
#include "libbake/io/manifest.h"

namespace ocean {

class OutputSet;

// One file to write beside the outputs.
struct ImportFile {
  std::string file;  // relative to the manifest
  // A script is an output. Settings become the program's own at its first import (it rewrites them): they are
  // written where there are none, and no part of the set (docs/decisions/0009).
  enum class Kind : uint8_t { script, settings } kind = Kind::script;
  std::string text;
};

// An image of data: not the preview.
bool is_data_image(const OutputRecord& record);

// Has a job scripts at all?
bool has_import_files(const std::string& job);

// Of a job's set with this name and these outputs, of which file and width, and for settings the tiling are
// read. World: Blender's. The same text for the same arguments; nothing but names and tiling is copied into
// it.
std::vector<ImportFile> import_files(const std::string& job, Target target, const std::string& name,
                                     const std::vector<OutputRecord>& outputs);

// Of classes and functions: a letter, then letters, digits and single underscores. Names that differ stay
// different.
std::string code_name(const std::string& name);

// Writes them: scripts as outputs of role "import script", settings where none exist. Returns the settings
// that were there already and stay as they are. Throws Error{output}.
std::vector<std::string> write_import_files(const std::string& job, Target target, OutputSet& outputs);

}  // namespace ocean
