// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <stdexcept>
#include <vector>

#include "kernels/hash.h"
#include "kernels/math/philox.h"
#include "kernels/wave/fft.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

std::vector<Vec2f> noise(std::size_t n) {
  std::vector<Vec2f> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Random4 r = random4(7, 1, i, 0);
    values[i] = {uniform_float(r.word[0]) - 0.5f, uniform_float(r.word[1]) - 0.5f};
  }
  return values;
}

// One line by its definition, in double.
std::vector<std::complex<double>> slow(const std::vector<std::complex<double>>& in, double sign) {
  const std::size_t n = in.size();
  std::vector<std::complex<double>> out(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < n; ++l)
      out[k] +=
          in[l] * std::polar(1.0, sign * 2 * M_PI * static_cast<double>(k * l % n) / static_cast<double>(n));
  return out;
}

std::vector<Vec2f> run(const Exec& exec, int32_t w, int32_t h, FftDirection direction,
                       const std::vector<Vec2f>& in, int32_t batch = 1, FftBody body = FftBody::automatic) {
  Buffer<Vec2f> data(exec, "in", in);
  Fft2d(exec, w, h, body).transform(direction, data.view(), batch);
  return data.to_host("out");
}

TEST(Fft, IsTheDefinition) {
  for (const auto& [w, h] : {std::pair{1, 1}, {2, 1}, {1, 2}, {4, 8}, {64, 2}, {16, 128}, {512, 4}})
    for (const FftDirection direction : {FftDirection::forward, FftDirection::inverse}) {
      const auto in = noise(static_cast<std::size_t>(w * h));
      const double sign = direction == FftDirection::forward ? -1 : 1;
      std::vector<std::complex<double>> exact(in.size());
      for (int y = 0; y < h; ++y) {
        std::vector<std::complex<double>> row;
        for (int x = 0; x < w; ++x)
          row.emplace_back(in[static_cast<std::size_t>(y * w + x)].x,
                           in[static_cast<std::size_t>(y * w + x)].y);
        row = slow(row, sign);
        for (int x = 0; x < w; ++x)
          exact[static_cast<std::size_t>(y * w + x)] = row[static_cast<std::size_t>(x)];
      }
      double power = 0;
      for (int x = 0; x < w; ++x) {
        std::vector<std::complex<double>> column;
        for (int y = 0; y < h; ++y) column.push_back(exact[static_cast<std::size_t>(y * w + x)]);
        column = slow(column, sign);
        for (int y = 0; y < h; ++y) {
          exact[static_cast<std::size_t>(y * w + x)] = column[static_cast<std::size_t>(y)];
          power += std::norm(column[static_cast<std::size_t>(y)]);
        }
      }
      const double rms = std::sqrt(power / (w * h));
      for (const Exec& exec : test_backends()) {
        SCOPED_TRACE(backend_name(exec));
        const auto out = run(exec, w, h, direction, in);
        for (std::size_t i = 0; i < out.size(); ++i) {
          ASSERT_NEAR(out[i].x, exact[i].real(), 2e-6 * rms) << w << "x" << h;
          ASSERT_NEAR(out[i].y, exact[i].imag(), 2e-6 * rms);
        }
      }
    }
}

TEST(Fft, BodiesBatchesAndBackEndsHaveTheSameBits) {
  for (const auto& [w, h] : {std::pair{64, 64}, {256, 1024}, {2048, 32}, {32, 4096}, {8192, 2}}) {
    const auto in = noise(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 3);
    const std::string name = "wave/fft/" + std::to_string(w) + "x" + std::to_string(h);
    for (const Exec& exec : test_backends())
      for (const FftBody body : {FftBody::automatic, FftBody::plain}) {
        SCOPED_TRACE(backend_name(exec));
        const auto out = run(exec, w, h, FftDirection::inverse, in, 3, body);
        expect_golden(name, content_hash(exec, Buffer<Vec2f>(exec, "hash", out)));
        const std::size_t one = in.size() / 3;
        const auto alone = run(exec, w, h, FftDirection::inverse,
                               {in.begin() + static_cast<std::ptrdiff_t>(one),
                                in.begin() + static_cast<std::ptrdiff_t>(2 * one)},
                               1, body);
        EXPECT_TRUE(std::equal(alone.begin(), alone.end(), out.begin() + static_cast<std::ptrdiff_t>(one)));
      }
  }
}

TEST(Fft, ThereAndBackAgainAtTheLargestSize) {
  const auto in = noise(16384 * 2);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    for (const auto& [w, h] : {std::pair{16384, 2}, {2, 16384}}) {
      const auto back = run(exec, w, h, FftDirection::inverse, run(exec, w, h, FftDirection::forward, in));
      for (std::size_t i = 0; i < in.size(); ++i) {
        ASSERT_NEAR(back[i].x / 32768, in[i].x, 2e-6);
        ASSERT_NEAR(back[i].y / 32768, in[i].y, 2e-6);
      }
    }
  }
}

TEST(Fft, RefusesOtherSizes) {
  const Exec exec = Exec::cpu(1);
  EXPECT_THROW(Fft2d(exec, 3, 4), std::invalid_argument);
  EXPECT_THROW(Fft2d(exec, 0, 4), std::invalid_argument);
  EXPECT_THROW(Fft2d(exec, 32768, 4), std::invalid_argument);
  Buffer<Vec2f> data(exec, 15);
  EXPECT_THROW(Fft2d(exec, 4, 4).transform(FftDirection::forward, data.view()), std::invalid_argument);
}

}  // namespace
}  // namespace ocean
