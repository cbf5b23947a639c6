// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/json_nesting.h"

#include <gtest/gtest.h>

#include <string>

namespace ocean {
namespace {

TEST(JsonNesting, TheFirstBracketBeyondTheLimit) {
  const std::string most(kMaxJsonDepth, '[');
  EXPECT_FALSE(too_deep_json(""));
  EXPECT_FALSE(too_deep_json(most));
  EXPECT_EQ(too_deep_json(most + "[[["), most.size());
  EXPECT_EQ(too_deep_json(most + " {"), most.size() + 1);
  // Closed ones do not count.
  EXPECT_FALSE(too_deep_json(most + "]["));
}

TEST(JsonNesting, BracketsInTextsDoNotCount) {
  const std::string most(kMaxJsonDepth, '[');
  EXPECT_FALSE(too_deep_json(most + "\"[[{\\\"[[\""));
  EXPECT_EQ(too_deep_json(most + "\"\\\\\"["), most.size() + 4);
  EXPECT_FALSE(too_deep_json(most + "\"\\"));
}

}  // namespace
}  // namespace ocean
