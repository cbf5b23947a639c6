// SPDX-License-Identifier: Apache-2.0
//
// Level sets of meshes, by OpenVDB's meshToVolume, in the plug-in of vdb.h. Results do not depend on the
// number of threads (docs/decisions/0017).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/math/grid.h"
#include "kernels/math/vec.h"
#include "libbake/io/vdb.h"

namespace ocean {

// Corners in voxels: (0, 0, 0) is the sample of voxel (0, 0, 0). Finite, |x| < 2^30.
struct VdbMesh {
  std::vector<Vec3d> corners;
  std::vector<Triangle> triangles;  // indices in range; degenerate ones are legal
};

// Metres, as meshToVolume rounds it.
inline float level_set_background(double half_width, double voxel_m) {
  return static_cast<float>(half_width) * static_cast<float>(voxel_m);
}

enum class MeshSign : uint8_t {
  inside,  // the mesh is closed: distances are negative in whatever it encloses, however its faces are wound
  none     // distances to the surface alone, none negative
};

// A float grid of the class level set, metres, background level_set_background(). Values of active voxels are
// |distance| below that; half_width in voxels, at least 1. An empty mesh gives an empty grid. threads >= 1.
VdbGridPtr mesh_to_level_set(const VdbGridInfo& info, const VdbMesh& mesh, double half_width, MeshSign side,
                             int threads);

// The union of level sets that share place and background: the least distance, and whose it is (ties: the
// first added).
class LevelSetUnion {
 public:
  virtual ~LevelSetUnion() = default;
  virtual void add(const VdbGridPtr& level_set, int32_t id) = 0;
  // The surface, and an int32 grid with the same active voxels that hold ids (background 0). Ends it.
  struct Result {
    VdbGridPtr surface, ids;
  };
  virtual Result end() = 0;
};
// An empty union is an empty level set with this background
// (metres).
std::unique_ptr<LevelSetUnion> make_level_set_union(const VdbGridInfo& surface, const VdbGridInfo& ids,
                                                    float background_m, int threads);

}  // namespace ocean
