// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/pack/pack.h"
#include "tests/support/backends.h"

namespace ocean {
namespace {

constexpr int32_t kWidth = 37, kHeight = 23;

// value(i, j) of a single-channel map.
std::vector<float> ramp() {
  std::vector<float> map(kWidth * kHeight);
  for (std::size_t t = 0; t < map.size(); ++t) map[t] = -50.0f + 0.137f * static_cast<float>(t);
  return map;
}

PackSpec spec_of(SampleType type, const Buffer<float>& map, float scale, float range, bool is_signed) {
  PackSpec spec;
  spec.type = type;
  spec.channels = 1;
  spec.channel[0] = {map.data(), 1, scale, range, is_signed, false};
  spec.width = kWidth;
  spec.height = kHeight;
  return spec;
}

template <class T>
std::vector<T> pack_all(const Exec& exec, const PackSpec& spec, int32_t band = kHeight) {
  std::vector<T> image;
  for (int32_t row = 0; row < spec.height; row += band) {
    const int32_t rows = std::min(band, spec.height - row);
    Buffer<uint8_t> out(exec, int64_t{rows} * spec.width * spec.channels * sample_bytes(spec.type));
    pack_rows(exec, spec, row, rows, out.view());
    const std::vector<uint8_t> bytes = out.to_host("rows");
    const std::size_t old = image.size();
    image.resize(old + bytes.size() / sizeof(T));
    std::memcpy(image.data() + old, bytes.data(), bytes.size());
  }
  return image;
}

TEST(Pack, TurnsRowsNorthFirstAndScales) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> map(exec, "map", ramp());
    const std::vector<float> image = pack_all<float>(exec, spec_of(SampleType::float32, map, -100, 1, true));
    for (int32_t row = 0; row < kHeight; ++row)
      for (int32_t i = 0; i < kWidth; ++i)
        EXPECT_EQ(image[static_cast<std::size_t>(row * kWidth + i)],
                  ramp()[static_cast<std::size_t>((kHeight - 1 - row) * kWidth + i)] * -100.0f);
  }
}

TEST(Pack, BandsEqualTheWhole) {
  for (const Exec& exec : test_backends()) {
    const Buffer<float> map(exec, "map", ramp());
    const PackSpec spec = spec_of(SampleType::half, map, 1, 1, true);
    for (const int32_t band : {1, 4, 7, 22})
      EXPECT_EQ(pack_all<uint16_t>(exec, spec, band), pack_all<uint16_t>(exec, spec));
  }
}

TEST(Pack, SignedCodesKeepZeroExactAndErrWithinHalfAStep) {
  std::vector<float> values = ramp();
  values[5] = 0;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> map(exec, "map", values);
    const float range = 75;
    const auto u8 = pack_all<uint8_t>(exec, spec_of(SampleType::u8, map, 1, range, true));
    const auto u16 = pack_all<uint16_t>(exec, spec_of(SampleType::u16, map, 1, range, true));
    EXPECT_EQ(u8[static_cast<std::size_t>((kHeight - 1) * kWidth + 5)], 128);
    EXPECT_EQ(u16[static_cast<std::size_t>((kHeight - 1) * kWidth + 5)], 32768);
    for (int32_t row = 0; row < kHeight; ++row)
      for (int32_t i = 0; i < kWidth; ++i) {
        const double v = values[static_cast<std::size_t>((kHeight - 1 - row) * kWidth + i)];
        const auto at = static_cast<std::size_t>(row * kWidth + i);
        EXPECT_NEAR((u8[at] - 128) * range / 127.0, v, 0.501 * range / 127);
        EXPECT_NEAR((u16[at] - 32768) * range / 32767.0, v, 0.501 * range / 32767);
      }
  }
}

