// SPDX-License-Identifier: Apache-2.0
//
// Depth of the visible surface -> water -> exact coast -> bodies of water -> distance and direction
// (02-shore: Hillaire-style shore maps; the method's parts name their papers in kernels/).
#include "libbake/bake/shore.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "kernels/coast/field_coast.h"
#include "kernels/coast/map_border.h"
#include "kernels/coast/mesh_coast.h"
#include "kernels/distance/distance.h"
#include "kernels/raster/height_field.h"
#include "kernels/raster/label.h"
#include "kernels/raster/top_surface.h"
#include "kernels/shore/masks.h"
#include "kernels/shore/uncovered.h"
#include "libbake/bake/output_grid.h"
#include "libbake/bake/terrain_texels.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

UncoveredRule rule(HolesChoice choice) {
  return choice == HolesChoice::water  ? UncoveredRule::water
         : choice == HolesChoice::land ? UncoveredRule::land
                                       : UncoveredRule::surface;
}

UncoveredRule rule(OutsideChoice choice) {
  return choice == OutsideChoice::water  ? UncoveredRule::water
         : choice == OutsideChoice::land ? UncoveredRule::land
                                         : UncoveredRule::surface;
}

std::string percent(int64_t part, int64_t whole) {
  return shortest(static_cast<double>(part * 1000 / whole) / 10) + " %";
}

// --- Depth and coast of a mesh
// --------------------------------------------------------------------------------------------

struct DeviceMesh {
  Buffer<TexelPoint> vertices;
  Buffer<Triangle> triangles;
  DeviceMesh(const Exec& exec, const MeshTexels& mesh)
      : vertices(exec, "mesh vertices", mesh.vertices), triangles(exec, "mesh triangles", mesh.triangles) {}
};

void refuse_holes(const ShoreCounts& counts, const ShoreConfig& config) {
  if (counts.outside + counts.holes == counts.texels)
    throw Error(ErrorKind::input, "terrain",
                "no triangle covers any texel of the map; check --bounds, --up and --unit");
  if (counts.holes > 0 && config.holes == HolesChoice::error)
    throw Error(ErrorKind::input, "terrain",
                std::to_string(counts.holes) + " texels inside the terrain are covered by no triangle (" +
                    percent(counts.holes, counts.texels) +
                    "); mend the mesh, or pass --holes fill, water or land");
}

// Gives uncovered texels their depth. Adds the triangles that stand for filled ones to `mesh`; returns for
// every texel whether it is land.
std::vector<uint8_t> resolve_holes(const Exec& exec, const ShoreConfig& config, View<const uint8_t> cover,
                                   MeshTexels& mesh, ShoreMaps& maps) {
  const Grid& grid = maps.grid;
  const UncoveredRule outside = rule(config.outside), holes = rule(config.holes);
  resolve_uncovered(exec, maps.depth.view(), cover, grid.width, grid.height, outside, holes);
  const std::vector<float> depth = maps.depth.to_host("depth for the holes");
  std::vector<uint8_t> filled(depth.size()), land(depth.size());
  copy_out(exec, "cover for the holes", filled.data(), cover.data, cover.size);
  for (std::size_t t = 0; t < depth.size(); ++t) {
    land[t] = config.at_level == LevelChoice::water ? depth[t] < 0 : depth[t] <= 0;
    const auto kind = static_cast<Cover>(filled[t]);
    filled[t] = (kind == Cover::hole && holes == UncoveredRule::surface) ||
                (kind == Cover::outside && outside == UncoveredRule::surface);
    if (kind == Cover::covered) land[t] |= kCoveredTexel;
  }
  append_fill_triangles(depth, filled, grid.width, grid.height, config.sea_level, mesh);
  return land;
}

