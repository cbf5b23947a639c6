// SPDX-License-Identifier: Apache-2.0
//
// Wet mask, imprint, the moving window, field capture.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "kernels/fluid/inputs/domain.h"
#include "kernels/fluid/inputs/field_capture.h"
#include "kernels/fluid/inputs/layers.h"
#include "kernels/fluid/places.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean::fluid {
namespace {

const Exec& host() {
  static const Exec exec = Exec::cpu(2);
  return exec;
}

TEST(FluidWetMask, DriesByItsTimeOnceDensityIsGone) {
  const WetParameters p{4, 8};
  Buffer<float> density(host(), "d", {0, 1, 0.2f}), wet(host(), 3);
  wet.fill_zero();
  for (int k = 0; k < 48; ++k) update_wet(host(), p, 1.0f / 48, density.view(), {}, wet.view());
  const std::vector<float> soaked = wet.to_host("w");
  EXPECT_EQ(soaked[0], 0);
  EXPECT_GT(soaked[1], 0.9f);
  EXPECT_LT(soaked[1], 1.0f);
  EXPECT_GT(soaked[2], 0.4f);
  density.fill_zero();
  constexpr float dt = 1.0f / 60;
  for (int k = 1; k <= 1800; ++k) {
    update_wet(host(), p, dt, density.view(), {}, wet.view());
    if (k % 300 != 0) continue;
    const double want = soaked[1] * std::exp(-static_cast<double>(k) * dt / 8);
    EXPECT_NEAR(wet.to_host("w")[1] / want, 1, 1e-4) << k;  // bar: 1 %
  }
  Buffer<float> painted(host(), "p", {0.7f, 0, 0});
  update_wet(host(), p, dt, density.view(), painted.view(), wet.view());
  EXPECT_EQ(wet.to_host("w")[0], 0.7f);
}

TEST(FluidImprint, FadesAndIsPressedAgain) {
  Buffer<float> painted(host(), "p", {0.8f, 0}), imprint(host(), "i", {0, 0.5f});
  update_imprint(host(), 2, 0.5f, painted.view(), imprint.view());
  EXPECT_EQ(imprint.to_host("i")[0], 0.8f);
  EXPECT_NEAR(imprint.to_host("i")[1], 0.5 * std::exp(-0.25), 1e-6);
}

// A static pattern of the world under a window that wanders: what stayed inside keeps its bits.
void wander(const Exec& exec, Index<2> n, const std::vector<Index<2>>& steps) {
  const auto pattern = [](int64_t x, int64_t y) {
    const auto h = static_cast<uint64_t>(x * 73856093 ^ y * 19349663) * 0x9E3779B97F4A7C15u;
    return static_cast<float>(h >> 40) / 16777216.0f - 0.5f + 1e-8f;
  };
  std::vector<float> first(static_cast<size_t>(count_of(n)));
  for (int64_t k = 0; k < count_of(n); ++k) {
    const Index<2> i = index_at(n, k);
    first[static_cast<size_t>(k)] = pattern(i[0], i[1]);
  }
  GridBuffer<float, 2> now(exec, n), next(exec, n);
  copy_in(exec, "pattern", now.buffer().data(), first.data(), now.buffer().bytes());
  int64_t x = 0, y = 0, moved[2] = {0, 0};
  // Where cells of the world are still what they were: the boxes' intersection so far.
  int64_t low[2] = {0, 0}, high[2] = {n[0], n[1]};
  for (const Index<2>& by : steps) {
    shift_cells<2>(exec, now.view(), by, 99.0f, next.view());
    std::swap(now, next);
    x += by[0];
    y += by[1];
    const int64_t corner[2] = {x, y};
    for (int a = 0; a < 2; ++a) {
      moved[a] += std::abs(by[a]);
      low[a] = std::max(low[a], corner[a]);
      high[a] = std::min(high[a], corner[a] + n[a]);
    }
  }
  const std::vector<float> last = to_host<2>(exec, now.view());
  int64_t kept = 0;
  for (int64_t k = 0; k < count_of(n); ++k) {
    const Index<2> i = index_at(n, k);
    const int64_t wx = x + i[0], wy = y + i[1];
    const bool inside = wx >= low[0] && wx < high[0] && wy >= low[1] && wy < high[1];
    const float got = last[static_cast<size_t>(k)];
    if (inside) {
      ++kept;
      ASSERT_EQ(got, pattern(wx, wy)) << wx << " " << wy;
    } else {
      ASSERT_EQ(got, 99.0f);
    }
  }
  EXPECT_GT(kept, 0);
  EXPECT_GE(moved[0], 1000);
  EXPECT_GE(moved[1], 1000);
}

TEST(FluidWindow, QuantisedMovesKeepEveryBit) {
  std::vector<Index<2>> steps;
  // There and back along a path, moves by the quantiser: 1100 cells each way on both axes, at most 60 from
  // the start.
  int64_t at[2] = {0, 0};
  int64_t there[2] = {0, 0}, back[2] = {0, 0};
  for (int k = 1; k <= 5000; ++k) {
    const double t = k * 0.0173;
    const double path[2] = {7.77 * std::sin(2.1 * t), 6.13 * std::sin(1.7 * t + 0.4) - 6.13 * std::sin(0.4)};
    Index<2> by;
    for (int a = 0; a < 2; ++a) {
      const int64_t to = window_cells(path[a], 0, 0.25);
      by[a] = static_cast<int32_t>(to - at[a]);
      (by[a] > 0 ? there : back)[a] += std::abs(by[a]);
      at[a] = to;
    }
    steps.push_back(by);
  }
  for (int a = 0; a < 2; ++a) {
    EXPECT_GE(there[a], 1000);
    EXPECT_GE(back[a], 1000);
  }
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    wander(exec, {{160, 140}}, steps);
  }
}

