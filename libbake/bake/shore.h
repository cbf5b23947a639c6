// SPDX-License-Identifier: Apache-2.0
//
// The compute stage of `oceanbake shore`: a terrain in, maps out, all on one back end; no files. What holds
// for the whole map (coast, bodies of water) is small and made first; the maps then follow by bands of rows,
// of which none depends on another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/coast/coastline.h"
#include "kernels/coast/water_bodies.h"
#include "kernels/math/grid.h"
#include "kernels/shore/swell.h"
#include "libbake/bake/shore_config.h"
#include "libbake/bake/shore_surface.h"
#include "libbake/core/run_report.h"
#include "libbake/io/terrain.h"

namespace ocean {

// Counts of texels, for the report and the warnings.
struct ShoreCounts {
  int64_t texels = 0, water = 0, ocean = 0;    // ocean: that counts as water
  int64_t at_level = 0, at_level_border = 0;   // exactly at sea level
  int64_t outside = 0, holes = 0;              // that no triangle covers
  int64_t small_lakes = 0, small_islands = 0;  // bodies below --min-lake, --min-island
};

// The map as a whole.
struct Shore {
  Grid grid;
  double sea_level_m = 0;
  ShoreLevel level;
  Coastline coast;                // the shoreline that distance is measured to, texel coordinates
  std::vector<ChainBody> curves;  // one a chain of coast; body: index into bodies
  std::vector<WaterBody> bodies;
  ShoreCounts counts;
  bool has_shoreline() const { return !coast.segments.empty(); }
};

// The maps of a window, on the Exec's back end, window.size() texels, south first.
struct ShoreMaps {
  Window window;
  Buffer<float> depth;      // metres, positive under water
  Buffer<uint8_t> ocean;    // 1 = water that counts (--lakes)
  Buffer<float> distance;   // signed, texels, positive in the ocean; unlimited
  Buffer<Vec2f> direction;  // unit, world axes; 0 where there is no shoreline or the blurred one vanishes
  // Of these only what config's images hold; the others are empty.
  Buffer<float> confidence;       // 0 to 1: length of the blurred direction (kernels/shore/blur.h)
  Buffer<float> shore_length;     // texels: arc length at the nearest point, from the start of its curve
  Buffer<float> shore_perimeter;  // texels: length of that curve
  Buffer<float> slope;            // tangent of the ground's slope at it (kernels/coast/slope.h)
  Buffer<float> bodies;           // k + 1 in Shore::bodies[k], 0 on land
};

// Texels that --direction-blur reaches; 0: off. Throws Error{usage} where that is beyond what the blur can.
int32_t blur_reach(const ShoreConfig& config, const Grid& grid);

// [{"number": 1, "label": …}, …]: the bodies of water in the order of their numbers.
std::string water_bodies_json(const Shore& shore);

class ShoreBake {
 public:
  // terrain and config must outlive the bake. Throws Error{input} (holes or nodata that are to be refused,
  // coordinates that do not fit), Error{usage} (a seed on land). Stages and warnings go to the report.
  ShoreBake(const Exec& exec, const Terrain& terrain, const ShoreConfig& config, const Grid& grid,
            int32_t rows_a_band, const ShoreLevel& level, RunReport& report);

  const Shore& shore() const { return shore_; }
  const RowBands& bands() const { return bands_; }
  // Computed when asked for; valid until another band is asked for. Equal bits whatever the bands.
  ShoreMaps& band(int32_t k);

 private:
  Coastline read_surface(const SeaLevel& sea);
  void choose_ocean(const Coastline& coast);
  void name_curves();
  void prepare_maps(const SeaLevel& sea);
  void compute_direction(Buffer<int32_t>& nearest);
  void compute_extras(const Buffer<int32_t>& nearest);

  const Exec& exec_;
  const ShoreConfig& config_;
  RunReport& report_;
  RowBands bands_;
  Shore shore_;
  std::unique_ptr<ShoreSurface> surface_;
  MaskRuns water_;
  RunComponents components_;
  std::unique_ptr<RunIndex> water_index_;
  WaterBodies found_;
  ChosenWater chosen_;
  Buffer<CoastSegment> segments_;
  // What the maps take beside them.
  int32_t reach_ = 0;  // of the blur, texels; 0: off
  std::optional<Swell> swell_;
  bool wants_confidence_ = false, wants_length_ = false, wants_perimeter_ = false, wants_slope_ = false,
       wants_bodies_ = false;
  Buffer<double> start_;               // Coastline::start
  Buffer<float> perimeters_, slopes_;  // one a segment
  ShoreMaps maps_;                     // of band_
  int32_t band_ = -1;
};

// The map grid that config asks for over a terrain's bounds. Throws Error{usage}.
Grid shore_grid(const Box& bounds, const ShoreConfig& config, std::vector<std::string>* notes);

}  // namespace ocean
