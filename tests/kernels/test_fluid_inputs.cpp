// SPDX-License-Identifier: Apache-2.0
//
// The swept hash and the painter, against loops over all strokes.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "kernels/fluid/inputs/domain.h"
#include "kernels/fluid/inputs/painter.h"
#include "kernels/fluid/places.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean::fluid {
namespace {

template <int Dim>
FluidGrid<Dim> unit_grid(int32_t n, double spacing = 1) {
  FluidGrid<Dim> g;
  for (int a = 0; a < Dim; ++a) g.n[a] = n;
  g.spacing_m = spacing;
  return g;
}

// Layers with all their arrays.
template <int Dim>
struct Layers {
  GridBuffer<float, Dim> added[kPaintScalars], level[kPaintScalars], velocity[Dim], share, wetness, imprint;
  PaintLayers<Dim> view;
  Layers(const Exec& exec, const FluidGrid<Dim>& g) {
    const auto make = [&](GridBuffer<float, Dim>& b) {
      b = GridBuffer<float, Dim>(exec, g.n);
      return b.view();
    };
    for (int k = 0; k < kPaintScalars; ++k) {
      view.added[k] = make(added[k]);
      view.level[k] = make(level[k]);
    }
    for (int a = 0; a < Dim; ++a) view.velocity[a] = make(velocity[a]);
    view.share = make(share);
    view.wetness = make(wetness);
    view.imprint = make(imprint);
  }
};

std::vector<Stroke> random_strokes(int count, float side, float least, float most, float way, uint32_t seed) {
  std::mt19937 random(seed);
  const auto in = [&](float a, float b) {
    return a + (b - a) * static_cast<float>(random() >> 8) / 16777216.0f;
  };
  std::vector<Stroke> strokes;
  for (int k = 0; k < count; ++k) {
    Stroke s;
    s.from = {in(-2, side + 2), in(-2, side + 2), in(-2, side + 2)};
    s.to = {s.from.x + in(-way, way), s.from.y + in(-way, way), s.from.z + in(-way, way)};
    s.radius = in(least, most);
    s.velocity = {in(-1, 1), in(-1, 1), in(-1, 1)};
    s.brush = k % 2;
    s.strength = in(0.5f, 1.5f);
    strokes.push_back(s);
  }
  return strokes;
}

std::vector<Brush> two_brushes() {
  Brush a, b;
  a.rate[kPaintDensity] = 3;
  a.velocity_share = 0.7f;
  a.wetness = 1;
  b.core = 0.5f;
  b.rate[kPaintTemperature] = 2;
  b.level[kPaintDensity] = 0.8f;
  b.velocity_share = 0.2f;
  b.imprint = 0.9f;
  return {a, b};
}

TEST(StrokeBins, AGroundOfAnotherSizeIsRefused) {
  const Exec exec = Exec::cpu(1);
  const FluidGrid<2> g = unit_grid<2>(16), other = unit_grid<2>(15);
  Buffer<Stroke> strokes(exec, "strokes", random_strokes(3, 16, 0.2f, 2, 4, 5));
  StrokeBins<2> bins(exec, g);
  Buffer<float> right(exec, count_of(g.n)), wrong(exec, count_of(other.n));
  right.fill_zero();
  wrong.fill_zero();
  EXPECT_NO_THROW(bins.build(g, {}, strokes.view(), {right.data(), g.n}));
  EXPECT_THROW(bins.build(g, {}, strokes.view(), {wrong.data(), other.n}), std::invalid_argument);
}

template <int Dim>
void paints_as_a_loop_over_all() {
  const Exec exec = Exec::cpu(2);
  const FluidGrid<Dim> g = unit_grid<Dim>(Dim == 2 ? 70 : 22);
  const auto strokes = random_strokes(120, static_cast<float>(g.n[0]), 0.2f, 6, 25, 5);
  const auto brushes = two_brushes();
  Buffer<Stroke> s(exec, "strokes", strokes);
  Buffer<Brush> b(exec, "brushes", brushes);
  StrokeSpace space;
  StrokeBins<Dim> bins(exec, g);
  bins.build(g, space, s.view());
  Layers<Dim> layers(exec, g);
  paint<Dim>(exec, bins, s.view(), b.view(), space, 0.1f, layers.view);
  double worst = 0, most = 0;
  for (int64_t c = 0; c < count_of(g.n); ++c) {
    const Place<Dim> p = place_of(g, -1, index_at(g.n, c));
    double density = 0, wet = 0, share = 0, level = 0;
    for (const Stroke& k : strokes) {
      const double from[3] = {k.from.x, k.from.y, k.from.z}, to[3] = {k.to.x, k.to.y, k.to.z};
      const double radius = std::max(k.radius, kLeastRadius<Dim>);
      // The time in the ball, by stepping; the nearest place of the way.
      double along = 0, length2 = 0, gap2 = 0;
      for (int a = 0; a < Dim; ++a) {
        along += (p.x[a] - from[a]) * (to[a] - from[a]);
        length2 += (to[a] - from[a]) * (to[a] - from[a]);
      }
      for (int a = 0; a < Dim; ++a)
        gap2 += std::pow(from[a] + std::clamp(along / length2, 0.0, 1.0) * (to[a] - from[a]) - p.x[a], 2);
      const double nearest = std::sqrt(gap2);
      constexpr int kSteps = 1000;
      int inside = 0;
      for (int t = 0; t < kSteps; ++t) {
        double d2 = 0;
        for (int a = 0; a < Dim; ++a) {
          const double e = from[a] + (to[a] - from[a]) * (t + 0.5) / kSteps - p.x[a];
          d2 += e * e;
        }
        inside += d2 <= radius * radius ? 1 : 0;
      }
      if (nearest > radius) continue;
      const Brush& brush = brushes[static_cast<size_t>(k.brush)];
      const double r = nearest / radius, core = brush.core;
      const double t = r <= core ? 0 : (r - core) / (1 - core), w = 1 - t * t * (3 - 2 * t);
      density += brush.rate[kPaintDensity] * k.strength * w * 0.1 * inside / kSteps;
      level = std::max(level, brush.level[kPaintDensity] * k.strength * w);
      wet = std::max(wet, brush.wetness * w);
      share += brush.velocity_share * w;
    }
    const auto differ = [&](const GridBuffer<float, Dim>& got, double want) {
      worst = std::max(worst, std::abs(static_cast<double>(got.view()[c]) - want));
    };
    differ(layers.added[kPaintDensity], density);
    differ(layers.level[kPaintDensity], level);
    differ(layers.wetness, wet);
    differ(layers.share, std::min(share, 1.0));
    most = std::max(most, density);
  }
  EXPECT_GT(most, 0.05);
  EXPECT_LT(worst, 6e-3);  // the stepped way's own error
}

TEST(FluidInputs, PaintsAsALoopOverAllStrokes) {
  paints_as_a_loop_over_all<2>();
  paints_as_a_loop_over_all<3>();
}

// What the bins leave out is nowhere near: every overlap of the plain loop is among the counted ones.
TEST(FluidInputs, LooksAtFewStrokesThatMiss) {
  const Exec exec = Exec::cpu(2);
  for (const float way : {0.0f, 1.5f, 12.0f})
    for (const float most : {0.8f, 1.6f, 2.9f, 4.0f, 12.0f}) {
      const FluidGrid<2> g = unit_grid<2>(128);
      const auto strokes = random_strokes(400, 128, most / 2, most, way, 11);
      Buffer<Stroke> s(exec, "strokes", strokes);
      StrokeBins<2> bins(exec, g);
      bins.build(g, {}, s.view());
      const BinCounts counts = count_candidates(exec, bins);
      int64_t overlaps = 0;
      const BinView<2> v = bins.view();
      for (size_t k = 0; k < strokes.size(); ++k)
        for (int64_t c = 0; c < count_of(g.n); ++c) {
          const Index<2> i = index_at(g.n, c);
          const Capsule<2>& capsule = v.capsule[k];
          if (!(capsule.radius > 0)) break;
          const float place[2] = {static_cast<float>(i[0]) + 0.5f, static_cast<float>(i[1]) + 0.5f};
          overlaps += overlap_of(capsule, place).distance <= capsule.radius ? 1 : 0;
        }
      SCOPED_TRACE("radius " + std::to_string(most) + ", way " + std::to_string(way));
      EXPECT_EQ(counts.overlaps, overlaps);
      EXPECT_GT(overlaps, 500);
      EXPECT_LE(counts.candidates, 8 * counts.overlaps);
    }
  const FluidGrid<3> g = unit_grid<3>(40);
  for (const float most : {1.2f, 2.5f, 6.0f}) {
    const auto strokes = random_strokes(300, 40, most / 2, most, 2, 12);
    Buffer<Stroke> s(exec, "strokes", strokes);
    StrokeBins<3> bins(exec, g);
    bins.build(g, {}, s.view());
    const BinCounts counts = count_candidates(exec, bins);
    EXPECT_GT(counts.overlaps, 1000);
    EXPECT_LE(counts.candidates, 8 * counts.overlaps) << most;
  }
}

// A foot of 5 cm that falls through the water's slab at 50 m/s: above it in one tick, below it in the next.
TEST(FluidInputs, AFastFootPaints) {
  const Exec exec = Exec::cpu(2);
  const FluidGrid<2> g = unit_grid<2>(64, 0.05);
  const double tick = 1.0 / 24;
  Stroke s;
  s.from = {1.625f, 1.625f, 1.1f};
  s.to = {1.625f, 1.625f, static_cast<float>(1.1 - 50 * tick)};
  s.radius = 0.05f;
  s.velocity = {0, 0, -50};
  StrokeSpace space;
  space.slab_low = -0.02f;
  space.slab_high = 0.02f;
  Buffer<Stroke> strokes(exec, "strokes", {s});
  Buffer<Brush> brushes(exec, "brushes", two_brushes());
  StrokeBins<2> bins(exec, g);
  Layers<2> layers(exec, g);
  const auto painted = [&] {
    paint<2>(exec, bins, strokes.view(), brushes.view(), space, static_cast<float>(tick), layers.view);
    double sum = 0, wet = 0;
    for (int64_t c = 0; c < count_of(g.n); ++c) {
      sum += layers.added[kPaintDensity].view()[c];
      wet = std::max(wet, static_cast<double>(layers.wetness.view()[c]));
    }
    return std::pair(sum, wet);
  };
  bins.build(g, space, strokes.view());
  const auto [sum, wet] = painted();
  EXPECT_GT(sum, 0);
  EXPECT_GT(wet, 0.99);
  // It spends (slab + two radii)/50 m/s there.
  double most = 0;
  for (int64_t c = 0; c < count_of(g.n); ++c)
    most = std::max(most, static_cast<double>(layers.added[kPaintDensity].view()[c]));
  EXPECT_LE(most, 3 * (0.04 + 0.1) / 50 * 1.0001);
  // Both ends outside on the same side: nothing.
  Stroke above = s;
  above.to.z = 0.5f;
  strokes = Buffer<Stroke>(exec, "strokes", {above});
  bins.build(g, space, strokes.view());
  EXPECT_TRUE(bins.empty());
  EXPECT_EQ(painted(), std::pair(0.0, 0.0));
  // The slab lies on the ground: 1 m lower ground, and the first stroke's end misses nothing, the second's
  // reach.
  GridBuffer<float, 2> ground(exec, g.n);
  for (int64_t c = 0; c < count_of(g.n); ++c) ground.view()[c] = 0.55f;
  bins.build(g, space, strokes.view(), ground.view());
  EXPECT_FALSE(bins.empty());
}

// Amounts do not depend on the tick: one long stroke leaves what its pieces leave together.
TEST(FluidInputs, AmountsAreOfTimeNotOfTicks) {
  const Exec exec = Exec::cpu(2);
  const FluidGrid<2> g = unit_grid<2>(64);
  Brush flat;
  flat.core = 0.999f;
  flat.rate[kPaintDensity] = 1;
  Buffer<Brush> brushes(exec, "brushes", {flat});
  std::vector<float> sums[2];
  for (const int pieces : {1, 8}) {
    std::vector<float>& sum = sums[pieces == 1 ? 0 : 1];
    sum.assign(64 * 64, 0);
    for (int k = 0; k < pieces; ++k) {
      const auto at = [&](int i) {
        const float t = static_cast<float>(i) / static_cast<float>(pieces);
        return Vec3f{10 + 40 * t, 20 + 15 * t, 0};
      };
      Stroke s;
      s.from = at(k);
      s.to = at(k + 1);
      s.radius = 3;
      Buffer<Stroke> strokes(exec, "strokes", {s});
      StrokeBins<2> bins(exec, g);
      bins.build(g, {}, strokes.view());
      Layers<2> layers(exec, g);
      paint<2>(exec, bins, strokes.view(), brushes.view(), {}, 1.0f / static_cast<float>(pieces),
               layers.view);
      for (size_t c = 0; c < sum.size(); ++c)
        sum[c] += layers.added[kPaintDensity].view()[static_cast<int64_t>(c)];
    }
  }
  double worst = 0, total = 0;
  for (size_t c = 0; c < sums[0].size(); ++c) {
    worst = std::max(worst, static_cast<double>(std::abs(sums[0][c] - sums[1][c])));
    total += sums[0][c];
  }
  EXPECT_LT(worst, 2e-3);
  EXPECT_NEAR(total, M_PI * 9, 0.01 * M_PI * 9);  // a disc of 9 pi cells for one second
}

TEST(FluidInputs, EmptyAndOutsideAndTiny) {
  const Exec exec = Exec::cpu(2);
  const FluidGrid<2> g = unit_grid<2>(1);
  StrokeBins<2> bins(exec, g);
  bins.build(g, {}, {});
  EXPECT_TRUE(bins.empty());
  Stroke s;
  s.from = s.to = {0.05f, 0.95f, 0};
  s.radius = 0;  // as thick as it must be to hold a centre
  Buffer<Stroke> strokes(exec, "strokes", {s});
  bins.build(g, {}, strokes.view());
  EXPECT_EQ(count_candidates(exec, bins).overlaps, 1);
  s.from = s.to = {50, 50, 0};
  strokes = Buffer<Stroke>(exec, "strokes", {s});
  bins.build(g, {}, strokes.view());
  EXPECT_TRUE(bins.empty());
}

TEST(FluidInputs, UprightPlanesTakeHeightsAsTheirSecondAxis) {
  const Exec exec = Exec::cpu(2);
  const FluidGrid<2> g = unit_grid<2>(16);
  StrokeSpace space;
  space.axis[1] = 2;
  space.axis[2] = 1;
  Stroke s;
  s.from = s.to = {3.5f, 0, 12.5f};
  s.radius = 1;
  s.velocity = {1, 7, -2};
  Buffer<Stroke> strokes(exec, "strokes", {s});
  Buffer<Brush> brushes(exec, "brushes", two_brushes());
  StrokeBins<2> bins(exec, g);
  bins.build(g, space, strokes.view());
  Layers<2> layers(exec, g);
  paint<2>(exec, bins, strokes.view(), brushes.view(), space, 1, layers.view);
  const Index<2> at{{3, 12}};
  EXPECT_FLOAT_EQ(layers.added[kPaintDensity].view()(at), 3);
  EXPECT_FLOAT_EQ(layers.velocity[0].view()(at), 1);
  EXPECT_FLOAT_EQ(layers.velocity[1].view()(at), -2);
}

TEST(FluidInputs, SameBitsOnEveryBackEnd) {
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const FluidGrid<2> g = unit_grid<2>(150);
    Buffer<Stroke> s(exec, "strokes", random_strokes(900, 150, 0.2f, 7, 20, 3));
    Buffer<Brush> b(exec, "brushes", two_brushes());
    StrokeBins<2> bins(exec, g);
    bins.build(g, {}, s.view());
    Layers<2> layers(exec, g);
    paint<2>(exec, bins, s.view(), b.view(), {}, 0.04f, layers.view);
    expect_golden("fluidin/paint density", content_hash(exec, layers.added[kPaintDensity].buffer()));
    expect_golden("fluidin/paint velocity", content_hash(exec, layers.velocity[1].buffer()));
    expect_golden("fluidin/paint imprint", content_hash(exec, layers.imprint.buffer()));
    const FluidGrid<3> g3 = unit_grid<3>(30);
    Buffer<Stroke> s3(exec, "strokes", random_strokes(300, 30, 0.2f, 5, 9, 4));
    StrokeBins<3> bins3(exec, g3);
    bins3.build(g3, {}, s3.view());
    Layers<3> layers3(exec, g3);
    paint<3>(exec, bins3, s3.view(), b.view(), {}, 0.04f, layers3.view);
    expect_golden("fluidin/paint 3d", content_hash(exec, layers3.added[kPaintTemperature].buffer()));
    GridBuffer<float, 2> half(exec, Index<2>{{75, 75}}), twice(exec, Index<2>{{300, 300}});
    resample_cells<2>(exec, layers.wetness.view(), half.view());
    resample_cells<2>(exec, layers.wetness.view(), twice.view());
    expect_golden("fluidin/resample", content_hash(exec, half.buffer()));
    expect_golden("fluidin/resample up", content_hash(exec, twice.buffer()));
  }
}