TEST(FluidWindow, ContinuousMovesBlurAndWholeOnesDoNot) {
  GridBuffer<float, 2> in(host(), Index<2>{{32, 32}}), out(host(), Index<2>{{32, 32}});
  for (int64_t k = 0; k < in.count(); ++k) in.view()[k] = k % 2 == 0 ? 1.0f : -1.0f;
  shift_smoothly<2>(host(), in.view(), {3, -2}, 0, out.view());
  EXPECT_EQ(out.view()(Index<2>{{4, 5}}), in.view()(Index<2>{{7, 3}}));
  shift_smoothly<2>(host(), in.view(), {0.5f, 0}, 0, out.view());
  EXPECT_EQ(out.view()(Index<2>{{4, 5}}), 0);
}

TEST(FluidCapture, MapsDistancesAndFlows) {
  const FluidGrid<2> g{{{20, 10}}, {100, 50}, 0.5};
  const Grid map{98, 48, 2, 8, 6};
  std::vector<float> heights(48);
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 8; ++i)
      heights[static_cast<size_t>(j * 8 + i)] =
          static_cast<float>(0.25 * (98 + 2 * (i + 0.5)) - (48 + 2 * (j + 0.5)));
  Buffer<float> values(host(), "heights", heights);
  GridBuffer<float, 2> cells(host(), g.n);
  capture_map<2>(host(), g, CaptureAt::cells, map, values.view(), 2, 1, cells.view());
  const Place<2> p = place_of(g, -1, Index<2>{{7, 3}});
  EXPECT_NEAR(cells.view()(Index<2>{{7, 3}}), 2 * (0.25 * p.x[0] - p.x[1]) + 1, 1e-4);

  Index<2> corners{{21, 11}};
  GridBuffer<float, 2> distance(host(), corners);
  for (int64_t k = 0; k < distance.count(); ++k) distance.view()[k] = 1e9f;
  Buffer<CaptureShape> shapes(host(), "shapes", {{{2, 2, 0}, {2, 2, 0}, 0.5}, {{5, 1, 0}, {8, 1, 0}, 0.25}});
  capture_shapes<2>(host(), g, CaptureAt::corners, shapes.view(), distance.view());
  EXPECT_NEAR(distance.view()(Index<2>{{4, 4}}), -0.5, 1e-6);   // the disc's centre
  EXPECT_NEAR(distance.view()(Index<2>{{12, 4}}), 0.75, 1e-6);  // 1 m above the bar

  GridBuffer<float, 2> u(host(), g.n), v(host(), g.n), share(host(), g.n);
  Buffer<FlowSegment> flow(host(), "flow", {{{1, 1, 0}, {1, 4, 0}, 1, 1, 3, 0.5f}});
  GridView<float, 2> const velocity[2] = {u.view(), v.view()};
  capture_flow<2>(host(), g, flow.view(), velocity, share.view());
  EXPECT_FLOAT_EQ(v.view()(Index<2>{{2, 4}}), 3);
  EXPECT_FLOAT_EQ(u.view()(Index<2>{{2, 4}}), 0);
  EXPECT_NEAR(share.view()(Index<2>{{2, 4}}), 0.25,
              1e-6);  // a quarter of a metre from the line, reach half a metre
  EXPECT_EQ(share.view()(Index<2>{{6, 4}}), 0);
}

