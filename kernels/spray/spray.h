// SPDX-License-Identifier: Apache-2.0
//
// The state of a spray on one back end, and its tick.
//
// Tick n is at n/hz. The state of tick n holds the births of tick n. A tick moves everything from n to n + 1
// in sub-steps, decides what became of each particle (age, water, domain; then break-up), removes the dead
// without changing the order of the others, and adds the births of n + 1. The result is the same for every
// back end and thread count.
#pragma once

#include <array>
#include <vector>

#include "kernels/spray/air.h"
#include "kernels/spray/emission.h"
#include "kernels/spray/motion.h"
#include "kernels/spray/particles.h"
#include "kernels/spray/rock_field.h"
#include "kernels/spray/water_map.h"

namespace ocean {

struct SprayRules {
  EmissionRule emission;
  Air air;
  Surface surface;
  int32_t substeps = 1;
  // Break-up: faster than that against the air, a drop becomes droplets and droplets mist, at that rate.
  float breakup_speed = 8, breakup_per_s = 0.5f;
  float foam_share = 0, foam_life_s = 4;
  // Of the domain, relative to the origin.
  Vec3f low{-1e9f, -1e9f, -1e9f}, high{1e9f, 1e9f, 1e9f};
};

// A particle that met the water.
struct WaterHit {
  Vec3f position;  // relative to the origin
  float time_s, speed, radius, mass;
};

// What happened since the counters were reset.
struct SprayCounts {
  int64_t born = 0, refused = 0;
  std::array<int64_t, kFates> fates{};
  friend bool operator==(const SprayCounts&, const SprayCounts&) = default;
};

class Spray {
 public:
  struct Setup {
    SprayRules rules;
    EmitterGrid emitters;
    double water_cell_m = 0.5;                  // of the water map
    Vec3d origin{0, 0, 0};                      // positions are relative to it
    Vec2d region_low{0, 0}, region_high{0, 0};  // m, world: of the water map
    double reach_m = 0;                         // of the waves, at any time
    int64_t capacity = 1 << 20;                 // particles
  };
  // rocks must outlive it; emitting and all waves are set before start().
  Spray(const Exec& exec, const Setup& setup, const RockField& rocks);

  // Waves that drive emission, and all of them, from here on: world axes, amplitudes as of the next tick.
  void set_waves(const std::vector<Wave>& emitting, const std::vector<Wave>& all);

  // The state of that tick without any particles but its births.
  void start(int32_t tick);
  void advance();  // one tick

  int32_t tick() const { return tick_; }
  int64_t count() const { return count_; }
  Particles& particles() { return now_; }
  Emitters& emitters() { return emitters_; }
  SprayCounts& counts() { return counts_; }
  std::vector<WaterHit>& hits() { return hits_; }

  // Positions and velocities `ahead_s` after the tick, of all particles, without changing the state.
  struct Sample {
    std::vector<Vec3f> position, velocity;
  };
  Sample sample(double ahead_s);

  // For checkpoints: the state is what particles(), emitters(), counts(), hits() hold, the tick and the
  // count.
  void restore(int32_t tick, int64_t count);
  // Puts `count` particles there as they are, for tests and benchmarks.
  void set_count(int64_t count) { count_ = count; }

 private:
  Shore shore(const Buffer<Wave>& waves) const;
  void emit();
  void move();
  void settle();  // fates, hits, compaction
  void map_water(double time_s);

  Exec exec_;
  Setup setup_;
  RockField rocks_;
  Buffer<Wave> emitting_, all_;
  Particles now_, next_;
  Buffer<uint8_t> fate_, keep_;
  Buffer<Vec3f> water_;
  int32_t water_nx_ = 1, water_ny_ = 1;
  Emitters emitters_;
  int32_t tick_ = 0;
  int64_t count_ = 0;
  float crest_m_ = 0;
  SprayCounts counts_;
  std::vector<WaterHit> hits_;
};

}  // namespace ocean
