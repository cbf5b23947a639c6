// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/parse_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace ocean {
namespace {

double parsed(const std::string& text) {
  double value = -12345;
  const NumberResult r = parse_double(text.c_str(), value);
  EXPECT_EQ(r.status, NumberStatus::ok) << text;
  EXPECT_EQ(r.end, text.c_str() + text.size()) << text;
  return value;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(ParseNumber, EqualsStrtodBitForBit) {
  std::mt19937_64 random(1);
  char text[400];
  for (int i = 0; i < 200000; ++i) {
    uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const double small = std::ldexp(static_cast<double>(random() >> 11), -40);
    const char* const formats[] = {"%.17g", "%.6f", "%.25e", "%g", "%.15f", "%.1f"};
    std::snprintf(text, sizeof text, formats[i % 6], i % 2 == 1 ? small : value);
    ASSERT_TRUE(same_bits(parsed(text), std::strtod(text, nullptr))) << text;
  }
}

TEST(ParseNumber, TakesWhatExportersWrite) {
  EXPECT_EQ(parsed(".8e-1"), .08);
  EXPECT_EQ(parsed("-.7e+2"), -70);
  EXPECT_EQ(parsed("5."), 5);
  EXPECT_EQ(parsed("+5"), 5);
  EXPECT_EQ(parsed(".8e-001"), .08);
  EXPECT_TRUE(same_bits(parsed("-0"), -0.0));
  EXPECT_EQ(parsed("123456789012345678901234567890123"), 1.2345678901234568e32);
  EXPECT_EQ(parsed("0.00000000000000000000000000000012345678901234567890123"), 1.2345678901234568e-31);
  EXPECT_EQ(parsed("9007199254740993"), 9007199254740992.0);  // a tie, to even
  EXPECT_EQ(parsed("1e-400"), 0);
  EXPECT_EQ(parsed("0." + std::string(400, '0') + "1"), 0);
  EXPECT_EQ(parsed("0e999999999999"), 0);
  EXPECT_EQ(parsed("1" + std::string(300, '0') + "e-300"), 1);
}

TEST(ParseNumber, RefusesTheRest) {
  double value;
  for (const char* text : {"", "-", ".", "e5", "+.e1", "1e", "1e+", "nan", "inf", "-x"}) {
    EXPECT_EQ(parse_double(text, value).status, NumberStatus::malformed) << text;
  }
  EXPECT_EQ(parse_double("1e309", value).status, NumberStatus::overflow);
  EXPECT_EQ(parse_double(("1" + std::string(400, '0')).c_str(), value).status, NumberStatus::overflow);
  EXPECT_EQ(*parse_double("1.5x", value).end, 'x');
  EXPECT_EQ(*parse_double("0x10", value).end, 'x');
}

TEST(ParseNumber, Integers) {
  int64_t value = 0;
  EXPECT_EQ(*parse_integer("-42/", value).end, '/');
  EXPECT_EQ(value, -42);
  parse_integer("99999999999999999999999999", value);
  EXPECT_EQ(value, 1000000000000000000);
  EXPECT_EQ(parse_integer("-", value).status, NumberStatus::malformed);
}

}  // namespace
}  // namespace ocean
