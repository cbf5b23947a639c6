// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/safe_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

using Names = std::vector<std::string>;

// The message of the Error{output} that call() throws; "" if it throws none.
template <class F>
std::string output_error(F call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::output);
    return error.what();
  }
  return "";
}

TEST(SafeFile, AppearsWholeOnCommit) {
  const TempFolder folder;
  const std::string path = folder.file("a/b/out.txt");
  {
    SafeFile file(path);
    file.write("hello ");
    file.write("world");
    EXPECT_FALSE(std::filesystem::exists(path));
    file.commit();
  }
  EXPECT_EQ(read_text(path), "hello world");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.file("a/b")), {}), 1);
}

TEST(SafeFile, WithoutCommitNothingIsLeftAndTheOldFileStays) {
  const TempFolder folder;
  write_text(folder.file("out"), "old");
  try {
    SafeFile file(folder.file("out"));
    file.write("new");
    throw std::runtime_error("a job fails");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(folder.names(), Names{"out"});
  EXPECT_EQ(read_text(folder.file("out")), "old");
}

TEST(SafeFile, WritesAnywhereAndReadsBack) {
  const TempFolder folder;
  SafeFile file(folder.file("out"));
  file.write_at("tail", 4, 10);
  file.write_at("head", 4, 0);
  char back[4];
  EXPECT_EQ(file.read_at(back, 4, 10), 4);
  EXPECT_EQ(std::string(back, 4), "tail");
  EXPECT_EQ(file.size(), 14);
  file.commit();
  EXPECT_EQ(read_text(folder.file("out")), std::string("head\0\0\0\0\0\0tail", 14));
}

TEST(SafeFile, LibrariesMayWriteTheTemporaryByName) {
  const TempFolder folder;
  SafeFile file(folder.file("out"));
  write_text(file.temporary(), "by name");
  file.commit();
  EXPECT_EQ(read_text(folder.file("out")), "by name");
}

TEST(SafeFile, LongNamesFit) {
  const TempFolder folder;
  const std::string name(255, 'n');
  write_file(folder.file(name), "x");
  EXPECT_EQ(folder.names(), Names{name});
  EXPECT_NE(output_error([&] { write_file(folder.file(std::string(256, 'n')), "x"); }), "");
}

TEST(SafeFile, RefusesAFolderInThePlaceOfTheFile) {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("out"));
  EXPECT_NE(output_error([&] { SafeFile file(folder.file("out")); }).find("is a folder"), std::string::npos);
  EXPECT_EQ(folder.names(), Names{"out"});
}

TEST(SafeFile, RefusesAFileInThePlaceOfTheFolder) {
  const TempFolder folder;
  write_text(folder.file("file"), "");
  const std::string message = output_error([&] { SafeFile file(folder.file("file/out")); });
  EXPECT_NE(message.find("file/out"), std::string::npos);
  EXPECT_NE(message.find("--out"), std::string::npos);
}

TEST(SafeFile, ARegisteredTemporaryIsRemovedOnAHardStop) {
  const TempFolder folder;
  SafeFile file(folder.file("out"));
  file.write("half");
  ASSERT_EQ(folder.names().size(), 1u);
  remove_temp_files();
  EXPECT_EQ(folder.names(), Names{});
}

// Runs body in a child process and gives its wait status.
template <class F>
int in_child(F body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(SafeFile, AKillInTheMiddleLeavesNoFinalNameAndTheNextRunCleansUp) {
  const TempFolder folder;
  const int status = in_child([&] {
    SafeFile file(folder.file("out"));
    file.write("half a fi");
    raise(SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  ASSERT_EQ(folder.names().size(), 1u);
  EXPECT_TRUE(folder.names()[0].starts_with(".out.oceantmp-"));
  EXPECT_EQ(in_child([&] { write_file(folder.file("out"), "whole"); }), 0);
  EXPECT_EQ(folder.names(), Names{"out"});
  EXPECT_EQ(read_text(folder.file("out")), "whole");
}

TEST(SafeFile, TemporariesOfLivingProcessesStay) {
  const TempFolder folder;
  SafeFile mine(folder.file("one"));
  mine.write("mine");
  EXPECT_EQ(in_child([&] { write_file(folder.file("two"), "theirs"); }), 0);
  mine.commit();
  EXPECT_EQ(folder.names(), (Names{"one", "two"}));
  EXPECT_EQ(read_text(folder.file("one")), "mine");
}

TEST(SafeFile, ConcurrentJobsInOneFolderNeverMix) {
  const TempFolder folder;
  constexpr int kJobs = 4, kRounds = 30;
  const std::string block(20000, '.');
  std::vector<pid_t> children;
  for (int job = 0; job < kJobs; ++job) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string text = block + static_cast<char>('a' + job);
      for (int i = 0; i < kRounds; ++i) {
        write_file(folder.file("shared"), text);
        write_file(folder.file("own" + std::to_string(job)), text);
      }
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(folder.names(), (Names{"own0", "own1", "own2", "own3", "shared"}));
  const std::string last = read_text(folder.file("shared"));
  EXPECT_EQ(last.size(), block.size() + 1);
  EXPECT_EQ(last.substr(0, block.size()), block);
}

TEST(SafeFile, AFolderWithoutPermissionIsAnErrorWithARemedy) {
  const TempFolder folder;
  chmod(folder.path().c_str(), 0555);
  const int status = in_child([&] {
    if (geteuid() == 0 && seteuid(65534) != 0) _exit(2);
    const std::string message = output_error([&] { write_file(folder.file("out"), "x"); });
    _exit(message.find("out: cannot write: Permission denied; allow writing into") != std::string::npos ? 0
                                                                                                        : 1);
  });
  chmod(folder.path().c_str(), 0755);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(folder.names(), Names{});
}

TEST(SafeFile, AFullDiskLeavesNothingAndSaysHowMuchIsNeeded) {
  const TempFolder folder;
  if (mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "mounting a small disk needs root";
  }
  write_text(folder.file("out"), "old");
  const std::string big(1 << 20, 'x');
  const std::string message = output_error([&] { write_file(folder.file("out"), big); });
  EXPECT_EQ(folder.names(), Names{"out"});
  EXPECT_EQ(read_text(folder.file("out")), "old");
  umount(folder.path().c_str());
  EXPECT_NE(message.find("No space left on device; needs about 1048576 bytes"), std::string::npos) << message;
  EXPECT_NE(message.find("bytes are free in"), std::string::npos) << message;
}

TEST(SafeFile, AReadOnlyDiskIsAnError) {
  const TempFolder folder;
  if (mount("tmpfs", folder.path().c_str(), "tmpfs", MS_RDONLY, "size=64k") != 0) {
    GTEST_SKIP() << "mounting a read-only disk needs root";
  }
  const std::string message = output_error([&] { write_file(folder.file("new/out"), "x"); });
  umount(folder.path().c_str());
  EXPECT_NE(message.find("Read-only file system; choose another folder"), std::string::npos) << message;
}

}  // namespace
}  // namespace ocean
