// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_map_options.h"

#include "kernels/pack/pack.h"
#include "kernels/shore/blur.h"

namespace ocean {
namespace {

constexpr double kMostCurveTolerance_m = 1e6;

// --pack.
void describe_pack(ShoreConfig& config, Fields& f) {
  f.choices("pack", config.pack,
            {{"distance", ShoreChannel::distance, "signed distance to the shoreline"},
             {"direction_x", ShoreChannel::direction_x, "wave direction, first horizontal component"},
             {"direction_y", ShoreChannel::direction_y, "wave direction, second horizontal component"},
             {"depth", ShoreChannel::depth, "sea level minus ground"},
             {"mask", ShoreChannel::mask, "1 in the ocean, 0 elsewhere"},
             {"confidence", ShoreChannel::confidence, "of the wave direction"},
             {"shore_length", ShoreChannel::shore_length, "arc length at the nearest shoreline point"},
             {"shore_perimeter", ShoreChannel::shore_perimeter, "length of that point's whole curve"},
             {"slope", ShoreChannel::slope, "beach slope there"},
             {"bodies", ShoreChannel::bodies, "number of the body of water"},
             {"zero", ShoreChannel::zero},
             {"one", ShoreChannel::one}})
      .count(1, kMaxPackChannels)
      .text("Channels of NAME_shore in their order; each once, but for zero and one.");
}

}  // namespace

void describe_wave_direction(ShoreConfig& config, Fields& f) {
  f.group("Wave direction");
  f.real("direction_blur", config.direction_blur)
      .unit("m")
      .range(0, 1e6)
      .text(
          "Distance over which the wave direction is smoothed, by a tent of that half width over the water; "
          "0: not at all. At most " +
          std::to_string(kMostBlurReach) + " texels.");
  f.real("swell_dir", config.swell_dir)
      .unit("°")
      .syntax("DEGREES")
      .range(-360, 360)
      .unset("none", "no swell")
      .text(
          "Direction of the swell, clockwise from north, toward which it goes; with --swell-blend. The wave "
          "direction fades to it offshore and where its confidence is low.");
  f.real("swell_from_deg", config.swell_from_deg)
      .unit("°")
      .syntax("DEGREES")
      .range(-360, 360)
      .unset("none", "no swell")
      .text("The same as the direction that the swell comes from, as weather reports give it.");
  f.real("swell_blend", config.swell_blend)
      .unit("m")
      .range(kLeastLength_m, 1e9)
      .unset("none", "no swell")
      .text("Distance from the shore at which the wave direction is the swell's alone.");
}

void describe_maps(ShoreConfig& config, Fields& f) {
  f.group("Maps");
  f.choice("format", config.format,
           {{"auto", FormatChoice::automatic,
             "exr-half, or exr-float where half's step exceeds a tenth of a texel"},
            {"exr-half", FormatChoice::exr_half},
            {"exr-float", FormatChoice::exr_float},
            {"png16", FormatChoice::png16},
            {"png8", FormatChoice::png8},
            {"tiff-float", FormatChoice::tiff_float},
            {"tga8", FormatChoice::tga8}})
      .text("File format and sample type of the maps.");
  f.choice("compression", config.compression,
           {{"zip", Compression::zip},
            {"zips", Compression::zips},
            {"piz", Compression::piz},
            {"rle", Compression::rle},
            {"dwaa", Compression::dwaa, "lossy: for pictures; the manifest says what it changes"},
            {"none", Compression::none}})
      .text(
          "Compression of EXR files; TIFF takes zip, zips and none. PNG and TGA have their own, beside which "
          "only the default may stand.");
  f.boolean("packed", config.packed)
      .text(
          "Write NAME_shore: the channels of --pack, without it R signed distance, G and B wave direction, A "
          "depth.");
  describe_pack(config, f);
  f.choices(
       "maps", config.maps,
       {{"distance", ShoreMap::distance, "signed distance to the shoreline, positive in water"},
        {"direction", ShoreMap::direction, "unit vector in which waves travel, toward the shore"},
        {"depth", ShoreMap::depth, "sea level minus ground, positive under water"},
        {"mask", ShoreMap::mask, "1 in the ocean, 0 elsewhere"},
        {"confidence", ShoreMap::confidence,
         "length of the blurred wave direction, 0 to 1; 1 without --direction-blur"},
        {"shore_length", ShoreMap::shore_length, "arc length along its curve of the nearest shoreline point"},
        {"shore_perimeter", ShoreMap::shore_perimeter, "length of that whole curve"},
        {"slope", ShoreMap::slope, "tangent of the beach slope at the nearest shoreline point, at most 10"},
        {"bodies", ShoreMap::bodies, "number of the body of water, from 1 as in the report; 0: land"}})
      .distinct()
      .text("Single maps to write beside the packed texture.");
  f.boolean("preview", config.preview)
      .text("Write NAME_preview.png: depth, distance isolines, directions and shoreline.");
  f.real("max_distance", config.max_distance)
      .unit("m")
      .range(kLeastLength_m, 1e9)
      .unset("none", "no limit")
      .text("Largest distance that is stored; farther texels hold it with their sign.");
  f.real("distance_range", config.distance_range)
      .unit("m")
      .range(kLeastLength_m, 1e9)
      .unset("auto", "the largest distance in the map")
      .text("Distance that the largest code of an integer format stands for.");
  f.real("depth_range", config.depth_range)
      .unit("m")
      .range(kLeastLength_m, 1e9)
      .unset("auto", "the largest depth or height in the map")
      .text("Depth that the largest code of an integer format stands for.");
  f.choice("encode", config.encode,
           {{"linear", EncodeChoice::linear, "equal steps"},
            {"sqrt", EncodeChoice::sqrt, "square roots: the finest steps at the shore"}})
      .text("How integer formats hold distance and depth; float formats hold the values themselves.");
}

void describe_curves(ShoreConfig& config, Fields& f) {
  f.group("Curves");
  f.choices("curves", config.curves,
            {{"geojson", CurveFormat::geojson, "one LineString a curve, with length, area and body of water"},
             {"obj", CurveFormat::obj, "lines at sea level, in the target's axes and unit"},
             {"svg", CurveFormat::svg, "paths to scale, north up"},
             {"csv", CurveFormat::csv, "one point a line, with its arc length"}})
      .distinct()
      .text(
          "Write NAME_shoreline: the exact curves that distance is measured to, with water on their left. "
          "GeoJSON, SVG and CSV are in metres whatever the target.");
  f.real("curve_tolerance", config.curve_tolerance)
      .unit("m")
      .range(0, kMostCurveTolerance_m)
      .text(
          "Leave out points of the curves so that no point of the shoreline lies farther than this from what "
          "is written; 0: all points.");
}

}  // namespace ocean
