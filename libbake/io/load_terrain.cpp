// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/load_terrain.h"

#include <algorithm>
#include <cmath>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/asc_reader.h"
#include "libbake/io/file_kind.h"
#include "libbake/io/gltf_reader.h"
#include "libbake/io/height_image.h"
#include "libbake/io/join_meshes.h"
#include "libbake/io/join_tiles.h"
#include "libbake/io/mesh_file.h"
#include "libbake/io/obj_reader.h"
#include "libbake/io/place_raster.h"
#include "libbake/io/ply_reader.h"
#include "libbake/io/stl_check.h"

namespace ocean {

namespace {

MeshFile read_mesh_file(HostPool& pool, const std::string& path, FileKind kind) {
  if (kind == FileKind::ply) return read_ply(path);
  if (kind == FileKind::gltf) return read_gltf(path);
  if (kind == FileKind::stl) check_stl_is_whole(path);
  if (kind == FileKind::mesh || kind == FileKind::stl)
    return plugin_table<MeshPlugin>("ocean_io_mesh").read(path);
  ObjFile obj = read_obj(pool, path);
  MeshFile file;
  file.mesh = std::move(obj.mesh);
  file.files = {path};
  std::string names;
  for (const std::string& name : obj.names) names += (names.empty() ? ": " : ", ") + name;
  const int64_t named = obj.objects + obj.groups;
  file.notes.push_back(std::to_string(obj.faces) + " faces" +
                       (named > 0 ? " in " + std::to_string(named) +
                                        (named > 1 ? " objects and groups" : " object or group") + names +
                                        (named > static_cast<int64_t>(obj.names.size()) ? ", …" : "")
                                  : ""));
  if (obj.surfaces > 0)
    file.notes.push_back(std::to_string(obj.surfaces) +
                         " parametric surfaces are left out; convert them to polygons if they are terrain");
  return file;
}

RasterFile read_asc_grid(HostPool& pool, const std::string& path) {
  RasterFile file = read_asc(pool, path);
  if (!file.projection.empty())
    plugin_table<RasterPlugin>("ocean_io_raster").read_projection(file.side_files.front(), file);
  return file;
}

RasterFile read_raster_file(HostPool& pool, const std::string& path, FileKind kind,
                            const InputOptions& options) {
  if (kind == FileKind::raw) return read_raw_heights(path, *options.raw);
  if (kind == FileKind::image) return read_height_image(path);
  if (kind == FileKind::asc) return read_asc_grid(pool, path);
  return plugin_table<RasterPlugin>("ocean_io_raster").read(path);
}

// How the samples of a raster lie; files: those that it was read from.
struct RasterLayout {
  std::vector<std::string> files;
  bool corners = false, south_first = false;
};

// path: for messages.
Terrain place_terrain(RasterFile file, const std::string& path, const RasterLayout& layout,
                      const InputOptions& options) {
  Terrain terrain;
  terrain.files = layout.files;
  terrain.files.insert(terrain.files.end(), file.side_files.begin(), file.side_files.end());
  const std::string what =
      std::to_string(file.width) + " x " + std::to_string(file.height) + " samples (" + file.format + ")";
  PlacedRaster placed = place_raster(std::move(file), path, options, layout.corners, layout.south_first);
  terrain.coordinates = std::move(placed.coordinates);
  terrain.local_metres = placed.local_metres;
  terrain.notes.push_back(path + ": " + what);
  for (const std::string& note : placed.notes) terrain.notes.push_back(path + ": " + note);
  terrain.bounds = raster_bounds(placed.raster, path);
  terrain.notes.push_back(path + ": heights run from " + shortest(static_cast<float>(terrain.bounds.min.z)) +
                          " to " + shortest(static_cast<float>(terrain.bounds.max.z)) + " m");
  terrain.shape = std::move(placed.raster);
  return terrain;
}

void refuse_up(const std::string& path, const InputOptions& options) {
  if (options.up)
    throw Error(ErrorKind::usage, "--up",
                path + " is a height raster, whose up axis is its heights; leave the flag out");
}

Terrain load_raster(HostPool& pool, const std::string& path, FileKind kind, const InputOptions& options) {
  refuse_up(path, options);
  RasterLayout layout{{path}};
  if (kind == FileKind::raw)
    layout.corners = options.raw->corners, layout.south_first = options.raw->south_first;
  return place_terrain(read_raster_file(pool, path, kind, options), path, layout, options);
}

Terrain load_tiles(HostPool& pool, const std::string& pattern, const InputOptions& options) {
  refuse_up(pattern, options);
  const TileSet tiles = find_tiles(pattern, options.tile_rows, options.missing_tile);
  RasterLayout layout{tiles.files()};
  bool all_raw = true;
  const auto read = [&](const std::string& path) {
    const FileKind kind = find_file_kind(path, options.raw.has_value());
    if (!is_raster(kind))
      throw Error(ErrorKind::input, path, "is no height raster; only those are read in tiles");
    all_raw &= kind == FileKind::raw;
    return read_raster_file(pool, path, kind, options);
  };
  const bool corners = options.raw && options.raw->corners,
             south_first = options.raw && options.raw->south_first;
  JoinedTiles joined = join_tiles(tiles, pattern, corners, south_first, read);
  layout.corners = joined.shared_edges;
  layout.south_first = all_raw && south_first;
  Terrain terrain = place_terrain(std::move(joined.file), pattern, layout, options);
  for (const std::string& note : joined.notes) terrain.notes.push_back(pattern + ": " + note);
  auto& raster = std::get<HeightRaster>(terrain.shape);
  raster.missing = std::move(joined.missing);
  if (options.missing_tile == MissingTile::land || options.missing_tile == MissingTile::water)
    raster.missing_is_land = options.missing_tile == MissingTile::land;
  return terrain;
}

// A raster stands alone.
void refuse_several(const std::vector<std::string>& paths, const std::vector<FileKind>& kinds) {
  if (paths.size() == 1) return;
  const auto mesh = std::find_if_not(kinds.begin(), kinds.end(), is_raster);
  if (mesh == kinds.end())
    throw Error(ErrorKind::usage, "TERRAIN",
                std::to_string(paths.size()) +
                    " height rasters are named; one is read at a time: name tiles by a pattern "
                    "('tile_{x}_{y}.r16'), join others first (gdal_merge.py), or bake each by itself");
  const auto raster = std::find_if(kinds.begin(), kinds.end(), is_raster);
  throw Error(ErrorKind::usage, "TERRAIN",
              in_quotes(paths[static_cast<size_t>(mesh - kinds.begin())]) + " is a mesh and " +
                  in_quotes(paths[static_cast<size_t>(raster - kinds.begin())]) +
                  " a height raster, which cannot be mixed; name meshes, or one height raster");
}

void refuse_raster_options(const InputOptions& options) {
  std::string given;
  for (const auto& [flag, is_given] : {std::pair("--texel", options.texel_m.has_value()),
                                       std::pair("--extent", options.extent_m.has_value()),
                                       std::pair("--height-scale", options.height_scale.has_value()),
                                       std::pair("--height-offset", options.height_offset != 0),
                                       std::pair("--height-range", options.height_range.has_value())})
    if (is_given) given += (given.empty() ? "" : ", ") + std::string(flag);
  if (given.empty()) return;
  throw Error(
      ErrorKind::usage, given,
      options.paths[0] + " is a mesh, and this is for height rasters (--unit scales a mesh); leave it out");
}

}  // namespace

Terrain load_terrain(HostPool& pool, const InputOptions& options) {
  if (options.paths.empty())
    throw Error(ErrorKind::usage, "TERRAIN", "no terrain file is named; name at least one");
  if (options.paths.size() == 1 && is_tile_pattern(options.paths[0]))
    return load_tiles(pool, options.paths[0], options);
  std::vector<FileKind> kinds;
  for (const std::string& path : options.paths)
    kinds.push_back(find_file_kind(path, options.raw.has_value()));
  if (std::any_of(kinds.begin(), kinds.end(), is_raster)) {
    refuse_several(options.paths, kinds);
    return load_raster(pool, options.paths[0], kinds[0], options);
  }
  refuse_raster_options(options);
  std::vector<MeshFile> files;
  for (size_t i = 0; i < kinds.size(); ++i) files.push_back(read_mesh_file(pool, options.paths[i], kinds[i]));
  return join_meshes(pool, std::move(files), options);
}

}  // namespace ocean
