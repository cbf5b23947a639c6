// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/vdb.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/io/content_hash.h"
#include "libbake/io/safe_sink.h"
#include "libbake/io/vdb_plugin.h"

namespace ocean {
namespace {

// Large files take a while: a stop is heard between their pieces.
class VdbSink final : public SafeSink {
 public:
  using SafeSink::SafeSink;
  void write_at(const void* data, int64_t bytes, int64_t offset) override {
    check_interrupt();
    SafeSink::write_at(data, bytes, offset);
  }
};

}  // namespace

const char* vdb_type_name(VdbType type) {
  switch (type) {
    case VdbType::float32:
      return "float";
    case VdbType::int32:
      return "int32";
    case VdbType::vec3f:
      return "vec3f";
    case VdbType::points:
      return "points";
    case VdbType::other:
      break;
  }
  return "other";
}

const char* vdb_class_name(VdbClass value) {
  switch (value) {
    case VdbClass::level_set:
      return "level set";
    case VdbClass::fog:
      return "fog volume";
    case VdbClass::staggered:
      return "staggered";
    case VdbClass::unknown:
      break;
  }
  return "unknown";
}

template <>
VdbGridPtr make_vdb_grid<float>(const VdbGridInfo& info, const VdbBlocks<float>& blocks) {
  return vdb_plugin().make_float(info, blocks);
}
template <>
VdbGridPtr make_vdb_grid<int32_t>(const VdbGridInfo& info, const VdbBlocks<int32_t>& blocks) {
  return vdb_plugin().make_int32(info, blocks);
}
template <>
VdbGridPtr make_vdb_grid<Vec3f>(const VdbGridInfo& info, const VdbBlocks<Vec3f>& blocks) {
  return vdb_plugin().make_vec3f(info, blocks);
}
VdbGridPtr make_vdb_points(const VdbGridInfo& info, const VdbPoints& points) {
  return vdb_plugin().make_points(info, points);
}
template <>
VdbBlocks<float> blocks_of<float>(const VdbGridPtr& grid) {
  return vdb_plugin().float_blocks(*grid);
}
template <>
VdbBlocks<int32_t> blocks_of<int32_t>(const VdbGridPtr& grid) {
  return vdb_plugin().int32_blocks(*grid);
}
template <>
VdbBlocks<Vec3f> blocks_of<Vec3f>(const VdbGridPtr& grid) {
  return vdb_plugin().vec3f_blocks(*grid);
}
VdbPoints points_of(const VdbGridPtr& grid) { return vdb_plugin().points(*grid); }

VdbSummary summary_of(const VdbGridPtr& grid) {
  VdbSummary summary = vdb_plugin().summary(*grid);
  ContentHash hash("vdb grid", summary.name);
  if (vdb_plugin().visit(*grid, [&](const void* data, int64_t bytes) { hash.update(data, bytes); }))
    summary.content_hash = hash.text();
  return summary;
}

std::string vdb_content_hash(const std::vector<VdbSummary>& grids) {
  std::vector<std::string> hashes;
  for (const VdbSummary& grid : grids) {
    if (grid.content_hash.empty()) return {};
    hashes.push_back(grid.content_hash);
  }
  std::sort(hashes.begin(), hashes.end());
  ContentHash hash("vdb", std::to_string(hashes.size()));
  for (const std::string& one : hashes) hash.update(one.data(), static_cast<int64_t>(one.size()));
  return hash.text();
}

WrittenVdb write_vdb(const std::string& path, const std::vector<VdbGridPtr>& grids,
                     VdbCompression compression, const std::vector<VdbMeta>& file_metadata) {
  WrittenVdb written;
  std::set<std::string> names;
  int64_t bytes = 0;
  for (const VdbGridPtr& grid : grids) {
    check_interrupt();
    written.grids.push_back(summary_of(grid));
    bytes += written.grids.back().memory_bytes;
    if (!names.insert(written.grids.back().name).second)
      throw Error(ErrorKind::internal, path, "has two grids named '" + written.grids.back().name + "'");
  }
  written.content_hash = vdb_content_hash(written.grids);
  VdbSink sink(path, bytes);
  vdb_plugin().write(sink, grids, compression, file_metadata);
  written.file_bytes = sink.commit();
  return written;
}

std::vector<VdbGridPtr> read_vdb(const std::string& path) { return vdb_plugin().read(path); }

bool is_vdb_file(const std::string& path) {
  constexpr char kMagic[8] = {' ', 'B', 'D', 'V', 0, 0, 0, 0};
  char first[8] = {};
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  return file.read(first, sizeof first) && std::memcmp(first, kMagic, sizeof kMagic) == 0;
}

std::string vdb_library_version() { return vdb_plugin().library_version; }

VdbGridPtr mesh_to_level_set(const VdbGridInfo& info, const VdbMesh& mesh, double half_width, MeshSign side,
                             int threads) {
  return vdb_plugin().mesh_to_level_set(info, mesh, half_width, side, threads);
}

std::unique_ptr<LevelSetUnion> make_level_set_union(const VdbGridInfo& surface, const VdbGridInfo& ids,
                                                    float background_m, int threads) {
  return vdb_plugin().make_union(surface, ids, background_m, threads);
}

}  // namespace ocean
