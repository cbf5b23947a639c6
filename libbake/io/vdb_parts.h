// SPDX-License-Identifier: Apache-2.0
//
// What the files of the VDB plug-in need of each other; no type of OpenVDB.
#pragma once

#include <cstring>
#include <memory>
#include <string>

#include "libbake/io/vdb_plugin.h"

namespace ocean {

// vdb_openvdb.cpp
void start_vdb();                                                              // once a process
[[noreturn]] void vdb_fail(const std::string& grid, const std::string& what);  // Error{internal}
VdbGridPtr dress_vdb_grid(std::shared_ptr<void> base,
                          const VdbGridInfo& info);  // name, class, place, metadata

template <class T>
void visit_pod(const VdbByteVisitor& visitor, const T& value) {
  visitor(&value, sizeof value);
}
inline void visit_text(const VdbByteVisitor& visitor, const std::string& text) {
  visit_pod(visitor, static_cast<int64_t>(text.size()));
  visitor(text.data(), static_cast<int64_t>(text.size()));
}

// vdb_points_openvdb.cpp
bool is_point_grid(const VdbGrid& grid);
VdbGridPtr make_point_grid(const VdbGridInfo& info, const VdbPoints& points);
VdbPoints points_of_grid(const VdbGrid& grid);
bool visit_points(const VdbGrid& grid, const VdbByteVisitor& visitor);
void summarise_points(const VdbGrid& grid, VdbSummary& out);

// vdb_level_set_openvdb.cpp
VdbGridPtr level_set_of_mesh(const VdbGridInfo& info, const VdbMesh& mesh, double half_width, MeshSign sign,
                             int threads);
std::unique_ptr<LevelSetUnion> level_set_union(const VdbGridInfo& surface, const VdbGridInfo& ids,
                                               float background_m, int threads);

}  // namespace ocean
