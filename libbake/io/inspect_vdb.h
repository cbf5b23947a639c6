// SPDX-License-Identifier: Apache-2.0
//
// What is in a .vdb file, for `inspect`, `verify` and manifests.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/strict_json.h"

#include "libbake/io/vdb.h"

namespace ocean {

// Grids with type, class, transform, voxels, bounds, metadata, attributes and content hash. Throws
// Error{input}.
nlohmann::ordered_json inspect_vdb(const std::string& path);

}  // namespace ocean
