// SPDX-License-Identifier: Apache-2.0
//
// NAME_preview.png of a flipbook: the lit surface over two by two tiles, its normals and foam, and a contact
// sheet of the loop.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/flipbook_sea.h"
#include "libbake/io/draw.h"

namespace ocean {

// lines: what is written below the pictures. Computes the frames that it shows on a grid of its own.
Picture draw_flipbook(const Exec& exec, const WaveSet& set, const GerstnerConfig& config,
                      const FlipbookGrid& grid, const std::string& title,
                      const std::vector<std::string>& lines);

}  // namespace ocean
