// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake surf --shore`: waves run in on all sides, foam where they break, the formula, the noise.
#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/hash.h"
#include "tests/bake/surf_fixture.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

// How far a height pattern has moved along the waves' direction, by the texels' own gradients: a crest that
// runs along d has dz/dt = -c (d . grad z), c > 0.
struct Speeds {
  int64_t shoreward = 0, seaward = 0;
  int64_t sectors[8] = {};
};
Speeds speeds(const SurfFrames& frames, double time, double step, const Vec2f* single = nullptr) {
  const Grid& g = frames.shore().grid;
  const FrameMaps now = frames.frame(time), next = frames.frame(time + step);
  const std::vector<float> a = now.water.to_host("t"), b = next.water.to_host("t");
  double cx = 0, cy = 0;
  int64_t land = 0;
  for (int32_t j = 0; j < g.height; ++j)
    for (int32_t i = 0; i < g.width; ++i)
      if (frames.shore().distance_m[static_cast<std::size_t>(j * g.width + i)] < 0) cx += i, cy += j, ++land;
  cx /= static_cast<double>(land);
  cy /= static_cast<double>(land);
  Speeds s;
  for (int32_t j = 1; j + 1 < g.height; ++j)
    for (int32_t i = 1; i + 1 < g.width; ++i) {
      const auto k = static_cast<std::size_t>(j * g.width + i), w = static_cast<std::size_t>(g.width);
      const double d = static_cast<double>(frames.shore().distance_m[k]);
      if (d < 3 || d > 40) continue;
      // The shore's normal, from the distance itself: -grad.
      double nx = static_cast<double>(frames.shore().distance_m[k - 1] - frames.shore().distance_m[k + 1]);
      double ny = static_cast<double>(frames.shore().distance_m[k - w] - frames.shore().distance_m[k + w]);
      const double length = std::hypot(nx, ny);
      if (length < 1.6 * g.texel_m) continue;  // where two coasts are as near
      nx /= length, ny /= length;
      if (single != nullptr) nx = static_cast<double>(single->x), ny = static_cast<double>(single->y);
      const double slope = 0.5 * (nx * static_cast<double>(a[k + 1] - a[k - 1]) +
                                  ny * static_cast<double>(a[k + w] - a[k - w]));
      const double rate = static_cast<double>(b[k] - a[k]);
      if (std::abs(slope) < 0.01 || std::abs(rate) < 0.002) continue;
      const bool in = rate * slope < 0;
      ++(in ? s.shoreward : s.seaward);
      const double angle = std::atan2(j - cy, i - cx) + M_PI;
      if (in) ++s.sectors[static_cast<int>(angle / (M_PI / 4)) % 8];
    }
  return s;
}

TEST_F(SurfJob, WavesRunTowardTheShoreOnAllSides) {
  const Loop loop(shore());
  for (const double time : {0.1, 0.4, 0.75}) {
    const Speeds s = speeds(*loop.frames, time, 0.01);
    EXPECT_GT(s.shoreward, 1000);
    EXPECT_GT(static_cast<double>(s.shoreward), 0.93 * static_cast<double>(s.shoreward + s.seaward));
    for (const int64_t sector : s.sectors) EXPECT_GT(sector, 20);
  }
  // And the baked direction is the shore's normal: all around, not one direction.
  const ShoreBakeMaps& maps = loop.frames->shore();
  const Grid& g = maps.grid;
  double least = 1, sum_x = 0, sum_y = 0;
  int64_t count = 0;
  for (int32_t j = 1; j + 1 < g.height; ++j)
    for (int32_t i = 1; i + 1 < g.width; ++i) {
      const auto k = static_cast<std::size_t>(j * g.width + i), w = static_cast<std::size_t>(g.width);
      const double nx = static_cast<double>(maps.distance_m[k - 1] - maps.distance_m[k + 1]);
      const double ny = static_cast<double>(maps.distance_m[k - w] - maps.distance_m[k + w]);
      if (maps.distance_m[k] < 3 || std::hypot(nx, ny) < 1.98 * g.texel_m) continue;
      const double along =
          (nx * static_cast<double>(maps.direction[k].x) + ny * static_cast<double>(maps.direction[k].y)) /
          std::hypot(nx, ny);
      least = std::min(least, along);
      sum_x += static_cast<double>(maps.direction[k].x), sum_y += static_cast<double>(maps.direction[k].y);
      ++count;
    }
  EXPECT_GT(count, 2000);
  EXPECT_GT(least, 0.9);
  EXPECT_LT(std::hypot(sum_x, sum_y) / static_cast<double>(count), 0.5);
}

