// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/read_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "libbake/core/interrupt.h"

namespace ocean {
namespace {

class ReadFile : public testing::Test {
 protected:
  ReadFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ocean_read_XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~ReadFile() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name) const { return folder_ + "/" + name; }
  std::string folder_;
};

TEST_F(ReadFile, ARegularFileWhole) {
  const std::string text = std::string(200000, 'x') + '\0' + "end";
  std::ofstream(file("a")) << text;
  EXPECT_EQ(read_small_file(file("a")).text, text);
  EXPECT_EQ(read_small_file(file("a")).problem, "");
  std::ofstream(file("empty"));
  EXPECT_EQ(read_small_file(file("empty")).problem, "");
}

// None of these may wait or go on for ever.
TEST_F(ReadFile, WhatIsNoFileIsTold) {
  EXPECT_EQ(read_small_file(folder_).problem, "is a folder");
  EXPECT_EQ(read_small_file("/dev/zero").problem, "is a device");
  EXPECT_EQ(read_small_file("/dev/null").problem, "is a device");
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_small_file(file("pipe")).problem, "is a pipe that nobody writes into");
  std::string problem;
  EXPECT_EQ(open_regular_file(file("pipe"), &problem), -1);
  EXPECT_EQ(problem, "is a pipe");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, file("socket").c_str(), sizeof address.sun_path - 1);
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(read_small_file(file("socket")).problem, "is a socket");
  close(fd);
  EXPECT_EQ(read_small_file(file("missing")).problem, "cannot open: No such file or directory");
}

TEST_F(ReadFile, APipeWithAWriterIsWaitedFor) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    for (const char* part : {"one ", "two"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      EXPECT_GT(write(ends[1], part, std::strlen(part)), 0);
    }
    close(ends[1]);
  });
  EXPECT_EQ(read_small_file("/dev/fd/" + std::to_string(ends[0])).text, "one two");
  writer.join();
  close(ends[0]);
}

TEST_F(ReadFile, ASignalEndsTheWait) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  install_interrupt_handlers();
  const pthread_t self = pthread_self();
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    pthread_kill(self, SIGINT);
  });
  EXPECT_THROW(read_small_file("/dev/fd/" + std::to_string(ends[0])), Interrupted);
  other.join();
  clear_interrupt();
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ReadFile, TheSizeHasALimit) {
  std::ofstream(file("big"));
  std::filesystem::resize_file(file("big"), kSmallFileBytes + 1);
  EXPECT_EQ(read_small_file(file("big")).problem, "holds more than 64 MiB");
  EXPECT_EQ(read_small_file(file("big")).text, "");
}

}  // namespace
}  // namespace ocean
