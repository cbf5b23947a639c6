// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/vdb_output.h"

#include <array>

#include "libbake/core/json_writer.h"

namespace ocean {
namespace {

std::array<double, 3> list(const Vec3d& v) { return {v.x, v.y, v.z}; }

}  // namespace

OutputRecord vdb_record(const WrittenVdb& written) {
  OutputRecord record;
  record.format = "vdb";
  record.content_hash = written.content_hash;
  record.bytes = written.file_bytes;
  JsonWriter w(0);
  w.array();
  for (const VdbSummary& g : written.grids) {
    w.object()
        .member("name", g.name)
        .member("type", vdb_type_name(g.type))
        .member("class", vdb_class_name(g.kind));
    w.member("half", g.half).member("voxel", g.place.voxel_m).key("origin").list(list(g.place.origin));
    w.member("active_voxels", g.active_voxels);
    if (g.active_voxels > 0) w.key("min").list(list(g.min)).key("max").list(list(g.max));
    if (g.type == VdbType::points) {
      w.member("points", g.points).key("attributes").object();
      for (const auto& [name, type] : g.attributes) w.member(name, type);
      w.end();
    }
    w.member("content_hash", g.content_hash).end();
  }
  record.facts["grids"] = w.end().text();
  return record;
}

void write_vdb_output(OutputSet& outputs, const std::string& file, const std::string& role,
                      const std::vector<VdbGridPtr>& grids, VdbCompression compression) {
  OutputRecord record = vdb_record(write_vdb(outputs.path(file), grids, compression));
  record.file = file;
  record.role = role;
  outputs.add(std::move(record));
}

}  // namespace ocean
