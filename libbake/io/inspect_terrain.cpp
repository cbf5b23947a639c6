// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/inspect_terrain.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include <nlohmann/json.hpp>

#include "kernels/host_pool.h"
#include "libbake/core/error.h"
#include "libbake/io/load_terrain.h"

namespace ocean {
namespace {

using Json = nlohmann::ordered_json;

struct LoadedTerrain {
  Terrain terrain;
  bool placed = true;
};

// A raster that does not say how far its samples lie apart is read all the same, a metre a sample.
LoadedTerrain load(HostPool& pool, const std::string& path) {
  InputOptions options;
  options.paths = {path};
  try {
    return {load_terrain(pool, options), true};
  } catch (const Error& unplaced) {
    options.texel_m = 1;
    try {
      return {load_terrain(pool, options), false};
    } catch (const Error&) {
      throw Error(ErrorKind::input, unplaced.problems());
    }
  }
}

Json point(const Vec3d& p) { return {p.x, p.y, p.z}; }

void add_mesh(const Mesh& mesh, Json& out) {
  out["kind"] = "mesh";
  out["vertices"] = mesh.positions.size();
  out["triangles"] = mesh.triangles.size();
}

void add_raster(const HeightRaster& r, bool placed, Json& out) {
  out["kind"] = "height raster";
  out["width"] = r.width;
  out["height"] = r.height;
  out["nodata_samples"] = std::count(r.valid.begin(), r.valid.end(), uint8_t{0});
  if (placed) out["texel_m"] = {r.dx, r.dy};
}

}  // namespace

Json inspect_terrain(const std::string& path) {
  HostPool pool(static_cast<int>(
      std::clamp(std::thread::hardware_concurrency(), 1u, static_cast<unsigned>(kMaxPoolThreads))));
  const LoadedTerrain loaded = load(pool, path);
  const Terrain& terrain = loaded.terrain;
  std::error_code error;
  Json out = {{"file", path}, {"kind", ""}, {"bytes", std::filesystem::file_size(path, error)}};
  if (const auto* mesh = std::get_if<Mesh>(&terrain.shape)) add_mesh(*mesh, out);
  else add_raster(std::get<HeightRaster>(terrain.shape), loaded.placed, out);
  if (loaded.placed)
    out["bounds_m"] = {{"min", point(terrain.bounds.min)}, {"max", point(terrain.bounds.max)}};
  else out["heights_m"] = {{"min", terrain.bounds.min.z}, {"max", terrain.bounds.max.z}};
  out["notes"] = Json::array();
  const std::string prefix = path + ": ";
  for (const std::string& note : terrain.notes)
    if (loaded.placed) out["notes"].push_back(note.starts_with(prefix) ? note.substr(prefix.size()) : note);
  if (!loaded.placed)
    out["notes"].push_back(
        "the file does not say how far its samples lie apart; a bake needs --texel or --extent");
  if (terrain.files.size() > 1) out["files"] = terrain.files;
  return out;
}

}  // namespace ocean
