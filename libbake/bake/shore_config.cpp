// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_config.h"

#include <filesystem>

#include "libbake/bake/output_grid.h"
#include "libbake/bake/shore_map_options.h"
#include "libbake/core/text.h"
#include "libbake/io/tile_set.h"

namespace ocean {
namespace {

constexpr int64_t kMostLevels = 64;
constexpr double kMostCurveTolerance_m = 1e6;

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

}  // namespace

void ShoreConfig::describe(Fields& f) {
  f.group("Input");
  f.paths("terrain", terrain)
      .positional("TERRAIN")
      .required()
      .distinct()
      .text(
          "Terrain meshes (OBJ, PLY, STL, glTF, GLB, FBX, DAE; several are merged) or one height raster "
          "(PNG, TIFF, EXR, "
          "HDR, RAW, R16, ASC, HGT, GeoTIFF), or a pattern of height rasters such as 'tile_{x}_{y}.r16' (x: "
          "column, counted east; y: row).");
  f.text("up", up).syntax("y|z").rule(up_rule).text(
      "Axis that points up in meshes; auto takes the format's own, else guesses from the flattest axis and "
      "says so.");
  f.text("unit", unit)
      .syntax("m|cm|mm|km|in|ft|NUMBER")
      .or_number()
      .rule(unit_rule)
      .text(
          "Unit of the input's coordinates, or metres in one unit; auto takes the format's own, else "
          "metres.");
  f.text("raw", raw)
      .syntax("WxH:TYPE[:south][:corners]")
      .rule(raw_rule)
      .text(
          "Layout of a headerless height file: e.g. 513x513:u16le:corners; types u8, i8, u16le, u16be, … "
          "f64be; south: the first "
          "row is the southern one; corners: samples lie on the border.");
  f.real("height_scale", height_scale)
      .unset("auto", "the file's unit of heights, else 1")
      .text("Factor from the raster's stored values to metres.")
      .range(-1e9, 1e9);
  f.real("height_offset", height_offset).unit("m").text("Added after the factor.").range(-1e9, 1e9);
  f.reals("height_range", height_range)
      .unit("m")
      .syntax("LOW,HIGH")
      .range(-1e9, 1e9)
      .unset("none", "the stored values and --height-scale")
      .text("Heights that the smallest and the largest code of an integer raster stand for.");
  f.real("texel", texel)
      .unit("m")
      .above(0)
      .max(1e6)
      .unset("auto", "from the file")
      .text("Spacing of a raster's samples, where the file does not say.");
  f.reals("extent", extent)
      .unit("m")
      .syntax("WIDTH,HEIGHT")
      .above(0)
      .max(1e9)
      .unset("auto", "from the file or --texel")
      .text("Size of a raster's area, where the file does not say.");
  f.choice(
       "nodata", nodata,
       {{"auto", NodataPolicy::automatic, "water where it touches the raster's border, else interpolated"},
        {"water", NodataPolicy::water, "open water of unknown depth"},
        {"land", NodataPolicy::land, "land of unknown height"},
        {"interpolate", NodataPolicy::interpolate, "a smooth surface between its neighbours"},
        {"error", NodataPolicy::error, "refuse the file"}})
      .text("What raster cells without a height are.");
  f.choice("missing_tile", missing_tile,
           {{"error", MissingTile::error, "refuse the set and name the tiles"},
            {"nodata", MissingTile::nodata, "cells without a height; see --nodata"},
            {"land", MissingTile::land, "land of unknown height"},
            {"water", MissingTile::water, "open water of unknown depth"}})
      .text("What a tile is that a pattern's rectangle of tiles lacks.");
  f.choice("tile_rows", tile_rows,
           {{"north", TileRows::north, "as in Unity"}, {"south", TileRows::south, "as in pictures"}})
      .text("Where a pattern's {y} grows.");

  f.group("Output grid");
  f.text("resolution", resolution)
      .syntax("N|WxH")
      .or_number()
      .unit("texels")
      .rule(resolution_rule)
      .text("Size of the maps: texels of the longest side, or both sides, each at most " +
            std::to_string(kMaxMapSide) + "; texels are square.");
  f.real("texel_out", texel_out)
      .unit("m")
      .above(0)
      .max(1e6)
      .unset("auto", "from --resolution")
      .text("Size of a texel; sets the resolution instead of --resolution.");
  f.reals("bounds", bounds)
      .unit("m")
      .syntax("X0,Y0,X1,Y1")
      .range(-1e9, 1e9)
      .unset("auto", "the input's")
      .text("Area of the maps in world coordinates (x east, y north).");
  f.real("pad", pad).unit("m").range(0, 1e6).text("Margin added on every side of the area.");
  f.boolean("pow2", pow2)
      .text("Round both sides up to a power of two by extending the area to the east and north.");
  f.integer("tile", tile)
      .unit("rows")
      .range(1, kMaxMapSide)
      .execution()
      .unset("auto", "the whole map, or what --memory allows")
      .text("Rows of the maps that are computed at a time; changes no bit.");
  f.real("memory", memory)
      .unit("GB")
      .above(0)
      .max(1e6)
      .execution()
      .unset("auto", "four fifths of what is free")
      .text("Memory that the bake may use: larger maps are computed by bands of rows.");

  f.group("Surface and shoreline");
  f.reals("sea_level", sea_level)
      .unit("m")
      .syntax("LEVEL,...")
      .range(-1e5, 1e5)
      .count(1, kMostLevels)
      .text(
          "Height of the water surface; several make a tide set: NAME_tide1_MAP, NAME_tide2_MAP and so on.");
  f.choice("surface", surface,
           {{"top", SurfaceChoice::top, "the highest ground: under a bridge or an arch is land"},
            {"section", SurfaceChoice::section,
             "what is solid at sea level: under an arch is water; needs closed solids or sheets"}})
      .text("Which surface of a mesh meets the water.");
  f.choice("at_level", at_level,
           {{"land", LevelChoice::land, "a beach"},
            {"water", LevelChoice::water, "for DEMs that store the sea as flat 0"}})
      .text("What a surface exactly at sea level is.");
  f.choice("holes", holes,
           {{"fill", HolesChoice::fill, "a smooth surface between their rims"},
            {"water", HolesChoice::water, "open water"},
            {"land", HolesChoice::land, "land"},
            {"error", HolesChoice::error, "refuse the mesh"}})
      .text("What texels are that no triangle covers, inside the terrain.");
  f.choice("outside", outside,
           {{"water", OutsideChoice::water, "open water"},
            {"land", OutsideChoice::land, "land"},
            {"extend", OutsideChoice::extend, "the surface continues smoothly"}})
      .text("What texels are that no triangle covers, between the terrain and the border of the map.");
  f.choice("lakes", lakes,
           {{"land", LakesChoice::land, "only the ocean has a shore"},
            {"water", LakesChoice::water, "every body of water has a shore"}})
      .text("What water is that does not reach the border of the map.");
  f.real("min_lake", min_lake)
      .unit("m²")
      .range(0, 1e15)
      .text("With --lakes water: lakes below this area are land.");
  f.real("min_island", min_island)
      .unit("m²")
      .range(0, 1e15)
      .text("Islands whose outer shore encloses less than this area are water.");
  f.reals("ocean_seed", ocean_seed)
      .unit("m")
      .syntax("X,Y")
      .range(-1e9, 1e9)
      .unset("none", "water at the border")
      .text("A point of the ocean; only the water connected to it is ocean.");
  f.choice("edge", edge,
           {{"extend", EdgeChoice::extend, "the terrain goes on; the border is no shore"},
            {"ocean", EdgeChoice::ocean, "open water: land at the border has a shore there"},
            {"land", EdgeChoice::land, "land: water at the border has a shore there"}})
      .text("What lies beyond the border of the map.");

  describe_wave_direction(*this, f);

  f.group("Maps");
  f.choice("format", format,
           {{"auto", FormatChoice::automatic,
             "exr-half, or exr-float where half's step exceeds a tenth of a texel"},
            {"exr-half", FormatChoice::exr_half},
            {"exr-float", FormatChoice::exr_float},
            {"png16", FormatChoice::png16},
            {"png8", FormatChoice::png8},
            {"tiff-float", FormatChoice::tiff_float},
            {"tga8", FormatChoice::tga8}})
      .text("File format and sample type of the maps.");
  f.choice("compression", compression,
           {{"zip", Compression::zip},
            {"zips", Compression::zips},
            {"piz", Compression::piz},
            {"rle", Compression::rle},
            {"dwaa", Compression::dwaa, "lossy: for pictures; the manifest says what it changes"},
            {"none", Compression::none}})
      .text(
          "Compression of EXR files; TIFF takes zip, zips and none. PNG and TGA have their own, beside which "
          "only the default may stand.");
  f.boolean("packed", packed)
      .text(
          "Write NAME_shore: the channels of --pack, without it R signed distance, G and B wave direction, "
          "A depth.");
  describe_pack(*this, f);
  f.choices(
       "maps", maps,
       {{"distance", ShoreMap::distance, "signed distance to the shoreline, positive in water"},
        {"direction", ShoreMap::direction, "unit vector in which waves travel, toward the shore"},
        {"depth", ShoreMap::depth, "sea level minus ground, positive under water"},
        {"mask", ShoreMap::mask, "1 in the ocean, 0 elsewhere"},
        {"confidence", ShoreMap::confidence,
         "length of the blurred wave direction, 0 to 1; 1 without --direction-blur"},
        {"shore_length", ShoreMap::shore_length, "arc length along its curve of the nearest shoreline point"},
        {"slope", ShoreMap::slope, "tangent of the beach slope at the nearest shoreline point, at most 10"},
        {"bodies", ShoreMap::bodies, "number of the body of water, from 1 as in the report; 0: land"}})
      .distinct()
      .text("Single maps to write beside the packed texture.");
  f.boolean("preview", preview)
      .text("Write NAME_preview.png: depth, distance isolines, directions and shoreline.");
  f.real("max_distance", max_distance)
      .unit("m")
      .above(0)
      .max(1e9)
      .unset("none", "no limit")
      .text("Largest distance that is stored; farther texels hold it with their sign.");
  f.real("distance_range", distance_range)
      .unit("m")
      .above(0)
      .max(1e9)
      .unset("auto", "the largest distance in the map")
      .text("Distance that the largest code of an integer format stands for.");
  f.real("depth_range", depth_range)
      .unit("m")
      .above(0)
      .max(1e9)
      .unset("auto", "the largest depth or height in the map")
      .text("Depth that the largest code of an integer format stands for.");
  f.choice("encode", encode,
           {{"linear", EncodeChoice::linear, "equal steps"},
            {"sqrt", EncodeChoice::sqrt, "square roots: the finest steps at the shore"}})
      .text("How integer formats hold distance and depth; float formats hold the values themselves.");

  f.group("Curves");
  f.choices("curves", curves,
            {{"geojson", CurveFormat::geojson, "one LineString a curve, with length, area and body of water"},
             {"obj", CurveFormat::obj, "lines at sea level, in the target's axes and unit"},
             {"svg", CurveFormat::svg, "paths to scale, north up"},
             {"csv", CurveFormat::csv, "one point a line, with its arc length"}})
      .text(
          "Write NAME_shoreline: the exact curves that distance is measured to, with water on their left. "
          "GeoJSON, SVG and CSV are in metres whatever the target.");
  f.real("curve_tolerance", curve_tolerance)
      .unit("m")
      .range(0, kMostCurveTolerance_m)
      .text(
          "Leave out points of the curves so that no point of the shoreline lies farther than this from what "
          "is written; 0: all points.");
}

// A file's name may hold braces; a pattern that cannot be one is said before the file is looked for.
std::string pattern_problem(const std::vector<std::string>& terrain) {
  for (const std::string& path : terrain) {
    std::error_code error;
    if (path.find_first_of("{}") == std::string::npos || std::filesystem::exists(path, error)) continue;
    if (std::string problem = tile_pattern_problem(path); !problem.empty())
      return in_quotes(path) + " is no file, and as a pattern of tiles it " + problem;
    if (terrain.size() > 1)
      return in_quotes(path) + " is a pattern of tiles, which stands alone; name nothing beside it";
  }
  return {};
}

// Two levels are one if they are equal; their outputs would be too.
std::string level_problem(const std::vector<double>& levels) {
  for (std::size_t i = 0; i < levels.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (levels[i] == levels[k]) return "holds " + shortest(levels[i]) + " m twice; give each level once";
  return {};
}

void ShoreConfig::check(Problems& problems) const {
  if (std::string problem = pattern_problem(terrain); !problem.empty())
    problems.add("terrain", std::move(problem));
  if (bounds && !((*bounds)[0] < (*bounds)[2] && (*bounds)[1] < (*bounds)[3]))
    problems.add("bounds", "must have x0 < x1 and y0 < y1; give the south-west corner first");
  if (height_range && !((*height_range)[0] < (*height_range)[1]))
    problems.add("height_range", "must have LOW < HIGH; swap them");
  if (height_scale && *height_scale == 0)
    problems.add("height_scale", "is 0, which makes every height the same; give a factor other than 0");
  if (texel && extent) problems.add("texel", "and extent both give a raster's size; give one of them");
  if (texel_out && resolution != ShoreConfig().resolution)
    problems.add("texel_out", "and resolution both give the texel size; give one of them");
  if (std::string problem = level_problem(sea_level); !problem.empty())
    problems.add("sea_level", std::move(problem));
  if (!packed && maps.empty() && !preview && curves.empty())
    problems.add("packed",
                 "is off, and neither maps, curves nor preview ask for anything; turn one of them on");
  if (curve_tolerance > 0 && curves.empty())
    problems.add("curve_tolerance", "has no effect without curves; add --curves, or leave it out");
  const bool takes_deflate_alone = format == FormatChoice::tiff_float,
             takes_none_of_them = format == FormatChoice::png16 || format == FormatChoice::png8 ||
                                  format == FormatChoice::tga8;
  if (takes_deflate_alone && compression != Compression::zip && compression != Compression::zips &&
      compression != Compression::none)
    problems.add("compression", "does not exist in TIFF; choose zip, zips or none, or an EXR format");
  if (takes_none_of_them && compression != Compression::zip)
    problems.add("compression", "has no effect on PNG and TGA; leave it out, or choose an EXR format");
  if (tile && memory)
    problems.add("tile", "and memory both say how many rows are computed at a time; give one");
  check_maps(*this, problems);
  if (pow2 && resolution.find('x') != std::string::npos)
    problems.add("pow2", "rounds the sides that resolution states exactly; give one of them");
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
