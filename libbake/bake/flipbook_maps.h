// SPDX-License-Identifier: Apache-2.0
//
// The maps of one flipbook frame, and how each of them is stored: channels, axes, units and the one range
// that integer codes of the whole sequence stand for.
#pragma once

#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/pack/pack.h"
#include "libbake/bake/gerstner_config.h"
#include "libbake/core/target.h"
#include "libbake/io/manifest.h"

namespace ocean {

// width*height texels each, row 0 south, interleaved components; empty where not wanted. Metres and seconds,
// world axes.
struct FrameMaps {
  int32_t width = 0, height = 0;
  Buffer<float> displacement;  // 3
  Buffer<float> normal;        // 3
  Buffer<float> jacobian;      // 1
  Buffer<float> foam;          // 1, 0 to 1
  Buffer<float> velocity;      // 3
  Buffer<float> motion;        // 2: displacement to the next frame, in tiles
  Buffer<float> water;         // 1: height of the water at the texel's own place
};

// What no point of the sequence exceeds, by the sums of amplitudes.
struct WaveBounds {
  double horizontal_m = 0, vertical_m = 0;          // of displacements
  double horizontal_speed = 0, vertical_speed = 0;  // m/s
  double fold = 0;                                  // sum of Q*k*A
  double step_tiles = 0;                            // of motion
};

// One channel of an image.
struct WaveChannel {
  Buffer<float> FrameMaps::*map = nullptr;  // null: the constant scale
  int32_t component = 0, components = 1;    // of the map
  double scale = 1;                         // stored units a map unit, with sign
  double range = 1;                         // largest magnitude, stored units
  bool is_signed = true;
  std::string key, meaning, unit;  // ChannelRecord
};

// role: also the file's NAME_role.
struct WaveImage {
  WaveMap map = WaveMap::displacement;
  std::string role;
  std::vector<WaveChannel> channels;
  bool tiles = true;  // opposite edges meet
};

// The images that config asks for. Displacement and velocity: --vdm order in the target's axes and unit.
// Normal: tangent space, R east, G up or down the image by the target, B out of the surface. Motion: in
// texture coordinates of the target.
std::vector<WaveImage> wave_images(const GerstnerConfig& config, const TargetTraits& target,
                                   const WaveBounds& bounds);

PackSpec pack_spec(const WaveImage& image, const FrameMaps& maps, ImageFormat format);

// All but file, size, time and hash.
OutputRecord wave_record(const WaveImage& image, ImageFormat format, const WorldRecord& world);

}  // namespace ocean
