// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <tuple>
#include <vector>

#include "kernels/math/bits.h"
#include "kernels/math/convert.h"
#include "kernels/math/interp.h"
#include "kernels/math/philox.h"
#include "kernels/math/view2d.h"

namespace ocean {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// --- Random numbers ----------------------------------------------------------------------------------------

void expect_words(const Random4& r, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  EXPECT_EQ(r.word[0], a);
  EXPECT_EQ(r.word[1], b);
  EXPECT_EQ(r.word[2], c);
  EXPECT_EQ(r.word[3], d);
}

// philox4x32 10 of kat_vectors in the authors' Random123 distribution.
TEST(Philox, KnownAnswers) {
  expect_words(philox4x32({{0, 0, 0, 0}}, 0, 0), 0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u);
  expect_words(philox4x32({{~0u, ~0u, ~0u, ~0u}}, ~0u, ~0u), 0x408f276du, 0x41c83b0eu, 0xa20bc7c6u,
               0x6d5451fdu);
  expect_words(philox4x32({{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}}, 0xa4093822u, 0x299f31d0u),
               0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u);
}

TEST(Philox, EveryPartOfTheKeyMatters) {
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> seen;
  int64_t drawn = 0;
  for (const uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 32})
    for (const uint32_t stream : {0u, 1u})
      for (const uint64_t id : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 32, uint64_t{2} << 32})
        for (const uint32_t step : {0u, 1u, 2u}) {
          const Random4 r = random4(seed, stream, id, step);
          seen.emplace(r.word[0], r.word[1], r.word[2], r.word[3]);
          ++drawn;
        }
  EXPECT_EQ(static_cast<int64_t>(seen.size()), drawn);
}

TEST(Philox, UniformRanges) {
  EXPECT_EQ(uniform_float(0), 0.0f);
  EXPECT_EQ(uniform_float(UINT32_MAX), 1.0f - 0x1p-24f);
  EXPECT_EQ(uniform_open_float(0), 0x1p-24f);
  EXPECT_EQ(uniform_open_float(UINT32_MAX), 1.0f - 0x1p-24f);
  EXPECT_EQ(uniform_double(UINT32_MAX, UINT32_MAX), 1.0 - 0x1p-53);
  EXPECT_EQ(uniform_double(0, 0), 0.0);
  EXPECT_EQ(uniform_below(UINT32_MAX, 6), 5u);
  EXPECT_EQ(uniform_below(UINT32_MAX, 1), 0u);
}

// Mean, variance and fourth moment of 400,000 normal numbers within five standard errors; none is NaN.
TEST(Philox, NormalMoments) {
  const int64_t pairs = 200000;
  double sum = 0, squares = 0, fourths = 0;
  for (int64_t i = 0; i < pairs; ++i) {
    const Random4 r = random4(11, 22, static_cast<uint64_t>(i), 0);
    const Vec2f n = normal_pair(r.word[0], r.word[1]);
    for (const double x : {static_cast<double>(n.x), static_cast<double>(n.y)}) {
      sum += x;
      squares += x * x;
      fourths += x * x * x * x;
    }
  }
  const double n = 2.0 * static_cast<double>(pairs);
  EXPECT_NEAR(sum / n, 0.0, 5.0 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1.0, 5.0 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourths / n, 3.0, 5.0 * std::sqrt(96.0 / n));
  const Vec2f extreme = normal_pair(0, 0);
  EXPECT_NEAR(extreme.x, 5.768f, 1e-3f);
}

// --- Float to integer --------------------------------------------------------------------------------------

TEST(Convert, SaturatesToTheTypesRange) {
  EXPECT_EQ(saturate_to<int32_t>(1.9f), 1);
  EXPECT_EQ(saturate_to<int32_t>(-1.9f), -1);
  EXPECT_EQ(saturate_to<int32_t>(kNan), 0);
  EXPECT_EQ(saturate_to<int32_t>(kInf), INT32_MAX);
  EXPECT_EQ(saturate_to<int32_t>(-kInf), INT32_MIN);
  EXPECT_EQ(saturate_to<int32_t>(0x1p31f), INT32_MAX);
  EXPECT_EQ(saturate_to<int32_t>(2147483520.0f), 2147483520);  // the float below 2^31
  EXPECT_EQ(saturate_to<int32_t>(-0x1p31f), INT32_MIN);
  EXPECT_EQ(saturate_to<int32_t>(2147483647.5), INT32_MAX);
  EXPECT_EQ(saturate_to<int32_t>(2147483646.5), 2147483646);
  EXPECT_EQ(saturate_to<int32_t>(-2147483648.5), INT32_MIN);
  EXPECT_EQ(saturate_to<int64_t>(0x1p63), INT64_MAX);
  EXPECT_EQ(saturate_to<int64_t>(-0x1p63), INT64_MIN);
  EXPECT_EQ(saturate_to<int64_t>(9223372036854774784.0), 9223372036854774784);
  EXPECT_EQ(saturate_to<uint32_t>(-0.5f), 0u);
  EXPECT_EQ(saturate_to<uint32_t>(-7.0f), 0u);
  EXPECT_EQ(saturate_to<uint32_t>(0x1p32f), UINT32_MAX);
  EXPECT_EQ(saturate_to<uint8_t>(255.9f), 255);
  EXPECT_EQ(saturate_to<uint8_t>(256.0f), 255);
  EXPECT_EQ(saturate_to<uint16_t>(65535.4f), 65535);
}

