// SPDX-License-Identifier: Apache-2.0
//
// With which velocity water leaves a rock that it strikes.
//
// v: velocity of the water, n: the rock's unit normal toward the water, s = -v.n > 0: impact speed.
//   mirror   r = v - 2(v.n)n
//   tangent  t = v - (v.n)n + up_bias*|v.n|*(up - (up.n)n); shorter than 1e-3*|v|: a random direction across
//   n
// The direction turns from t (angle 0) to r (angle 1); the speed is |v|*gain*(1 ± spread) + s*impact_gain;
// the direction is then drawn evenly from a cone around it.
#pragma once

#include "kernels/math/philox.h"
#include "kernels/spray/vec3.h"

namespace ocean {

struct LaunchRule {
  float angle_low = 0.05f, angle_high = 0.35f;  // 0 tangent … 1 mirror
  float up_bias = 1;
  float gain = 1, spread = 0.2f, impact_gain = 0.8f;
  float cone_cos = 0.97f;  // cosine of the cone's half angle, -1 to 1
};

// Streams of the numbers that a particle draws (kernels/math/philox.h); ids and steps differ within each.
enum SprayStream : uint32_t {
  kStreamPlace = 0x53500001,
  kStreamLaunch,
  kStreamSpread,
  kStreamClass,
  kStreamBreak,
  kStreamFoam,
  kStreamWind
};

OCEAN_HD inline Vec3f mirror_of(Vec3f v, Vec3f n) { return v - (2.0f * dot(v, n)) * n; }

OCEAN_HD inline Vec3f tangent_of(Vec3f v, Vec3f n, float up_bias) {
  const float into = dot(v, n), hit = into < 0.0f ? -into : into;
  const Vec3f up = Vec3f{0, 0, 1} - n.z * n;
  return (v - into * n) + (up_bias * hit) * up;
}

// The unit vector at the share `angle` of the way from unit vector a to unit vector b, along the great
// circle.
OCEAN_HD inline Vec3f turned(Vec3f a, Vec3f b, float angle) {
  if (angle <= 0.0f) return a;
  if (angle >= 1.0f) return b;
  const float s = length(cross(a, b)), c = dot(a, b);
  const float whole = elem::atan2(s, c);
  if (!(s > 1e-6f)) {  // equal, or opposite: then by way of any vector across
    if (c > 0.0f) return a;
    const elem::SinCos<float> turn = elem::sincos_small(angle * whole);
    return turn.cos * a + turn.sin * across(a);
  }
  return normalized((elem::sin((1.0f - angle) * whole) / s) * a + (elem::sin(angle * whole) / s) * b);
}

// Even over the cone around the unit vector axis: u, w in [0, 1).
OCEAN_HD inline Vec3f in_cone(Vec3f axis, float cone_cos, float u, float w) {
  if (cone_cos >= 1.0f) return axis;
  const float c = 1.0f - u * (1.0f - cone_cos), inside = 1.0f - c * c;
  const float s = elem::sqrt(inside > 0.0f ? inside : 0.0f);
  const elem::SinCos<float> turn = elem::sincos_small(6.2831853f * w);
  const Vec3f x = across(axis), y = cross(axis, x);
  return normalized(c * axis + (s * turn.cos) * x + (s * turn.sin) * y);
}

// The share of the way from tangent to mirror that a particle draws.
OCEAN_HD inline float drawn_angle(const LaunchRule& rule, float u) {
  return rule.angle_low + u * (rule.angle_high - rule.angle_low);
}

OCEAN_HD inline Vec3f launch_velocity(const LaunchRule& rule, Vec3f v, Vec3f n, uint64_t seed, uint64_t id) {
  const Random4 a = random4(seed, kStreamLaunch, id, 0), b = random4(seed, kStreamSpread, id, 0);
  const float speed = length(v), into = dot(v, n), s = into < 0.0f ? -into : 0.0f;
  Vec3f tangent = tangent_of(v, n, rule.up_bias);
  if (length(tangent) < 1e-3f * speed) {
    const elem::SinCos<float> turn = elem::sincos_small(6.2831853f * uniform_float(a.word[0]));
    const Vec3f x = across(n), y = cross(n, x);
    tangent = turn.cos * x + turn.sin * y;
  }
  const Vec3f along =
      turned(normalized(tangent), normalized(mirror_of(v, n)), drawn_angle(rule, uniform_float(a.word[1])));
  Vec3f direction = in_cone(along, rule.cone_cos, uniform_float(b.word[0]), uniform_float(b.word[1]));
  if (rule.cone_cos < 1.0f && dot(direction, n) < 0.0f) direction = mirror_of(direction, n);
  const float factor = 1.0f + rule.spread * (2.0f * uniform_float(a.word[2]) - 1.0f);
  return (speed * rule.gain * factor + s * rule.impact_gain) * direction;
}

}  // namespace ocean
