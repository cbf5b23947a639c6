// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/terrain_config.h"

#include <string>

namespace ocean {
namespace {

constexpr int32_t kMaxTerrainSide = 65536;  // 17 GB of float heights
constexpr int32_t kMaxMeshSide = 32768;     // 2 (32768 - 1)^2 < 2^31

}  // namespace

void TerrainConfig::describe(Fields& f) {
  f.group("Island");
  f.integer("seed", seed).range(0, 4294967295.0).text("Chooses the island; equal seeds give equal islands.");
  f.real("extent", extent)
      .unit("m")
      .range(1, 1e6)
      .text("Side of the square map; the island scales with it, heights too.");
  f.group("Output");
  f.integer("resolution", resolution)
      .range(2, kMaxTerrainSide)
      .text("Vertices a side (obj) or texels a side (heightmaps); the shape does not depend on it.");
  f.choice("format", format,
           {{"obj", TerrainFormat::obj, "Wavefront OBJ mesh, NAME_mesh.obj"},
            {"exr-float", TerrainFormat::exr_float, "heights in metres, NAME_height.exr"},
            {"png16", TerrainFormat::png16, "heights as 16-bit codes, NAME_height.png"}})
      .text("What to write.");
  f.choice("up", up, {{"z", TerrainUp::z, "x east, y north"}, {"y", TerrainUp::y, "x east, z south"}})
      .text("Axis of the OBJ file that points up.");
  f.choice("faces", faces,
           {{"triangles", TerrainFaces::triangles, "two a cell, cut from south-west to north-east"},
            {"quads", TerrainFaces::quads, "one a cell"}})
      .text("Faces of the ground in the OBJ file.");
  f.boolean("arch", arch).text("Add a rock arch that stands in a bay, as a second object of the OBJ file.");
}

void TerrainConfig::check(Problems& problems) const {
  const TerrainConfig defaults;
  if (format == TerrainFormat::obj) {
    if (resolution > kMaxMeshSide)
      problems.add("resolution", "of " + std::to_string(resolution) +
                                     " makes more than 2^31 faces, which no reader takes; use " +
                                     std::to_string(kMaxMeshSide) + " or less, or a heightmap");
    return;
  }
  const char* what = "is an option of OBJ files; leave it out or use --format obj";
  if (up != defaults.up) problems.add("up", what);
  if (faces != defaults.faces) problems.add("faces", what);
}

}  // namespace ocean