TEST(Convert, Floor) {
  EXPECT_EQ(floor_to<int32_t>(1.9f), 1);
  EXPECT_EQ(floor_to<int32_t>(-1.9f), -2);
  EXPECT_EQ(floor_to<int32_t>(-2.0f), -2);
  EXPECT_EQ(floor_to<int32_t>(-1e-30f), -1);
  EXPECT_EQ(floor_to<int32_t>(-0.0f), 0);
  EXPECT_EQ(floor_to<int32_t>(kNan), 0);
  EXPECT_EQ(floor_to<int32_t>(-kInf), INT32_MIN);
  EXPECT_EQ(floor_to<int32_t>(-2147483648.5), INT32_MIN);
  EXPECT_EQ(floor_to<int64_t>(-0.25), -1);
}

TEST(Convert, RoundTiesToEven) {
  const float cases[][2] = {
      {0.5f, 0.0f},   {1.5f, 2.0f},        {2.5f, 2.0f},        {-0.5f, 0.0f},
      {-1.5f, -2.0f}, {0.49999997f, 0.0f}, {0.50000006f, 1.0f}, {4194303.5f, 4194304.0f}};
  for (const auto& c : cases) EXPECT_EQ(round_small(c[0]), c[1]) << c[0];
  EXPECT_EQ(round_small(2.5), 2.0);
  EXPECT_EQ(round_small(-3.5), -4.0);
}

// --- Codes -------------------------------------------------------------------------------------------------

template <int bits>
void expect_signed_codes() {
  constexpr uint32_t zero = 1u << (bits - 1), most = 2 * zero - 1;
  for (uint32_t code = 1; code <= most; ++code)
    ASSERT_EQ(encode_signed<bits>(decode_signed<bits>(code)), code);
  EXPECT_EQ(decode_signed<bits>(zero), 0.0f);
  EXPECT_EQ(decode_signed<bits>(most), 1.0f);
  EXPECT_EQ(decode_signed<bits>(1), -1.0f);
  EXPECT_LT(decode_signed<bits>(0), -1.0f);
  for (const float v : {1.0f, 1.5f, kInf}) EXPECT_EQ(encode_signed<bits>(v), most);
  for (const float v : {-1.0f, -1.5f, -kInf}) EXPECT_EQ(encode_signed<bits>(v), 1u);
  for (const float v : {0.0f, -0.0f, kNan, 1e-30f}) EXPECT_EQ(encode_signed<bits>(v), zero);
  // Half a step at most.
  const float half_step = 0.5f / static_cast<float>(zero - 1);
  for (float v = -1.0f; v <= 1.0f; v += 0.000173f)
    ASSERT_LE(std::fabs(decode_signed<bits>(encode_signed<bits>(v)) - v), half_step + 6e-8f) << v;
}

TEST(Codes, Signed) {
  expect_signed_codes<2>();
  expect_signed_codes<8>();
  expect_signed_codes<10>();
  expect_signed_codes<16>();
  EXPECT_EQ(encode_signed<8>(0.0f), 128u);
  EXPECT_EQ(encode_signed<16>(0.0f), 32768u);
  EXPECT_EQ(encode_signed<8>(0.5f), 192u);  // 63.5 to the even 64
  EXPECT_EQ(encode_signed<8>(-0.5f), 64u);
}

template <int bits>
void expect_unsigned_codes() {
  constexpr uint32_t most = (1u << bits) - 1;
  for (uint32_t code = 0; code <= most; ++code)
    ASSERT_EQ(encode_unsigned<bits>(decode_unsigned<bits>(code)), code);
  EXPECT_EQ(decode_unsigned<bits>(most), 1.0f);
  for (const float v : {1.0f, 1.5f, kInf}) EXPECT_EQ(encode_unsigned<bits>(v), most);
  for (const float v : {0.0f, -0.0f, -1.0f, -kInf, kNan}) EXPECT_EQ(encode_unsigned<bits>(v), 0u);
}

