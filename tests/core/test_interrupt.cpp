// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/interrupt.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "libbake/core/progress.h"
#include "libbake/core/run_report.h"

using namespace ocean;

namespace {

std::string scratch(const char* name) {
  return (std::filesystem::temp_directory_path() / (std::string(name) + "." + std::to_string(getpid())))
      .string();
}

TEST(Interrupt, FirstSignalIsNoticedAtTheNextCheck) {
  install_interrupt_handlers();
  EXPECT_NO_THROW(check_interrupt());
  raise(SIGTERM);
  EXPECT_EQ(interrupt_signal(), SIGTERM);
  EXPECT_THROW(check_interrupt(), Interrupted);
  Progress progress(ProgressMode::none);
  EXPECT_THROW(progress.begin("stage", 1), Interrupted);
  EXPECT_THROW(progress.advance(), Interrupted);
  RunReport report;
  EXPECT_THROW((void)report.stage("stage"), Interrupted);
  try {
    check_interrupt();
  } catch (const Interrupted& e) {
    EXPECT_EQ(e.signal(), SIGTERM);
  }
  clear_interrupt();
  EXPECT_NO_THROW(check_interrupt());
}

TEST(Interrupt, SecondSignalRemovesTempFilesAndKills) {
  const std::string mine = scratch("ocean_temp"), done = scratch("ocean_done");
  std::ofstream(mine) << "half";
  std::ofstream(done) << "whole";
  const pid_t child = fork();
  if (child == 0) {
    install_interrupt_handlers();
    register_temp_file(mine);
    unregister_temp_file(register_temp_file(done));
    raise(SIGINT);
    raise(SIGINT);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  EXPECT_FALSE(std::filesystem::exists(mine));
  EXPECT_TRUE(std::filesystem::exists(done));
  std::filesystem::remove(done);
}

TEST(Interrupt, IgnoredSignalsStayIgnored) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGHUP, SIG_IGN);
    install_interrupt_handlers();
    raise(SIGHUP);
    _exit(interrupt_signal() == 0 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(Interrupt, TheTableOfTempFilesIsReusedAndBounded) {
  std::vector<int> handles;
  for (int i = 0; i < kMaxTempFiles; ++i) handles.push_back(register_temp_file("/nowhere/x"));
  for (const int h : handles) EXPECT_GE(h, 0);
  EXPECT_EQ(register_temp_file("/nowhere/one-too-many"), -1);
  for (const int h : handles) unregister_temp_file(h);
  const int again = register_temp_file("/nowhere/y");
  EXPECT_GE(again, 0);
  unregister_temp_file(again);
  EXPECT_EQ(register_temp_file(std::string(5000, 'x')), -1);
  unregister_temp_file(-1);
}

}  // namespace
