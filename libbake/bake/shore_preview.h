// SPDX-License-Identifier: Apache-2.0
//
// The picture that shows a shore bake at a glance: depth and shaded land, distance isolines, arrows of the
// wave direction, the shoreline, and a legend with numbers.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/shore.h"
#include "libbake/io/draw.h"

namespace ocean {

// title: one line, e.g. the bake's name; warnings appear below the legend. maps as compute_shore() returned
// them.
Picture shore_preview(const Exec& exec, const ShoreMaps& maps, double sea_level_m, const std::string& title,
                      const std::vector<std::string>& warnings);

// A round distance between isolines so that about `lines` fit below `largest_m` > 0: 1, 2 or 5 times a power
// of ten.
double isoline_interval(double largest_m, int lines);

}  // namespace ocean
