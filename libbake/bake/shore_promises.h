// SPDX-License-Identifier: Apache-2.0
//
// What `verify` checks of a shore bake beyond every image's hash, size and ranges.
#pragma once

#include "libbake/io/verify.h"

namespace ocean {

// Of every image, by its channels' keys: directions have one of the lengths that the manifest says (1; 0
// without a shoreline; blurred ones 1 or 0) and the ocean is under water, each within the measured
// quantisation error.
void check_shore_promises(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks);

}  // namespace ocean
