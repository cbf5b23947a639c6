// SPDX-License-Identifier: Apache-2.0
//
// The particles of a spray, an array an attribute. Bytes a particle: 77, of which a step in the air reads
// position, velocity, kind, death and radius (33) and writes position, velocity and fate (25).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/spray/vec3.h"

namespace ocean {

enum class SprayKind : uint8_t {
  drop,     // heavy, thrown far
  droplet,  // lighter, slowed by the air
  mist,     // drifts with the wind
  foam,     // lies on the water and rides it
  carried   // on the water near a rock, has not struck it yet
};
inline constexpr int kSprayKinds = 5, kAirborneKinds = 3;
OCEAN_HD inline bool is_airborne(uint8_t kind) { return kind < kAirborneKinds; }

// What became of a particle in a tick.
enum class Fate : uint8_t {
  none,
  aged,      // its life is over
  water,     // fell into the water
  left,      // left the domain
  rock,      // foam that a wave carried into a rock
  foamed,    // fell into the water and goes on as foam
  launched,  // was carried to a rock and is in the air now
};
inline constexpr int kFates = 7;
OCEAN_HD inline bool is_dead(uint8_t fate) { return fate != 0 && fate < static_cast<uint8_t>(Fate::foamed); }

struct ParticleView {
  View<Vec3f> position;   // m, relative to the spray's origin
  View<Vec3f> velocity;   // m/s
  View<Vec2f> parameter;  // of what rides the water: its undisplaced point, relative to the origin
  View<int64_t> id;       // (emitter + 1)*2^32 + number of the birth at that emitter
  View<int32_t> birth;    // tick
  View<int32_t> death;    // tick at which its life is over
  View<float> radius;     // m
  View<float> impact;     // m/s into the rock when it was launched
  View<float> mass;       // kg
  View<int32_t> emitter;
  View<int32_t> rock;
  View<uint8_t> kind;
};

class Particles {
 public:
  Particles() = default;
  Particles(const Exec& exec, int64_t capacity);
  ParticleView view();
  int64_t capacity() const { return position_.size(); }
  static constexpr int64_t bytes_each() { return 77; }

  Buffer<Vec3f>& position() { return position_; }
  Buffer<Vec3f>& velocity() { return velocity_; }
  Buffer<int64_t>& id() { return id_; }
  Buffer<int32_t>& birth() { return birth_; }
  Buffer<int32_t>& death() { return death_; }
  Buffer<float>& radius() { return radius_; }
  Buffer<float>& impact() { return impact_; }
  Buffer<int32_t>& emitter() { return emitter_; }
  Buffer<uint8_t>& kind() { return kind_; }
  // Calls f(name, buffer) for every array.
  template <class F>
  void each(const F& f) {
    f("position", position_), f("velocity", velocity_), f("parameter", parameter_), f("id", id_);
    f("birth", birth_), f("death", death_), f("radius", radius_), f("impact", impact_), f("mass", mass_);
    f("emitter", emitter_), f("rock", rock_), f("kind", kind_);
  }

 private:
  Buffer<Vec3f> position_, velocity_;
  Buffer<Vec2f> parameter_;
  Buffer<int64_t> id_;
  Buffer<int32_t> birth_, death_;
  Buffer<float> radius_, impact_, mass_;
  Buffer<int32_t> emitter_, rock_;
  Buffer<uint8_t> kind_;
};

inline Particles::Particles(const Exec& exec, int64_t capacity) {
  each([&](const char*, auto& buffer) {
    using B = std::remove_reference_t<decltype(buffer)>;
    buffer = B(exec, capacity);
  });
}

inline ParticleView Particles::view() {
  return {position_.view(), velocity_.view(), parameter_.view(), id_.view(),
          birth_.view(),    death_.view(),    radius_.view(),    impact_.view(),
          mass_.view(),     emitter_.view(),  rock_.view(),      kind_.view()};
}

// The first `count` elements.
template <class T>
std::vector<T> head_to_host(const Exec& exec, const char* transfer_name, const Buffer<T>& buffer,
                            int64_t count) {
  std::vector<T> out(static_cast<std::size_t>(count));
  if (count > 0)
    copy_out(exec, transfer_name, out.data(), buffer.data(), count * static_cast<int64_t>(sizeof(T)));
  return out;
}

}  // namespace ocean