Coastline bake_mesh(const Exec& exec, const Mesh& source, const ShoreConfig& config, const SeaLevel& sea,
                    ShoreMaps& maps, RunReport& report) {
  const Grid& grid = maps.grid;
  MeshTexels mesh = mesh_texels(exec, source, grid);
  DeviceMesh device(exec, mesh);
  std::vector<uint8_t> land;  // empty: every texel is covered
  {
    const auto stage = report.stage("surface");
    rasterize_top_surface(exec, device.vertices.view(), device.triangles.view(), grid.width, grid.height,
                          config.sea_level, maps.depth.view());
    Buffer<uint8_t> cover(exec, grid.size());
    const CoverCount count =
        classify_cover(exec, std::as_const(maps.depth).view(), grid.width, grid.height, cover.view());
    maps.counts.outside = count.outside;
    maps.counts.holes = count.holes;
    refuse_holes(maps.counts, config);
    if (count.uncovered > 0) {
      land = resolve_holes(exec, config, std::as_const(cover).view(), mesh, maps);
      device = DeviceMesh(exec, mesh);
    }
  }
  const auto stage = report.stage("coast");
  MeshCoastOptions options;
  options.sea = sea;
  options.outside = Outside::continues;  // beyond the map; inside it the hole map decides
  if (!land.empty()) options.holes = {land.data(), grid.width, grid.height};
  MeshCoastStats stats;
  Coastline coast = mesh_coast(exec, std::as_const(device.vertices).view(),
                               std::as_const(device.triangles).view(), options, &stats);
  report.add("coast_rims", stats.rims);
  report.add("coast_overlaps", stats.overlaps);
  return coast;
}

// --- Of a raster
// ----------------------------------------------------------------------------------------------------------

Coastline bake_raster(const Exec& exec, const HeightRaster& raster, const ShoreConfig& config,
                      const SeaLevel& sea, ShoreMaps& maps, RunReport& report) {
  const Buffer<float> heights(exec, "raster heights", raster.heights);
  const HeightField field = field_texels(raster, maps.grid, heights.data());
  {
    const auto stage = report.stage("surface");
    sample_height_field(exec, field, maps.grid.width, maps.grid.height, config.sea_level, maps.depth.view());
  }
  const auto stage = report.stage("coast");
  return field_coast(exec, field, sea, maps.grid.width, maps.grid.height);
}

// --- Bodies of water
// ------------------------------------------------------------------------------------------------------

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

// Sets the ocean mask and returns the shore of the water that counts.
Coastline choose_ocean(const Exec& exec, const Coastline& coast, const ShoreConfig& config, ShoreMaps& maps) {
  const Grid& grid = maps.grid;
  const auto depth = std::as_const(maps.depth).view();
  water_mask(exec, depth, config.at_level == LevelChoice::water, maps.ocean.view());
  const LevelCount levels =
      count_levels(exec, depth, std::as_const(maps.ocean).view(), grid.width, grid.height);
  maps.counts.water = levels.water;
  maps.counts.at_level = levels.at_level;
  maps.counts.at_level_border = levels.at_level_border;

  Buffer<int32_t> labels(exec, grid.size());
  label_components(exec, std::as_const(maps.ocean).view(), grid.width, grid.height, 1, Connectivity::four,
                   labels.view());
  const auto seed = seed_texel(config, grid);
  if (seed) {
    uint8_t is_water = 0;
    copy_out(exec, "ocean seed", &is_water, maps.ocean.data() + int64_t{seed->j} * grid.width + seed->i, 1);
    if (is_water == 0)
      throw Error(ErrorKind::usage, "--ocean-seed", "lies on land; give a point of the ocean");
  }
  const WaterBodies found =
      find_water_bodies(exec, coast, std::as_const(labels).view(), grid.width, grid.height, seed);
  maps.bodies = found.bodies;
  if (config.lakes == LakesChoice::land) {
    std::vector<int32_t> ocean_labels;
    for (std::size_t l = 0; l < found.labels.size(); ++l)
      if (found.bodies[static_cast<std::size_t>(found.body_of[l])].ocean)
        ocean_labels.push_back(found.labels[l]);
    const Buffer<int32_t> list(exec, "ocean labels", ocean_labels);
    ocean_mask(exec, std::as_const(labels).view(), list.view(), maps.ocean.view());
  }
  maps.counts.ocean = count_mask(exec, std::as_const(maps.ocean).view());
  return select_coast(coast, found, config.lakes == LakesChoice::land ? Lakes::land : Lakes::water);
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

// --- What people should know
// ----------------------------------------------------------------------------------------------

constexpr double kLevelWarningShare = 0.05;

void report_counts(const ShoreMaps& maps, const ShoreConfig& config, RunReport& report) {
  const ShoreCounts& c = maps.counts;
  report.add("texels", c.texels);
  report.add("water_texels", c.water);
  report.add("ocean_texels", c.ocean);
  report.add("at_level_texels", c.at_level);
  report.add("outside_texels", c.outside);
  report.add("hole_texels", c.holes);
  report.add("coast_segments", static_cast<int64_t>(maps.coast.segments.size()));
  report.add("coast_curves", static_cast<int64_t>(maps.coast.chains.size()));
  report.add("shoreline_m", maps.coast.length * maps.grid.texel_m);
  if (config.at_level == LevelChoice::land && c.at_level_border > 0 &&
      static_cast<double>(c.at_level) > kLevelWarningShare * static_cast<double>(c.texels))
    report.warn(percent(c.at_level, c.texels) +
                " of the map is exactly at sea level and touches its border; if the terrain stores "
                "the sea as a flat level, pass --at-level water");
  if (c.holes > 0)
    report.warn(percent(c.holes, c.texels) + " of the map are holes in the terrain (" +
                std::to_string(c.holes) + " texels that no triangle covers); --holes says what they become");
  if (!maps.has_shoreline())
    report.warn(std::string("there is no shoreline: the whole map is ") +
                (c.ocean > 0 ? "ocean" : "land or lakes") +
                "; distances are the map's diagonal; check --sea-level, --up and --unit");
}

// Labels, areas and places of all bodies, for the report.
void report_bodies(const ShoreMaps& maps, RunReport& report) {
  const double texel2 = maps.grid.texel_m * maps.grid.texel_m;
  std::string json = "[";
  for (const WaterBody& body : maps.bodies) {
    if (json.size() > 1) json += ", ";
    json += "{\"label\": " + std::to_string(body.label) + ", \"ocean\": " + (body.ocean ? "true" : "false") +
            ", \"area_m2\": " + shortest(body.area_texels2 * texel2) +
            ", \"texels\": " + std::to_string(body.texels) + ", \"curves\": " + std::to_string(body.chains) +
            "}";
  }
  report.add_json("water_bodies", json + "]");
}

}  // namespace

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

