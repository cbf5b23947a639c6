// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/primitives.h"
#include "tests/support/backends.h"

namespace ocean {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const int64_t kSizes[] = {0, 1, 2, 255, 4096, 4097, 32768, 32769, 200000};

template <class T>
std::vector<T> random_words(int64_t n, T largest) {
  std::mt19937_64 random(static_cast<uint64_t>(n));
  std::uniform_int_distribution<T> any(0, largest);
  std::vector<T> all(static_cast<size_t>(n));
  for (T& x : all) x = any(random);
  return all;
}

template <class T>
std::vector<T> download(const Buffer<T>& buffer) {
  return buffer.to_host("down");
}

template <class Key>
void expect_sorted_like_reference(const Exec& exec, const std::vector<Key>& keys, int bits) {
  const Key mask = bits == static_cast<int>(sizeof(Key) * 8) ? ~Key{0} : (Key{1} << bits) - 1;
  std::vector<int32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  Buffer<Key> device_keys(exec, "up", keys);
  Buffer<int32_t> values(exec, "up", order);
  sort_by_key(exec, device_keys, values, bits);
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return (keys[static_cast<size_t>(a)] & mask) < (keys[static_cast<size_t>(b)] & mask);
  });
  std::vector<Key> expected(keys.size());
  std::transform(order.begin(), order.end(), expected.begin(),
                 [&](int32_t i) { return keys[static_cast<size_t>(i)]; });
  EXPECT_EQ(download(values), order);
  EXPECT_EQ(download(device_keys), expected);
}

TEST(Sort, StableOnEveryBackEnd) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    for (const int64_t n : kSizes) {
      SCOPED_TRACE(n);
      expect_sorted_like_reference<uint32_t>(exec, random_words<uint32_t>(n, UINT32_MAX), 32);
      expect_sorted_like_reference<uint32_t>(exec, random_words<uint32_t>(n, 9), 32);  // many ties
      expect_sorted_like_reference<uint64_t>(exec, random_words<uint64_t>(n, UINT64_MAX), 64);
      expect_sorted_like_reference<uint64_t>(exec, random_words<uint64_t>(n, 9), 64);
    }
  }
}

TEST(Sort, OnlyTheLowestBitsCount) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    for (const int bits : {0, 1, 7, 8, 13, 31, 32})
      expect_sorted_like_reference<uint32_t>(exec, random_words<uint32_t>(5000, UINT32_MAX), bits);
    for (const int bits : {0, 1, 33, 40, 63, 64})
      expect_sorted_like_reference<uint64_t>(exec, random_words<uint64_t>(5000, UINT64_MAX), bits);
  }
}

TEST(Sort, EqualSortedAndReversedKeys) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    std::vector<uint32_t> keys(70000, 5u);
    expect_sorted_like_reference<uint32_t>(exec, keys, 32);
    std::iota(keys.begin(), keys.end(), 0u);
    expect_sorted_like_reference<uint32_t>(exec, keys, 32);
    std::reverse(keys.begin(), keys.end());
    expect_sorted_like_reference<uint32_t>(exec, keys, 32);
  }
}

TEST(Sort, RejectsWhatDoesNotFit) {
  const Exec exec = Exec::cpu(1);
  Buffer<uint32_t> keys(exec, "up", {3, 1});
  Buffer<int32_t> values(exec, "up", {0, 1}), fewer(exec, "up", {0});
  EXPECT_THROW(sort_by_key(exec, keys, fewer), std::invalid_argument);
  EXPECT_THROW(sort_by_key(exec, keys, values, 33), std::invalid_argument);
  EXPECT_THROW(sort_by_key(exec, keys, values, -1), std::invalid_argument);
}

template <class In, class Out>
void expect_scan(const Exec& exec, const std::vector<In>& in) {
  const int64_t n = static_cast<int64_t>(in.size());
  Buffer<In> input(exec, "up", in);
  Buffer<Out> sums(exec, n + 1);
  exclusive_scan(exec, std::as_const(input).view(), sums.view());
  std::vector<Out> expected(1, 0);
  for (const In x : in) expected.push_back(static_cast<Out>(expected.back() + x));
  EXPECT_EQ(download(sums), expected);
}

TEST(Scan, SumsBeforeAndTotal) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    for (const int64_t n : kSizes) {
      SCOPED_TRACE(n);
      std::vector<int32_t> small = random_words<int32_t>(n, 1000);
      expect_scan<int32_t, int32_t>(exec, small);
      for (int32_t& x : small) x -= 500;
      expect_scan<int32_t, int32_t>(exec, small);
      expect_scan<int32_t, int64_t>(exec, small);
      expect_scan<int32_t, int64_t>(exec, random_words<int32_t>(n, INT32_MAX));  // beyond 32 bits
      expect_scan<int64_t, int64_t>(exec, random_words<int64_t>(n, int64_t{1} << 40));
    }
  }
}

TEST(Scan, RejectsSizesThatDoNotFit) {
  const Exec exec = Exec::cpu(1);
  Buffer<int32_t> in(exec, 4), sums(exec, 4);
  EXPECT_THROW(exclusive_scan(exec, in.view(), sums.view()), std::invalid_argument);
}

template <class Flag>
void expect_compaction(const Exec& exec, const std::vector<Flag>& flags) {
  std::vector<int32_t> expected;
  for (size_t i = 0; i < flags.size(); ++i)
    if (flags[i] != 0) expected.push_back(static_cast<int32_t>(i));
  Buffer<Flag> device_flags(exec, "up", flags);
  EXPECT_EQ(download(compact(exec, device_flags.view())), expected);
}

