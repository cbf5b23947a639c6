// SPDX-License-Identifier: Apache-2.0
//
// Where the surf's texture is read, frames over a shore map, bits on both back ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "kernels/hash.h"
#include "kernels/wave/surf_frame.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

constexpr int32_t kRows = 256, kColumns = 512;

SurfParams sea(double height, double period, double slope, bool plunging) {
  SurfParams p;
  p.height_m = height;
  p.period_s = period;
  p.slope = slope;
  p.birth_depth_m = 4 * height;
  p.plunging = plunging;
  p.edge = 0.5 / kRows;
  return p;
}

TEST(SurfFrame, UvIsTheFormula) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> distance(-200, 500), along(-3000, 3000), time(-3, 3);
  const SurfUvSettings s{47.5, 3.25, 0.21, kClassicNoiseU, kClassicNoiseV, 3, 1};
  for (int k = 0; k < 1000000; ++k) {
    const double d = distance(random), p = along(random), t = time(random);
    const double n = -0.135 * std::sin(0.242 * p) + 0.0375 * std::cos(0.752 * p);
    const double big = 3.25 - d / 47.5;
    const double whole = big - t + 10 * n;
    const double u = whole - std::floor(whole);
    const double v = std::min(1.0, std::max(0.0, (big + 5 * n - u) * 0.21));
    const SurfUv is = surf_uv(s, d, surf_noise({}, p), t);
    // 0 and 1 are one place of a texture that repeats.
    const double apart = std::abs(is.u - u);
    if (apart > 0.5) {
      ASSERT_NEAR(apart, 1, 1e-6);
      continue;
    }
    ASSERT_NEAR(is.u, u, 1e-6);
    ASSERT_NEAR(is.v, v, 1e-6);
    ASSERT_NEAR(surf_fade(s, d), std::min(1.0, std::max(0.0, d - 3)), 1e-12);
  }
}

TEST(SurfFrame, UvLoopsAndNoiseFollowsTheCoast) {
  const SurfUvSettings s{20, 2, 0.3, 0, 0, 0, 0};
  for (double d = -20; d < 60; d += 0.37) {
    EXPECT_NEAR(std::remainder(surf_uv(s, d, 0, 0).u - surf_uv(s, d, 0, 1).u, 1), 0, 1e-12);
    EXPECT_EQ(surf_fade(s, d), 1);
  }
  EXPECT_DOUBLE_EQ(surf_noise_world({}, 12, 99, {0, 1}), surf_noise({}, 12));   // waves go north: along x
  EXPECT_DOUBLE_EQ(surf_noise_world({}, 12, 99, {-1, 0}), surf_noise({}, 99));  // west: along y
  EXPECT_EQ(surf_noise_world({}, 12, 99, {0, 0}), 0);
  EXPECT_EQ(fraction(-1e-20), 0);
  // A wave comes in: the place of one u has more distance before than after.
  const auto place = [&](double time) {
    for (double d = 40; d > 0; d -= 0.01)
      if (surf_uv(s, d, 0, time).u > 0.6 && surf_uv(s, d, 0, time).u < 0.61) return d;
    return -1.0;
  };
  EXPECT_LT(place(0.2), place(0.1));
}

// A beach to the north of the sea, waves go north.
struct Strip {
  Grid grid{0, 0, 1, 16, 160};
  std::vector<float> distance, noise;
  std::vector<Vec2f> direction;
  Strip() {
    for (int j = 0; j < grid.height; ++j)
      for (int i = 0; i < grid.width; ++i) {
        distance.push_back(130.0f - static_cast<float>(j));
        direction.push_back({0, 1});
        noise.push_back(0);
      }
  }
};

struct Frame {
  std::vector<Vec3f> displacement, normal;
  std::vector<float> foam;
};
Frame frame_of(const Exec& exec, const Strip& strip, const SurfModel& m, double time) {
  Buffer<SurfTexel> texture(exec, int64_t{kColumns} * kRows);
  fill_surf_texture(exec, m, kColumns, kRows, texture.view());
  Buffer<float> distance(exec, "t", strip.distance), noise(exec, "t", strip.noise),
      foam(exec, strip.grid.size());
  Buffer<Vec2f> direction(exec, "t", strip.direction);
  Buffer<Vec3f> displacement(exec, strip.grid.size()), normal(exec, strip.grid.size());
  const SurfFrameSettings s{{m.width_m, m.offset(), m.life_speed(), 0, 0, 0, 0}, 1, 1};
  const Buffer<SurfTexel>& read = texture;
  surf_frame(exec,
             {strip.grid, std::as_const(distance).view(), std::as_const(direction).view(),
              std::as_const(noise).view()},
             dense_view(read.data(), kColumns, kRows), s, time, displacement.view(), foam.view());
  surf_normals(exec, strip.grid, std::as_const(displacement).view(), normal.view());
  return {displacement.to_host("t"), normal.to_host("t"), foam.to_host("t")};
}

