// SPDX-License-Identifier: Apache-2.0
//
// What a shore bake writes and needs, and by how many rows at a time it fits.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/exec.h"
#include "libbake/bake/job.h"
#include "libbake/bake/shore_config.h"

namespace ocean {

// Made from the configuration and the inputs' sizes alone.
Plan plan_shore(const ShoreConfig& config, const JobSettings& settings);

// The same with the grid known. input_bytes: of the files that are still to be read.
Plan plan_shore_grid(const ShoreConfig& config, const JobSettings& settings, const Grid& grid,
                     int64_t input_bytes);

// Rows that are computed at a time: --tile, else all that fit --memory, else all that fit four fifths of
// `available_bytes`; at least 1, at most what kernels count in 31 bits. Throws Error{usage} if not even a row
// fits --memory, naming the least that works.
int32_t rows_a_band(const ShoreConfig& config, const Grid& grid, int64_t input_bytes,
                    int64_t available_bytes);

// Peak memory of a bake with bands of this many rows. grid.texel_m 0: not known, and --direction-blur is left
// out of account.
int64_t shore_bytes(const ShoreConfig& config, const Grid& grid, int32_t rows, int64_t input_bytes);

}  // namespace ocean
