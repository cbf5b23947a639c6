// SPDX-License-Identifier: Apache-2.0
//
// Depth of the visible surface -> water -> exact coast -> bodies of water -> distance and direction (02-shore: Hillaire-style
// shore maps; the method's parts name their papers in kernels/).
#include "libbake/bake/shore.h"

#include <stdexcept>

#include "kernels/coast/field_coast.h"
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

// The mesh's depth map; texels without a triangle are resolved, and `holes` tells the coast what became of them.
struct MeshSurface {
  MeshTexels mesh;
  std::vector<uint8_t> uncovered_land;  // empty: every texel is covered
};

MeshSurface mesh_surface(const Exec& exec, const Mesh& source, const ShoreConfig& config, ShoreMaps& maps) {
  const Grid& grid = maps.grid;
  MeshSurface surface{mesh_texels(exec, source, grid), {}};
  const Buffer<TexelPoint> vertices(exec, "mesh vertices", surface.mesh.vertices);
  const Buffer<Triangle> triangles(exec, "mesh triangles", surface.mesh.triangles);
  try {
    rasterize_top_surface(exec, vertices.view(), triangles.view(), grid.width, grid.height, config.sea_level,
                          maps.depth.view());
  } catch (const std::invalid_argument& e) {
    throw Error(ErrorKind::input, "terrain", std::string(e.what()) + "; check --unit, or pass a coarser grid");
  }

  Buffer<uint8_t> cover(exec, grid.size());
  const CoverCount count = classify_cover(exec, maps.depth.view(), grid.width, grid.height, cover.view());
  maps.counts.outside = count.outside;
  maps.counts.holes = count.holes;
  if (count.uncovered == 0) return surface;
  if (count.uncovered == grid.size())
    throw Error(ErrorKind::input, "terrain", "no triangle covers any texel of the map; check --bounds, --up and --unit");
  if (count.holes > 0 && config.holes == HolesChoice::error)
    throw Error(ErrorKind::input, "terrain",
                std::to_string(count.holes) + " texels inside the terrain are covered by no triangle (" +
                    percent(count.holes, grid.size()) + "); mend the mesh, or pass --holes fill, water or land");
  resolve_uncovered(exec, maps.depth.view(), cover.view(), grid.width, grid.height, rule(config.outside),
                    rule(config.holes));

  const std::vector<float> depth = maps.depth.to_host("depth for the holes");
  std::vector<uint8_t> filled = cover.to_host("cover for the holes");
  surface.uncovered_land.resize(depth.size());
  for (std::size_t t = 0; t < depth.size(); ++t) {
    surface.uncovered_land[t] = !(config.at_level == LevelChoice::water ? depth[t] >= 0 : depth[t] > 0);
    filled[t] = (filled[t] == static_cast<uint8_t>(Cover::hole) && rule(config.holes) == UncoveredRule::surface) ||
                (filled[t] == static_cast<uint8_t>(Cover::outside) && rule(config.outside) == UncoveredRule::surface);
  }
  append_fill_triangles(depth, filled, grid.width, grid.height, config.sea_level, surface.mesh);
  return surface;
}

Coastline coast_of(const Exec& exec, const MeshSurface& surface, const SeaLevel& sea, const Grid& grid, RunReport& report) {
  MeshCoastOptions options;
  options.sea = sea;
  options.outside = Outside::continues;  // beyond the map; inside it the hole map decides
  if (!surface.uncovered_land.empty()) options.holes = {surface.uncovered_land.data(), grid.width, grid.height};
  const Buffer<TexelPoint> vertices(exec, "mesh vertices", surface.mesh.vertices);
  const Buffer<Triangle> triangles(exec, "mesh triangles", surface.mesh.triangles);
  MeshCoastStats stats;
  Coastline coast = mesh_coast(exec, vertices.view(), triangles.view(), options, &stats);
  report.add("coast_rims", stats.rims);
  report.add("coast_overlaps", stats.overlaps);
  return coast;
}

}  // namespace

Grid shore_grid(const Box& bounds, const ShoreConfig& config, std::vector<std::string>* notes) {
  GridRequest request;
  request.area = config.bounds.value_or(std::array<double, 4>{bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y});
  request.pad_m = config.pad;
  const Resolution resolution = parse_resolution(config.resolution).value();
  request.width = resolution.width;
  request.height = resolution.height;
  request.texel_m = config.texel_out;
  request.pow2 = config.pow2;
  return choose_grid(request, notes);
}

}  // namespace ocean
