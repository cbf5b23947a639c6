// SPDX-License-Identifier: Apache-2.0
//
// The ground of a shore bake on a job's back end: depth of any window of the map, and the terrain's coast
// before bodies of water are told apart.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/coast/coastline.h"
#include "kernels/coast/crossing.h"
#include "kernels/math/grid.h"
#include "kernels/raster/label.h"
#include "kernels/shore/uncovered.h"
#include "libbake/bake/shore_config.h"
#include "libbake/core/run_report.h"
#include "libbake/io/terrain.h"

namespace ocean {

// Bands of whole rows that a map is baked by, from the south.
struct RowBands {
  int32_t width = 0, height = 0, rows = 0;  // rows >= 1: of a band; the last may have fewer
  int32_t count() const { return (height + rows - 1) / rows; }
  Window window(int32_t band) const {
    const int32_t first = band * rows;
    return {0, first, width, rows < height - first ? rows : height - first};
  }
  int64_t texels() const { return int64_t{width} * (rows < height ? rows : height); }  // of the largest
};

UncoveredRule uncovered_rule(HolesChoice choice);
UncoveredRule uncovered_rule(OutsideChoice choice);

class ShoreSurface {
 public:
  virtual ~ShoreSurface() = default;
  // Metres, positive under water, every texel resolved, window.size() floats, south first; windows of one map
  // agree bit for bit. Of a map in one band, once.
  virtual Buffer<float> depth(const Window& window) = 0;
  // Throws std::invalid_argument for what the kernels cannot take.
  virtual Coastline coast(const SeaLevel& sea, RunReport& report) = 0;

  // How steep the ground is at each piece of a coast of it (kernels/coast/slope.h).
  virtual std::vector<float> slopes(const std::vector<CoastSegment>& coast, const SeaLevel& sea) = 0;

  int64_t outside_texels = 0, hole_texels = 0;  // that no triangle covers
};

// Gives the uncovered texels of a whole map's depth theirs, by --outside and --holes. cover: what each texel
// is. what: "are covered by no triangle", for the message. Throws Error{input} for holes that are to be
// refused or a map without any cover, Error{usage} where memory does not suffice (24 bytes a texel).
CoverCount resolve_cover(const Exec& exec, const Grid& grid, const ShoreConfig& config, int64_t uncovered,
                         const char* what, View<float> depth, View<uint8_t> cover);

// Reads the whole map once where triangles may leave texels uncovered. Then, if there are any, the map's
// depth stays in memory (4 bytes a texel, and up to 16 while it is filled). terrain must outlive the surface.
// Throws Error{input} for holes that are to be refused, std::invalid_argument for what the kernels cannot
// take.
std::unique_ptr<ShoreSurface> make_surface(const Exec& exec, const Terrain& terrain, const Grid& grid,
                                           const RowBands& bands, const ShoreConfig& config,
                                           double sea_level_m, RunReport& report);

}  // namespace ocean
