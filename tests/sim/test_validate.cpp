// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "libbake/sim/validate.h"

namespace ocean {
namespace {

TEST(Validate, ARowPassesWithinItsBarAlone) {
  EXPECT_TRUE((ValidateRow{"q", "", 1.05, 1, 0.06, ValidateRow::within}.passes()));
  EXPECT_FALSE((ValidateRow{"q", "", 1.07, 1, 0.06, ValidateRow::within}.passes()));
  EXPECT_FALSE((ValidateRow{"q", "", 0.93, 1, 0.06, ValidateRow::within}.passes()));
  EXPECT_TRUE((ValidateRow{"q", "", 1, 0, 1, ValidateRow::at_most}.passes()));
  EXPECT_FALSE((ValidateRow{"q", "", 1.1, 0, 1, ValidateRow::at_most}.passes()));
  EXPECT_FALSE((ValidateRow{"q", "", 0.9, 0, 1, ValidateRow::at_least}.passes()));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto kind : {ValidateRow::within, ValidateRow::at_most, ValidateRow::at_least})
    EXPECT_FALSE((ValidateRow{"q", "", nan, 0, 1, kind}.passes()));
}

TEST(Validate, TheTableSaysWhatMissed) {
  const ValidateCase& c = validate_cases().front();
  const std::string text = validate_table(
      c, {{"good", "m", 1, 1, 0.1, ValidateRow::within}, {"bad", "m", 2, 1, 0.1, ValidateRow::within}}, 1.5);
  EXPECT_NE(text.find(c.name), std::string::npos);
  EXPECT_NE(text.find("ok\n"), std::string::npos);
  EXPECT_NE(text.find("MISSED\n"), std::string::npos);
}

// The quick cases; cavity and cylinder run in `oceansim validate`.
TEST(Validate, QuickCasesHold) {
  std::set<std::string> names;
  for (const ValidateCase& c : validate_cases()) {
    EXPECT_TRUE(names.insert(c.name).second);
    if (c.name == "cavity" || c.name == "cylinder") continue;
    for (const ValidateRow& r : c.run(Exec::cpu(2), false))
      EXPECT_TRUE(r.passes()) << c.name << ": " << r.quantity << " " << r.ours;
  }
  EXPECT_EQ(names.size(), validate_cases().size());
}

}  // namespace
}  // namespace ocean