TEST(FluidInputs, ResampledMeansKeepTheirSum) {
  const Exec exec = Exec::cpu(2);
  GridBuffer<float, 2> fine(exec, Index<2>{{12, 8}}), coarse(exec, Index<2>{{3, 2}}),
      odd(exec, Index<2>{{5, 2}});
  double sum = 0;
  for (int64_t k = 0; k < fine.count(); ++k) sum += fine.view()[k] = static_cast<float>(k % 7);
  resample_cells<2>(exec, fine.view(), coarse.view());
  double mean = 0;
  for (int64_t k = 0; k < coarse.count(); ++k) mean += coarse.view()[k] * 16;
  EXPECT_NEAR(mean, sum, 1e-4);
  EXPECT_THROW(resample_cells<2>(exec, fine.view(), odd.view()), std::invalid_argument);
  // A linear field stays one between coarse cells' centres.
  for (int64_t k = 0; k < coarse.count(); ++k) coarse.view()[k] = static_cast<float>(k % 3);
  resample_cells<2>(exec, coarse.view(), fine.view());
  EXPECT_FLOAT_EQ(fine.view()(Index<2>{{5, 3}}), (5 + 0.5f) / 4 - 0.5f);
}

TEST(FluidInputs, WorkedNumbers) {
  EXPECT_DOUBLE_EQ(domain_uv(2, 0, 10), 0.7);
  EXPECT_DOUBLE_EQ(domain_uv(-1, 0, 10), 0.4);
  EXPECT_EQ(colour_to_signed(0), -1);
  EXPECT_EQ(colour_to_signed(1), 1);
  EXPECT_DOUBLE_EQ(uv_before_move(0.25, 13, 11, 10), 0.45);
  EXPECT_EQ(window_cells(10.26, 10, 0.1), 3);
  EXPECT_EQ(window_cells(9.74, 10, 0.1), -3);
}

}  // namespace
}  // namespace ocean::fluid
