// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/content_hash.h"

#include <gtest/gtest.h>

#include "libbake/core/error.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

std::string hash_of(int32_t w, int32_t h, const std::vector<std::string>& names, SampleType type,
                    const std::string& data) {
  ContentHash hash(w, h, names, type);
  hash.update(data.data(), static_cast<int64_t>(data.size()));
  return hash.text();
}

TEST(ContentHash, PlainBytesEqualThePublishedHash) {
  // From the algorithm's own tool: xxhsum -H2 of no bytes and of "abc".
  EXPECT_EQ(hash_bytes(""), "xxh3-128:99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(hash_bytes("abc"), "xxh3-128:06b05ab6733a618578af5f94892f3950");
}

TEST(ContentHash, CutsDoNotMatter) {
  std::string data(100000, '\0');
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(i * i >> 3);
  const std::string whole = hash_of(100, 250, {"R"}, SampleType::float32, data);
  for (const size_t cut : {1u, 7u, 400u, 65536u}) {
    ContentHash hash(100, 250, {"R"}, SampleType::float32);
    for (size_t at = 0; at < data.size(); at += cut) {
      hash.update(data.data() + at, static_cast<int64_t>(std::min(cut, data.size() - at)));
    }
    EXPECT_EQ(hash.text(), whole) << cut;
  }
}

TEST(ContentHash, EverythingInTheHeaderCounts) {
  const std::string data(48, 'x');
  const std::string base = hash_of(4, 6, {"R", "G"}, SampleType::u8, data);
  EXPECT_NE(base, hash_of(6, 4, {"R", "G"}, SampleType::u8, data));
  EXPECT_NE(base, hash_of(4, 6, {"G", "R"}, SampleType::u8, data));
  EXPECT_NE(base, hash_of(4, 6, {"RG"}, SampleType::u8, data));
  EXPECT_NE(base, hash_of(4, 6, {"R", "G"}, SampleType::half, data));
  EXPECT_NE(hash_of(4, 6, {"R", "G"}, SampleType::u16, data),
            hash_of(4, 6, {"R", "G"}, SampleType::half, data));
  std::string other = data;
  other[47] ^= 1;
  EXPECT_NE(base, hash_of(4, 6, {"R", "G"}, SampleType::u8, other));
  EXPECT_NE(ContentHash("a", "bc").text(), ContentHash("ab", "c").text());
}

TEST(ContentHash, FilesEqualTheirBytes) {
  const TempFolder folder;
  const std::string data(3 << 20, 'q');
  write_text(folder.file("f"), data);
  EXPECT_EQ(hash_file(folder.file("f")), hash_bytes(data));
  EXPECT_THROW(hash_file(folder.file("none")), Error);
  EXPECT_THROW(hash_file(folder.path()), Error);
}

}  // namespace
}  // namespace ocean
