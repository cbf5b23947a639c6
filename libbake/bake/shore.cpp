// SPDX-License-Identifier: Apache-2.0
//
// Depth of the visible surface -> water -> exact coast -> bodies of water -> distance and direction
// (the method's parts name their papers in kernels/).
#include "libbake/bake/shore.h"

#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kernels/coast/map_border.h"
#include "kernels/shore/masks.h"
#include "libbake/bake/output_grid.h"
#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

// --- Bodies of water ---------------------------------------------------------------------------------------

std::optional<TexelIndex> seed_texel(const ShoreConfig& config, const Grid& grid) {
  if (!config.ocean_seed) return std::nullopt;
  const double u = ((*config.ocean_seed)[0] - grid.x0) / grid.texel_m,
               v = ((*config.ocean_seed)[1] - grid.y0) / grid.texel_m;
  if (!(u >= 0 && v >= 0 && u < grid.width && v < grid.height))
    throw Error(ErrorKind::usage, "--ocean-seed",
                shortest((*config.ocean_seed)[0]) + "," + shortest((*config.ocean_seed)[1]) +
                    " lies outside the map [" + shortest(grid.x0) + ", " +
                    shortest(grid.x0 + grid.width * grid.texel_m) + "] x [" + shortest(grid.y0) + ", " +
                    shortest(grid.y0 + grid.height * grid.texel_m) +
                    "]; give a point of the ocean inside it");
  return TexelIndex{static_cast<int32_t>(u), static_cast<int32_t>(v)};
}

MapEdge map_edge(EdgeChoice edge) {
  return edge == EdgeChoice::ocean  ? MapEdge::ocean
         : edge == EdgeChoice::land ? MapEdge::land
                                    : MapEdge::extend;
}

// What to do about what a kernel cannot take.
std::string remedy_for(const std::string& problem) {
  const auto about = [&](const char* words) { return problem.find(words) != std::string::npos; };
  if (about("coordinates reach"))
    return "; the map is too fine for a terrain that reaches so far: pass a larger --texel-out or a smaller "
           "--resolution, or cut the terrain";
  if (about("triangles") || about("pieces of coast"))
    return "; simplify the terrain, or cut it and bake the parts";
  if (about("not finite")) return "; check --unit, --height-scale and --height-range, or mend the terrain";
  if (about("samples")) return "; give a raster of at least 2 x 2 samples";
  if (about("sea level")) return "; check --sea-level and --unit";
  return "; check --unit and --bounds";
}

// --- What people should know -------------------------------------------------------------------------------

constexpr double kLevelWarningShare = 0.05;

void report_counts(const Shore& shore, const ShoreConfig& config, RunReport& report) {
  const ShoreCounts& c = shore.counts;
  report.add("texels", c.texels);
  report.add("water_texels", c.water);
  report.add("ocean_texels", c.ocean);
  report.add("at_level_texels", c.at_level);
  report.add("outside_texels", c.outside);
  report.add("hole_texels", c.holes);
  report.add("coast_segments", static_cast<int64_t>(shore.coast.segments.size()));
  report.add("coast_curves", static_cast<int64_t>(shore.coast.chains.size()));
  report.add("shoreline_m", shore.coast.length * shore.grid.texel_m);
  if (config.at_level == LevelChoice::land && c.at_level_border > 0 &&
      static_cast<double>(c.at_level) > kLevelWarningShare * static_cast<double>(c.texels))
    report.warn(percent_text(c.at_level, c.texels) +
                " of the map is exactly at sea level and touches its border; if the terrain stores "
                "the sea as a flat level, pass --at-level water");
  if (c.holes > 0)
    report.warn("the terrain has holes: no triangle covers " + std::to_string(c.holes) +
                (c.holes == 1 ? " texel (" : " texels (") + percent_text(c.holes, c.texels) +
                " of the map) inside it; --holes says what they become");
  report.add("lakes_dropped", c.small_lakes);
  report.add("islands_dropped", c.small_islands);
  if (c.small_lakes + c.small_islands > 0)
    log_info("too small to count: " + std::to_string(c.small_lakes) + " lakes (--min-lake) and " +
             std::to_string(c.small_islands) + " islands (--min-island)");
  if (shore.has_shoreline()) return;
  const std::string every = ", and every distance is the map's diagonal; ";
  if (c.ocean == 0 && c.water > 0)
    report.warn("there is no shoreline: no water reaches the border of the map, so all of it is lakes" +
                every + "pass --lakes water to give them shores");
  else
    report.warn(std::string("there is no shoreline: the whole map is ") + (c.ocean > 0 ? "ocean" : "land") +
                every + "compare --sea-level with the terrain's heights, and check --up and --unit");
}

}  // namespace

std::string water_bodies_json(const Shore& shore) {
  const double texel2 = shore.grid.texel_m * shore.grid.texel_m;
  std::string json = "[";
  for (std::size_t k = 0; k < shore.bodies.size(); ++k) {
    const WaterBody& body = shore.bodies[k];
    if (k > 0) json += ", ";
    json += "{\"number\": " + std::to_string(k + 1) + ", \"label\": " + std::to_string(body.label) +
            ", \"ocean\": " + (body.ocean ? "true" : "false") +
            ", \"area_m2\": " + shortest(body.area_texels2 * texel2) +
            ", \"texels\": " + std::to_string(body.texels) + ", \"curves\": " + std::to_string(body.chains) +
            "}";
  }
  return json + "]";
}

