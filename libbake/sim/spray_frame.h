// SPDX-License-Identifier: Apache-2.0
//
// The particles of one exported frame on the host: what the simulation hands to the writers of points, fog,
// particle files and flipbooks.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/math/vec.h"

namespace ocean {

enum class SprayKind : uint8_t {
  drop,     // heavy, thrown far
  droplet,  // lighter, slowed by the air
  mist,     // drifts with the wind
  foam,     // lies on the water and rides it
  carried   // on the water near a rock, has not struck it yet
};
inline constexpr int kSprayKinds = 5;
inline constexpr const char* kSprayKindNames[kSprayKinds] = {"drop", "droplet", "mist", "foam", "carried"};

// All vectors have one length; world axes (x east, y north, z up), metres, seconds, kilograms. The order is
// that of birth, children of a particle that broke up behind all that were there; it is the same for every
// back end and thread count.
struct SprayFrame {
  int64_t frame = 0;
  double time_s = 0;  // frame/fps
  double fps = 24;
  Vec3d origin{0, 0, 0};  // a position in the world is origin + position

  std::vector<Vec3f> position;
  std::vector<Vec3f> velocity;  // m/s
  std::vector<int64_t> id;      // > 0, unique in the run, stable over frames
  std::vector<float> age_s, life_s;
  std::vector<float> pscale;     // radius, m
  std::vector<uint8_t> kind;     // SprayKind
  std::vector<float> impact;     // m/s into the rock at birth; 0: carried, not yet struck
  std::vector<int32_t> emitter;  // index of the emitter cell, row-major from the south-west
  std::vector<int32_t> rock;     // id of the rock that it was born at; -1: none yet
  std::vector<float> mass;       // kg of water that the particle stands for, > 0

  int64_t size() const { return static_cast<int64_t>(position.size()); }
};

}  // namespace ocean
