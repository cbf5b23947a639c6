// SPDX-License-Identifier: Apache-2.0
//
// VDB files among a job's outputs: what the manifest says of them.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/outputs.h"
#include "libbake/io/vdb.h"

namespace ocean {

// All but file, role and time: format "vdb", hash and size, and under "grids" for each grid name, type,
// class, voxel, bounds, counts and its own content hash.
OutputRecord vdb_record(const WrittenVdb& written);

// Writes the file into the outputs' folder and records it.
void write_vdb_output(OutputSet& outputs, const std::string& file, const std::string& role,
                      const std::vector<VdbGridPtr>& grids, VdbCompression compression);

}  // namespace ocean
