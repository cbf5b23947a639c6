// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/inspect_vdb.h"

#include <filesystem>

#include <nlohmann/json.hpp>

namespace ocean {
namespace {

using Json = nlohmann::ordered_json;

Json point(const Vec3d& p) { return {p.x, p.y, p.z}; }

Json grid_json(const VdbSummary& g) {
  Json out = {{"name", g.name},
              {"type", g.type == VdbType::other ? g.type_text : vdb_type_name(g.type)},
              {"class", vdb_class_name(g.kind)}};
  if (g.half) out["half"] = true;
  if (!g.creator.empty()) out["creator"] = g.creator;
  if (g.uniform) {
    out["voxel_m"] = g.place.voxel_m;
    out["origin_m"] = point(g.place.origin);
  }
  out["active_voxels"] = g.active_voxels;
  out["blocks"] = g.blocks;
  out["memory_bytes"] = g.memory_bytes;
  if (g.active_voxels > 0) {
    out["bounds_voxels"] = {{"min", g.low}, {"max", g.high}};
    out["bounds_m"] = {{"min", point(g.min)}, {"max", point(g.max)}};
  }
  if (g.type == VdbType::points) {
    out["points"] = g.points;
    for (const auto& [name, type] : g.attributes) out["attributes"][name] = type;
  }
  for (const auto& [name, value] : g.metadata) out["metadata"][name] = value;
  if (!g.content_hash.empty()) out["content_hash"] = g.content_hash;
  return out;
}

}  // namespace

Json inspect_vdb(const std::string& path) {
  std::vector<VdbSummary> grids;
  for (const VdbGridPtr& grid : read_vdb(path)) grids.push_back(summary_of(grid));
  std::error_code error;
  Json out = {{"file", path}, {"kind", "vdb"}, {"bytes", std::filesystem::file_size(path, error)}};
  const std::string hash = vdb_content_hash(grids);
  if (!hash.empty()) out["content_hash"] = hash;
  out["grids"] = Json::array();
  for (const VdbSummary& grid : grids) out["grids"].push_back(grid_json(grid));
  return out;
}

}  // namespace ocean
