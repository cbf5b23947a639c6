// SPDX-License-Identifier: Apache-2.0
//
// Maps of tiling, looping seas: against the surface at a point in double, closing bit for bit, the transform
// against the direct sum, foam's periodic state, and heights over fixed points.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/hash.h"
#include "kernels/wave/flipbook.h"
#include "kernels/wave/foam.h"
#include "kernels/wave/resample.h"
#include "kernels/wave/wave.h"
#include "kernels/wave/wave_spectrum.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

// Waves over a few octaves in all directions; fold: their sum of Q*k*A.
std::vector<SnappedWave> sea(const FlipbookGrid& grid, int count, double fold, int most = 9) {
  std::vector<SnappedWave> waves;
  for (int i = 0; i < count; ++i) {
    SnappedWave w;
    w.n = (i * 7) % (2 * most + 1) - most;
    w.m = (i * 11 + 3) % (2 * most + 1) - most;
    if (w.n == 0 && w.m == 0) w.n = 1;
    w.cycles = 1 + (i * 5) % 13;
    w.phase = 0.37 * i - std::floor(0.37 * i);
    const double kx = kTwoPi * w.n / grid.length_x, ky = kTwoPi * w.m / grid.length_y, k = std::hypot(kx, ky);
    w.amplitude = 0.3 / (1 + k);
    w.steepness = fold / (count * k * w.amplitude);
    waves.push_back(w);
  }
  return waves;
}

std::vector<Wave> waves_of(const FlipbookGrid& grid, const std::vector<SnappedWave>& snapped) {
  std::vector<Wave> waves;
  for (const SnappedWave& w : snapped)
    waves.push_back({kTwoPi * w.n / grid.length_x, kTwoPi * w.m / grid.length_y,
                     kTwoPi * static_cast<double>(w.cycles) / grid.period_s, w.phase, w.amplitude,
                     w.steepness});
  return waves;
}

struct Maps {
  std::vector<float> displacement, normal, jacobian, eigenvalue, velocity;
  friend bool operator==(const Maps&, const Maps&) = default;
};

template <class Sea>
Maps evaluate(const Exec& exec, const Sea& sea, const FrameWindow& window) {
  const int64_t n = window.texels.size();
  Buffer<float> d(exec, 3 * n), nn(exec, 3 * n), j(exec, n), e(exec, n), v(exec, 3 * n);
  sea.evaluate(window, {d.view(), nn.view(), j.view(), e.view(), v.view()});
  return {d.to_host("d"), nn.to_host("n"), j.to_host("j"), e.to_host("e"), v.to_host("v")};
}

TEST(Flipbook, IsTheSurfaceAtEachTexel) {
  const FlipbookGrid grid{33, 20, 24, 66, 40, 9};
  const auto waves = sea(grid, 12, 0.8);
  const std::vector<Wave> exact = waves_of(grid, waves);
  double sum = 0;
  for (const Wave& w : exact) sum += w.amplitude;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Flipbook flipbook(exec, grid, waves);
    for (const int64_t frame : {0, 7, 23, -3}) {
      const Maps maps = evaluate(exec, flipbook, whole_frame(grid, frame));
      for (std::size_t t = 0; t < maps.jacobian.size(); ++t) {
        const double x = (static_cast<double>(t % 33) + 0.5) * 2, y = (static_cast<double>(t / 33) + 0.5) * 2;
        const SurfacePoint p = surface_point({exact.data(), 12}, x, y, static_cast<double>(frame) * 9 / 24);
        const double slack = 2e-6 * sum * 2;
        ASSERT_NEAR(maps.displacement[3 * t], p.displacement.x, slack);
        ASSERT_NEAR(maps.displacement[3 * t + 1], p.displacement.y, slack);
        ASSERT_NEAR(maps.displacement[3 * t + 2], p.displacement.z, slack);
        ASSERT_NEAR(maps.velocity[3 * t], p.velocity.x, 1e-5);
        ASSERT_NEAR(maps.velocity[3 * t + 1], p.velocity.y, 1e-5);
        ASSERT_NEAR(maps.velocity[3 * t + 2], p.velocity.z, 1e-5);
        ASSERT_NEAR(maps.jacobian[t], p.jacobian(), 5e-6);
        const double mean = (p.jxx + p.jyy) / 2, half = (p.jxx - p.jyy) / 2;
        ASSERT_NEAR(maps.eigenvalue[t], mean - std::sqrt(half * half + p.jxy * p.jxy), 5e-6);
        if (p.jacobian() < 0.01) continue;
        // The bar is 0.01 degrees; the sine tells small angles, the cosine does not.
        const double nx = maps.normal[3 * t], ny = maps.normal[3 * t + 1], nz = maps.normal[3 * t + 2];
        const double sine =
            std::hypot(std::hypot(ny * p.normal.z - nz * p.normal.y, nz * p.normal.x - nx * p.normal.z),
                       nx * p.normal.y - ny * p.normal.x);
        ASSERT_LT(sine, std::sin(0.01 * kTwoPi / 360));
        ASSERT_GT(nz * p.normal.z, 0);
      }
    }
  }
}

