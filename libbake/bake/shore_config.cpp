// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_config.h"

#include "libbake/bake/output_grid.h"
#include "libbake/bake/shore_map_options.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int64_t kMostLevels = 64;

std::string resolution_rule(const std::string& text) {
  if (parse_resolution(text)) return {};
  return "must be N (texels of the longest side) or WxH, each 1 to " + std::to_string(kMaxMapSide) +
         "; try 2048 or 2048x1024";
}

std::string unit_rule(const std::string& text) {
  if (text == "auto" || parse_unit(text)) return {};
  return "must be m, cm, mm, km, in, ft or the metres in one unit; try cm or 0.01";
}

std::string up_rule(const std::string& text) {
  return text == "auto" || parse_up_axis(text) ? std::string() : "must be y or z, the axis that points up";
}

std::string raw_rule(const std::string& text) {
  std::string why;
  return text.empty() || parse_raw_spec(text, &why) ? std::string() : why;
}

void describe_input(ShoreConfig& config, Fields& f) {
  f.group("Input");
  f.paths("terrain", config.terrain)
      .positional("TERRAIN")
      .required()
      .distinct()
      .text(
          "Terrain meshes (OBJ, PLY, STL, glTF, GLB, FBX, DAE; several are merged) or one height raster "
          "(PNG, TIFF, EXR, HDR, RAW, R16, ASC, HGT, GeoTIFF), or a pattern of height rasters such as "
          "'tile_{x}_{y}.r16' (x: column, counted east; y: row).");
  f.text("up", config.up)
      .syntax("y|z")
      .rule(up_rule)
      .text(
          "Axis that points up in meshes; auto takes the format's own, else guesses from the flattest axis "
          "and says so.");
  f.text("unit", config.unit)
      .syntax("m|cm|mm|km|in|ft|NUMBER")
      .or_number()
      .rule(unit_rule)
      .text(
          "Unit of the input's coordinates, or metres in one unit; auto takes the format's own, else "
          "metres.");
  f.text("raw", config.raw)
      .syntax("WxH:TYPE[:south][:corners]")
      .rule(raw_rule)
      .text(
          "Layout of a headerless height file: e.g. 513x513:u16le:corners; types u8, i8, u16le, u16be, … "
          "f64be; south: the first row is the southern one; corners: samples lie on the border.");
  f.real("height_scale", config.height_scale)
      .unset("auto", "the file's unit of heights, else 1")
      .text("Factor from the raster's stored values to metres.")
      .range(-1e9, 1e9);
  f.real("height_offset", config.height_offset).unit("m").text("Added after the factor.").range(-1e9, 1e9);
  f.reals("height_range", config.height_range)
      .unit("m")
      .syntax("LOW,HIGH")
      .range(-1e9, 1e9)
      .unset("none", "the stored values and --height-scale")
      .text("Heights that the smallest and the largest code of an integer raster stand for.");
  f.real("texel", config.texel)
      .unit("m")
      .range(kLeastLength_m, 1e6)
      .unset("auto", "from the file")
      .text("Spacing of a raster's samples, where the file does not say.");
  f.reals("extent", config.extent)
      .unit("m")
      .syntax("WIDTH,HEIGHT")
      .range(kLeastLength_m, 1e9)
      .unset("auto", "from the file or --texel")
      .text("Size of a raster's area, where the file does not say.");
  f.choice(
       "nodata", config.nodata,
       {{"auto", NodataPolicy::automatic, "water where it touches the raster's border, else interpolated"},
        {"water", NodataPolicy::water, "open water of unknown depth"},
        {"land", NodataPolicy::land, "land of unknown height"},
        {"interpolate", NodataPolicy::interpolate, "a smooth surface between its neighbours"},
        {"error", NodataPolicy::error, "refuse the file"}})
      .text("What raster cells without a height are.");
  f.choice("missing_tile", config.missing_tile,
           {{"error", MissingTile::error, "refuse the set and name the tiles"},
            {"nodata", MissingTile::nodata, "cells without a height; see --nodata"},
            {"land", MissingTile::land, "land of unknown height"},
            {"water", MissingTile::water, "open water of unknown depth"}})
      .text("What a tile is that a pattern's rectangle of tiles lacks.");
  f.choice("tile_rows", config.tile_rows,
           {{"north", TileRows::north, "as in Unity"}, {"south", TileRows::south, "as in pictures"}})
      .text("Where a pattern's {y} grows.");
}

