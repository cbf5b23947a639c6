// SPDX-License-Identifier: Apache-2.0
#include "kernels/raster/height_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/hash.h"
#include "kernels/raster/top_surface.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

std::vector<float> heights(int32_t w, int32_t h, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> height(-300, 300);
  std::vector<float> out(size_t(w) * h);
  for (float& z : out) z = height(random);
  return out;
}

std::vector<float> sample(const Exec& exec, const std::vector<float>& data, HeightField field, int32_t w,
                          int32_t h, double sea, Hash128* hash = nullptr) {
  const Buffer<float> on_device(exec, "heights", data);
  field.heights = on_device.data();
  Buffer<float> depth(exec, int64_t{w} * h);
  sample_height_field(exec, field, w, h, sea, depth.view());
  if (hash != nullptr) *hash = content_hash(exec, depth);
  return depth.to_host("depth");
}

// Samples at texel centres: the depth is sea - height to the last bit.
TEST(HeightField, SamplesAtCentres) {
  const std::vector<float> data = heights(33, 21, 1);
  const auto depth = sample(Exec::cpu(2), data, {nullptr, 33, 21, 0.5, 0.5, 1, 1}, 33, 21, 7.25);
  for (size_t at = 0; at < data.size(); ++at)
    ASSERT_EQ(depth[at], static_cast<float>(7.25 - double(data[at])));
}

TEST(HeightField, PlaneAndBorder) {
  constexpr int32_t w = 9, h = 7;
  std::vector<float> data;
  for (int32_t j = 0; j < h; ++j)
    for (int32_t i = 0; i < w; ++i) data.push_back(0.5f * i - 0.25f * j + 3);
  const HeightField field{nullptr, w, h, 10, 20, 4, 5};
  const auto depth = sample(Exec::cpu(2), data, field, 60, 70, 0);
  for (int32_t j = 0; j < 70; ++j)
    for (int32_t i = 0; i < 60; ++i) {
      const double x = std::clamp((i + 0.5 - 10) / 4, 0.0, 8.0), y = std::clamp((j + 0.5 - 20) / 5, 0.0, 6.0);
      ASSERT_NEAR(depth[size_t(j) * 60 + i], -(0.5 * x - 0.25 * y + 3), 1e-6) << i << ", " << j;
    }
}

// The same two triangles a cell, as a mesh.
TEST(HeightField, EqualsItsTriangles) {
  constexpr int32_t w = 23, h = 17;
  const std::vector<float> data = heights(w, h, 2);
  const HeightField field{nullptr, w, h, -2.3, -1.7, 3.7, 4.1};
  std::vector<TexelPoint> vertices;
  std::vector<Triangle> triangles;
  for (int32_t j = 0; j < h; ++j)
    for (int32_t i = 0; i < w; ++i)
      vertices.push_back({-2.3 + i * 3.7, -1.7 + j * 4.1, data[size_t(j) * w + i]});
  for (int32_t j = 0; j + 1 < h; ++j)
    for (int32_t i = 0; i + 1 < w; ++i) {
      const int32_t a = j * w + i;
      triangles.push_back({a, a + 1, a + w + 1});
      triangles.push_back({a, a + w + 1, a + w});
    }
  const Exec exec = Exec::cpu(2);
  const Buffer<TexelPoint> v(exec, "vertices", vertices);
  const Buffer<Triangle> t(exec, "triangles", triangles);
  Buffer<float> mesh_depth(exec, 75 * 60);
  rasterize_top_surface(exec, v.view(), t.view(), 75, 60, 2, mesh_depth.view());
  const auto expected = mesh_depth.to_host("depth");
  const auto depth = sample(exec, data, field, 75, 60, 2);
  for (size_t at = 0; at < depth.size(); ++at)
    ASSERT_NEAR(depth[at], expected[at], 2e-3) << at;  // 2^-16 texel * slope
}

TEST(HeightField, HeightAtIsContinuous) {
  const std::vector<float> data = heights(8, 8, 3);
  const HeightField field{data.data(), 8, 8, 0, 0, 1, 1};
  for (double u = 0; u <= 7; u += 0.25)
    for (double v = 0; v <= 7; v += 0.25)
      for (const double d : {-1e-9, 1e-9}) {
        ASSERT_NEAR(height_at(field, u + d, v), height_at(field, u, v), 1e-5);
        ASSERT_NEAR(height_at(field, u, v + d), height_at(field, u, v), 1e-5);
      }
  EXPECT_EQ(height_at(field, -1e300, 1e300), data[56]);
  EXPECT_EQ(height_at(field, 1e300, -1e300), data[7]);
  EXPECT_EQ(height_at(field, 7, 7), data[63]);
  EXPECT_EQ(height_at({data.data(), 2, 2, 0, 0, 1, 1}, 0.5, 0.5), (double(data[0]) + data[3]) / 2);
}

TEST(HeightField, WindowsBackEndsAndGolden) {
  const std::vector<float> data = heights(65, 40, 4);
  const HeightField field{nullptr, 65, 40, 3.3, -5.1, 2.9, 5.3};
  std::vector<float> expected;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    Hash128 hash;
    const auto depth = sample(exec, data, field, 201, 190, -1.5, &hash);
    if (expected.empty()) expected = depth;
    EXPECT_EQ(depth, expected);
    expect_golden("raster/height_field", hash);
    const Buffer<float> on_device(exec, "heights", data);
    HeightField there = field;
    there.heights = on_device.data();
    const Window part{17, 33, 61, 100};
    Buffer<float> window(exec, 61 * 100);
    sample_height_field(exec, there, part, -1.5, window.view());
    const auto values = window.to_host("depth");
    for (int32_t j = 0; j < part.height; ++j)
      for (int32_t i = 0; i < part.width; ++i)
        ASSERT_EQ(values[size_t(j) * 61 + i], depth[size_t(j + 33) * 201 + i + 17]);
  }
}

TEST(HeightField, RejectsBadInput) {
  const Exec exec = Exec::cpu(1);
  std::vector<float> data(16, 1.0f);
  const HeightField good{nullptr, 4, 4, 0, 0, 1, 1};
  EXPECT_NO_THROW(sample(exec, data, good, 4, 4, 0));
  HeightField f = good;
  f.width = 1;
  EXPECT_THROW(sample(exec, data, f, 4, 4, 0), std::invalid_argument);
  for (double HeightField::*part : {&HeightField::du, &HeightField::dv, &HeightField::u0, &HeightField::v0}) {
    f = good;
    f.*part = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(sample(exec, data, f, 4, 4, 0), std::invalid_argument);
  }
  f = good;
  f.du = 0;
  EXPECT_THROW(sample(exec, data, f, 4, 4, 0), std::invalid_argument);
  EXPECT_THROW(sample(exec, data, good, 4, 4, std::numeric_limits<double>::infinity()),
               std::invalid_argument);
  data[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(sample(exec, data, good, 4, 4, 0), std::invalid_argument);
  data[5] = std::numeric_limits<float>::infinity();
  EXPECT_THROW(sample(exec, data, good, 4, 4, 0), std::invalid_argument);
}

}  // namespace
}  // namespace ocean
