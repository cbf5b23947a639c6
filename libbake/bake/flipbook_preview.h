// SPDX-License-Identifier: Apache-2.0
//
// Pictures of a flipbook for people. NAME_preview.png: the lit surface over two by two tiles, its normals and
// foam, and a contact sheet of the loop. NAME_preview.gif: the lit surface as it moves.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/flipbook_sea.h"
#include "libbake/io/draw.h"

namespace ocean {

struct FlipbookPictures {
  Picture sheet;
  std::vector<Picture> loop;  // frames at equal steps over the loop, in order
  int frames_per_s = 1;       // at which they run as fast as the sea, as near as a GIF can
};

// lines: what is written below the pictures. Computes the frames that it shows on a grid of its own; waves
// too short for kMostShown texels a side are left out of the pictures.
inline constexpr int32_t kMostShown = 1024;
FlipbookPictures draw_flipbook(const Exec& exec, const WaveSet& set, const GerstnerConfig& config,
                               const FlipbookGrid& grid, const std::string& title,
                               const std::vector<std::string>& lines);

}  // namespace ocean
