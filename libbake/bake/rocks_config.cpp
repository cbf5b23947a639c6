// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rocks_config.h"

#include "libbake/bake/texture_options.h"
#include "libbake/io/input_options.h"

namespace ocean {
namespace {

constexpr double kFarthest_m = 1e7;
constexpr int64_t kMostSlices = 512;
constexpr double kWidestBand = 64;  // voxels

std::string unit_rule(const std::string& text) {
  if (text == "auto" || parse_unit(text)) return {};
  return "must be m, cm, mm, km, in, ft or the metres in one unit; try cm or 0.01";
}

std::string up_rule(const std::string& text) {
  return text == "auto" || parse_up_axis(text) ? std::string() : "must be y or z, the axis that points up";
}

}  // namespace

void RockEntry::describe(Fields& f) {
  f.path("mesh", mesh).required().text("Mesh file.");
  f.reals("position", position)
      .unit("m")
      .syntax("X,Y,Z")
      .range(-kFarthest_m, kFarthest_m)
      .text("Where the mesh's origin goes.");
  f.reals("rotation_deg", rotation_deg)
      .unit("deg")
      .syntax("X,Y,Z")
      .range(-360, 360)
      .text("Turns about the x axis, then y, then z, each anticlockwise seen from the axis' tip.");
  f.reals("scale", scale)
      .syntax("S or X,Y,Z")
      .count(1, 3)
      .above(0)
      .max(1e6)
      .text("Factor, or one for each axis of the mesh, before it is turned.");
  f.integer("id", id)
      .range(1, 2147483647)
      .unset("auto", "the rock's number, from 1")
      .text("What rock_id holds; several rocks may share one.");
}

void RockEntry::check(Problems& problems) const {
  if (scale.size() == 2) problems.add("scale", "has 2 numbers; give one factor, or one for each of x, y, z");
}

void RocksConfig::describe(Fields& f) {
  f.group("Rocks");
  f.paths("meshes", meshes)
      .positional("MESH")
      .text(
          "Rock meshes (OBJ, PLY, STL, glTF, GLB, FBX, DAE) or height rasters that say where they lie, "
          "placed as they are; each file is one rock.");
  f.text("up", up).syntax("y|z").rule(up_rule).text(
      "Axis that points up in the meshes; auto takes the format's own, else z, and says so.");
  f.text("unit", unit)
      .syntax("m|cm|mm|km|in|ft|NUMBER")
      .or_number()
      .rule(unit_rule)
      .text(
          "Unit of the meshes' coordinates, or metres in one unit; auto takes the format's own, else "
          "metres.");
  f.choice("open", open,
           {{"winding", OpenMeshes::winding,
             "solid is what the mesh mostly surrounds: its winding number is above 1/2"},
            {"below", OpenMeshes::below, "solid is what lies below, down to a floor: for sheets of terrain"}})
      .text("What is solid of a mesh with holes. Of height rasters always what lies below.");
  f.records("instances", instances)
      .count(0, kMostRocks)
      .text("More rocks: meshes turned, scaled and placed; ids go on behind those of the meshes.");
  f.group("Level set");
  f.real("voxel", voxel)
      .unit("m")
      .above(0)
      .max(1e5)
      .unset("auto", "the longest side of all rocks / 256")
      .text("Side of a voxel.");
  f.real("half_width", half_width)
      .unit("voxels")
      .range(2, kWidestBand)
      .text("Half the width of the band around the surface that holds distances.");
  f.real("sea_level", sea_level)
      .unit("m")
      .range(-kFarthest_m, kFarthest_m)
      .text("Height of the still water, for the report and the preview.");
  f.boolean("vdb_half", vdb_half)
      .text("Store distances as half floats: half the size, and wrong by up to 1/2048 of the band.");
  f.choice("vdb_compression", vdb_compression,
           {{"blosc", VdbCompression::blosc, "fast and small"},
            {"zip", VdbCompression::zip, "for readers without Blosc"},
            {"none", VdbCompression::none, "for readers without either"}})
      .text("Compression of the VDB file, all without loss.");
  f.group("Slices and preview");
  f.integer("slices", slices)
      .range(4, kMostSlices)
      .unset("none", "no atlas")
      .text(
          "Write an atlas of horizontal slices of the signed distance, for engines without VDB, with this "
          "many texels along the longest side; distances are whole, not cut at the band.");
  describe_texture(f, format, compression);
  f.boolean("preview", preview).text("Write a picture of the rocks, NAME_preview.png.");
}

void RocksConfig::check(Problems& problems) const {
  if (meshes.empty() && instances.empty())
    problems.add("meshes", "no rock is named; name at least one MESH, or give instances");
  if (static_cast<int64_t>(meshes.size()) > kMostRocks)
    problems.add("meshes", "are more than " + std::to_string(kMostRocks) + "; join some of them");
  check_texture(format, compression, problems);
  if (!slices && format != ImageFormat::exr_half)
    problems.add("format", "is of the slices, which are not asked for; pass --slices N or leave it out");
}

}  // namespace ocean