TEST(Codes, Unsigned) {
  expect_unsigned_codes<1>();
  expect_unsigned_codes<8>();
  expect_unsigned_codes<16>();
  EXPECT_EQ(encode_unsigned<8>(0.5f), 128u);  // 127.5 to the even 128
}

// --- Half --------------------------------------------------------------------------------------------------

double value_of_half(uint32_t half) {
  const int exponent = static_cast<int>(half >> 10 & 31u);
  const double fraction = half & 1023u;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024.0 + fraction, exponent - 25);
  return (half & 0x8000u) != 0 ? -magnitude : magnitude;
}

TEST(Half, EveryHalfToFloatAndBack) {
  for (uint32_t h = 0; h < 65536; ++h) {
    const uint16_t half = static_cast<uint16_t>(h);
    const float x = half_to_float(half);
    if ((h & 0x7c00u) == 0x7c00u && (h & 1023u) != 0) {
      ASSERT_EQ(bits_of(x), 0x7fc00000u);
      ASSERT_EQ(float_to_half(x), 0x7e00u);
    } else {
      if ((h & 0x7fffu) == 0x7c00u) ASSERT_EQ(x, h == 0x7c00u ? kInf : -kInf);
      else ASSERT_EQ(static_cast<double>(x), value_of_half(h));
      ASSERT_EQ(float_to_half(x), half);
    }
  }
}

TEST(Half, RoundedIsThereAndBack) {
  uint32_t bits = 0;
  for (int n = 0; n < 2000000; ++n, bits += 2137u) {  // an odd step: all exponents, both signs
    const float x = from_bits(bits);
    if (!(x <= kHalfMax && x >= -kHalfMax)) continue;
    ASSERT_EQ(bits_of(half_rounded(x)), bits_of(half_to_float(float_to_half(x)))) << x;
  }
  for (uint32_t h = 0; h < 0x7bffu; ++h)  // halves, midpoints, and their neighbours among the floats
    for (const uint32_t sign : {0u, 0x80000000u}) {
      const auto a = static_cast<double>(half_to_float(static_cast<uint16_t>(h))),
                 b = static_cast<double>(half_to_float(static_cast<uint16_t>(h + 1)));
      const uint32_t middle = bits_of(static_cast<float>((a + b) / 2));
      for (const uint32_t near : {bits_of(static_cast<float>(a)), middle - 1, middle, middle + 1}) {
        const float x = from_bits(near | sign);
        ASSERT_EQ(bits_of(half_rounded(x)), bits_of(half_to_float(float_to_half(x)))) << x;
      }
    }
}

// Rounding is monotonic, so the points where it changes determine it: between every two neighbouring halves
// the midpoint goes to the even one, and its neighbours among the floats to their own sides.
TEST(Half, EveryMidpointRoundsToEven) {
  for (uint32_t h = 0; h < 0x7c00u; ++h) {
    const double next = h == 0x7bffu ? 65536.0 : value_of_half(h + 1);
    const float middle = static_cast<float>((value_of_half(h) + next) / 2);  // exact
    const uint32_t even = h % 2 == 0 ? h : h + 1;
    for (const uint32_t sign : {0u, 0x8000u}) {
      const float s = sign != 0 ? -1.0f : 1.0f;
      ASSERT_EQ(float_to_half(s * middle), sign | even) << h;
      ASSERT_EQ(float_to_half(s * std::nextafter(middle, 0.0f)), sign | h) << h;
      ASSERT_EQ(float_to_half(s * std::nextafter(middle, kInf)), sign | (h + 1)) << h;
    }
  }
  EXPECT_EQ(float_to_half(std::numeric_limits<float>::max()), 0x7c00u);
  EXPECT_EQ(float_to_half(std::numeric_limits<float>::denorm_min()), 0u);
  EXPECT_EQ(float_to_half(kHalfMax), 0x7bffu);
  EXPECT_EQ(float_to_half(from_bits(0xff800001u)), 0x7e00u);
}

// --- Bits --------------------------------------------------------------------------------------------------