TEST(Compact, IndicesInOrder) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    for (const int64_t n : kSizes) {
      SCOPED_TRACE(n);
      std::vector<int32_t> flags = random_words<int32_t>(n, 3);
      for (int32_t& f : flags) f = f == 3 ? INT32_MIN : f;  // any value but 0 is set
      expect_compaction(exec, flags);
      expect_compaction(exec, std::vector<uint8_t>(flags.begin(), flags.end()));
      expect_compaction(exec, std::vector<uint8_t>(flags.size(), 0));
      expect_compaction(exec, std::vector<uint8_t>(flags.size(), 255));
    }
  }
}

// The stated shape, written once more and naively.
double shaped_sum(std::vector<double> values) {
  while (true) {
    std::vector<double> next;
    for (size_t begin = 0; begin < values.size(); begin += kReduceChunk) {
      std::vector<double> lanes(kReduceLanes, 0.0);
      for (size_t i = begin; i < std::min(values.size(), begin + kReduceChunk); ++i)
        lanes[(i - begin) % kReduceLanes] += values[i];
      for (size_t half = kReduceLanes / 2; half > 0; half /= 2)
        for (size_t t = 0; t < half; ++t) lanes[t] += lanes[t + half];
      next.push_back(lanes[0]);
    }
    if (next.size() <= 1) return next.empty() ? 0.0 : next[0];
    values = next;
  }
}

TEST(ReduceSum, HasTheStatedShapeOnEveryBackEnd) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-1e3, 1e3);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    for (const int64_t n : kSizes) {
      std::vector<double> values(static_cast<size_t>(n));
      for (double& x : values) x = any(random) * std::exp(any(random) * 0.01);
      const std::vector<float> floats(values.begin(), values.end());
      EXPECT_EQ(reduce_sum(exec, Buffer<double>(exec, "up", values).view()), shaped_sum(values)) << n;
      EXPECT_EQ(reduce_sum(exec, Buffer<float>(exec, "up", floats).view()),
                shaped_sum(std::vector<double>(floats.begin(), floats.end())))
          << n;
    }
  }
}

// More than two levels: 4096^2 + 1 elements, of which only a few are not 0.
TEST(ReduceSum, ManyLevels) {
  const int64_t n = kReduceChunk * kReduceChunk + 1;
  std::vector<float> values(static_cast<size_t>(n), 0.0f);
  values[0] = 1.0f;
  values[1000000] = 2.0f;
  values.back() = 4.0f;
  for (const Exec& exec : test_backends()) {
    if (!exec.is_cuda() && exec.threads() != 2) continue;
    Buffer<float> buffer(exec, "up", values);
    EXPECT_EQ(reduce_sum(exec, buffer.view()), 7.0);
    EXPECT_EQ(reduce_max(exec, buffer.view()), (Extremum{4.0, n - 1}));
    EXPECT_EQ(reduce_min(exec, buffer.view()), (Extremum{0.0, 1}));
  }
}

TEST(ReduceSum, Integers) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    for (const int64_t n : kSizes) {
      std::vector<int64_t> wide = random_words<int64_t>(n, int64_t{1} << 40);
      for (size_t i = 0; i < wide.size(); i += 2) wide[i] = -wide[i];
      const std::vector<int32_t> narrow(static_cast<size_t>(n), INT32_MIN);
      EXPECT_EQ(reduce_sum(exec, Buffer<int64_t>(exec, "up", wide).view()),
                std::accumulate(wide.begin(), wide.end(), int64_t{0}));
      EXPECT_EQ(reduce_sum(exec, Buffer<int32_t>(exec, "up", narrow).view()), n * INT32_MIN);
    }
  }
}

TEST(ReduceExtremum, SmallestIndexAmongTies) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    std::vector<float> values(20000, 0.0f);
    for (const size_t i : {700, 300, 4500, 19999}) values[i] = -2.0f;
    for (const size_t i : {19998, 5000, 256 + 17, 17}) values[i] = 3.0f;
    values[1] = -0.0f;  // equal to 0
    Buffer<float> buffer(exec, "up", values);
    EXPECT_EQ(reduce_min(exec, buffer.view()), (Extremum{-2.0, 300}));
    EXPECT_EQ(reduce_max(exec, buffer.view()), (Extremum{3.0, 17}));
    EXPECT_EQ(reduce_max(exec, Buffer<double>(exec, "up", std::vector<double>(9000, -0.0)).view()),
              (Extremum{-0.0, 0}));
  }
}

TEST(ReduceExtremum, NanInfinityAndEmpty) {
  const float inf = std::numeric_limits<float>::infinity();
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const auto min = [&](const std::vector<float>& v) {
      return reduce_min(exec, Buffer<float>(exec, "up", v).view());
    };
    const auto max = [&](const std::vector<float>& v) {
      return reduce_max(exec, Buffer<float>(exec, "up", v).view());
    };
    EXPECT_EQ(min({}), (Extremum{0.0, -1}));
    EXPECT_EQ(max({kNan, kNan}), (Extremum{0.0, -1}));
    EXPECT_EQ(min({kNan, 2.0f, kNan, 1.0f}), (Extremum{1.0, 3}));
    EXPECT_EQ(max({kNan, 2.0f, kNan, 1.0f}), (Extremum{2.0, 1}));
    EXPECT_EQ(min({inf, inf}), (Extremum{inf, 0}));
    EXPECT_EQ(max({-inf, kNan}), (Extremum{-inf, 0}));
  }
}

}  // namespace
}  // namespace ocean