void describe_grid(ShoreConfig& config, Fields& f) {
  f.group("Output grid");
  f.text("resolution", config.resolution)
      .syntax("N|WxH")
      .or_number()
      .unit("texels")
      .rule(resolution_rule)
      .text("Size of the maps: texels of the longest side, or both sides, each at most " +
            std::to_string(kMaxMapSide) + "; texels are square.");
  f.real("texel_out", config.texel_out)
      .unit("m")
      .range(kLeastLength_m, 1e6)
      .unset("auto", "from --resolution")
      .text("Size of a texel; sets the resolution instead of --resolution.");
  f.reals("bounds", config.bounds)
      .unit("m")
      .syntax("X0,Y0,X1,Y1")
      .range(-1e9, 1e9)
      .unset("auto", "the input's")
      .text("Area of the maps in world coordinates (x east, y north).");
  f.real("pad", config.pad).unit("m").range(0, 1e6).text("Margin added on every side of the area.");
  f.boolean("pow2", config.pow2)
      .text("Round both sides up to a power of two by extending the area to the east and north.");
  f.integer("tile", config.tile)
      .unit("rows")
      .range(1, kMaxMapSide)
      .execution()
      .unset("auto", "the whole map, or what --memory allows")
      .text("Rows of the maps that are computed at a time; changes no bit.");
  f.real("memory", config.memory)
      .unit("GB")
      .above(0)
      .max(1e6)
      .execution()
      .unset("auto", "four fifths of what is free")
      .text("Memory that the bake may use: larger maps are computed by bands of rows.");
}

void describe_surface(ShoreConfig& config, Fields& f) {
  f.group("Surface and shoreline");
  f.reals("sea_level", config.sea_level)
      .unit("m")
      .syntax("LEVEL,...")
      .range(-1e5, 1e5)
      .count(1, kMostLevels)
      .text(
          "Height of the water surface; several make a tide set: NAME_tide1_MAP, NAME_tide2_MAP and so on.");
  f.choice("surface", config.surface,
           {{"top", SurfaceChoice::top, "the highest ground: under a bridge or an arch is land"},
            {"section", SurfaceChoice::section,
             "what is solid at sea level: under an arch is water; needs closed solids or sheets"}})
      .text("Which surface of a mesh meets the water.");
  f.choice("at_level", config.at_level,
           {{"land", LevelChoice::land, "a beach"},
            {"water", LevelChoice::water, "for DEMs that store the sea as flat 0"}})
      .text("What a surface exactly at sea level is.");
  f.choice("holes", config.holes,
           {{"fill", HolesChoice::fill, "a smooth surface between their rims"},
            {"water", HolesChoice::water, "open water"},
            {"land", HolesChoice::land, "land"},
            {"error", HolesChoice::error, "refuse the mesh"}})
      .text("What texels are that no triangle covers, inside the terrain.");
  f.choice("outside", config.outside,
           {{"water", OutsideChoice::water, "open water"},
            {"land", OutsideChoice::land, "land"},
            {"extend", OutsideChoice::extend, "the surface continues smoothly"}})
      .text("What texels are that no triangle covers, between the terrain and the border of the map.");
  f.choice("lakes", config.lakes,
           {{"land", LakesChoice::land, "only the ocean has a shore"},
            {"water", LakesChoice::water, "every body of water has a shore"}})
      .text("What water is that does not reach the border of the map.");
  f.real("min_lake", config.min_lake)
      .unit("m²")
      .range(0, 1e15)
      .text("With --lakes water: lakes below this area are land.");
  f.real("min_island", config.min_island)
      .unit("m²")
      .range(0, 1e15)
      .text("Islands whose outer shore encloses less than this area are water.");
  f.reals("ocean_seed", config.ocean_seed)
      .unit("m")
      .syntax("X,Y")
      .range(-1e9, 1e9)
      .unset("none", "water at the border")
      .text("A point of the ocean; only the water connected to it is ocean.");
  f.choice("edge", config.edge,
           {{"extend", EdgeChoice::extend, "the terrain goes on; the border is no shore"},
            {"ocean", EdgeChoice::ocean, "open water: land at the border has a shore there"},
            {"land", EdgeChoice::land, "land: water at the border has a shore there"}})
      .text("What lies beyond the border of the map.");
}

}  // namespace

void ShoreConfig::describe(Fields& f) {
  describe_input(*this, f);
  describe_grid(*this, f);
  describe_surface(*this, f);
  describe_wave_direction(*this, f);
  describe_maps(*this, f);
  describe_curves(*this, f);
}

std::string ShoreConfig::terrain_name() const {
  if (terrain.empty()) return "terrain";
  return terrain.front() + (terrain.size() > 1 ? " and the files beside it" : "");
}

std::vector<ShoreLevel> ShoreConfig::levels() const {
  std::vector<ShoreLevel> all;
  for (const double level : sea_level)
    all.emplace_back(level, is_tide_set() ? static_cast<int64_t>(all.size()) + 1 : 0);
  return all;
}

InputOptions ShoreConfig::input_options() const {
  InputOptions options;
  options.paths = terrain;
  options.up = parse_up_axis(up);
  options.unit_m = parse_unit(unit);
  if (!raw.empty()) options.raw = parse_raw_spec(raw);
  options.height_scale = height_scale;
  options.height_offset = height_offset;
  options.height_range = height_range;
  options.texel_m = texel;
  options.extent_m = extent;
  options.missing_tile = missing_tile;
  options.tile_rows = tile_rows;
  return options;
}

}  // namespace ocean
