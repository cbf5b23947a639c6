// SPDX-License-Identifier: Apache-2.0
//
// Checkpoints give back what was put in, bit for bit, and nothing else ever.
#include <gtest/gtest.h>

#include "kernels/math/vec.h"
#include "libbake/core/error.h"
#include "libbake/sim/checkpoint.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

Checkpoint sample(int64_t frame) {
  Checkpoint c(frame);
  c.put("position", std::vector<Vec3f>{{1, 2, 3}, {-0.0f, 1e-42f, 3e38f}});
  c.put("empty", std::vector<int64_t>{});
  c.put_integer("next_id", int64_t{1} << 62);
  c.put_real("time", 0.1);
  return c;
}

std::string error_of(const std::string& path, const std::string& run) {
  try {
    Checkpoint::read(path, run);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::input);
    return e.what();
  }
  return "no error";
}

TEST(Checkpoint, GivesBackWhatWasPutIn) {
  const TempFolder folder;
  sample(40).write(folder.file("c"), "run a");
  const Checkpoint c = Checkpoint::read(folder.file("c"), "run a");
  EXPECT_EQ(c.frame(), 40);
  EXPECT_EQ(c.array<Vec3f>("position"), sample(40).array<Vec3f>("position"));
  EXPECT_TRUE(c.array<int64_t>("empty").empty());
  EXPECT_EQ(c.integer("next_id"), int64_t{1} << 62);
  EXPECT_EQ(c.real("time"), 0.1);
  EXPECT_THROW(c.array<float>("absent"), Error);
  EXPECT_THROW(c.array<double>("position"), Error);
  EXPECT_THROW(c.integer("position"), Error);
}

TEST(Checkpoint, AnyChangedByteIsFound) {
  const TempFolder folder;
  const std::string path = folder.file("c");
  sample(3).write(path, "run");
  const std::string bytes = read_text(path);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string other = bytes;
    other[i] = static_cast<char>(other[i] ^ 0x10);
    write_text(path, other);
    EXPECT_NE(error_of(path, "run"), "no error") << "byte " << i;
  }
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    write_text(path, std::string_view(bytes).substr(0, n));
    EXPECT_NE(error_of(path, "run"), "no error") << "cut to " << n;
  }
  write_text(path, bytes + "x");
  EXPECT_NE(error_of(path, "run"), "no error");
  write_text(path, bytes);
  EXPECT_EQ(error_of(path, "run"), "no error");
  EXPECT_NE(error_of(path, "another").find("another run"), std::string::npos);
}

TEST(CheckpointStore, KeepsTheLastAndFallsBack) {
  const TempFolder folder;
  const CheckpointStore store(folder.path(), "run", 3);
  EXPECT_FALSE(store.newest(1000));
  for (const int64_t frame : {9, 19, 29, 39, 49}) store.save(sample(frame));
  EXPECT_EQ(store.frames(), (std::vector<int64_t>{29, 39, 49}));
  EXPECT_EQ(store.newest(1000)->frame(), 49);
  EXPECT_EQ(store.newest(48)->frame(), 39);
  EXPECT_FALSE(store.newest(28));
  std::string bytes = read_text(store.path(49));
  bytes[bytes.size() / 2] ^= 1;
  write_text(store.path(49), bytes);
  testing::internal::CaptureStderr();
  EXPECT_EQ(store.newest(1000)->frame(), 39);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("checkpoint.000049"), std::string::npos) << said;
  EXPECT_NE(said.find("falling back to the one of frame 39"), std::string::npos) << said;
  EXPECT_EQ(store.frames(), (std::vector<int64_t>{29, 39}));
}

}  // namespace
}  // namespace ocean