// One direction for all coasts would have half of them run out to sea: the measure above sees it.
TEST_F(SurfJob, SingleDirectionIsWrongOnTheOtherSide) {
  const Loop loop(shore());
  const Vec2f north{0, 1};
  const Speeds s = speeds(*loop.frames, 0.4, 0.01, &north);
  EXPECT_LT(static_cast<double>(s.shoreward), 0.75 * static_cast<double>(s.shoreward + s.seaward));
}

TEST_F(SurfJob, LoopsAndFoamsWhereItBreaks) {
  const Loop loop(shore());
  EXPECT_LT(loop.frames->loop_error(), 1e-4);
  const FrameMaps f = loop.frames->frame(0.25);
  expect_foam_where_it_breaks(loop, f.foam.to_host("t"));
  double most = 0;
  for (const float z : f.water.to_host("t")) {
    ASSERT_TRUE(std::isfinite(z));
    most = std::max(most, static_cast<double>(z));
  }
  EXPECT_GT(most, 0.7 * loop.model.break_height_m);
  EXPECT_LT(most, 1.3 * loop.model.break_height_m);
}

// The texture by a linear sampler that repeats u and clamps v, in double.
double sampled(const std::vector<SurfTexel>& texels, int columns, int rows, double u, double v,
               float SurfTexel::*what) {
  const double x = u * columns - 0.5, y = std::clamp(v * rows - 0.5, 0.0, rows - 1.0);
  const int i = static_cast<int>(std::floor(x)), j = std::min(static_cast<int>(y), rows - 2);
  const auto at = [&](int a, int b) {
    return static_cast<double>(texels[static_cast<std::size_t>(b * columns + (a + columns) % columns)].*what);
  };
  const double s = x - i, t = y - j;
  return (at(i, j) * (1 - s) + at(i + 1, j) * s) * (1 - t) +
         (at(i, j + 1) * (1 - s) + at(i + 1, j + 1) * s) * t;
}

// The engine's formula, written once more, over the whole map; `classic` with its numbers from the design.
TEST_F(SurfJob, FramesAreTheTextureWhereTheFormulaSays) {
  for (const bool classic : {false, true}) {
    SurfConfig config;
    config.shore = shore();
    config.scale = {0.5, 2};
    if (classic) config.coordinates = CoordinateChoice::classic;
    const SurfModel m = config.model();
    const Exec exec = Exec::cpu();
    Buffer<SurfTexel> texture(exec, int64_t{config.columns} * config.rows);
    fill_surf_texture(exec, m, config.columns, config.rows, texture.view());
    const SurfFrames frames(exec, config, m, read_shore_bake({shore()}, false), texture);
    const ShoreBakeMaps& maps = frames.shore();
    const std::vector<SurfTexel> texels = texture.to_host("t");
    const std::vector<float> noise = frames.noise().to_host("t");
    const double noise_u = classic ? 10 : 3, noise_v = classic ? 5 : 0.5, time = 0.37;
    const FrameMaps f = frames.frame(time);
    const std::vector<float> d = f.displacement.to_host("t"), foam = f.foam.to_host("t");
    int faded = 0, moved = 0;
    for (std::size_t k = 0; k < foam.size(); ++k) {
      const double n = static_cast<double>(noise[k]), distance = static_cast<double>(maps.distance_m[k]);
      const double along = m.offset() - distance / m.width_m, turn = along - time + noise_u * n;
      const double u = turn - std::floor(turn);
      if (u < 1e-6 || u > 1 - 1e-6) continue;  // v has a step there
      const double v = std::clamp((along + noise_v * n - u) * m.life_speed(), 0.0, 1.0);
      const double fade = classic ? std::clamp(distance - 3, 0.0, 1.0) : 1;
      const double forward =
          0.5 * fade * sampled(texels, config.columns, config.rows, u, v, &SurfTexel::forward);
      const double height = 2 * fade * sampled(texels, config.columns, config.rows, u, v, &SurfTexel::height);
      ASSERT_NEAR(static_cast<double>(d[3 * k]), forward * static_cast<double>(maps.direction[k].x), 1e-4);
      ASSERT_NEAR(static_cast<double>(d[3 * k + 1]), forward * static_cast<double>(maps.direction[k].y),
                  1e-4);
      ASSERT_NEAR(static_cast<double>(d[3 * k + 2]), height, 1e-4);
      ASSERT_NEAR(static_cast<double>(foam[k]),
                  sampled(texels, config.columns, config.rows, u, v, &SurfTexel::foam), 1e-4);
      faded += distance < 3 && d[3 * k + 2] == 0, moved += height > 0.1;
    }
    EXPECT_GT(moved, 1000);
    if (classic) {
      EXPECT_GT(faded, 1000);
    }
  }
}

