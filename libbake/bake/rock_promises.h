// SPDX-License-Identifier: Apache-2.0
//
// What `verify` checks of rocks beyond hashes.
#pragma once

#include "libbake/io/verify.h"

namespace ocean {

// surface is a level set of the stated half width, whose active distances lie below it; rock_id has the same
// active voxels and holds ids of the manifest's rocks alone.
void check_rock_promises(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks);

}  // namespace ocean
