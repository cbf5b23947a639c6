// SPDX-License-Identifier: Apache-2.0
//
// The rocks of a job: meshes as read, and where each rock stands.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/host_pool.h"
#include "kernels/solid/mesh_check.h"
#include "libbake/bake/rocks_config.h"
#include "libbake/io/terrain.h"
#include "libbake/io/vdb_level_set.h"

namespace ocean {

struct RockMesh {
  std::string file;
  std::vector<Vec3d> corners;  // metres, z up
  MeshCheck check;             // and the triangles
  int64_t open_edges = 0;      // as read
  bool floored = false;        // a floor and walls were added (rock_ground.h)
};

struct Rock {
  int32_t id = 0;
  int32_t mesh = 0;                                              // of RockScene::meshes
  std::string name;                                              // "rock 3 (sphere.obj)"
  std::array<Vec3d, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // where the mesh's unit vectors go
  Vec3d position{0, 0, 0};
  Box bounds;       // metres
  double area = 0;  // square metres
  Vec3d place(const Vec3d& p) const { return position + p.x * axes[0] + p.y * axes[1] + p.z * axes[2]; }
};

struct RockScene {
  std::vector<RockMesh> meshes;  // each file once
  std::vector<Rock> rocks;       // meshes of the command line, then instances
  Box bounds;
  double area = 0;
  std::vector<std::string> files;  // all that were opened
  std::vector<std::string> notes;
};

// Reads every mesh once. Throws Error{input}: a file that is missing, damaged or no mesh; Error{usage}.
RockScene load_rocks(HostPool& pool, const RocksConfig& config);

// The files that the configuration names, each once, in order.
std::vector<std::string> rock_files(const RocksConfig& config);

// A rock in voxels of the place.
VdbMesh mesh_in_voxels(const RockScene& scene, const Rock& rock, const VdbPlace& place);

// Adds a mesh to another.
void append_mesh(const VdbMesh& mesh, VdbMesh& to);

// --voxel, or the longest side of all rocks / 256, to two digits.
double voxel_of(const RocksConfig& config, const RockScene& scene);

}  // namespace ocean