TEST_F(SurfJob, FramesAreTheSameBitsOnEveryBackEnd) {
  for (const NoiseSpace space : {NoiseSpace::world, NoiseSpace::arc}) {
    SurfConfig config;
    config.shore = shore();
    config.preset = SurfPreset::plunging;
    config.noise_space = space;
    const SurfModel model = config.model();
    std::vector<Hash128> first;
    for (const Exec& exec : test_backends()) {
      SCOPED_TRACE(backend_name(exec));
      Buffer<SurfTexel> texture(exec, int64_t{config.columns} * config.rows);
      fill_surf_texture(exec, model, config.columns, config.rows, texture.view());
      const SurfFrames frames(exec, config, model, read_shore_bake({config.shore}, space == NoiseSpace::arc),
                              texture);
      const FrameMaps f = frames.frame(0.3);
      const std::vector<Hash128> hashes{
          content_hash(exec, f.displacement.view()), content_hash(exec, f.normal.view()),
          content_hash(exec, f.foam.view()), content_hash(exec, f.water.view())};
      if (first.empty()) first = hashes;
      EXPECT_EQ(hashes, first);
    }
    expect_golden(space == NoiseSpace::arc ? "surf/shore arc displacement" : "surf/shore world displacement",
                  first[0]);
  }
}

// Where a curve begins, its arc jumps from the whole length to 0, and the noise must not.
TEST_F(SurfJob, ArcNoiseClosesOnEachShoreline) {
  SurfConfig config;
  config.shore = shore();
  config.noise_space = NoiseSpace::arc;
  const SurfModel model = config.model();
  const Exec exec = Exec::cpu();
  const Buffer<SurfTexel> texture(exec, int64_t{config.columns} * config.rows);
  const SurfFrames frames(exec, config, model, read_shore_bake({shore()}, true), texture);
  const ShoreBakeMaps& maps = frames.shore();
  const std::vector<float> noise = frames.noise().to_host("t");
  // Of n along the arc: both sines at their steepest, with wave numbers rounded up by at most one cycle.
  const SurfNoise n;
  std::map<float, int> seams;
  for (int32_t j = 0; j < maps.grid.height; ++j)
    for (int32_t i = 1; i < maps.grid.width; ++i) {
      const auto k = static_cast<std::size_t>(j * maps.grid.width + i);
      const float whole = maps.perimeter_m[k];
      const double scale = config.noise_factor(model), turn = 2 * M_PI / static_cast<double>(whole);
      const double steepest =
          std::abs(n.sine) * (scale * n.sine_k + turn) + n.cosine * (scale * n.cosine_k + turn);
      if (whole != maps.perimeter_m[k - 1]) continue;
      double along = std::abs(static_cast<double>(maps.arc_m[k]) - static_cast<double>(maps.arc_m[k - 1]));
      if (along > 0.5 * static_cast<double>(whole)) {
        along = static_cast<double>(whole) - along;
        ++seams[whole];
      }
      ASSERT_LE(std::abs(static_cast<double>(noise[k] - noise[k - 1])), steepest * along + 1e-5)
          << i << " " << j;
    }
  EXPECT_GT(seams.size(), 1u) << "seams of several coasts were seen";
}

}  // namespace
}  // namespace ocean
