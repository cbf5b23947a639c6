// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake rocks`, each declared once in describe().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libbake/config/field.h"
#include "libbake/io/image.h"
#include "libbake/io/vdb.h"

namespace ocean {

inline constexpr int64_t kMostRocks = 10000;

// A mesh, turned, scaled and put somewhere.
struct RockEntry : Config {
  std::string mesh;
  std::array<double, 3> position{0, 0, 0}, rotation_deg{0, 0, 0};
  std::vector<double> scale{1};
  std::optional<int64_t> id;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;
};

enum class OpenMeshes : uint8_t { winding, below };

struct RocksConfig : Config {
  // Rocks
  std::vector<std::string> meshes;
  std::string up = "auto", unit = "auto";
  OpenMeshes open = OpenMeshes::winding;
  std::vector<RockEntry> instances;
  // Level set
  std::optional<double> voxel;
  double half_width = 3;
  double sea_level = 0;
  bool vdb_half = false;
  VdbCompression vdb_compression = VdbCompression::blosc;
  // Slices
  std::optional<int64_t> slices;
  ImageFormat format = ImageFormat::exr_half;
  Compression compression = Compression::zip;
  bool preview = true;

  void describe(Fields& f) override;
  void check(Problems& problems) const override;
};

}  // namespace ocean
