// SPDX-License-Identifier: Apache-2.0
//
// Error bounds of kernels/math/elementary.h against libm (float functions in double, double functions in long
// double), and their bits on all back ends and instruction sets.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "kernels/hash.h"
#include "kernels/math/bits.h"
#include "kernels/math/elementary.h"
#include "tests/kernels/math_probe_run.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr double kInfD = std::numeric_limits<double>::infinity();

// The distance of neighbouring T at the reference; that of subnormal numbers below the normal ones.
template <class T, class Reference>
Reference unit_in_last_place(Reference reference) {
  int exponent = 0;
  std::frexp(reference, &exponent);
  const int least = std::numeric_limits<T>::min_exponent;
  return std::ldexp(Reference(1), (exponent < least ? least : exponent) - std::numeric_limits<T>::digits);
}

// Counts what is wrong instead of failing once per argument.
template <class T, class Reference>
struct Judge {
  double bound;
  double worst = 0;
  T worst_at = 0;
  int64_t wrong_special = 0, checked = 0;

  void operator()(T argument, T result, Reference reference) {
    ++checked;
    if (reference != reference) {
      wrong_special += bits_of(result) != bits_of(quiet_nan(T(0)));
      return;
    }
    const Reference unit = unit_in_last_place<T>(reference);
    const Reference largest = static_cast<Reference>(std::numeric_limits<T>::max());
    if (std::isinf(result) || std::isinf(reference)) {
      // ±∞ where the reference rounds to it.
      const bool beyond = std::fabs(reference) >= largest + unit / 4;
      wrong_special += !(std::isinf(result) && beyond && std::signbit(result) == std::signbit(reference));
      return;
    }
    if (result != result) {
      ++wrong_special;
      return;
    }
    const double error = static_cast<double>(std::fabs(static_cast<Reference>(result) - reference) / unit);
    if (error > worst) {
      worst = error;
      worst_at = argument;
    }
  }
  void report(const char* name) const {
    EXPECT_LE(worst, bound) << name << " at " << std::hexfloat << worst_at;
    EXPECT_EQ(wrong_special, 0) << name;
    EXPECT_GT(checked, 100000) << name;
    ::testing::Test::RecordProperty(std::string(name) + "_ulp", std::to_string(worst));
  }
};

// Every 4001st bit pattern of all floats: every exponent, both signs, infinities and NaNs.
void check_float(const char* name, double bound, float (*function)(float), double (*reference)(double)) {
  Judge<float, double> judge{bound};
  for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 4001) {
    const float x = from_bits(static_cast<uint32_t>(bits));
    judge(x, function(x), reference(static_cast<double>(x)));
  }
  judge(kInf, function(kInf), reference(kInfD));
  judge(-kInf, function(-kInf), reference(-kInfD));
  judge.report(name);
}

// Random doubles: near 0, where exp and tanh act, any bit pattern, and next to multiples of π/2.
void check_double(const char* name, double bound, double (*function)(double),
                  long double (*reference)(long double)) {
  Judge<double, long double> judge{bound};
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> near(-20, 20), exponents(-750, 750), middle(-2e6, 2e6);
  for (int i = 0; i < 250000; ++i) {
    const double multiple = static_cast<double>(random() >> 40) * 1.57079632679489661923;
    for (const double x : {near(random), exponents(random), middle(random), from_bits(random()), multiple,
                           std::nextafter(multiple, kInfD)})
      judge(x, function(x), reference(static_cast<long double>(x)));
  }
  judge(kInfD, function(kInfD), reference(kInfD));
  judge(-kInfD, function(-kInfD), reference(-kInfD));
  judge.report(name);
}

TEST(Elementary, FloatBounds) {
  check_float("sin", 0.85, elem::sin<float>, std::sin);
  check_float("cos", 0.85, elem::cos<float>, std::cos);
  check_float("tan", 2.5, elem::tan<float>, std::tan);
  check_float("exp", 0.85, elem::exp<float>, std::exp);
  check_float("log", 0.85, elem::log<float>, std::log);
  check_float("tanh", 2.5, elem::tanh<float>, std::tanh);
  check_float("atan", 2.5, elem::atan<float>, std::atan);
  check_float("sqrt", 0.5, elem::sqrt<float>, std::sqrt);
}

