// SPDX-License-Identifier: Apache-2.0
//
// The temporary files of this process, for the moment when a signal ends it: remove_listed_files() is
// async-signal-safe.
#pragma once

#include <string>

namespace ocean {

// Returns a slot for unlist_file(), or -1 when all are taken (the file then stays until the next run cleans
// it).
int list_file(const std::string& path);
void unlist_file(int slot);
// Unlinks every listed file; leaves errno as it was.
void remove_listed_files() noexcept;

}  // namespace ocean
