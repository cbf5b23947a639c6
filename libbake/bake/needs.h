// SPDX-License-Identifier: Apache-2.0
//
// What a plan needs against what the machine has.
#pragma once

#include <cstdint>
#include <string>

#include "libbake/bake/job.h"

namespace ocean {

struct Needs {
  int64_t disk_bytes = 0, disk_free = 0;  // of the output folder's file system; -1: unknown
  int64_t memory_bytes = 0, memory_free = 0;
};

Needs needs_of(const Plan& plan, const std::string& folder);
int64_t free_disk_bytes(const std::string& folder);  // of the nearest folder that exists; -1: unknown
// Throws Error{output} where nothing can be written into the folder, or into the nearest one that exists.
void check_folder(const std::string& folder);

// Throws Error{output} where the disk and Error{usage} where the memory does not suffice, with the numbers
// and the plan's remedy.
void check_needs(const Needs& needs, const Plan& plan, const std::string& folder);

// For --dry-run: files with sizes, needs, notes.
std::string plan_text(const Plan& plan, const Needs& needs, const std::string& folder,
                      const std::string& name);

}  // namespace ocean