TEST(Elementary, DoubleBounds) {
  if (std::numeric_limits<long double>::digits < 64)
    GTEST_SKIP() << "long double is no wider than double here";
  check_double("sin", 0.85, elem::sin<double>, std::sin);
  check_double("cos", 0.85, elem::cos<double>, std::cos);
  check_double("tan", 2.5, elem::tan<double>, std::tan);
  check_double("exp", 0.85, elem::exp<double>, std::exp);
  check_double("log", 0.85, elem::log<double>, std::log);
  check_double("tanh", 2.5, elem::tanh<double>, std::tanh);
  check_double("atan", 2.5, elem::atan<double>, std::atan);
  check_double("sqrt", 0.501, elem::sqrt<double>, std::sqrt);  // long double itself rounds
}

// The arguments that come closest to a multiple of π/2 (Muller et al., Handbook of Floating-Point Arithmetic,
// for double; 16367173·2^72 for float), and the largest numbers.
TEST(Elementary, HardestAngles) {
  Judge<double, long double> judge{0.85};
  for (const double x : {6381956970095103.0 * 0x1p797, -6381956970095103.0 * 0x1p797,
                         std::numeric_limits<double>::max(), 0x1p1023, 0x1p20, 1048575.9999999999}) {
    judge(x, elem::sin(x), std::sin(static_cast<long double>(x)));
    judge(x, elem::cos(x), std::cos(static_cast<long double>(x)));
  }
  EXPECT_LE(judge.worst, judge.bound) << std::hexfloat << judge.worst_at;
  EXPECT_EQ(judge.wrong_special, 0);
  Judge<float, double> floats{0.85};
  for (const float x :
       {16367173.0f * 0x1p72f, std::numeric_limits<float>::max(), 0x1p24f, 16777215.0f, 0x1.000002p24f}) {
    floats(x, elem::sin(x), std::sin(static_cast<double>(x)));
    floats(x, elem::cos(x), std::cos(static_cast<double>(x)));
  }
  EXPECT_LE(floats.worst, floats.bound) << std::hexfloat << floats.worst_at;
}

TEST(Elementary, SmallAnglesWithoutABranchAreTheSame) {
  for (int32_t k = -400000; k <= 400000; k += 7) {
    const float x = static_cast<float>(k) * 41.9f;
    const elem::SinCos<float> a = elem::sincos(x), b = elem::sincos_small(x);
    ASSERT_EQ(bits_of(a.sin), bits_of(b.sin)) << x;
    ASSERT_EQ(bits_of(a.cos), bits_of(b.cos)) << x;
  }
}

TEST(Elementary, AnglesOfPoints) {
  Judge<float, double> judge{2.5};
  Judge<double, long double> wide{2.5};
  std::mt19937_64 random(3);
  for (int i = 0; i < 500000; ++i) {
    const uint64_t w = random();
    const float y = i % 2 == 0 ? from_bits(static_cast<uint32_t>(w))
                               : static_cast<float>(static_cast<int32_t>(w % 2001) - 1000);
    const float x = i % 2 == 0 ? from_bits(static_cast<uint32_t>(w >> 32))
                               : static_cast<float>(static_cast<int32_t>((w >> 32) % 2001) - 1000) * 0.37f;
    judge(x, elem::atan2(y, x), std::atan2(static_cast<double>(y), static_cast<double>(x)));
    const double a = static_cast<double>(x) * 1.000000001, b = static_cast<double>(y) * 0.99999999771;
    wide(a, elem::atan2(b, a), std::atan2(static_cast<long double>(b), static_cast<long double>(a)));
  }
  judge.report("atan2 float");
  wide.report("atan2 double");
}

TEST(Elementary, Powers) {
  Judge<float, double> judge{0.51};
  std::mt19937_64 random(4);
  for (int i = 0; i < 500000; ++i) {
    const uint64_t w = random();
    const float x = from_bits(static_cast<uint32_t>(w));
    float y = from_bits(static_cast<uint32_t>(w >> 32));
    if (i % 4 != 0) y = (y - y == 0 ? std::fmod(y, 40.0f) : 3.0f);
    if (i % 4 == 1) y = std::floor(y);
    if (std::isnan(x) || std::isnan(y)) continue;
    judge(x, elem::pow(x, y), std::pow(static_cast<double>(x), static_cast<double>(y)));
  }
  judge.report("pow");
}

