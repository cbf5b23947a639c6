// SPDX-License-Identifier: Apache-2.0
//
// oceanbake waves as a program: the command of two words, what a set that folds gets, exit codes.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/apps/run_program.h"

namespace ocean {
namespace {

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << text

class WavesTool : public testing::Test {
 protected:
  RunResult tool(const std::vector<std::string>& arguments) {
    return Program(std::string(OCEAN_BIN_DIR) + "/oceanbake").in(scratch_.path()).run(arguments);
  }
  ScratchFolder scratch_;
};

TEST_F(WavesTool, ProbeReadsWhatWavesWrote) {
  ASSERT_EQ(tool({"waves", "--name", "sea", "--out", ".", "--no-preview"}).code, 0);
  const RunResult text = tool({"waves", "probe", "sea.waves.json", "--at", "0,0,12.5,-3", "--time", "4"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.err, "");
  EXPECT_SAYS(text.out, "at 12.5, -3 at 4 s");
  EXPECT_SAYS(text.out, "water height");
  const RunResult json = tool({"waves", "probe", "sea.waves.json", "--json"});
  EXPECT_SAYS(json.out, "\"displacement_m\": [");
  EXPECT_SAYS(json.out, "\"converged\": true");
}

TEST_F(WavesTool, ProbeRefusesWithTheReason) {
  ASSERT_EQ(tool({"waves", "--name", "sea", "--out", ".", "--no-preview"}).code, 0);
  const auto expect = [&](std::vector<std::string> rest, int code, const char* says) {
    rest.insert(rest.begin(), {"waves", "probe"});
    const RunResult r = tool(rest);
    EXPECT_EQ(r.code, code) << r.err;
    EXPECT_SAYS(r.err, says);
  };
  expect({}, 2, "SET");
  expect({"no.waves.json"}, 3, "no.waves.json");
  expect({"sea.manifest.json"}, 3, "is no wave set");
  expect({"sea.waves.json", "--at", "1,2,3"}, 2, "give an x and a y for each point");
  expect({"sea.waves.json", "--at", "1e6,0"}, 2, "--at");
  expect({"sea.waves.json", "--tme", "4"}, 2, "did you mean");
}

TEST_F(WavesTool, HelpKnowsTheCommandOfTwoWords) {
  EXPECT_SAYS(tool({"waves", "probe", "--help"}).out, "oceanbake waves probe");
  EXPECT_SAYS(tool({"--help"}).out, "waves probe");
  EXPECT_SAYS(tool({"waves", "--help"}).out, "--length-median");
}

TEST_F(WavesTool, ASetThatFoldsIsAUsageErrorAndLeavesNothing) {
  const RunResult r = tool({"waves", "--name", "steep", "--out", "out", "--steepness", "3"});
  EXPECT_EQ(r.code, 2);
  EXPECT_SAYS(r.err, "largest eigenvalue");
  EXPECT_SAYS(r.err, "--allow-loops");
  EXPECT_FALSE(std::filesystem::exists(scratch_.path() + "/out/steep.waves.json"));
  EXPECT_EQ(
      tool({"waves", "--name", "steep", "--out", "out", "--steepness", "3", "--allow-loops", "--no-preview"})
          .code,
      0);
}

}  // namespace
}  // namespace ocean
