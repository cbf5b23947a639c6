// SPDX-License-Identifier: Apache-2.0
//
// The filtered recipe, vorticity, flow maps and their detail.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "kernels/fluid/inputs/filtered_fluid.h"
#include "kernels/fluid/inputs/flow_map.h"
#include "kernels/fluid/places.h"
#include "kernels/fluid/project.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean::fluid {
namespace {

const Exec& host() {
  static const Exec exec = Exec::cpu(2);
  return exec;
}

TEST(FluidFiltered, KernelsAreSymmetricAndSumToOne) {
  EXPECT_EQ(kFilterWidths[0], 15);
  EXPECT_EQ(kFilterWidths[kFilters - 1], 5);
  for (const int32_t width : kFilterWidths)
    for (const FilterKernel& k : {gaussian_kernel(width), centre_heavy_kernel(width)}) {
      ASSERT_EQ(k.width, width);
      double sum = 0;
      for (int i = 0; i < width; ++i) {
        sum += static_cast<double>(k.tap[i]);
        EXPECT_EQ(k.tap[i], k.tap[width - 1 - i]);
      }
      EXPECT_NEAR(sum, 1, 1e-6);
      for (int i = width; i < kWidestFilter; ++i) EXPECT_EQ(k.tap[i], 0);
    }
  EXPECT_GT(centre_heavy_kernel(9).tap[4], gaussian_kernel(9).tap[4] + 0.2f);
}

TEST(FluidFiltered, TwoPassesAreTheConvolutionInThePlane) {
  const Index<2> n{{41, 33}};
  GridBuffer<float, 2> in(host(), n), scratch(host(), n), out(host(), n);
  std::mt19937 random(3);
  for (int64_t k = 0; k < in.count(); ++k)
    in.view()[k] = static_cast<float>(random() >> 8) / 8388608.0f - 1.0f;
  for (const int32_t width : kFilterWidths) {
    const FilterKernel kernel = centre_heavy_kernel(width);
    filter_separable(host(), kernel, {}, in.view(), scratch.view(), out.view());
    double worst = 0;
    for (int64_t c = 0; c < in.count(); ++c) {
      const Index<2> i = index_at(n, c);
      double want = 0;
      for (int q = 0; q < width; ++q)
        for (int p = 0; p < width; ++p) {
          const auto mirrored = [](int32_t x, int32_t size) {
            return x < 0 ? -1 - x : (x >= size ? 2 * size - 1 - x : x);
          };
          const Index<2> j{{mirrored(i[0] + p - width / 2, n[0]), mirrored(i[1] + q - width / 2, n[1])}};
          want += static_cast<double>(kernel.tap[p]) * static_cast<double>(kernel.tap[q]) *
                  static_cast<double>(in.view()(j));
        }
      worst = std::max(worst, std::abs(want - static_cast<double>(out.view()[c])));
    }
    EXPECT_LE(worst, 1e-6) << width;
  }
}

// Random velocities on faces, or a blob's.
struct RandomFlow {
  FluidGrid<2> grid;
  Sides<2> sides;
  Geometry<2> geometry;
  FaceBuffers<float, 2> u;
  GridBuffer<float, 2> b, q;
  RandomFlow(const Exec& exec, Index<2> n, bool smooth)
      : grid{n, {}, 0.1},
        sides(open_sides()),
        geometry(exec, grid, sides, {}, false),
        u(exec, grid),
        b(exec, n),
        q(exec, n) {
    std::mt19937 random(17);
    for (int a = 0; a < 2; ++a) {
      const auto values = sampled(grid, a, [&](const Place<2>& p) {
        if (smooth)
          return std::exp(-(std::pow(p.x[0] - 3, 2) + std::pow(p.x[1] - 2, 2)) * 3) * (a == 0 ? 1 : -0.4);
        return static_cast<double>(random() >> 8) / 8388608.0 - 1.0;
      });
      copy_in(exec, "u", u.axis[a].buffer().data(), values.data(), u.axis[a].buffer().bytes());
    }
    Buffer<Sums> partial(exec, 4096), sums(exec, 1);
    negative_divergence<2>(exec, grid, geometry.weights(), u.view(), b.buffer().view(), partial.data(),
                           sums.data());
  }
  static Sides<2> open_sides() {
    Sides<2> s;
    for (auto& side : s.of) side[0].kind = side[1].kind = SideKind::open;
    return s;
  }
};

TEST(FluidFiltered, ThreeIterationsCutTheDivergenceToAThird) {
  for (const bool smooth : {false, true}) {
    RandomFlow f(host(), {{96, 64}}, smooth);
    FilteredPressure filter(host(), f.grid, f.sides);
    double last = 1;
    for (int iterations = 1; iterations <= 4; ++iterations) {
      filter.solve(f.geometry.weights(), f.b.buffer().view(), 0, iterations, f.q.buffer().view());
      const double rest = filter.residual(f.geometry.weights(), f.b.buffer().view(), f.q.buffer().view());
      EXPECT_LT(rest, last);
      last = rest;
      if (iterations == 3) {
        EXPECT_LE(rest, 1.0 / 3) << (smooth ? "blob" : "noise");
      }
    }
  }
}

TEST(FluidFiltered, FeedbackZeroKeepsNoHistory) {
  RandomFlow f(host(), {{48, 40}}, true);
  FilteredPressure filter(host(), f.grid, f.sides);
  filter.solve(f.geometry.weights(), f.b.buffer().view(), 0, 3, f.q.buffer().view());
  const std::vector<float> clean = f.q.buffer().to_host("q");
  for (const float feedback : {0.0f, 0.5f}) {
    for (int64_t k = 0; k < f.q.count(); ++k) f.q.view()[k] = static_cast<float>(k % 5);
    filter.solve(f.geometry.weights(), f.b.buffer().view(), feedback, 3, f.q.buffer().view());
    EXPECT_EQ(f.q.buffer().to_host("q") == clean, feedback == 0);
  }
}

SolverParameters<2> plume(Index<2> n) {
  SolverParameters<2> p;
  p.grid = {n, {}, 0.05};
  p.sides = RandomFlow::open_sides();
  p.sides.of[1][0].kind = SideKind::closed_slip;
  p.forces.gravity[1] = -9.81f;
  p.forces.temperature_lift = 0.1f;
  p.scalars.resize(2);
  p.scalars[0].name = "density";
  p.scalars[1].name = "temperature";
  p.density_scalar = 0;
  p.temperature_scalar = 1;
  return p;
}

TEST(FluidFiltered, APlumeRises) {
  const SolverParameters<2> p = plume({{64, 96}});
  FilteredFluid f(host(), p, {}, {0.6f, 3});
  const auto blob = sampled(p.grid, -1, [](const Place<2>& q) {
    return std::pow(q.x[0] - 1.6, 2) + std::pow(q.x[1] - 0.8, 2) < 0.09 ? 1.0 : 0.0;
  });
  f.restore("temperature", blob);
  f.restore("density", blob);
  const auto height = [&] {
    double sum = 0, moment = 0;
    const auto d = to_host<2>(host(), f.scalar(0));
    for (size_t k = 0; k < d.size(); ++k) {
      sum += d[k];
      moment += d[k] * place_of(p.grid, -1, index_at(p.grid.n, static_cast<int64_t>(k))).x[1];
    }
    return moment / sum;
  };
  const double before = height();
  for (int k = 0; k < 60; ++k) {
    const StepStats s = f.step(1.0 / 48);
    EXPECT_LT(s.residual, 0.7);
    EXPECT_LT(s.most_speed, 20);
  }
  EXPECT_GT(height(), before + 0.2);
  EXPECT_THROW(FilteredFluid(host(), p, {}, {0.5f, 0}), std::invalid_argument);
}

TEST(FluidMaps, VorticityOfATurningDisc) {
  const FluidGrid<2> g{{{24, 18}}, {}, 0.25};
  FaceBuffers<float, 2> u(host(), g);
  for (int a = 0; a < 2; ++a) {
    const auto values =
        sampled(g, a, [&](const Place<2>& p) { return a == 0 ? -1.5 * p.x[1] : 1.5 * p.x[0]; });
    copy_in(host(), "u", u.axis[a].buffer().data(), values.data(), u.axis[a].buffer().bytes());
  }
  GridBuffer<float, 2> x(host(), g.n), y(host(), g.n), w(host(), g.n);
  GridView<float, 2> const centre[2] = {x.view(), y.view()};
  centre_velocity<2>(host(), u.view(), centre);
  vorticity(host(), x.view(), y.view(), 0.25f, w.view());
  for (int64_t k = 0; k < w.count(); ++k) ASSERT_NEAR(w.view()[k], 3, 1e-4);
  surface_divergence<2>(host(), u.view(), 0.25f, w.view());
  for (int64_t k = 0; k < w.count(); ++k) ASSERT_NEAR(w.view()[k], 0, 1e-5);
}

TEST(FluidMaps, MeansOverTimeAndBorders) {
  const FluidGrid<2> g{{{10, 8}}, {}, 1};
  FlowSums sums(host(), g);
  FaceBuffers<float, 2> u(host(), g);
  for (const float speed : {1.0f, 4.0f}) {
    for (int64_t k = 0; k < u.axis[0].count(); ++k) u.axis[0].view()[k] = speed;
    sums.add(host(), u.view(), 1, speed == 1 ? 0.75 : 0.25);
  }
  GridBuffer<float, 2> unrest(host(), g.n);
  sums.means(host(), u.view(), unrest.view());
  EXPECT_FLOAT_EQ(u.axis[0].view()[3], 1.75f);
  EXPECT_EQ(u.axis[1].view()[3], 0);
  EXPECT_EQ(unrest.view()[30], 0);

  // An obstacle's cells take on what flows beside them.
  GridBuffer<float, 2> x(host(), g.n), y(host(), g.n);
  std::vector<uint8_t> is_open(80, 1);
  for (int j = 2; j < 7; ++j)
    for (int i = 3; i < 8; ++i) is_open[static_cast<size_t>(j * 10 + i)] = 0;
  for (int64_t k = 0; k < 80; ++k) x.view()[k] = is_open[static_cast<size_t>(k)] != 0 ? 2.0f : -50.0f;
  Buffer<uint8_t> open(host(), "open", is_open);
  extend_over_border(host(), open.view(), 1, x.view(), y.view());
  EXPECT_EQ(x.view()(Index<2>{{3, 2}}), 2);
  EXPECT_EQ(x.view()(Index<2>{{5, 4}}), 0);
  extend_over_border(host(), open.view(), 100, x.view(), y.view());
  for (int64_t k = 0; k < 80; ++k) ASSERT_EQ(x.view()[k], 2.0f);
}

TEST(FluidMaps, TheDetailLoopsAndFollowsTheFlow) {
  const Index<2> n{{96, 48}};
  GridBuffer<float, 2> u(host(), n), v(host(), n), a(host(), n), b(host(), n);
  for (int64_t k = 0; k < u.count(); ++k) u.view()[k] = 2;
  FlowDetail d{0.1f, 6, 1, 0, 5};
  flow_detail(host(), d, u.view(), v.view(), a.view());
  d.phase = 1;
  flow_detail(host(), d, u.view(), v.view(), b.view());
  EXPECT_EQ(a.buffer().to_host("a"), b.buffer().to_host("b"));
  // A sixteenth of the period on, the picture is most like the first one 1.25 cells downstream.
  d.phase = 1.0f / 16;
  flow_detail(host(), d, u.view(), v.view(), b.view());
  const auto unlike = [&](int shift) {
    double sum = 0;
    for (int32_t j = 0; j < n[1]; ++j)
      for (int32_t i = 10; i < n[0] - 10; ++i)
        sum += std::abs(b.view()(Index<2>{{i, j}}) - a.view()(Index<2>{{i - shift, j}}));
    return sum;
  };
  EXPECT_LT(unlike(1), 0.75 * unlike(0));
  EXPECT_LT(unlike(1), 0.75 * unlike(-1));
}

TEST(FluidMaps, SameBitsOnEveryBackEnd) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const SolverParameters<2> p = plume({{50, 70}});
    FilteredFluid f(exec, p, {}, {0.6f, 3});
    f.restore("temperature",
              sampled(p.grid, -1, [](const Place<2>& q) { return q.x[1] < 1 ? q.x[0] : 0.0; }));
    f.restore("density", sampled(p.grid, -1, [](const Place<2>& q) { return q.x[1] < 1 ? q.x[0] : 0.0; }));
    FlowSums sums(exec, p.grid);
    for (int k = 0; k < 6; ++k) {
      f.step(0.02);
      sums.add(exec, f.velocity(), 0.05f, 1);
    }
    expect_golden("fluidin/filtered density", content_hash(exec, f.scalar(0).flat()));
    expect_golden("fluidin/filtered pressure", content_hash(exec, f.pressure().flat()));
    FaceBuffers<float, 2> mean(exec, p.grid);
    GridBuffer<float, 2> unrest(exec, p.grid.n), x(exec, p.grid.n), y(exec, p.grid.n), out(exec, p.grid.n);
    sums.means(exec, mean.view(), unrest.view());
    GridView<float, 2> const centre[2] = {x.view(), y.view()};
    centre_velocity<2>(exec, mean.view(), centre);
    expect_golden("fluidin/flow mean", content_hash(exec, x.buffer()));
    flow_foam(exec, unrest.buffer().view(), 0.3f, out.buffer().view());
    expect_golden("fluidin/flow foam", content_hash(exec, out.buffer()));
    vorticity(exec, x.view(), y.view(), 0.05f, out.view());
    expect_golden("fluidin/vorticity", content_hash(exec, out.buffer()));
    flow_detail(exec, {0.05f, 5, 1, 0.3f, 2}, x.view(), y.view(), out.view());
    expect_golden("fluidin/flow detail", content_hash(exec, out.buffer()));
  }
}

}  // namespace
}  // namespace ocean::fluid