TEST(Pack, MeasuresExtremesErrorAndSaturation) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const std::vector<float> values = ramp();
    const Buffer<float> map(exec, "map", values);
    const PackSpec spec = spec_of(SampleType::u8, map, 2, 60, true);
    const ChannelMeasure m = measure_channels(exec, spec).at(0);
    int64_t saturated = 0;
    double worst = 0;
    const auto image = pack_all<uint8_t>(exec, spec);
    for (std::size_t t = 0; t < values.size(); ++t) {
      const float v = values[t] * 2;
      if (std::abs(v) > 60 + 30 / 127.0f) {
        ++saturated;
        continue;
      }
      const std::size_t row = kHeight - 1 - t / kWidth;
      worst = std::max(worst, std::abs((image[row * kWidth + t % kWidth] - 128) * 60 / 127.0 - v));
    }
    ASSERT_GT(saturated, 0);
    EXPECT_EQ(m.min, values.front() * 2);
    EXPECT_EQ(m.max, values.back() * 2);
    EXPECT_EQ(m.saturated, saturated);
    EXPECT_NEAR(m.max_error, worst, 1e-4);
    EXPECT_EQ(m.stored_min, -60);
    EXPECT_EQ(m.stored_max, 60);
  }
}

// -0 and 0 are equal, so the first one met would stay: another one for every tiling.
TEST(Pack, ExtremesHaveOneZero) {
  for (const Exec& exec : test_backends())
    for (const std::vector<float>& values :
         {std::vector<float>{-0.0f, 0.0f, 3}, {0.0f, -0.0f, 3}, {-0.0f, 0.0f, -3}, {0.0f, -0.0f, -3}}) {
      const Buffer<float> map(exec, "map", values);
      for (const float scale : {1.0f, -1.0f}) {
        PackSpec spec;
        spec.type = SampleType::float32;
        spec.channels = spec.height = 1;
        spec.width = 3;
        spec.channel[0].source = map.data();
        spec.channel[0].scale = scale;
        const ChannelMeasure m = measure_channels(exec, spec).at(0);
        for (const float v : {m.min, m.max, m.stored_min, m.stored_max})
          EXPECT_FALSE(v == 0 && std::signbit(v)) << scale;
        EXPECT_TRUE(m.min == 0 || m.max == 0);
      }
    }
}

// Steps of a companded channel: t = sign(v) sqrt(|v|/range) in steps of 1/(2^(n-1) - 1).
TEST(Pack, SquareRootsAreFinestAtZeroAndKeepItExact) {
  std::vector<float> values = ramp();
  values[5] = 0;
  values[6] = 1e-6f;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> map(exec, "map", values);
    const float range = 75;
    for (const SampleType type : {SampleType::u8, SampleType::u16}) {
      PackSpec spec = spec_of(type, map, 1, range, true);
      spec.channel[0].code = SampleCode::square_root;
      const int32_t zero = type == SampleType::u8 ? 128 : 32768;
      std::vector<int32_t> codes;
      if (type == SampleType::u8)
        for (const uint8_t c : pack_all<uint8_t>(exec, spec)) codes.push_back(c);
      else
        for (const uint16_t c : pack_all<uint16_t>(exec, spec)) codes.push_back(c);
      double worst = 0;
      for (std::size_t t = 0; t < values.size(); ++t) {
        const std::size_t row = kHeight - 1 - t / kWidth;
        const double u = static_cast<double>(codes[row * kWidth + t % kWidth] - zero) / (zero - 1);
        const double decoded = range * u * std::abs(u), step = 1.0 / (zero - 1);
        // Half a step in t, at the farther of the two.
        const double root = std::sqrt(std::abs(values[t]) / range) + step / 2;
        EXPECT_NEAR(decoded, values[t], range * step * root * 1.01) << values[t];
        worst = std::max(worst, std::abs(decoded - values[t]));
        if (values[t] == 0) {
          EXPECT_EQ(decoded, 0);
        }
      }
      const ChannelMeasure m = measure_channels(exec, spec).at(0);
      EXPECT_EQ(m.saturated, 0);
      EXPECT_NEAR(m.max_error, worst, 2e-5);
    }
  }
}

