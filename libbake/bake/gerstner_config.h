// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake gerstner`, each declared once in describe().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libbake/config/field.h"
#include "libbake/io/image.h"

namespace ocean {

enum class WaveMap : uint8_t { displacement, normal, jacobian, foam, velocity, motion, height };
enum class FoamSpace : uint8_t { material, world };
enum class AlphaChoice : uint8_t { none, foam, jacobian, one };
enum class VdmSpace : uint8_t { object, tangent };

struct AtlasCells {
  int32_t columns = 0, rows = 0;
};
// "8x8"; unset for any other text and beyond kMostAtlasCells a side.
inline constexpr int32_t kMostAtlasCells = 1024;
std::optional<AtlasCells> parse_cells(const std::string& text);

struct GerstnerConfig : Config {
  std::string waves;
  // Loop and tile
  std::array<double, 2> tile{64, 64};
  std::array<double, 2> tile_origin{0, 0};
  double period = 8;
  int32_t loop_frames = 64;
  double fit = 0;
  bool allow_loops = false;
  // Maps
  std::string resolution = "512";
  std::vector<WaveMap> maps{WaveMap::displacement, WaveMap::normal, WaveMap::foam};
  AlphaChoice alpha = AlphaChoice::none;
  VdmSpace vdm = VdmSpace::object;
  ImageFormat format = ImageFormat::exr_half;
  Compression compression = Compression::zip;
  // Foam
  double foam_threshold = 0.6, foam_edge = 0.3, foam_decay = 0, foam_rate = 4;
  FoamSpace foam_space = FoamSpace::material;
  // Flipbook
  bool singles = true;
  std::string grid;
  int32_t gutter = 0;
  bool preview = true;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;

  bool wants(WaveMap map) const;
  // A map or a channel of one.
  bool needs_foam() const { return wants(WaveMap::foam) || alpha == AlphaChoice::foam; }
  bool needs_jacobian() const {
    return wants(WaveMap::jacobian) || alpha == AlphaChoice::jacobian || needs_foam();
  }
  std::optional<AtlasCells> cells() const { return parse_cells(grid); }
};

const char* map_name(WaveMap map);  // the word of --maps and of the file's name

}  // namespace ocean
