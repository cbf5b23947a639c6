// SPDX-License-Identifier: Apache-2.0
//
// What users say about their terrain files.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libbake/io/mesh_file.h"

namespace ocean {

// Samples of a headless file.
struct RawSpec {
  enum class Type : uint8_t { u8, i8, u16, i16, u32, i32, f32, f64 };
  int32_t width = 0, height = 0;
  Type type = Type::u16;
  bool big_endian = false;
  bool south_first = false;  // the first row is the southern one
  bool corners = false;  // samples lie on the border (513 samples for 512 cells), so neighbours share theirs
  int64_t sample_bytes() const;
};

// What a tile is that a pattern's rectangle of tiles lacks; nodata leaves it to the policy for samples
// without a height.
enum class MissingTile : uint8_t { error, nodata, land, water };
// Where a pattern's {y} grows.
enum class TileRows : uint8_t { north, south };

struct InputOptions {
  std::vector<std::string> paths;  // at least one; or one pattern of tiles (tile_set.h)
  std::optional<UpAxis> up;        // meshes; unset: what the format says, else a guess
  std::optional<double>
      unit_m;  // meshes: metres a unit; also of rasters whose file does not say (not geographic then)
  std::optional<RawSpec> raw;  // for .raw, .r16, … and any other file that is given with it
  // Height = value × scale + offset, in metres, where value is the sample as stored: a code of 0…255 or
  // 0…65535, or a number. Or height_range = the heights of code 0 and of the highest code (of 0 and 1 for
  // floats); then scale and offset stay unset and 0. Unset: the file's unit of heights, else 1 m a step.
  std::optional<double> height_scale;
  double height_offset = 0;
  std::optional<std::array<double, 2>> height_range;
  // Distance of neighbouring samples, or the size (east, north) of the whole raster, metres; at most one of
  // them. Needed where the file does not place its samples, and going before the file where it does.
  std::optional<double> texel_m;
  std::optional<std::array<double, 2>> extent_m;
  MissingTile missing_tile = MissingTile::error;
  TileRows tile_rows = TileRows::north;
};

// "y", "z"; "auto" and anything else: unset.
std::optional<UpAxis> parse_up_axis(std::string_view text);
// Metres a unit: "m", "cm", "mm", "km", "in", "ft" or a positive number; unset for anything else ("auto"
// too).
std::optional<double> parse_unit(std::string_view text);
// "WxH:TYPE" with TYPE u8 i8 u16le u16be i16le i16be u32le … f32le f32be f64le f64be, then ":south" and
// ":corners" in any order. Unset, with the reason in *why, for anything else.
std::optional<RawSpec> parse_raw_spec(std::string_view text, std::string* why = nullptr);

}  // namespace ocean
