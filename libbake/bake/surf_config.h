// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake surf`, each declared once in describe().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/wave/surf_model.h"
#include "kernels/wave/surf_uv.h"
#include "libbake/config/field.h"
#include "libbake/io/image.h"

namespace ocean {

enum class SurfPreset : uint8_t { gentle, spilling, plunging, storm };
enum class BreakerChoice : uint8_t { automatic, spilling, plunging };
enum class SurfAlpha : uint8_t { none, slope, wetness };
enum class SurfMap : uint8_t { displacement, height, normal, foam };
enum class NoiseSpace : uint8_t { world, arc };
enum class CoordinateChoice : uint8_t { fitted, classic };
enum class MeshFormat : uint8_t { ply, obj };

struct SurfConfig : Config {
  // Sea; unset: the preset's
  SurfPreset preset = SurfPreset::spilling;
  std::optional<double> height, period, slope, foam_periods, birth_depth;
  BreakerChoice breaker = BreakerChoice::automatic;
  double plunge_above = 0.5;
  // Wave, swash and foam
  SurfParams wave;  // those of its members that describe() lists
  std::optional<double> width, v_swash;
  // Texture
  int32_t columns = 512, rows = 256;
  SurfAlpha alpha = SurfAlpha::slope;
  ImageFormat format = ImageFormat::exr_half;
  Compression compression = Compression::zip;
  bool preview = true;
  // Shore
  std::string shore;
  std::optional<int64_t> tide;
  int32_t loop_frames = 32;
  std::optional<int64_t> frame_resolution;
  std::vector<SurfMap> maps{SurfMap::displacement, SurfMap::normal, SurfMap::foam};
  bool singles = true, atlas = false;
  std::string cells = "auto";
  std::vector<MeshFormat> mesh;
  CoordinateChoice coordinates = CoordinateChoice::fitted;
  NoiseSpace noise_space = NoiseSpace::world;
  std::optional<double> noise_u, noise_v, noise_scale, fade, offset, life_speed;
  double fade_length = kClassicFadeLength_m;
  std::array<double, 2> scale{1, 1};

  void describe(Fields& f) override;
  void check(Problems& problems) const override;

  // With the preset's values and the breaker's kind, of a texture of `rows` rows.
  SurfParams params() const;
  SurfModel model() const;
  SurfUvSettings uv(const SurfModel& model) const;
  double noise_factor(const SurfModel& model) const;  // of p
};

const char* preset_name(SurfPreset preset);

}  // namespace ocean
