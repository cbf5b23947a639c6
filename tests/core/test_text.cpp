// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "libbake/core/json_writer.h"

using namespace ocean;

TEST(Text, ShortestReadsBackAsTheSameBits) {
  uint64_t bits = 0x9e3779b97f4a7c15;
  for (int i = 0; i < 20000; ++i) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    double x;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    const auto back = parse_real(shortest(x));
    ASSERT_TRUE(back.has_value()) << shortest(x);
    ASSERT_EQ(*back, x);
  }
}

TEST(Text, ShortestIsWhatPeopleWrite) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(1e6), "1000000");
  EXPECT_EQ(shortest(-100000.0), "-100000");
  EXPECT_EQ(shortest(1e30), "1e+30");
  EXPECT_EQ(shortest(-0.0), "0");
  EXPECT_EQ(shortest(0.1f), "0.1");
  EXPECT_EQ(shortest(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
}

TEST(Text, NumbersAreWholeAndFinite) {
  EXPECT_EQ(parse_real("+1.5"), 1.5);
  EXPECT_EQ(parse_real("-2e3"), -2000.0);
  for (const char* bad :
       {"", " 1", "1 ", "1m", "nan", "inf", "-inf", "1e999", "0x10", "1,5", "+-1", "+", "--1"})
    EXPECT_FALSE(parse_real(bad).has_value()) << bad;
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<int64_t>::min());
  for (const char* bad : {"", "1.0", "9223372036854775808", "1e3", "x"})
    EXPECT_FALSE(parse_integer(bad).has_value()) << bad;
}

TEST(Text, Sizes) {
  EXPECT_EQ(human_bytes(0), "0 bytes");
  EXPECT_EQ(human_bytes(1), "1 byte");
  EXPECT_EQ(human_bytes(1023), "1023 bytes");
  EXPECT_EQ(human_bytes(1536), "1.5 KB");
  EXPECT_EQ(human_bytes(int64_t{1} << 20), "1.0 MB");
  EXPECT_EQ(human_bytes((int64_t{1} << 20) - 1), "1.0 MB");  // never "1024.0 KB"
  EXPECT_EQ(human_bytes(std::numeric_limits<int64_t>::max()), "8.0 EB");
}

TEST(Text, Times) {
  EXPECT_EQ(human_seconds(0.314), "0.31 s");
  EXPECT_EQ(human_seconds(42.04), "42.0 s");
  EXPECT_EQ(human_seconds(125.4), "2 min 05 s");
  EXPECT_EQ(human_seconds(3 * 3600 + 600), "3 h 10 min");
  EXPECT_EQ(human_seconds(std::nan("")), "-");
  EXPECT_EQ(human_seconds(-1), "-");
}

TEST(Text, EditDistance) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("levle", "level"), 1);  // a swap is one
}

TEST(Text, NearestName) {
  const std::vector<std::string> names{"resolution", "sea_level", "seed", "surface"};
  EXPECT_EQ(nearest_name("sea_levle", names), "sea_level");
  EXPECT_EQ(nearest_name("resolutoin", names), "resolution");
  EXPECT_EQ(nearest_name("reso", names), "resolution");  // an abbreviation
  EXPECT_FALSE(nearest_name("banana", names).has_value());
  EXPECT_FALSE(nearest_name("", names).has_value());
  EXPECT_FALSE(nearest_name("x", std::vector<std::string>{"y"}).has_value());
  EXPECT_EQ(did_you_mean("sed", names), "; did you mean 'seed'?");
  EXPECT_EQ(did_you_mean("banana", names), "");
}

TEST(Text, SplitJoinTrimWrap) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string>{""}));
  EXPECT_EQ(join(std::vector<std::string>{"a", "b"}, ", "), "a, b");
  EXPECT_EQ(trim(" \t a b\n"), "a b");
  EXPECT_EQ(trim(" "), "");
  EXPECT_EQ(wrap("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(wrap("longerthanfive x", 5), (std::vector<std::string>{"longerthanfive", "x"}));
  EXPECT_EQ(wrap("", 5), (std::vector<std::string>{""}));
  EXPECT_EQ(columns("é…x"), 3u);
  EXPECT_EQ(in_quotes("a\nb"), "'a\\x0ab'");
}

TEST(JsonWriter, WritesNestedAndOneLine) {
  JsonWriter w;
  w.object().member("a", 1).key("b").array().value("x").value(0.5).end().key("c").object().end();
  w.key("d").list(std::vector<double>{1, 2}).end();
  EXPECT_EQ(w.text(),
            "{\n  \"a\": 1,\n  \"b\": [\n    \"x\",\n    0.5\n  ],\n  \"c\": {},\n  \"d\": [1, 2]\n}");
  JsonWriter line(0);
  line.object().member("ok", true).member("n", INT64_MIN).member("inf", HUGE_VAL).end();
  EXPECT_EQ(line.text(), "{\"ok\": true, \"n\": -9223372036854775808, \"inf\": null}");
}

TEST(JsonWriter, QuotesEverythingThatNeedsIt) {
  EXPECT_EQ(json_quoted("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\n\\u0001\"");
  EXPECT_EQ(json_quoted("é"), "\"é\"");
  EXPECT_EQ(json_quoted("\xff"), "\"\xef\xbf\xbd\"");                  // no UTF-8
  EXPECT_EQ(json_quoted("\xc0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");  // overlong
}

TEST(Text, KnowsUtf8) {
  for (const char* good : {"", "isle", "ö", "島", "\xf0\x9f\x8c\x8a", "\xf4\x8f\xbf\xbf"})
    EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad :
       {"\xff", "\x80", "a\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe5\xb3"})
    EXPECT_FALSE(is_utf8(bad));
}
