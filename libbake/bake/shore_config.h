// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake shore`, each declared once in describe().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libbake/config/field.h"
#include "libbake/io/image.h"
#include "libbake/io/input_options.h"
#include "libbake/io/nodata.h"

namespace ocean {

enum class HolesChoice : uint8_t { fill, water, land, error };
enum class OutsideChoice : uint8_t { water, land, extend };
enum class LevelChoice : uint8_t { land, water };
enum class LakesChoice : uint8_t { land, water };
enum class EdgeChoice : uint8_t { extend, ocean, land };
enum class SurfaceChoice : uint8_t { top, section };
enum class CurveFormat : uint8_t { geojson, obj, svg, csv };
enum class ShoreMap : uint8_t {
  distance,
  direction,
  depth,
  mask,
  confidence,
  shore_length,
  shore_perimeter,
  slope,
  bodies
};
// What a channel of an image can hold; traits in shore_channels.h.
enum class ShoreChannel : uint8_t {
  distance,
  direction_x,
  direction_y,
  depth,
  mask,
  confidence,
  shore_length,
  shore_perimeter,
  slope,
  bodies,
  zero,
  one
};
inline constexpr int kShoreChannels = 12;
// Codes of integer formats.
enum class EncodeChoice : uint8_t { linear, sqrt };
enum class FormatChoice : uint8_t { automatic, exr_half, exr_float, png16, png8, tiff_float, tga8 };

// Of texels, ranges and limits; far above where floats in any target's unit end.
inline constexpr double kLeastLength_m = 1e-6;

// One water level of a bake: what its files are called and its messages begin with.
struct ShoreLevel {
  ShoreLevel(double level_m = 0, int64_t number = 0) : sea_level_m(level_m), tide(number) {}
  double sea_level_m;
  int64_t tide;  // of a tide set, from 1; 0: the only level
  std::string prefix() const { return tide > 0 ? "tide" + std::to_string(tide) + "_" : std::string(); }
};

struct ShoreConfig : Config {
  // Input
  std::vector<std::string> terrain;
  std::string up = "auto", unit = "auto", raw;
  std::optional<double> height_scale;
  double height_offset = 0;
  std::optional<std::array<double, 2>> height_range, extent;
  std::optional<double> texel;
  NodataPolicy nodata = NodataPolicy::automatic;
  MissingTile missing_tile = MissingTile::error;
  TileRows tile_rows = TileRows::north;
  // Output grid
  std::string resolution = "2048";
  std::optional<double> texel_out;
  std::optional<std::array<double, 4>> bounds;
  double pad = 0;
  bool pow2 = false;
  std::optional<int64_t> tile;
  std::optional<double> memory;
  // Surface and shoreline
  std::vector<double> sea_level{0};  // metres; several make a tide set
  SurfaceChoice surface = SurfaceChoice::top;
  LevelChoice at_level = LevelChoice::land;
  HolesChoice holes = HolesChoice::fill;
  OutsideChoice outside = OutsideChoice::water;
  LakesChoice lakes = LakesChoice::land;
  double min_island = 0, min_lake = 0;
  std::optional<std::array<double, 2>> ocean_seed;
  EdgeChoice edge = EdgeChoice::extend;
  // Wave direction
  double direction_blur = 0;
  std::optional<double> swell_dir, swell_from_deg, swell_blend;
  // Maps
  FormatChoice format = FormatChoice::automatic;
  Compression compression = Compression::zip;
  std::vector<ShoreMap> maps;
  std::vector<ShoreChannel> pack{ShoreChannel::distance, ShoreChannel::direction_x, ShoreChannel::direction_y,
                                 ShoreChannel::depth};
  bool packed = true, preview = true;
  std::optional<double> max_distance, distance_range, depth_range;
  std::vector<CurveFormat> curves;
  double curve_tolerance = 0;
  EncodeChoice encode = EncodeChoice::linear;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;

  InputOptions input_options() const;
  bool has_swell() const { return swell_dir || swell_from_deg; }
  double swell_toward_deg() const { return swell_dir ? *swell_dir : swell_from_deg.value_or(180) - 180; }
  std::string terrain_name() const;  // for messages: the file's path
  bool is_tide_set() const { return sea_level.size() > 1; }
  std::vector<ShoreLevel> levels() const;
};

}  // namespace ocean
