// SPDX-License-Identifier: Apache-2.0
//
// The VDB plug-in's level sets: OpenVDB's meshToVolume and csgUnion.
#include <openvdb/openvdb.h>
#include <openvdb/tools/Composite.h>
#include <openvdb/tools/MeshToVolume.h>

#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/io/only_errors.h"
#include "libbake/io/vdb_parts.h"

namespace ocean {
namespace {

namespace vdb = openvdb;

struct MeshAdapter {
  const VdbMesh& mesh;
  size_t polygonCount() const { return mesh.triangles.size(); }
  size_t pointCount() const { return mesh.corners.size(); }
  size_t vertexCount(size_t) const { return 3; }
  void getIndexSpacePoint(size_t n, size_t v, vdb::Vec3d& out) const {
    const Triangle& t = mesh.triangles[n];
    const Vec3d& p = mesh.corners[static_cast<size_t>(v == 0 ? t.a : v == 1 ? t.b : t.c)];
    out = {p.x, p.y, p.z};
  }
};

struct Interrupter {
  void start(const char* = nullptr) {}
  void end() {}
  bool wasInterrupted(int = -1) { return is_interrupted(); }
};

class Union final : public LevelSetUnion {
 public:
  Union(const VdbGridInfo& surface, const VdbGridInfo& ids, float background_m, int threads)
      : surface_info_(surface),
        ids_info_(ids),
        surface_(vdb::FloatGrid::create(background_m)),
        ids_(vdb::Int32Grid::create(0)),
        arena_(threads) {}

  void add(const VdbGridPtr& level_set, int32_t id) override {
    only_errors(ErrorKind::usage, "rock " + std::to_string(id), "cannot be joined", [&] {
      const auto base =
          std::static_pointer_cast<vdb::GridBase>(static_cast<const VdbBaseGrid&>(*level_set).base);
      const auto rock = vdb::gridPtrCast<vdb::FloatGrid>(base);
      if (!rock || rock->background() != surface_->background())
        throw Error(ErrorKind::internal, "level set union",
                    "a part is no level set, or has another background");
      mark(rock->tree(), id);
      arena_.execute([&] {
        if (surface_->empty()) {
          surface_ = rock->deepCopy();
        } else {
          const auto copy = rock->deepCopy();
          vdb::tools::csgUnion(*surface_, *copy);
        }
      });
      check_interrupt();
    });
  }

  Result end() override {
    return only_errors(ErrorKind::usage, "rocks", "cannot be joined", [&] {
      const auto ids =
          vdb::Int32Grid::create(std::make_shared<vdb::Int32Tree>(surface_->tree(), 0, vdb::TopologyCopy()));
      const auto from = ids_->getConstAccessor();
      for (auto leaf = ids->tree().beginLeaf(); leaf; ++leaf)
        for (auto voxel = leaf->beginValueOn(); voxel; ++voxel)
          voxel.setValue(from.getValue(voxel.getCoord()));
      ids_.reset();
      return Result{dress_vdb_grid(surface_, surface_info_), dress_vdb_grid(ids, ids_info_)};
    });
  }

 private:
  // Of the voxels of this rock that are nearer than what is there.
  void mark(const vdb::FloatTree& rock, int32_t id) {
    const auto surface = surface_->getConstAccessor();
    auto ids = ids_->getAccessor();
    for (auto leaf = rock.cbeginLeaf(); leaf; ++leaf)
      for (auto voxel = leaf->cbeginValueOn(); voxel; ++voxel) {
        float there = 0;
        const bool active = surface.probeValue(voxel.getCoord(), there);
        if (*voxel < there || (!active && there > 0)) ids.setValue(voxel.getCoord(), id);
      }
  }

  VdbGridInfo surface_info_, ids_info_;
  vdb::FloatGrid::Ptr surface_;
  vdb::Int32Grid::Ptr ids_;
  tbb::task_arena arena_;
};

}  // namespace

VdbGridPtr level_set_of_mesh(const VdbGridInfo& info, const VdbMesh& mesh, double half_width, MeshSign side,
                             int threads) {
  return only_errors(ErrorKind::usage, "grid '" + info.name + "'", "cannot be made", [&] {
    start_vdb();
    const auto transform = vdb::math::Transform::createLinearTransform(info.place.voxel_m);
    vdb::FloatGrid::Ptr grid;
    if (mesh.triangles.empty()) {
      grid = vdb::FloatGrid::create(level_set_background(half_width, info.place.voxel_m));
    } else {
      tbb::task_arena arena(threads);
      arena.execute([&] {
        Interrupter interrupter;
        const auto width = static_cast<float>(half_width);
        grid = vdb::tools::meshToVolume<vdb::FloatGrid>(
            interrupter, MeshAdapter{mesh}, *transform, width, side == MeshSign::none ? 0.0f : width,
            side == MeshSign::none ? vdb::tools::UNSIGNED_DISTANCE_FIELD : 0);
      });
      check_interrupt();
    }
    return dress_vdb_grid(grid, info);
  });
}

std::unique_ptr<LevelSetUnion> level_set_union(const VdbGridInfo& surface, const VdbGridInfo& ids,
                                               float background_m, int threads) {
  start_vdb();
  return std::make_unique<Union>(surface, ids, background_m, threads);
}

}  // namespace ocean