// C's rules, Annex F, for every pair of these.
TEST(Elementary, SpecialArgumentsOfPowersAndAngles) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float all[] = {0.0f,         -0.0f,       1.0f,       -1.0f,      kInf,   -kInf,   nan,
                       2.0f,         -2.0f,       0.5f,       -0.5f,      3.0f,   -3.0f,   16777215.0f,
                       -16777215.0f, 16777216.0f, 8388609.0f, 8388607.5f, 1e-40f, -1e-40f, 3e38f};
  for (const float x : all)
    for (const float y : all) {
      const float power = elem::pow(x, y), expected = std::pow(x, y);
      if (std::isnan(expected)) {
        EXPECT_EQ(bits_of(power), 0x7fc00000u) << x << " to the power " << y;
      } else {
        EXPECT_EQ(std::signbit(power), std::signbit(expected)) << x << " to the power " << y;
        EXPECT_FLOAT_EQ(power, expected) << x << " to the power " << y;
      }
      const float angle = elem::atan2(y, x), expected_angle = std::atan2(y, x);
      if (std::isnan(expected_angle)) {
        EXPECT_EQ(bits_of(angle), 0x7fc00000u) << y << ", " << x;
      } else {
        EXPECT_EQ(std::signbit(angle), std::signbit(expected_angle)) << y << ", " << x;
        EXPECT_FLOAT_EQ(angle, expected_angle) << y << ", " << x;
      }
    }
}

TEST(Elementary, ExactValues) {
  EXPECT_EQ(elem::exp(0.0f), 1.0f);
  EXPECT_EQ(elem::exp(-0.0), 1.0);
  EXPECT_EQ(elem::log(1.0f), 0.0f);
  EXPECT_EQ(elem::log(1.0), 0.0);
  EXPECT_EQ(elem::cos(0.0f), 1.0f);
  EXPECT_EQ(elem::sin(0.0), 0.0);
  EXPECT_EQ(elem::tanh(100.0f), 1.0f);
  EXPECT_EQ(elem::tanh(-kInfD), -1.0);
  EXPECT_EQ(elem::exp(-kInf), 0.0f);
  EXPECT_EQ(elem::log(0.0f), -kInf);
  EXPECT_EQ(elem::pow(3.0f, 4.0f), 81.0f);
  EXPECT_EQ(elem::sqrt(2.25f), 1.5f);
  // NaN bits are fixed, whatever NaN came in.
  EXPECT_EQ(bits_of(elem::sin(from_bits(0xffc12345u))), 0x7fc00000u);
  EXPECT_EQ(bits_of(elem::sqrt(-1.0f)), 0x7fc00000u);
  EXPECT_EQ(bits_of(elem::log(-1.0)), 0x7ff8000000000000u);
}

constexpr int64_t kProbes = 100000, kVectors = 100000;

TEST(MathBits, SameOnEveryBackEnd) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    expect_golden("math/probe", content_hash(exec, run_math_probe(exec, kProbes)));
    expect_golden("math/vectors", content_hash(exec, run_vector_probe(exec, kVectors)));
  }
}

#if defined(OCEAN_ISA_PROBES)
void expect_probes(void (*math)(uint32_t*, int64_t), void (*vectors)(float*, int64_t)) {
  const Exec exec = Exec::cpu(1);
  Buffer<uint32_t> words = run_math_probe(exec, kProbes);
  Buffer<float> planes = run_vector_probe(exec, kVectors);
  const Hash128 expected_words = content_hash(exec, words), expected_planes = content_hash(exec, planes);
  words.fill_zero();
  planes.fill_zero();
  math(words.data(), kProbes);
  vectors(planes.data(), kVectors);
  EXPECT_EQ(content_hash(exec, words), expected_words);
  EXPECT_EQ(content_hash(exec, planes), expected_planes);
}

TEST(MathBits, SameWithAvx2AndFma) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "this CPU has no AVX2 and FMA";
  expect_probes(ocean_math_probe_avx2, ocean_vector_probe_avx2);
}

TEST(MathBits, SameWithAvx512) {
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") ||
      !__builtin_cpu_supports("avx512vl"))
    GTEST_SKIP() << "this CPU has no AVX-512 F, DQ and VL";
  expect_probes(ocean_math_probe_avx512, ocean_vector_probe_avx512);
}
#endif

}  // namespace
}  // namespace ocean