TEST(Flipbook, ClosesBitForBitFarFromTheOrigin) {
  for (const auto& [width, height, frames] :
       {std::array{1, 1, 1}, std::array{7, 3, 5}, std::array{100, 30, 7}, std::array{64, 128, 16},
        std::array{1000, 1, 60}}) {
    const FlipbookGrid grid{width, height, frames, 37.5, 81, 11};
    const auto waves = sea(grid, 9, 0.7);
    for (const Exec& exec : test_backends()) {
      SCOPED_TRACE(backend_name(exec));
      const Flipbook flipbook(exec, grid, waves);
      const Maps first = evaluate(exec, flipbook, whole_frame(grid, 0));
      EXPECT_EQ(evaluate(exec, flipbook, whole_frame(grid, frames)), first);
      EXPECT_EQ(evaluate(exec, flipbook, whole_frame(grid, int64_t{frames} * 100000)), first);
      FrameWindow beyond = whole_frame(grid, -frames);
      beyond.texels.i0 = width * 900000;
      beyond.texels.j0 = -height * 800000;
      EXPECT_EQ(evaluate(exec, flipbook, beyond), first);
    }
  }
}

TEST(Flipbook, PartsAndSelectionsHaveTheBitsOfTheWhole) {
  const FlipbookGrid grid{300, 50, 8, 300, 50, 5};
  const auto waves = sea(grid, 5, 0.5);
  const Exec exec = Exec::cpu(1);
  const Flipbook flipbook(exec, grid, waves);
  const Maps whole = evaluate(exec, flipbook, whole_frame(grid, 3));
  const FrameWindow part{3, {150, 21, 140, 1}};
  const Maps some = evaluate(exec, flipbook, part);
  for (std::size_t i = 0; i < 140; ++i) ASSERT_EQ(some.jacobian[i], whole.jacobian[21 * 300 + 150 + i]);
  Buffer<float> alone(exec, 3 * 140);
  SurfaceMaps maps;
  maps.normal = alone.view();
  flipbook.evaluate(part, maps);
  EXPECT_EQ(alone.to_host("n"), some.normal);
}

TEST(Flipbook, BackEndsAgreeAndTheHashIsGolden) {
  const FlipbookGrid grid{256, 160, 32, 64, 40, 8};
  const auto direct = sea(grid, 8, 0.7, 20), many = sea({128, 64, 32, 64, 40, 8}, 200, 0.6, 25);
  const FlipbookGrid fft_grid{128, 64, 32, 64, 40, 8};
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const auto hash = [&](const auto& flipbook, const FlipbookGrid& g) {
      const int64_t n = int64_t{g.width} * g.height;
      Buffer<float> all(exec, 11 * n);
      const View<float> v = all.view();
      const auto view = [&](int64_t at, int64_t components) {
        return View<float>{v.data + at * n, components * n};
      };
      flipbook.evaluate(whole_frame(g, 5), {view(0, 3), view(3, 3), view(6, 1), view(7, 1), view(8, 3)});
      return content_hash(exec, all);
    };
    expect_golden("wave/flipbook", hash(Flipbook(exec, grid, direct), grid));
    expect_golden("wave/spectrum", hash(WaveSpectrum(exec, fft_grid, many), fft_grid));
  }
}

