// SPDX-License-Identifier: Apache-2.0
//
// Functors that call everything of kernels/math on arguments made from the index alone. They are run by
// parallel_for on both back ends (math_probe.cu) and compiled for other instruction sets
// (math_probe_isa.cpp); all must give the same bits.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/math/bits.h"
#include "kernels/math/convert.h"
#include "kernels/math/elementary.h"
#include "kernels/math/interp.h"
#include "kernels/math/philox.h"

namespace ocean {

// Bit patterns spread over all floats and doubles, half of them tame (|x| < 32).
struct ProbeArguments {
  float x, y;
  double a, b;
};

OCEAN_HD inline ProbeArguments probe_arguments(int64_t i) {
  const Random4 r = random4(1, 2, static_cast<uint64_t>(i), 3);
  const uint64_t wide = uint64_t{r.word[2]} << 32 | r.word[3];
  if (i % 2 == 0) return {from_bits(r.word[0]), from_bits(r.word[1]), from_bits(wide), from_bits(wide * 3)};
  return {64.0f * uniform_float(r.word[0]) - 32.0f, 64.0f * uniform_float(r.word[1]) - 32.0f,
          64.0 * uniform_double(r.word[2], r.word[3]) - 32.0,
          64.0 * uniform_double(r.word[3], r.word[2]) - 32.0};
}

struct MathProbe {
  static constexpr int64_t kWords = 52;
  uint32_t* out;  // kWords an index

  OCEAN_HD void operator()(int64_t i) const {
    const ProbeArguments p = probe_arguments(i);
    uint32_t* to = out + i * kWords;
    const auto put = [&](uint32_t word) { *to++ = word; };
    const auto put_float = [&](float x) { *to++ = bits_of(x); };
    const auto put_double = [&](double x) {
      *to++ = static_cast<uint32_t>(bits_of(x));
      *to++ = static_cast<uint32_t>(bits_of(x) >> 32);
    };
    put_float(elem::sin(p.x));
    put_float(elem::cos(p.x));
    put_float(elem::tan(p.x));
    put_float(elem::exp(p.x));
    put_float(elem::log(p.x));
    put_float(elem::tanh(p.x));
    put_float(elem::atan2(p.y, p.x));
    put_float(elem::pow(p.x, p.y));
    put_float(elem::pow(elem::detail::magnitude(p.x), p.y));
    put_float(elem::sqrt(p.x));
    put_double(elem::sin(p.a));
    put_double(elem::cos(p.a));
    put_double(elem::tan(p.a));
    put_double(elem::exp(p.a));
    put_double(elem::log(p.a));
    put_double(elem::tanh(p.a));
    put_double(elem::atan2(p.b, p.a));
    put_double(elem::sqrt(p.a));
    put(static_cast<uint32_t>(saturate_to<int32_t>(p.x)));
    put(static_cast<uint32_t>(saturate_to<int32_t>(p.a)));
    put(saturate_to<uint32_t>(p.x));
    put(saturate_to<uint16_t>(p.x));
    put(static_cast<uint32_t>(floor_to<int32_t>(p.x)));
    put(static_cast<uint32_t>(floor_to<int64_t>(p.a)));
    put(static_cast<uint32_t>(saturate_to<int64_t>(p.a) >> 32));
    const uint16_t half = float_to_half(p.x);
    put(half);
    put_float(half_to_float(half));
    put(encode_signed<8>(p.x));
    put(encode_signed<16>(p.x * 0.03f));
    put(encode_unsigned<8>(p.x));
    put(encode_unsigned<16>(p.y * 0.03f));
    put_float(decode_signed<16>(half));
    put_float(decode_unsigned<16>(half));
    const float map[] = {1.5f, -2.25f, 0.125f, 7.0f, 3.5f, -1.0f};
    const float u = half_to_float(static_cast<uint16_t>(half & 0x43ffu)), v = u * 0.37f;
    put_float(bilinear(dense_view(map, 3, 2), u, v));
    put_float(bicubic(dense_view(map, 3, 2), u, v));
    put_float(smoothstep(0.5f, 2.0f, u));
    const Random4 r = random4(9, 8, static_cast<uint64_t>(i), 7);
    const Vec2f normal = normal_pair(r.word[0], r.word[1]);
    put_float(normal.x);
    put_float(normal.y);
    put_float(uniform_open_float(r.word[2]));
    put_double(uniform_double(r.word[2], r.word[3]));
    put(uniform_below(r.word[3], 1000));
    while (to != out + (i + 1) * kWords) put(0);
  }
};

// One function a loop, without branches, which compilers turn into vector code.
template <int plane>
struct VectorProbe {
  float* out;  // n values

  OCEAN_HD void operator()(int64_t i) const {
    const float x = static_cast<float>(static_cast<int32_t>(i)) * 0.37f - 11.0f;
    if constexpr (plane == 0) out[i] = elem::sincos_small(x).sin;
    if constexpr (plane == 1) out[i] = elem::sincos_small(x).cos;
    if constexpr (plane == 2) out[i] = elem::exp(0.002f * x);
    if constexpr (plane == 3) out[i] = elem::tanh(0.0001f * x);
    if constexpr (plane == 4) out[i] = elem::atan2(1000.0f - x, x);
    if constexpr (plane == 5) out[i] = 1.0f / elem::sqrt(1.0f + x * x);
  }
};

inline constexpr int kVectorPlanes = 6;

}  // namespace ocean
