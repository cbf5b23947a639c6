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
enum class ShoreMap : uint8_t { distance, direction, depth, mask };
enum class FormatChoice : uint8_t { automatic, exr_half, exr_float, png16, png8, tiff_float, tga8 };

struct ShoreConfig : Config {
  // Input
  std::vector<std::string> terrain;
  std::string up = "auto", unit = "auto", raw;
  std::optional<double> height_scale;
  double height_offset = 0;
  std::optional<std::array<double, 2>> height_range, extent;
  std::optional<double> texel;
  NodataPolicy nodata = NodataPolicy::automatic;
  // Output grid
  std::string resolution = "2048";
  std::optional<double> texel_out;
  std::optional<std::array<double, 4>> bounds;
  double pad = 0;
  bool pow2 = false;
  std::optional<int64_t> tile;
  std::optional<double> memory;
  // Surface and shoreline
  double sea_level = 0;
  LevelChoice at_level = LevelChoice::land;
  HolesChoice holes = HolesChoice::fill;
  OutsideChoice outside = OutsideChoice::water;
  LakesChoice lakes = LakesChoice::land;
  double min_island = 0, min_lake = 0;
  std::optional<std::array<double, 2>> ocean_seed;
  EdgeChoice edge = EdgeChoice::extend;
  // Maps
  FormatChoice format = FormatChoice::automatic;
  Compression compression = Compression::zip;
  std::vector<ShoreMap> maps;
  bool packed = true, preview = true;
  std::optional<double> max_distance, distance_range, depth_range;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;

  InputOptions input_options() const;
  std::string terrain_name() const;  // for messages: the file's path
};

}  // namespace ocean
