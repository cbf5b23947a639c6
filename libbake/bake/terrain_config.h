// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake terrain`, each declared once in describe().
#pragma once

#include <cstdint>

#include "libbake/config/field.h"

namespace ocean {

enum class TerrainFormat : uint8_t { obj, exr_float, png16 };
enum class TerrainUp : uint8_t { z, y };
enum class TerrainFaces : uint8_t { triangles, quads };

struct TerrainConfig : Config {
  int64_t seed = 1;
  int32_t resolution = 1024;
  double extent = 2000;
  TerrainFormat format = TerrainFormat::obj;
  TerrainUp up = TerrainUp::z;
  TerrainFaces faces = TerrainFaces::triangles;
  bool arch = true;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;
};

}  // namespace ocean
