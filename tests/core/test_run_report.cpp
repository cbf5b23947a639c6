// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/run_report.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "libbake/core/log.h"

using namespace ocean;

TEST(RunReport, StagesOfOneNameAddUp) {
  RunReport report;
  { auto s = report.stage("read"); }
  { auto s = report.stage("bake"); }
  { auto s = report.stage("read"); }
  ASSERT_EQ(report.stages().size(), 2u);
  EXPECT_EQ(report.stages()[0].name, "read");
  EXPECT_GE(report.stages()[0].seconds, 0);
}

TEST(RunReport, LaunchesBelongToTheStageThatMadeThem) {
  RunReport report;
  std::vector<LaunchCount> counts;
  int waits = 0;
  report.set_backend(
      "cpu", "", 2, [&] { return counts; }, [&] { ++waits; });
  counts = {{"before", 5, 0}};
  {
    auto s = report.stage("distance");
    counts = {{"before", 7, 0}, {"jump", 3, 0}, {"upload", 1, 4096}};
  }
  EXPECT_EQ(waits, 1);
  const auto& launches = report.stages().at(0).launches;
  ASSERT_EQ(launches.size(), 3u);
  EXPECT_EQ(launches[0].launches, 2);
  EXPECT_EQ(launches[1].name, "jump");
  EXPECT_EQ(launches[2].bytes, 4096);
  EXPECT_EQ(report.launches(), 10);  // 7 + 3; a transfer is no launch
}

TEST(RunReport, AFailureOfPendingWorkEndsTheStageWithIt) {
  RunReport report;
  report.set_backend("cuda", "x", 1, nullptr, [] { throw std::runtime_error("device lost"); });
  EXPECT_THROW({ auto s = report.stage("bake"); }, std::runtime_error);
  // While another exception flies, it is that one that arrives.
  try {
    auto s = report.stage("bake");
    throw std::logic_error("first");
  } catch (const std::logic_error&) {
    SUCCEED();
  }
}

TEST(RunReport, JsonHasFactsInOrderAndReplacesThem) {
  RunReport report;
  report.add("nodata", 3);
  report.add("area", 0.5);
  report.add("name", "a\"b");
  report.add_json("list", "[1, 2]");
  report.add("nodata", int64_t{4});
  testing::internal::CaptureStderr();
  report.warn("odd");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "warning: odd\n");
  const std::string json = report.json("oceanbake", "shore", {"a.exr"});
  EXPECT_NE(json.find("\"nodata\": 4,\n    \"area\": 0.5,\n    \"name\": \"a\\\"b\",\n    \"list\": [1, 2]"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find("\"backend\": \"none\""), std::string::npos);
  EXPECT_NE(json.find("\"odd\""), std::string::npos);
  EXPECT_NE(json.find("\"a.exr\""), std::string::npos);
  EXPECT_GT(peak_memory_bytes(), 1 << 20);
}

TEST(RunReport, SummaryNamesOutputsStagesAndBackEnd) {
  RunReport report;
  report.set_backend("cpu", "", 2, nullptr, nullptr);
  { auto s = report.stage("read"); }
  const std::string text = report.summary("shore", std::vector<std::string>(20, "x.exr"));
  for (const char* part : {"shore: done in", "on cpu", "2 threads", "peak memory", "stages: read",
                           "wrote x.exr", "and 8 more files"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(RunReport, TimingsHaveALineAStage) {
  RunReport report;
  int64_t launched = 0;
  report.set_backend(
      "cpu", "", 2,
      [&] {
        return std::vector<LaunchCount>{{"fill", launched, 0}, {"copy", 5, 64}};
      },
      nullptr);
  { auto s = report.stage("read"); }
  {
    auto s = report.stage("distance");
    launched = 3;
  }
  const std::string text = report.timings();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << "a head, two stages, the run\n" << text;
  EXPECT_TRUE(text.starts_with("stage")) << text;
  std::vector<std::string> last;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) last.push_back(line.substr(line.rfind(' ') + 1));
  EXPECT_EQ(last, (std::vector<std::string>{"launches", "0", "3", "3"})) << "transfers are no launches";
  const std::string json = report.timings_json();
  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 1) << json;
  EXPECT_NE(json.find("\"event\": \"stage\", \"name\": \"distance\", \"seconds\": "), std::string::npos)
      << json;
  EXPECT_TRUE(json.ends_with("\"kernel_launches\": 3}")) << json;
  EXPECT_EQ(RunReport().timings_json(), "");
}
