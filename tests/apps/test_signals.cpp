// SPDX-License-Identifier: Apache-2.0
//
// Signals at every moment of a run, and two runs of one name at the same time, with real processes.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/apps/run_program.h"

namespace ocean {
namespace {

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << text

class Signals : public testing::Test {
 protected:
  Signals() { write_text(scratch_ / "a.obj", "v 0 0 0\n"); }
  Program program() { return Program(std::string(OCEAN_BIN_DIR) + "/ocean_sample_tool").in(scratch_.path()); }
  ScratchFolder scratch_;
};

// The job shows no progress and writes nothing for minutes.
TEST_F(Signals, StopKernelsBetweenTwoChunks) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const RunResult run = program().run_and_signal_when(
        {"sample", "a.obj", "--end", "chunks", "--threads", "2"}, "asleep", {signal});
    EXPECT_EQ(run.code, 128 + signal) << run.err;
    EXPECT_FALSE(run.signalled) << "it did not end by itself";
    EXPECT_SAYS(run.err, "stopped by signal");
    EXPECT_EQ(scratch_.files(), (std::vector<std::string>{"a.obj", "a_first.txt"}));
    std::filesystem::remove(scratch_ / "a_first.txt");
  }
}

TEST_F(Signals, AfterTheLastOutputLeaveNoManifest) {
  const RunResult run = program().run({"sample", "a.obj", "--end", "late"});
  EXPECT_EQ(run.code, 128 + SIGINT) << run.err;
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "a.manifest.json"));
}

// Whether it meets the program before or after it listens, or not at all any more.
TEST_F(Signals, AtOnceStopOrComeTooLate) {
  for (int i = 0; i < 5; ++i) {
    const RunResult run =
        program().run_and_signal({"sample", "a.obj", "--force"}, scratch_ / "a.obj", {SIGINT});
    if (run.code == 0) continue;
    EXPECT_EQ(run.code, 128 + SIGINT) << run.err;
    EXPECT_FALSE(std::filesystem::exists(scratch_ / "a.manifest.json"));
  }
}

TEST_F(Signals, ASecondOneKillsInTheMiddleOfAChunk) {
  const RunResult run = program().run_and_signal_when({"sample", "a.obj", "--end", "stuck", "--threads", "2"},
                                                      "asleep", {SIGTERM, SIGTERM});
  EXPECT_TRUE(run.signalled);
  EXPECT_EQ(run.code, 128 + SIGTERM);
  EXPECT_EQ(scratch_.files(), (std::vector<std::string>{"a.obj", "a_first.txt"}));
}

TEST_F(Signals, AShoreBakeStopsAndTakesItsFolderAway) {
  constexpr int kSide = 300;  // a bumpy sheet
  std::ofstream obj(scratch_ / "sheet.obj");
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) obj << "v " << x << ' ' << y << ' ' << (x * 7 + y * 13) % 5 - 2 << '\n';
  for (int y = 0; y + 1 < kSide; ++y)
    for (int x = 0; x + 1 < kSide; ++x) {
      const int i = y * kSide + x + 1;
      obj << "f " << i << ' ' << i + 1 << ' ' << i + kSide + 1 << ' ' << i + kSide << '\n';
    }
  obj.close();
  const RunResult run = Program(std::string(OCEAN_BIN_DIR) + "/oceanbake")
                            .in(scratch_.path())
                            .run_and_signal_when({"shore", "sheet.obj", "--up", "z", "--resolution", "4096",
                                                  "--out", "o/p", "--progress", "json"},
                                                 "\"stage\": \"read", {SIGTERM});
  EXPECT_EQ(run.code, 128 + SIGTERM) << run.err;
  EXPECT_FALSE(run.signalled);
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "o")) << "made for this run, and still empty";
}

// Holds the lock of a.obj's outputs in the folder "o" until stop() is called.
class Holder {
 public:
  Holder(Program program, std::string first, std::string mark) : mark_(std::move(mark)) {
    thread_ = std::thread([this, program]() mutable {
      result_ = program.run_and_signal(
          {"sample", "a.obj", "--sea-level", "1", "--end", "stuck", "--out", "o"}, mark_, {SIGINT, SIGINT});
    });
    while (!std::filesystem::exists(first)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  RunResult stop() {
    write_text(mark_, "");
    thread_.join();
    return result_;
  }

 private:
  std::string mark_;
  RunResult result_;
  std::thread thread_;
};

TEST_F(Signals, TwoRunsOfOneNameTakeTurns) {
  Holder holder(program(), scratch_ / "o/a_first.txt", scratch_ / "stop");
  RunResult first;
  const RunResult second = program().run_and_then({"sample", "a.obj", "--sea-level", "2", "--out", "o"},
                                                  "waiting", [&](pid_t) { first = holder.stop(); });
  EXPECT_TRUE(first.signalled);
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_SAYS(second.err, "is writing the outputs 'a' in o; waiting");
  EXPECT_EQ(read_text(scratch_ / "o/a_map.txt"), "level 2\n");
  EXPECT_EQ(program().run({"verify", "o/a.manifest.json"}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "o/.a.lock"));
}

TEST_F(Signals, AWaitingRunCanBeStopped) {
  Holder holder(program(), scratch_ / "o/a_first.txt", scratch_ / "stop");
  const RunResult run = program().run_and_then({"sample", "a.obj", "--out", "o"}, "waiting",
                                               [](pid_t child) { kill(child, SIGINT); });
  EXPECT_EQ(run.code, 128 + SIGINT) << run.err;
  EXPECT_TRUE(std::filesystem::exists(scratch_ / "o/.a.lock")) << "the lock is the other run's";
  holder.stop();
}

TEST_F(Signals, ManyRunsOfOneNameLeaveOneWholeSet) {
  std::vector<std::thread> threads;
  std::vector<RunResult> runs(6);
  for (std::size_t i = 0; i < runs.size(); ++i)
    threads.emplace_back([&, i] {
      runs[i] = program().run({"sample", "a.obj", "--out", "o", "--sea-level", std::to_string(i)});
    });
  for (std::thread& t : threads) t.join();
  for (const RunResult& run : runs) EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(program().run({"verify", "o/a.manifest.json"}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "o/.a.lock"));
}

TEST_F(Signals, ALockOfADeadRunDoesNotBlock) {
  program().run_and_signal_when({"sample", "a.obj", "--end", "stuck"}, "asleep", {SIGKILL});
  ASSERT_TRUE(std::filesystem::exists(scratch_ / ".a.lock")) << "the test proves nothing";
  const RunResult run = program().run({"sample", "a.obj"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err.find("waiting"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace ocean
