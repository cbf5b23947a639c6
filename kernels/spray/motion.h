// SPDX-License-Identifier: Apache-2.0
//
// One step of a particle in the air: gravity, drag, and the rocks in its way.
//
// The path of a step is the chord p + h*(v + v')/2, which without drag ends where the parabola does. It is
// marched by sphere tracing (Hart 1996) with steps that never cross the surface (rock_field.h), so nothing
// tunnels at any speed. At a hit the velocity is that of the moment; it keeps (1 - friction) of its
// tangential and restitution of its normal part, and the rest of the step goes on from there. Where the
// normal part is too small to lift off again it is dropped, and the particle slides.
#pragma once

#include "kernels/spray/air.h"
#include "kernels/spray/rock_field.h"

namespace ocean {

struct Surface {
  float restitution = 0.2f, friction = 0.1f;
};

inline constexpr int kMostMarchSteps = 256, kMostHits = 4;
inline constexpr float kContactVoxels = 0.01f;  // a gap below that touches

struct Hit {
  bool hit = false;
  float share = 1;  // of the path that is free
};

// The first point of p + share*d, share in [0, 1], where a sphere of that radius touches while it moves into
// the rock. Runs out of steps on a long grazing path: then the free part so far, without a hit.
OCEAN_HD inline Hit march(const RockField& rocks, Vec3f p, Vec3f d, float radius) {
  const float path = length(d), touch = kContactVoxels * rocks.voxel_m;
  if (!(path > 0.0f)) return {};
  float done = 0;
  for (int step = 0; step < kMostMarchSteps; ++step) {
    const Vec3f at = p + (done / path) * d;
    const RockSample s = rocks.sample(at);
    if (s.phi <= radius + touch && dot(rocks.gradient(at), d) < 0.0f) return {true, done / path};
    // Of the surface phi = radius.
    const float near = kInvSqrt3 * (s.phi - radius), far = s.reach_m - radius;
    const float safe = s.phi < 0.0f || near > far ? near : far;
    done += safe > touch ? safe : touch * kInvSqrt3;
    if (done >= path) return {};
  }
  return {false, done / path};
}

struct Moved {
  Vec3f position, velocity;
  bool hit = false;
  float hit_speed = 0;  // m/s into the rock, of the first hit
  Vec3f hit_normal{0, 0, 1};
};

// Where a particle inside a rock goes: out along the normal, as far as the band knows.
OCEAN_HD inline Vec3f pushed_out(const RockField& rocks, Vec3f p, float radius) {
  const RockSample s = rocks.sample(p);
  if (!(s.phi < radius)) return p;
  return p + (radius - s.phi) * normalized(rocks.gradient(p));
}

OCEAN_HD inline Vec3f rebound(const Surface& surface, Vec3f v, Vec3f n, float lift) {
  const float into = dot(v, n);
  if (!(into < 0.0f)) return v;
  const Vec3f tangential = (1.0f - surface.friction) * (v - into * n);
  const float out = -surface.restitution * into;
  return out > lift ? tangential + out * n : tangential;
}

OCEAN_HD inline Moved moved(const RockField& rocks, const Air& air, const Surface& surface, Vec3f p, Vec3f v,
                            float radius, float time_s, float h) {
  Moved m{p, v, false, 0, {0, 0, 1}};
  const float per_m = drag_per_m(air, radius);
  const Vec3f wind = wind_at(air, p, time_s);
  float left = h;
  for (int hits = 0;; ++hits) {
    const Vec3f next = accelerated(air, m.velocity, wind, per_m, left);
    Vec3f d = (0.5f * left) * (m.velocity + next);
    const RockSample here = rocks.sample(m.position);
    if (here.phi > radius && here.reach_m - radius > length(d)) {  // nothing in reach
      m.position = m.position + d;
      m.velocity = next;
      return m;
    }
    Hit hit = march(rocks, m.position, d, radius);
    m.position = m.position + hit.share * d;
    if (!hit.hit) {
      m.velocity = next;
      return m;
    }
    const Vec3f n = normalized(rocks.gradient(m.position));
    const Vec3f v_hit = m.velocity + hit.share * (next - m.velocity);
    if (!m.hit) {
      const float into = dot(v_hit, n);
      m.hit = true;
      m.hit_normal = n;
      m.hit_speed = into < 0.0f ? -into : 0.0f;
    }
    // A rebound that gravity undoes within this step does not lift off.
    m.velocity = rebound(surface, v_hit, n, 0.5f * air.gravity * h);
    left = (1.0f - hit.share) * left;
    if (hits + 1 >= kMostHits || !(left > 0.0f)) {
      m.position = pushed_out(rocks, m.position, radius);
      return m;
    }
    // Sliding: what gravity adds into the rock is taken away again.
    const Vec3f after = accelerated(air, m.velocity, wind, per_m, left);
    d = (0.5f * left) * (m.velocity + after);
    const float into = dot(d, n);
    if (dot(m.velocity, n) <= 1e-6f && into < 0.0f) {
      const Hit slide = march(rocks, m.position, d - into * n, radius);
      m.position = pushed_out(rocks, m.position + slide.share * (d - into * n), radius);
      const float v_into = dot(after, n);
      m.velocity = v_into < 0.0f ? after - v_into * n : after;
      return m;
    }
  }
}

}  // namespace ocean