TEST(Pack, CompandedValuesSaturateBeyondHalfTheLastStep) {
  const Exec exec = Exec::cpu(1);
  const float last = 100 * 2 / 127.0f;  // the last step at 8 bits
  const Buffer<float> map(exec, "map", {100 + 0.4f * last, -100 - 0.4f * last, 100 + 0.6f * last, -104});
  PackSpec spec;
  spec.type = SampleType::u8;
  spec.channels = 1;
  spec.width = 4;
  spec.height = 1;
  spec.channel[0] = {map.data(), 1, 1, 100, true, false, SampleCode::square_root};
  const ChannelMeasure m = measure_channels(exec, spec).at(0);
  EXPECT_EQ(m.saturated, 2);
  EXPECT_EQ(m.stored_min, -100);
  EXPECT_EQ(m.stored_max, 100);
  EXPECT_NEAR(m.max_error, 0.4f * last, 1e-4);
}

TEST(Pack, WholeNumbersAreTheirOwnCodes) {
  std::vector<float> numbers(65536);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<float>(k);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> map(exec, "map", numbers);
    PackSpec spec;
    spec.channels = 1;
    spec.channel[0].source = map.data();
    spec.channel[0].code = SampleCode::whole;
    spec.height = 1;
    spec.type = SampleType::u16;
    spec.width = 65536;
    const auto u16 = pack_all<uint16_t>(exec, spec, 1);
    for (std::size_t k = 0; k < u16.size(); ++k) ASSERT_EQ(u16[k], k);
    EXPECT_EQ(measure_channels(exec, spec).at(0).max_error, 0);
    EXPECT_EQ(measure_channels(exec, spec).at(0).saturated, 0);
    spec.type = SampleType::u8;
    spec.width = 256;
    const auto u8 = pack_all<uint8_t>(exec, spec, 1);
    for (std::size_t k = 0; k < u8.size(); ++k) ASSERT_EQ(u8[k], k);
    spec.width = 259;
    EXPECT_EQ(measure_channels(exec, spec).at(0).saturated, 3);
  }
}

TEST(Pack, WithoutASourceTheScaleIsEverywhere) {
  PackSpec spec;
  spec.type = SampleType::u8;
  spec.channels = 2;
  spec.width = 2;
  spec.height = 2;
  spec.channel[0] = {nullptr, 1, 1, 1, false, false};
  spec.channel[1] = {nullptr, 1, 0, 1, false, false};
  EXPECT_EQ(pack_all<uint8_t>(Exec::cpu(1), spec, 2), (std::vector<uint8_t>{255, 0, 255, 0, 255, 0, 255, 0}));
}

TEST(Pack, MasksAndInterleavedSources) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> map(exec, "map", {1.0f, -2.0f, 3.0f, -4.0f});  // two texels of two floats
    PackSpec spec;
    spec.type = SampleType::u8;
    spec.channels = 3;
    spec.width = 2;
    spec.height = 1;
    spec.channel[0] = {map.data(), 2, 1, 1, false, true};
    spec.channel[1] = {map.data() + 1, 2, 1, 1, false, true};
    spec.channel[2] = {map.data(), 2, 0, 1, false, true};
    EXPECT_EQ(pack_all<uint8_t>(exec, spec), (std::vector<uint8_t>{255, 0, 0, 255, 0, 0}));
  }
}

TEST(Pack, RefusesWhatDoesNotFit) {
  const Exec exec = Exec::cpu(1);
  const Buffer<float> map(exec, "map", ramp());
  PackSpec spec = spec_of(SampleType::u8, map, 1, 1, true);
  Buffer<uint8_t> out(exec, kWidth);
  EXPECT_NO_THROW(pack_rows(exec, spec, kHeight - 1, 1, out.view()));
  EXPECT_THROW(pack_rows(exec, spec, kHeight, 1, out.view()), std::invalid_argument);
  EXPECT_THROW(pack_rows(exec, spec, 0, 2, out.view()), std::invalid_argument);
  EXPECT_THROW(pack_rows(exec, spec, -1, 1, out.view()), std::invalid_argument);
  spec.channel[0].range = 0;
  EXPECT_THROW(pack_rows(exec, spec, 0, 1, out.view()), std::invalid_argument);
  spec.channel[0].range = 1;
  spec.channels = 5;
  EXPECT_THROW(measure_channels(exec, spec), std::invalid_argument);
}

}  // namespace
}  // namespace ocean
