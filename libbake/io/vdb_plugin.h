// SPDX-License-Identifier: Apache-2.0
//
// Between vdb.cpp (hashes, safe files) and vdb_*openvdb.cpp (OpenVDB): the
// plug-in's function table. Its functions throw Error alone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "libbake/io/image_plugin.h"
#include "libbake/io/plugin.h"
#include "libbake/io/vdb.h"
#include "libbake/io/vdb_level_set.h"

namespace ocean {

// What the plug-in's grids are: base is an openvdb::GridBase.
class VdbBaseGrid : public VdbGrid {
 public:
  explicit VdbBaseGrid(std::shared_ptr<void> b) : base(std::move(b)) {}
  std::shared_ptr<void> base;
};

using VdbByteVisitor = std::function<void(const void* data, int64_t bytes)>;

struct VdbPlugin : PluginTable {
  VdbGridPtr (*make_float)(const VdbGridInfo& info, const VdbBlocks<float>& blocks);
  VdbGridPtr (*make_int32)(const VdbGridInfo& info, const VdbBlocks<int32_t>& blocks);
  VdbGridPtr (*make_vec3f)(const VdbGridInfo& info, const VdbBlocks<Vec3f>& blocks);
  VdbGridPtr (*make_points)(const VdbGridInfo& info, const VdbPoints& points);
  VdbBlocks<float> (*float_blocks)(const VdbGrid& grid);
  VdbBlocks<int32_t> (*int32_blocks)(const VdbGrid& grid);
  VdbBlocks<Vec3f> (*vec3f_blocks)(const VdbGrid& grid);
  VdbPoints (*points)(const VdbGrid& grid);
  VdbSummary (*summary)(const VdbGrid& grid);  // without the hash
  // The bytes that the content hash is of; false: a type that has none.
  bool (*visit)(const VdbGrid& grid, const VdbByteVisitor& visitor);
  void (*write)(ByteSink& sink, const std::vector<VdbGridPtr>& grids, VdbCompression compression,
                const std::vector<VdbMeta>& metadata);
  std::vector<VdbGridPtr> (*read)(const std::string& path);
  const char* library_version;
  VdbGridPtr (*mesh_to_level_set)(const VdbGridInfo& info, const VdbMesh& mesh, double half_width,
                                  MeshSign side, int threads);
  std::unique_ptr<LevelSetUnion> (*make_union)(const VdbGridInfo& surface, const VdbGridInfo& ids,
                                               float background_m, int threads);
};

inline const VdbPlugin& vdb_plugin() { return plugin_table<VdbPlugin>("ocean_io_vdb"); }

}  // namespace ocean