TEST(Bits, MultiplyHigh) {
  const uint64_t cases[][2] = {{0, 5},
                               {UINT64_MAX, UINT64_MAX},
                               {uint64_t{1} << 63, 2},
                               {0xc90fdaa22168c235u, 0x0123456789abcdefu},
                               {0xffffffff00000001u, 0x00000001ffffffffu}};
  for (const auto& c : cases)
    EXPECT_EQ(multiply_high(c[0], c[1]),
              static_cast<uint64_t>((static_cast<unsigned __int128>(c[0]) * c[1]) >> 64));
  EXPECT_EQ(leading_zeros(1), 63);
  EXPECT_EQ(leading_zeros(UINT64_MAX), 0);
  EXPECT_EQ(power_of_two(0.0f, -126), 0x1p-126f);
  EXPECT_EQ(power_of_two(0.0, 1023), 0x1p1023);
}

// --- Interpolation -----------------------------------------------------------------------------------------

TEST(Interp, LerpAndSmoothstep) {
  EXPECT_EQ(lerp(0.1f, 0.7f, 0.0f), 0.1f);
  EXPECT_EQ(lerp(0.1f, 0.7f, 1.0f), 0.7f);
  EXPECT_EQ(lerp(2.0, 4.0, 0.25), 2.5);
  EXPECT_EQ(lerp(Vec2f{0, 2}, Vec2f{4, 4}, 0.5f), (Vec2f{2, 3}));
  EXPECT_EQ(smoothstep(1.0f, 3.0f, 0.0f), 0.0f);
  EXPECT_EQ(smoothstep(1.0f, 3.0f, 1.0f), 0.0f);
  EXPECT_EQ(smoothstep(1.0f, 3.0f, 2.0f), 0.5f);
  EXPECT_EQ(smoothstep(1.0f, 3.0f, 3.0f), 1.0f);
  EXPECT_EQ(smoothstep(1.0f, 3.0f, kInf), 1.0f);
}

// Catmull-Rom reproduces quadratics: x² - 3x + 1 at -1, 0, 1, 2.
TEST(Interp, Cubic) {
  for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0})
    EXPECT_NEAR(cubic(5.0, 1.0, -1.0, -1.0, t), t * t - 3 * t + 1, 1e-14);
  EXPECT_EQ(cubic(5.0f, 0.1f, 0.7f, 9.0f, 0.0f), 0.1f);
  EXPECT_EQ(cubic(5.0f, 0.1f, 0.7f, 9.0f, 1.0f), 0.7f);
}

TEST(Interp, BilinearIsExactOnPlanesAndAtSamples) {
  const int32_t width = 5, height = 4;
  const int64_t pitch = 7;
  std::vector<double> values(static_cast<size_t>(pitch * height), 1e9);  // the padding must not be read
  const auto plane = [](double x, double y) { return 3.0 * x - 2.0 * y + 0.5; };
  for (int32_t j = 0; j < height; ++j)
    for (int32_t i = 0; i < width; ++i) values[static_cast<size_t>(j * pitch + i)] = plane(i, j);
  const View2D<const double> map{values.data(), width, height, pitch};
  for (double y = 0; y <= 3; y += 0.125)
    for (double x = 0; x <= 4; x += 0.125) EXPECT_NEAR(bilinear(map, x, y), plane(x, y), 1e-13);
  // Inside, where no border continues, bicubic is exact too.
  for (double y = 1; y <= 2; y += 0.125)
    for (double x = 1; x <= 3; x += 0.125) EXPECT_NEAR(bicubic(map, x, y), plane(x, y), 1e-13);
  for (int32_t j = 0; j < height; ++j)
    for (int32_t i = 0; i < width; ++i) {
      EXPECT_EQ(bilinear(map, static_cast<double>(i), static_cast<double>(j)), map(i, j));
      EXPECT_EQ(bicubic(map, static_cast<double>(i), static_cast<double>(j)), map(i, j));
    }
}

TEST(Interp, BordersContinue) {
  const float values[] = {1, 2, 3, 4};
  const View2D<const float> map = dense_view(values, 2, 2);
  for (const float far : {-1.0f, -0.001f, -1e30f, -kInf}) EXPECT_EQ(bilinear(map, far, far), 1.0f);
  for (const float far : {1.0f, 1.5f, 1e30f, kInf}) {
    EXPECT_EQ(bilinear(map, far, far), 4.0f);
    EXPECT_EQ(bicubic(map, far, far), 4.0f);
  }
  EXPECT_EQ(bilinear(map, 0.5f, -5.0f), 1.5f);
  const float one[] = {7};
  EXPECT_EQ(bilinear(dense_view(one, 1, 1), 0.3f, 12.0f), 7.0f);
  EXPECT_EQ(bicubic(dense_view(one, 1, 1), 0.3f, 12.0f), 7.0f);
  float writable[] = {1, 3};
  EXPECT_EQ(bilinear(dense_view(writable, 2, 1), 0.5, 0.0), 2.0f);
}

}  // namespace
}  // namespace ocean
