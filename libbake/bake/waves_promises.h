// SPDX-License-Identifier: Apache-2.0
//
// What `verify` checks of a wave set beyond its file's hash.
#pragma once

#include "libbake/io/verify.h"

namespace ocean {

// The set reads back, and its number of waves, significant height, limits against loops and longest period
// are those that the manifest states.
void check_waves_promises(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks);

}  // namespace ocean