ShoreMaps compute_shore(const Exec& exec, const Terrain& terrain, const ShoreConfig& config,
                        RunReport& report) {
  std::vector<std::string> notes;
  ShoreMaps maps;
  maps.grid = shore_grid(terrain.bounds, config, &notes);
  for (const std::string& note : notes) log_info(note);
  const int64_t texels = maps.grid.size();
  maps.counts.texels = texels;
  maps.depth = Buffer<float>(exec, texels);
  maps.ocean = Buffer<uint8_t>(exec, texels);

  const SeaLevel sea{config.sea_level, config.at_level == LevelChoice::water};
  const auto* mesh = std::get_if<Mesh>(&terrain.shape);
  Coastline coast;
  try {
    coast = mesh != nullptr
                ? bake_mesh(exec, *mesh, config, sea, maps, report)
                : bake_raster(exec, std::get<HeightRaster>(terrain.shape), config, sea, maps, report);
  } catch (const std::invalid_argument& e) {
    throw Error(ErrorKind::input, "terrain", e.what() + remedy_for(e.what()));
  }
  {
    const auto stage = report.stage("water bodies");
    maps.coast = choose_ocean(exec, coast, config, maps);
    uint8_t corner = 0;
    copy_out(exec, "corner", &corner, maps.ocean.data(), 1);
    maps.coast = close_at_border(exec, maps.coast, map_edge(config.edge), maps.grid.width, maps.grid.height,
                                 corner == 0);
  }
  {
    const auto stage = report.stage("distance");
    maps.distance = Buffer<float>(exec, texels);
    maps.direction = Buffer<Vec2f>(exec, texels);
    const Buffer<CoastSegment> segments(exec, "coast", maps.coast.segments);
    compute_distance(exec, segments.view(), {0, 0, maps.grid.width, maps.grid.height}, maps.grid.width,
                     maps.grid.height, std::as_const(maps.ocean).view(),
                     {maps.distance.view(), maps.direction.view(), {}});
  }
  report_counts(maps, config, report);
  report_bodies(maps, report);
  return maps;
}

}  // namespace ocean
