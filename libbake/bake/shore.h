// SPDX-License-Identifier: Apache-2.0
//
// The compute stage of `oceanbake shore`: a terrain in, maps out, all on one back end; no files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/coast/coastline.h"
#include "kernels/coast/water_bodies.h"
#include "kernels/math/grid.h"
#include "libbake/bake/shore_config.h"
#include "libbake/core/run_report.h"
#include "libbake/io/terrain.h"

namespace ocean {

// Counts of texels, for the report and the warnings.
struct ShoreCounts {
  int64_t texels = 0, water = 0, ocean = 0;
  int64_t at_level = 0, at_level_border = 0;  // exactly at sea level
  int64_t outside = 0, holes = 0;             // that no triangle covers
};

struct ShoreMaps {
  Grid grid;
  // On the Exec's back end, grid.size() texels, south first.
  Buffer<float> depth;      // metres, positive under water
  Buffer<uint8_t> ocean;    // 1 = ocean (with lakes=water: any water)
  Buffer<float> distance;   // signed, texels, positive in the ocean; unlimited
  Buffer<Vec2f> direction;  // unit, world axes; 0 where there is no shoreline
  Coastline coast;          // the shoreline that distance is measured to, texel coordinates
  std::vector<WaterBody> bodies;
  ShoreCounts counts;
  bool has_shoreline() const { return !coast.segments.empty(); }
};

// The map grid that config asks for over a terrain's bounds. Throws Error{usage}.
Grid shore_grid(const Box& bounds, const ShoreConfig& config, std::vector<std::string>* notes);

// Throws Error{input} (holes or nodata that are to be refused, coordinates that do not fit), Error{usage} (a
// seed on land). Stages and warnings go to the report.
ShoreMaps compute_shore(const Exec& exec, const Terrain& terrain, const ShoreConfig& config,
                        RunReport& report);

}  // namespace ocean