TEST(WaveSpectrum, EqualsTheDirectSum) {
  for (const auto& [width, height] : {std::pair{64, 32}, std::pair{128, 128}, std::pair{512, 64}}) {
    const FlipbookGrid grid{width, height, 30, 50, 70, 12};
    const auto waves = sea(grid, 300, 0.7, 15);
    double m0 = 0;
    for (const SnappedWave& w : waves) m0 += 0.5 * w.amplitude * w.amplitude;
    const double height_m = 4 * std::sqrt(m0);
    for (const Exec& exec : test_backends()) {
      SCOPED_TRACE(backend_name(exec));
      FrameWindow window = whole_frame(grid, 17);
      window.texels.i0 = 5;
      window.texels.j0 = -9;
      const Maps a = evaluate(exec, Flipbook(exec, grid, waves), window),
                 b = evaluate(exec, WaveSpectrum(exec, grid, waves), window);
      for (std::size_t i = 0; i < a.displacement.size(); ++i) {
        ASSERT_NEAR(a.displacement[i], b.displacement[i], 1e-5 * height_m);
        ASSERT_NEAR(a.velocity[i], b.velocity[i], 1e-4 * height_m);
        ASSERT_NEAR(a.normal[i], b.normal[i], 1e-5);
      }
      const WaveSpectrum spectrum(exec, grid, waves);
      EXPECT_EQ(evaluate(exec, spectrum, whole_frame(grid, 0)),
                evaluate(exec, spectrum, whole_frame(grid, 30)));
      window = whole_frame(grid, 0);
      window.texels.i0 = width * 1000;
      window.texels.j0 = height * -77;
      EXPECT_EQ(evaluate(exec, spectrum, whole_frame(grid, 0)), evaluate(exec, spectrum, window));
    }
  }
}

TEST(WaveSpectrum, RefusesWhatAMapCannotHold) {
  const Exec exec = Exec::cpu(1);
  const std::vector<SnappedWave> short_wave = {{16, 0, 1, 0, 0.1, 0}};
  EXPECT_THROW(WaveSpectrum(exec, {32, 32, 4, 10, 10, 5}, short_wave), std::invalid_argument);
  EXPECT_NO_THROW(WaveSpectrum(exec, {64, 32, 4, 10, 10, 5}, short_wave));
  EXPECT_THROW(WaveSpectrum(exec, {48, 32, 4, 10, 10, 5}, {}), std::invalid_argument);
  EXPECT_THROW(Flipbook(exec, {0, 32, 4, 10, 10, 5}, {}), std::invalid_argument);
  EXPECT_THROW(Flipbook(exec, {4, 4, 4, 10, 10, 5}, std::vector<SnappedWave>{{}}), std::invalid_argument);
  const Maps flat = evaluate(exec, Flipbook(exec, {4, 4, 4, 10, 10, 5}, {}), {0, {0, 0, 4, 4}});
  EXPECT_EQ(flat.normal[2], 1);
  EXPECT_EQ(flat.jacobian[0], 1);
  EXPECT_EQ(evaluate(exec, WaveSpectrum(exec, {4, 4, 4, 10, 10, 5}, {}), {0, {0, 0, 4, 4}}), flat);
}

