// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/progress.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "libbake/core/text.h"

using namespace ocean;

TEST(Progress, BarShowsCountRateAndTimeLeft) {
  const std::string bar = Progress::bar_text("bake", 25, 100, "frame", 5.0, 100);
  EXPECT_NE(bar.find("frame 25/100"), std::string::npos) << bar;
  EXPECT_NE(bar.find("5.00 frame/s"), std::string::npos) << bar;
  EXPECT_NE(bar.find("15.0 s left"), std::string::npos) << bar;
  EXPECT_NE(bar.find("[##########"), std::string::npos) << bar;
}

TEST(Progress, BarNeverWraps) {
  for (int width = 1; width < 140; ++width)
    for (const int64_t done : {0, 3, 100})
      EXPECT_LT(columns(Progress::bar_text("a long stage name", done, 100, "frame", 12, width)),
                static_cast<std::size_t>(std::max(2, width)));
}

TEST(Progress, NothingIsDividedByZero) {
  for (const int64_t total : {0, 10}) {
    for (const std::string& text :
         {Progress::bar_text("s", 0, total, "", 0, 80), Progress::plain_text("s", 0, total, "", 0),
          Progress::json_text("s", 0, total, "", 0), Progress::plain_text("s", 10, total, "", 0)}) {
      EXPECT_EQ(text.find("nan"), std::string::npos) << text;
      EXPECT_EQ(text.find("inf"), std::string::npos) << text;
    }
  }
}

TEST(Progress, JsonIsOneObjectALine) {
  EXPECT_EQ(
      Progress::json_text("bake", 25, 100, "frame", 5),
      "{\"event\": \"progress\", \"stage\": \"bake\", \"done\": 25, \"total\": 100, \"unit\": \"frame\", "
      "\"seconds\": 5, \"rate\": 5, \"seconds_left\": 15}");
}

TEST(Progress, JsonReportsFirstAndLastState) {
  testing::internal::CaptureStderr();
  {
    Progress p(ProgressMode::json);
    p.begin("bake", 3);
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back([&] { p.advance(); });
    for (auto& t : threads) t.join();
    p.finish();
  }
  const auto lines = split(testing::internal::GetCapturedStderr(), '\n');
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_NE(lines[0].find("\"done\": 0"), std::string::npos);
  EXPECT_NE(lines[1].find("\"done\": 3"), std::string::npos);
}

TEST(Progress, PlainIsQuietAboutShortStages) {
  testing::internal::CaptureStderr();
  {
    Progress p(ProgressMode::plain);
    p.begin("bake", 1000);
    for (int i = 0; i < 1000; ++i) p.advance();
    p.finish();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Progress, AutomaticIsPlainInAPipe) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(Progress(ProgressMode::automatic).mode(), ProgressMode::plain);
  testing::internal::GetCapturedStderr();
}

TEST(Progress, AStageWithoutACountShowsItsTime) {
  EXPECT_EQ(Progress::plain_text("coast", 0, 0, "", 12.3), "coast: 12.3 s");
  EXPECT_EQ(Progress::bar_text("coast", 0, 0, "", 12.3, 80), "coast ");
}
