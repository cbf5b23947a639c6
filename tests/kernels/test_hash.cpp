// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/hash.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

std::vector<uint32_t> numbers(int64_t n) {
  std::vector<uint32_t> all(static_cast<size_t>(n));
  uint32_t x = 1;
  for (uint32_t& w : all) w = x = x * 1664525u + 1013904223u;
  return all;
}

Hash128 hash_of(const Exec& exec, const std::vector<uint32_t>& words) {
  return content_hash(exec, Buffer<uint32_t>(exec, "up", words));
}

// Sizes around a pair, a block (4096 words), and the block hashes' own block (1024 blocks).
const int64_t kSizes[] = {0, 1, 2, 3, 4095, 4096, 4097, 4098, 10000, 4096 * 1024, 4096 * 1024 + 1};

TEST(Hash, SameBitsOnEveryBackEnd) {
  const std::vector<Exec> all = test_backends();
  for (const int64_t n : kSizes) {
    const std::vector<uint32_t> words = numbers(n);
    const Hash128 first = hash_of(all[0], words);
    for (const Exec& exec : all) EXPECT_EQ(hash_of(exec, words), first) << backend_name(exec) << ", " << n;
    expect_golden("hash/" + std::to_string(n), first);
  }
}

TEST(Hash, EveryBitPlaceAndLengthMatters) {
  const Exec exec = Exec::cpu(1);
  const std::vector<uint32_t> words = numbers(5001);
  std::set<std::string> seen = {to_hex(hash_of(exec, words))};
  size_t expected = 1;
  for (const size_t at : {0, 1, 2, 4095, 4096, 5000}) {
    for (int bit = 0; bit < 32; ++bit, ++expected) {
      std::vector<uint32_t> other = words;
      other[at] ^= 1u << bit;
      seen.insert(to_hex(hash_of(exec, other)));
    }
  }
  // Exchanged neighbours, pairs and blocks.
  for (const auto& [a, b] : {std::pair<size_t, size_t>{0, 1}, {0, 2}, {10, 4106}, {4998, 5000}}) {
    std::vector<uint32_t> other = words;
    std::swap(other[a], other[b]);
    seen.insert(to_hex(hash_of(exec, other)));
    ++expected;
  }
  // A zero more, a word less.
  for (const size_t n : {5002, 5003, 5000, 4096}) {
    std::vector<uint32_t> other = words;
    other.resize(n);
    seen.insert(to_hex(hash_of(exec, other)));
    ++expected;
  }
  for (size_t zeros = 0; zeros < 40; ++zeros, ++expected)
    seen.insert(to_hex(hash_of(exec, std::vector<uint32_t>(zeros))));
  EXPECT_EQ(seen.size(), expected);
}

// Flipping one input bit flips about half of the output bits: 64 of 128, standard deviation 5.7.
TEST(Hash, Avalanche) {
  const Exec exec = Exec::cpu(1);
  const std::vector<uint32_t> words(64, 0);
  const Hash128 base = hash_of(exec, words);
  int64_t total = 0, trials = 0;
  for (size_t at = 0; at < words.size(); ++at)
    for (int bit = 0; bit < 32; ++bit) {
      std::vector<uint32_t> other = words;
      other[at] ^= 1u << bit;
      const Hash128 h = hash_of(exec, other);
      const int flips = __builtin_popcountll(h.hi ^ base.hi) + __builtin_popcountll(h.lo ^ base.lo);
      EXPECT_GT(flips, 30);
      EXPECT_LT(flips, 98);
      total += flips;
      ++trials;
    }
  EXPECT_NEAR(static_cast<double>(total) / static_cast<double>(trials), 64.0, 1.0);
}

TEST(Hash, TakesBitsNotValues) {
  const Exec exec = Exec::cpu(1);
  EXPECT_FALSE(content_hash(exec, Buffer<float>(exec, "up", {0.0f})) ==
               content_hash(exec, Buffer<float>(exec, "up", {-0.0f})));
  // A double is the two words of its bits.
  EXPECT_EQ(content_hash(exec, Buffer<double>(exec, "up", {1.0})), hash_of(exec, {0u, 0x3ff00000u}));
}

TEST(Hash, HexAndErrors) {
  EXPECT_EQ(to_hex({0x0123456789abcdefu, 0xfedcba9876543210u}), "0123456789abcdeffedcba9876543210");
  EXPECT_THROW(hash_words(Exec::cpu(1), nullptr, -1), std::invalid_argument);
}

TEST(FlatJson, RoundTripAndErrors) {
  const std::map<std::string, std::string> entries = {{"a/b c", "00ff"}, {"b", ""}};
  EXPECT_EQ(parse_flat_json(print_flat_json(entries)), entries);
  EXPECT_EQ(parse_flat_json(" { } \n"), (std::map<std::string, std::string>{}));
  EXPECT_EQ(parse_flat_json(print_flat_json({})), (std::map<std::string, std::string>{}));
  for (const char* bad : {"", "{", "[]", "{\"a\"}", "{\"a\":1}", "{\"a\":\"1\",}", "{\"a\":\"1\"} x",
                          "{\"a\":\"1\",\"a\":\"1\"}", "{\"a\":\"\\n\"}", "{\"a\":\"1"})
    EXPECT_THROW(parse_flat_json(bad), std::runtime_error) << bad;
}

}  // namespace
}  // namespace ocean
