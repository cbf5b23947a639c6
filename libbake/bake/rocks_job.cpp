// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rocks_job.h"

#include <set>

#include "libbake/bake/picture_output.h"
#include "libbake/bake/rock_preview.h"
#include "libbake/bake/rock_promises.h"
#include "libbake/bake/rock_report.h"
#include "libbake/bake/rock_slices.h"
#include "libbake/bake/rocks_plan.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/outputs.h"
#include "libbake/io/vdb_output.h"
#include "libbake/io/vdb_target.h"

namespace ocean {
namespace {

struct Solid {
  LevelSetUnion::Result grids;  // world
  VdbMesh faces;                // metres: all that bounds it, where slices ask for it
  std::vector<RockResult> results;
};

RockScene read_rocks(const RocksConfig& config, JobContext& job) {
  const auto stage = job.report().stage("read");
  RockScene scene = load_rocks(job.exec().pool(), config);
  job.add_inputs(scene.files);
  for (const std::string& note : scene.notes) log_info(note);
  return scene;
}

VdbMesh in_metres(VdbMesh mesh, const VdbPlace& place) {
  for (Vec3d& corner : mesh.corners) corner = place.world(corner.x, corner.y, corner.z);
  return mesh;
}

VdbGridInfo grid_info(const char* name, VdbClass kind, const VdbPlace& place) {
  VdbGridInfo info;
  info.name = name;
  info.kind = kind;
  info.place = place;
  return info;
}

Solid make_solid(const RocksConfig& config, const RockScene& scene, const VdbPlace& place, JobContext& job) {
  const auto stage = job.report().stage("level set");
  const VdbGridInfo info = grid_info("surface", VdbClass::level_set, place);
  const auto all =
      make_level_set_union(info, grid_info("rock_id", VdbClass::unknown, place),
                           level_set_background(config.half_width, place.voxel_m), job.exec().threads());
  Solid solid;
  for (const Rock& rock : scene.rocks) {
    const VdbMesh mesh = mesh_in_voxels(scene, rock, place);
    const WindingTree tree(job.exec(), mesh.corners, mesh.triangles);
    const bool closed = scene.meshes[static_cast<size_t>(rock.mesh)].check.closed();
    const RockSurface surface = rock_surface(tree, info, mesh, closed, config.half_width);
    all->add(surface.grid, rock.id);
    RockResult result{static_cast<int64_t>(surface.caps.triangles.size()), surface.inside_voxels,
                      find_thin(tree, mesh)};
    result.thin.area *= place.voxel_m * place.voxel_m;
    result.thin.thinnest *= place.voxel_m;
    result.thin.where = place.world(result.thin.where.x, result.thin.where.y, result.thin.where.z);
    solid.results.push_back(result);
    if (!config.slices) continue;
    append_mesh(in_metres(mesh, place), solid.faces);
    append_mesh(in_metres(surface.caps, place), solid.faces);
  }
  solid.grids = all->end();
  return solid;
}

// In the target's axes and unit.
std::vector<VdbGridPtr> grids_of(const RocksConfig& config, const Solid& solid, const VdbPlace& place,
                                 const TargetTraits& target) {
  VdbBlocks<float> surface = blocks_of<float>(solid.grids.surface);
  surface.tiles.clear();
  surface = turned_blocks(surface, target);
  scale_blocks(surface, static_cast<float>(1 / target.unit_m));
  VdbGridInfo info = grid_info("surface", VdbClass::level_set, turned(place, target));
  info.half = config.vdb_half;
  const VdbBlocks<int32_t> ids = turned_blocks(blocks_of<int32_t>(solid.grids.ids), target);
  return {make_vdb_grid<float>(info, surface),
          make_vdb_grid<int32_t>(grid_info("rock_id", VdbClass::unknown, turned(place, target)), ids)};
}

void run_rocks(const RocksConfig& config, JobContext& job) {
  const RockScene scene = read_rocks(config, job);
  const double voxel_m = voxel_of(config, scene);
  const VdbPlace place = VdbPlace::cell_centred(voxel_m);
  job.require(sized_plan(config, job.settings(), scene, voxel_m));
  const Solid solid = make_solid(config, scene, place, job);
  report_rocks(scene, solid.results, voxel_m, config.sea_level, job.report());
  {
    const auto stage = job.report().stage("write");
    const TargetTraits& target = traits(job.settings().target);
    write_vdb_output(job.outputs(), job.name() + ".vdb", "rocks", grids_of(config, solid, place, target),
                     config.vdb_compression);
  }
  if (config.slices) {
    const auto stage = job.report().stage("slices");
    const SliceGrid grid = slice_grid(scene.bounds, *config.slices);
    write_slices(config, grid, slice_distances(job.exec(), grid, solid.faces, solid.grids.surface), job);
  }
  if (config.preview) {
    const auto stage = job.report().stage("preview");
    write_picture(draw_rocks(scene, voxel_m, config.sea_level, job.name()), "preview", job.outputs());
  }
  job.outputs().fact("voxel_m", shortest(voxel_m));
  job.outputs().fact("half_width_m", shortest(config.half_width * voxel_m));
  std::set<int32_t> ids;
  for (const Rock& rock : scene.rocks) ids.insert(rock.id);
  job.outputs().fact("rock_ids", JsonWriter(0).list(ids).text());
  job.outputs().fact("rocks", rocks_json(scene, solid.results));
}

}  // namespace

const Job& rocks_job() {
  static const Job job = [] {
    Job made = make_job<RocksConfig, plan_rocks, run_rocks>(
        {.tool = "oceanbake",
         .name = "rocks",
         .summary = "Bakes rock meshes into a signed distance field: VDB with ids, texture slices.",
         .details =
             "The VDB holds two grids: surface, a level set in metres, negative inside the rocks, and "
             "rock_id, whose rock is nearest. Closed meshes are solid whatever way their faces are wound; "
             "meshes with holes are solid where their winding number is above 1/2, or with --open below "
             "down to a floor. The report says which, and which parts are too thin for the voxels.",
         .textures = false,
         .name_suffix = "_rocks",
         .examples = {"oceanbake rocks boulder.obj --voxel 0.05 --out bakes",
                      "oceanbake rocks cliff.glb stack.glb --slices 64 --target unity",
                      "oceanbake rocks out/demo/terrain/island_mesh.obj --up z --open below --voxel 0.5"}});
    made.promises = check_rock_promises;
    return made;
  }();
  return job;
}

}  // namespace ocean
