// SPDX-License-Identifier: Apache-2.0
//
// A look at the terrain before it is baked: what the report says about it, and what was perhaps meant. From a
// sample of at most 512 x 512 places, so shares are true to a fraction of a percent.
#pragma once

#include <string>
#include <vector>

#include "kernels/math/grid.h"
#include "libbake/bake/shore_config.h"
#include "libbake/core/run_report.h"
#include "libbake/io/terrain.h"

namespace ocean {

struct GroundSurvey {
  std::vector<float> heights;  // of the places with ground, ascending, metres
  int64_t places = 0;          // with and without ground
  int64_t overhangs = 0;       // places with more than one layer of triangles above each other
  // The height at which most of the ground lies, to 1 mm.
  struct Flat {
    double height_m = 0, share = 0;  // of the places with ground
    double below = 0;                // share of the ground that is lower
    bool at_border = false;          // it reaches the border of the area
  } flat;
  bool is_mesh = false;
};

// Over the map's area for a mesh, over its own samples for a raster. std::invalid_argument for what the
// kernels cannot take.
GroundSurvey survey_ground(const Exec& exec, const Terrain& terrain, const Grid& grid);

// Facts: what was read and guessed, extent, share of nodata, overhangs and the largest flat.
// top_counts: --surface top, of which overhangs are told.
void report_survey(const GroundSurvey& survey, const Terrain& terrain, bool top_counts, RunReport& report);

// Facts: heights near the level. Warns where the ground suggests another level: there is no shoreline, or a
// large flat above the level reaches the border and hardly any ground lies below it.
void report_level(const GroundSurvey& survey, double sea_level_m, bool has_shoreline, RunReport& report);

}  // namespace ocean