TEST(Foam, HasThePeriodicStateOfManyLoops) {
  const std::vector<std::vector<float>> jacobian = {
      {1, 0.4f, -0.3f}, {0.2f, 1, 0.3f}, {1, 1, 0.45f}, {1, 0.1f, 1}};
  const FoamSource source{0.5f, 0.25f, 0.1f};
  const float decay = foam_decay(0.1, 0.35);
  EXPECT_NEAR(decay, std::exp(-0.1 / 0.35), 1e-7);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    std::vector<Buffer<float>> frames;
    for (const auto& j : jacobian) frames.emplace_back(exec, "j", j);
    Buffer<float> history(exec, 3), coverage(exec, 3);
    history.fill_zero();
    for (const auto& j : frames) foam_step(exec, source, decay, std::as_const(j).view(), history.view());
    foam_close(exec, decay, 4, history.view());
    std::vector<double> brute(3, 0.0);
    for (int loop = 0; loop < 200; ++loop)
      for (const auto& j : jacobian)
        for (std::size_t i = 0; i < 3; ++i) {
          const double t = std::clamp((static_cast<double>(j[i]) - 0.25) / 0.25, 0.0, 1.0);
          brute[i] = static_cast<double>(decay) * brute[i] + 0.1 * (1 - t * t * (3 - 2 * t));
        }
    const auto closed = history.to_host("h");
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(closed[i], brute[i], 1e-6);
    for (const auto& j : frames)
      foam_step(exec, source, decay, std::as_const(j).view(), history.view(), coverage.view());
    const auto again = history.to_host("h"), shown = coverage.to_host("c");
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(again[i], brute[i], 1e-6);
      EXPECT_EQ(shown[i], std::min(again[i], 1.0f));
    }
  }
  EXPECT_EQ(foam_decay(0.1, 0), 0);
  EXPECT_THROW(foam_decay(0, 1), std::invalid_argument);
  EXPECT_THROW(foam_decay(1e-3, 1e9), std::invalid_argument);
}

TEST(FixedHeight, StandsOverItsTexel) {
  const FlipbookGrid grid{48, 40, 16, 48, 40, 7};
  const auto waves = sea(grid, 8, 0.9, 5);
  const std::vector<Wave> exact = waves_of(grid, waves);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    Buffer<float> height(exec, 48 * 40);
    fixed_height(exec, grid, waves, whole_frame(grid, 4), height.view());
    const auto found = height.to_host("height");
    for (std::size_t k = 0; k < found.size(); k += 7) {
      // The particle that stands there, by damped fixed-point steps in double.
      const double x = static_cast<double>(k % 48) + 0.5, y = static_cast<double>(k / 48) + 0.5;
      double u = x, v = y;
      SurfacePoint p;
      for (int step = 0; step < 4000; ++step) {
        p = surface_point({exact.data(), 8}, u, v, 4.0 * 7 / 16);
        u += 0.5 * (x - u - p.displacement.x);
        v += 0.5 * (y - v - p.displacement.y);
      }
      ASSERT_NEAR(found[k], p.displacement.z, 1e-6);
    }
    // The map's own inverse sees the same water, as far as bicubic reading goes.
    Buffer<float> displacement(exec, 3 * 48 * 40), by_map(exec, 48 * 40);
    SurfaceMaps maps;
    maps.displacement = displacement.view();
    evaluate_frame(exec, grid, waves, whole_frame(grid, 4), maps);
    height_of_map(exec, grid, std::as_const(displacement).view(), by_map.view());
    const auto read = by_map.to_host("height");
    for (std::size_t k = 0; k < found.size(); ++k) ASSERT_NEAR(read[k], found[k], 0.02);
  }
}

TEST(ToWorld, ACalmSeaLeavesTheMapAndAShiftMovesIt) {
  const FlipbookGrid grid{8, 4, 4, 16, 8, 5};
  std::vector<float> map(32), shifted(96, 0);
  for (std::size_t i = 0; i < 32; ++i) map[i] = static_cast<float>(i);
  for (std::size_t i = 0; i < 32; ++i) shifted[3 * i] = 2;  // one texel to the east
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<float> in(exec, "map", map), calm(exec, "calm", std::vector<float>(96, 0)),
        east(exec, "east", shifted);
    Buffer<float> out(exec, 32);
    to_world(exec, grid, calm.view(), in.view(), out.view());
    EXPECT_EQ(out.to_host("out"), map);
    to_world(exec, grid, east.view(), in.view(), out.view());
    const auto moved = out.to_host("out");
    for (std::size_t i = 0; i < 32; ++i) EXPECT_NEAR(moved[i], map[i / 8 * 8 + (i + 7) % 8], 1e-5);
  }
}

}  // namespace
}  // namespace ocean
