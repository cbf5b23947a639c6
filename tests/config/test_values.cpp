// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/values.h"

#include <gtest/gtest.h>

using namespace ocean;

namespace {

struct Members {
  double real = 0;
  int32_t small = 0;
  int64_t large = 0;
  std::optional<double> maybe;
  std::array<double, 2> pair{};
  std::vector<std::string> texts;
  Fields f;
};

const Field& last(Members& m) { return m.f.all().back(); }

std::string refused(const Field& f, const std::string& text) {
  std::string problem;
  const auto value = parse_value(f, {text}, &problem);
  return value ? value_problem(f, *value) : problem;
}

TEST(Values, OpenAndClosedEnds) {
  Members m;
  m.f.real("x", m.real).above(0).max(1).unit("m");
  EXPECT_EQ(range_text(last(m)), "> 0 and <= 1 m");
  EXPECT_NE(refused(last(m), "0"), "");
  EXPECT_EQ(refused(last(m), "5e-324"), "");
  EXPECT_EQ(refused(last(m), "1"), "");
  EXPECT_EQ(refused(last(m), "1.0000000000000002"),
            "1.0000000000000002 m is out of range; must be > 0 and <= 1 m");
}

TEST(Values, WholeNumbersAreCheckedBeforeTheyAreNarrowed) {
  Members m;
  m.f.integer("n", m.small);
  EXPECT_EQ(range_text(last(m)), "");
  EXPECT_EQ(refused(last(m), "2147483647"), "");
  EXPECT_EQ(refused(last(m), "2147483648"), "2147483648 is out of range; must be -2147483648 to 2147483647");
  m.f.integer("n2", m.small).above(0.5).below(9.5);
  EXPECT_EQ(range_text(last(m)), "1 to 9");
  m.f.integer("n3", m.small).above(0).below(10);
  EXPECT_EQ(range_text(last(m)), "1 to 9");
  m.f.integer("n4", m.large).range(-1e300, 1e300);  // beyond int64: no bound, no overflow
  EXPECT_EQ(refused(last(m), "-9223372036854775808"), "");
}

TEST(Values, NothingTwiceWhereItMakesNoSense) {
  Members m;
  m.f.texts("t", m.texts);
  EXPECT_EQ(refused(last(m), "a,b,a"), "");
  m.f.texts("u", m.texts).distinct();
  EXPECT_EQ(refused(last(m), "a,b"), "");
  EXPECT_EQ(refused(last(m), "a,b,a"), "'a' is given twice; remove one of the two");
}

TEST(Values, UnsetHasAWord) {
  Members m;
  m.f.real("x", m.maybe).unset("none", "nothing").min(0);
  std::string problem;
  m.maybe = 3;
  const auto value = parse_value(last(m), {"none"}, &problem);
  ASSERT_TRUE(value.has_value());
  last(m).set(*value);
  EXPECT_FALSE(m.maybe.has_value());
  EXPECT_EQ(value_text(last(m), last(m).get()), "none");
  EXPECT_EQ(refused(last(m), "auto"), "'auto' is not a number or 'none'");
}

TEST(Values, ListsAreCounted) {
  Members m;
  m.f.reals("p", m.pair);
  EXPECT_EQ(refused(last(m), "1"), "1 value was given; must be exactly 2");
  EXPECT_EQ(refused(last(m), "1,2,3"), "3 values were given; must be exactly 2");
  EXPECT_EQ(refused(last(m), "1,"), "'' is not a number");
  EXPECT_EQ(refused(last(m), " 1, 2"), "");
  m.f.texts("t", m.texts).count(0, 2);
  EXPECT_EQ(refused(last(m), ""), "");
  EXPECT_EQ(refused(last(m), "a,b,c"), "3 values were given; must be at most 2");
  EXPECT_NE(refused(last(m), std::string("a\0b", 3)), "");
}

TEST(Values, AFlagAloneSaysWhatItTakes) {
  Members m;
  m.f.real("sea_level", m.real).unit("m").range(-1e5, 1e5);
  EXPECT_EQ(missing_value_text(last(m)), "needs a value after it: NUMBER, -100000 to 100000 m");
  m.f.real("texel", m.maybe);
  EXPECT_EQ(missing_value_text(last(m)), "needs a value after it: NUMBER, or auto");
}

TEST(Values, FlagsAndAliases) {
  Members m;
  m.f.real("sea_level", m.real).alias("water_level");
  EXPECT_EQ(last(m).flag(), "--sea-level");
  EXPECT_EQ(m.f.find("water_level"), &last(m));
  EXPECT_EQ(m.f.find("sea-level"), nullptr);
}

}  // namespace