TEST(FluidCapture, VolumesAtCorners) {
  const FluidGrid<3> g{{{6, 6, 6}}, {1, 1, 1}, 0.5};
  std::vector<float> values(8 * 8 * 8);
  for (int k = 0; k < 512; ++k)
    values[static_cast<size_t>(k)] = static_cast<float>(
        0.5 + (k % 8 + 0.5) * 0.5 - 2 * (k / 64 + 0.5) * 0.5);  // x - 2z + .5, voxels of .5 from 0
  Buffer<float> v(host(), "volume", values);
  GridBuffer<float, 3> corners(host(), Index<3>{{7, 7, 7}});
  capture_volume(host(), g, {v.data(), {8, 8, 8}, {0, 0, 0}, 0.5}, corners.view());
  EXPECT_NEAR(corners.view()(Index<3>{{3, 2, 1}}), 0.5 + 2.5 - 2 * 1.5, 1e-5);
}

TEST(FluidLayers, SameBitsOnEveryBackEnd) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Index<2> n{{97, 61}};
    std::mt19937 random(9);
    std::vector<float> host_density(static_cast<size_t>(count_of(n)));
    for (float& d : host_density) d = static_cast<float>(random() >> 8) / 16777216.0f - 0.4f;
    GridBuffer<float, 2> density(exec, n), wet(exec, n), moved(exec, n);
    copy_in(exec, "density", density.buffer().data(), host_density.data(), density.buffer().bytes());
    for (int k = 0; k < 5; ++k)
      update_wet(exec, {3, 2}, 0.05f, std::as_const(density).buffer().view(), {}, wet.buffer().view());
    expect_golden("fluidin/wet", content_hash(exec, wet.buffer()));
    shift_smoothly<2>(exec, wet.view(), {0.3f, -4.6f}, 0, moved.view());
    expect_golden("fluidin/window continuous", content_hash(exec, moved.buffer()));
    const FluidGrid<2> g{n, {-3, 2}, 0.1};
    Buffer<FlowSegment> flow(exec, "flow",
                             {{{1, 1, 0}, {4, 3, 0}, 1, 2, 3, 1}, {{4, 3, 0}, {9, 2, 0}, 2, 1, 2, 1}});
    GridView<float, 2> const velocity[2] = {density.view(), wet.view()};
    capture_flow<2>(exec, g, flow.view(), velocity, moved.view());
    expect_golden("fluidin/spline flow", content_hash(exec, moved.buffer()));
  }
}

}  // namespace
}  // namespace ocean::fluid
