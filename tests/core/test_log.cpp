// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/log.h"

#include <gtest/gtest.h>

using namespace ocean;

namespace {

struct LogTest : testing::Test {
  void SetUp() override { testing::internal::CaptureStderr(); }
  void TearDown() override {
    set_log_level(LogLevel::info);
    set_log_json(false);
  }
  static std::string said() { return testing::internal::GetCapturedStderr(); }
};

TEST_F(LogTest, LevelsFilterAndPrefix) {
  set_log_level(LogLevel::warning);
  log_error("bad");
  log_warning("odd");
  log_info("news");
  log_debug("detail");
  EXPECT_EQ(said(), "error: bad\nwarning: odd\n");
}

TEST_F(LogTest, InfoHasNoPrefixAndAFileGetsNoColour) {
  set_log_level(LogLevel::debug);
  log_info("news");
  log_debug("detail");
  EXPECT_EQ(said(), "news\ndebug: detail\n");
}

TEST_F(LogTest, JsonLines) {
  set_log_json(true);
  log_warning("a \"b\"");
  EXPECT_EQ(said(), "{\"event\": \"log\", \"level\": \"warning\", \"text\": \"a \\\"b\\\"\"}\n");
}

TEST_F(LogTest, StatusLineStaysBelowMessages) {
  set_status_line("[##..]");
  log_info("news");
  set_status_line("");
  EXPECT_EQ(said(), "[##..]\r\033[Knews\n[##..]\r\033[K");
}

}  // namespace
