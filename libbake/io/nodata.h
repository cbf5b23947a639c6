// SPDX-License-Identifier: Apache-2.0
//
// Samples without a height get one, so that no cliff appears where the data end.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/exec.h"
#include "libbake/io/terrain.h"

namespace ocean {

enum class NodataPolicy : uint8_t {
  automatic,  // water where they touch the raster's border (through their eight neighbours), else interpolate
  water,
  land,
  interpolate,
  error,  // refuse the raster if there are any
};

struct NodataReport {
  int64_t samples = 0;  // without a height; the sum of the next three
  int64_t water = 0, land = 0, interpolated = 0;
  int64_t of = 0;            // all samples of the raster
  std::string path;          // of the raster
  std::string note() const;  // one line; "" if there were none
};

// Fills the invalid samples of the raster; afterwards valid is empty. Valid samples keep their bits.
// Deterministic, O(n).
//
// Water: a sample next to valid ones (of eight) gets as its depth the mean height of those above sea level,
// so the coast lands half way between the last datum and the first sample without one; with neighbours under
// water alone, their mean depth. The others follow smoothly from those (fill_holes). Depths are at least
// kMinDepth, so water stays water. Land is the same with the sign turned. Interpolate: smoothly from all
// around. sea_level_m: finite. path stands in messages. Throws Error{input}: policy error and there are any,
// or no sample is valid.
NodataReport resolve_nodata(const Exec& exec, HeightRaster& raster, NodataPolicy policy, double sea_level_m,
                            const std::string& path);

inline constexpr double kMinDepth_m = .01;

}  // namespace ocean