TEST(SurfFrame, FrameIsTheProfileAtItsDepth) {
  const SurfModel m = surf_model(sea(1.5, 10, 0.03, false));
  const Strip strip;
  for (const double time : {0.0, 0.3, 0.77}) {
    const Frame f = frame_of(Exec::cpu(1), strip, m, time);
    for (int j = 0; j < strip.grid.height; ++j) {
      const double along = m.offset() - (130.0 - j) / m.width_m;
      const double u = (along - time) - std::floor(along - time),
                   v = std::min(1.0, std::max(0.0, (along - u) * m.life_speed()));
      const SurfPoint p = surf_point(m, surf_row(m, v), u);
      const auto at = static_cast<std::size_t>(j * 16 + 5);
      // The texture's linear steps: a row of 256 is a hundredth of the wave's life.
      EXPECT_NEAR(static_cast<double>(f.displacement[at].z), p.height_m, 0.05) << j << " " << u << " " << v;
      EXPECT_NEAR(static_cast<double>(f.displacement[at].y), p.forward_m, 0.35) << j << " " << u << " " << v;
      EXPECT_EQ(f.displacement[at].x, 0);
    }
  }
}

TEST(SurfFrame, NormalsAreThoseOfTheSurface) {
  const Grid grid{0, 0, 0.5, 7, 5};
  std::vector<Vec3f> plane;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 7; ++i)
      plane.push_back({0, 0, 0.5f * (0.25f * static_cast<float>(i) - 0.5f * static_cast<float>(j))});
  const Exec exec = Exec::cpu(1);
  Buffer<Vec3f> d(exec, "t", plane), n(exec, grid.size());
  surf_normals(exec, grid, std::as_const(d).view(), n.view());
  const double length = std::sqrt(0.0625 + 0.25 + 1);
  for (const Vec3f& v : n.to_host("t")) {
    EXPECT_NEAR(static_cast<double>(v.x), -0.25 / length, 1e-6);
    EXPECT_NEAR(static_cast<double>(v.y), 0.5 / length, 1e-6);
    EXPECT_NEAR(static_cast<double>(v.z), 1 / length, 1e-6);
  }
}

// Each coast by itself; one of the lengths is a whole number of neither wave.
TEST(SurfFrame, ArcNoiseClosesOnEveryCoast) {
  const Exec exec = Exec::cpu(1);
  for (const float length : {3.0f, 123.4f, 5000.7f}) {
    Buffer<float> arc(exec, "t", std::vector<float>{0, length, 0.3f * length, 0.6f * length, 7}),
        noise(exec, 5), perimeter(exec, "t", std::vector<float>{length, length, length, length, 0});
    surf_noise_of_arc(exec, std::as_const(arc).view(), std::as_const(perimeter).view(), 1, noise.view());
    const std::vector<float> n = noise.to_host("t");
    EXPECT_NEAR(static_cast<double>(n[0]), static_cast<double>(n[1]), 1e-6) << length;
    EXPECT_NE(n[2], n[3]);
    EXPECT_EQ(n[4], 0) << "no coast";
  }
  // Whole cycles next to those of the formula: on a long coast the formula itself.
  Buffer<float> arc(exec, "t", std::vector<float>{40}), perimeter(exec, "t", std::vector<float>{1e6f}),
      n(exec, 1);
  surf_noise_of_arc(exec, std::as_const(arc).view(), std::as_const(perimeter).view(), 1, n.view());
  EXPECT_NEAR(static_cast<double>(n.to_host("t")[0]), surf_noise({}, 40), 1e-3);
}

TEST(SurfFrame, RefusesWhatDoesNotFit) {
  const Exec exec = Exec::cpu(1);
  const SurfModel m = surf_model(sea(1.5, 10, 0.03, false));
  Buffer<SurfTexel> texture(exec, 64);
  EXPECT_THROW(fill_surf_texture(exec, m, 64, 1, texture.view()), std::invalid_argument);
  EXPECT_THROW(fill_surf_texture(exec, m, 16, 8, texture.view()), std::invalid_argument);
  EXPECT_THROW(fill_surf_texture(exec, m, 8, 8, texture.view()), std::invalid_argument);  // edge of 256 rows
  Buffer<float> short_map(exec, 3);
  Buffer<float> two(exec, 2);
  const View<const float> three = std::as_const(short_map).view();
  EXPECT_THROW(surf_noise_of_arc(exec, three, three, 0, short_map.view()), std::invalid_argument);
  EXPECT_THROW(surf_noise_of_arc(exec, three, std::as_const(two).view(), 1, short_map.view()),
               std::invalid_argument);
}

TEST(SurfFrame, SameBitsOnEveryBackEnd) {
  const SurfModel m = surf_model(sea(1.8, 12, 0.08, true));
  const Strip strip;
  Hash128 golden{}, frames{};
  bool first = true;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    Buffer<SurfTexel> texture(exec, int64_t{kColumns} * kRows);
    fill_surf_texture(exec, m, kColumns, kRows, texture.view());
    const Hash128 hash = content_hash(exec, std::as_const(texture).view());
    const Frame f = frame_of(exec, strip, m, 0.3);
    std::vector<float> all(f.foam);
    for (const auto* list : {&f.displacement, &f.normal})
      for (const Vec3f& v : *list) all.insert(all.end(), {v.x, v.y, v.z});
    const Hash128 frame = content_hash(exec, Buffer<float>(exec, "t", all));
    if (first) {
      golden = hash;
      frames = frame;
    }
    first = false;
    EXPECT_EQ(hash, golden);
    EXPECT_EQ(frame, frames);
  }
  expect_golden("surf/texture plunging", golden);
  expect_golden("surf/frame", frames);
}

}  // namespace
}  // namespace ocean
