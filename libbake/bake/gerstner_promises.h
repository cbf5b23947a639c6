// SPDX-License-Identifier: Apache-2.0
//
// What `oceanbake verify` checks of a flipbook beyond hashes and ranges: it closes, its normals have length
// 1, and its displacements are those of the wave set that lies beside it.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/manifest.h"
#include "libbake/io/verify.h"

namespace ocean {

void check_gerstner_promises(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks);

}  // namespace ocean
