// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/text_lines.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace ocean {
namespace {

struct CountLine {
  char* operator()(char* out, int64_t i) const {
    out = put_number(out, i);
    *out++ = '\n';
    return out;
  }
};

std::string written(int threads, int64_t count) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("ocean_lines_" + std::to_string(getpid()))).string();
  HostPool pool(threads);
  SafeFile file(path);
  write_lines(file, pool, count, 24, CountLine{});
  file.commit();
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

TEST(TextLines, EveryLineInOrderOverChunksAndGroups) {
  const int64_t group = kTextChunkLines * kTextGroupChunks;
  for (const int64_t count :
       {int64_t{1}, kTextChunkLines, kTextChunkLines + 1, group, 2 * group + kTextChunkLines + 7}) {
    std::string expected;
    for (int64_t i = 0; i < count; ++i) expected += std::to_string(i) + '\n';
    for (const int threads : {1, 3})
      EXPECT_TRUE(written(threads, count) == expected) << count << " lines, " << threads;
  }
}

TEST(TextLines, NumbersAreTheShortest) {
  char buffer[32];
  const auto text = [&](auto value) { return std::string(buffer, put_number(buffer, value)); };
  EXPECT_EQ(text(0.1f), "0.1");
  EXPECT_EQ(text(-1.17549435e-38f), "-1.1754944e-38");
  EXPECT_EQ(text(int64_t{-9223372036854775807}), "-9223372036854775807");
}

TEST(TextLines, NoLinesMakeAnEmptyFile) { EXPECT_EQ(written(2, 0), ""); }

}  // namespace
}  // namespace ocean