Grid shore_grid(const Box& bounds, const ShoreConfig& config, std::vector<std::string>* notes) {
  GridRequest request;
  request.area =
      config.bounds.value_or(std::array<double, 4>{bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y});
  request.pad_m = config.pad;
  const Resolution resolution = parse_resolution(config.resolution).value();
  request.width = resolution.width;
  request.height = resolution.height;
  request.texel_m = config.texel_out;
  request.pow2 = config.pow2;
  return choose_grid(request, notes);
}

ShoreBake::ShoreBake(const Exec& exec, const Terrain& terrain, const ShoreConfig& config, const Grid& grid,
                     int32_t rows_a_band, const ShoreLevel& level, RunReport& report)
    : exec_(exec), config_(config), report_(report), bands_{grid.width, grid.height, rows_a_band} {
  const double sea_level_m = level.sea_level_m;
  shore_.grid = grid;
  shore_.sea_level_m = sea_level_m;
  shore_.level = level;
  shore_.counts.texels = grid.size();
  reach_ = blur_reach(config, grid);
  const SeaLevel sea{sea_level_m, config.at_level == LevelChoice::water};
  Coastline coast;
  try {
    surface_ = make_surface(exec, terrain, grid, bands_, config, sea_level_m, report);
    coast = read_surface(sea);
  } catch (const std::invalid_argument& e) {
    throw Error(ErrorKind::input, config.terrain_name(), e.what() + remedy_for(e.what()));
  }
  choose_ocean(coast);
  segments_ = Buffer<CoastSegment>(exec, "coast", shore_.coast.segments);
  report_counts(shore_, config, report);
  report.add_json("water_bodies", water_bodies_json(shore_));
  prepare_maps(sea);
}

// Water centres of all bands, and the coast.
Coastline ShoreBake::read_surface(const SeaLevel& sea) {
  ShoreCounts& counts = shore_.counts;
  counts.outside = surface_->outside_texels;
  counts.holes = surface_->hole_texels;
  water_.width = bands_.width;
  {
    const auto stage = report_.stage("surface");
    for (int32_t k = 0; k < bands_.count(); ++k) {
      check_interrupt();
      maps_ = {};  // frees a band before the next one is made
      maps_.window = bands_.window(k);
      maps_.depth = surface_->depth(maps_.window);
      maps_.ocean = Buffer<uint8_t>(exec_, maps_.window.size());
      const View<const float> depth = std::as_const(maps_.depth).view();
      const LevelCount levels =
          water_mask(exec_, depth, sea.at_level_water, maps_.window, bands_.height, maps_.ocean.view());
      append_runs(exec_, std::as_const(maps_.ocean).view(), water_);
      counts.water += levels.water;
      counts.at_level += levels.at_level;
      counts.at_level_border += levels.at_level_border;
    }
  }
  const auto stage = report_.stage("coast");
  return surface_->coast(sea, report_);
}

void ShoreBake::choose_ocean(const Coastline& coast) {
  const auto stage = report_.stage("water bodies");
  const Grid& grid = shore_.grid;
  components_ = connect_runs(exec_, water_);
  water_index_ = std::make_unique<RunIndex>(exec_, water_, components_);
  const auto seed = seed_texel(config_, grid);
  if (seed && host_view(water_, components_).find(int64_t{seed->j} * grid.width + seed->i) < 0)
    throw Error(ErrorKind::usage, "--ocean-seed",
                shortest((*config_.ocean_seed)[0]) + "," + shortest((*config_.ocean_seed)[1]) +
                    " lies on land; give a point of the ocean");
  found_ = find_water_bodies(exec_, coast, water_, components_, *water_index_, seed);
  const double texel2 = grid.texel_m * grid.texel_m;
  chosen_ = choose_water(
      coast, found_,
      {config_.lakes == LakesChoice::land, config_.min_lake / texel2, config_.min_island / texel2},
      grid.width, grid.height);
  shore_.bodies = found_.bodies;
  shore_.counts.small_lakes = chosen_.lakes;
  shore_.counts.small_islands = chosen_.islands;
  shore_.counts.ocean = count_water(water_, components_, found_, chosen_);
  const bool corner_is_land = !is_water(water_, components_, found_, chosen_, 0);
  shore_.coast =
      close_at_border(exec_, chosen_.coast, map_edge(config_.edge), grid.width, grid.height, corner_is_land);
  name_curves();
}

// Chains that were cut or joined at the border take the body of a chain that they share a point with; those
// that are nothing but border have none.
void ShoreBake::name_curves() {
  shore_.curves = chosen_.chains;
  if (config_.edge == EdgeChoice::extend) return;
  std::map<std::pair<double, double>, std::size_t> chain_of;
  const auto for_points = [](const Coastline& coast, const auto& visit) {
    for (std::size_t c = 0; c < coast.chains.size(); ++c) {
      const Chain& chain = coast.chains[c];
      for (int64_t k = chain.first; k < chain.first + chain.count; ++k)
        visit(c, coast.segments[static_cast<std::size_t>(k)]);
    }
  };
  for_points(chosen_.coast, [&](std::size_t c, const CoastSegment& s) {
    chain_of.emplace(std::pair(s.a.x, s.a.y), c);
    chain_of.emplace(std::pair(s.b.x, s.b.y), c);
  });
  ChainBody border;
  border.ocean = config_.edge == EdgeChoice::ocean || !shore_.bodies.empty();
  shore_.curves.assign(shore_.coast.chains.size(), border);
  for_points(shore_.coast, [&](std::size_t c, const CoastSegment& s) {
    if (shore_.curves[c].body != kNoBody) return;
    const auto found = chain_of.find({s.a.x, s.a.y});
    if (found != chain_of.end()) shore_.curves[c] = chosen_.chains[found->second];
  });
}

}  // namespace ocean
