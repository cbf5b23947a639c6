// SPDX-License-Identifier: Apache-2.0
//
// The surf: physics of the wave's life, shape of its profile.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "kernels/wave/surf_profile.h"

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

std::vector<SurfModel> models() {
  return {surf_model(sea(0.6, 8, 0.03, false)), surf_model(sea(1.5, 10, 0.03, false)),
          surf_model(sea(1.8, 12, 0.08, true)), surf_model(sea(4, 12, 0.03, false))};
}

double v_of(int j) { return (j + 0.5) / kRows; }

struct Curve {
  std::vector<double> x, z;
};
Curve curve(const SurfModel& m, double v, int n = 4096) {
  const SurfRow row = surf_row(m, v);
  Curve c;
  for (int i = 0; i <= n; ++i) {
    const double u = static_cast<double>(i) / n;
    const SurfPoint p = surf_point(m, row, u);
    c.x.push_back(u * m.width_m + p.forward_m);
    c.z.push_back(p.height_m);
  }
  return c;
}

double height_of(const Curve& c) { return *std::max_element(c.z.begin(), c.z.end()); }

// The curve as a function of x at n even places; x rises.
std::vector<double> resampled(const Curve& c, int n) {
  std::vector<double> out;
  std::size_t k = 0;
  for (int i = 0; i < n; ++i) {
    const double x = c.x.back() * i / n;
    while (c.x[k + 1] < x) ++k;
    out.push_back(c.z[k] + (c.z[k + 1] - c.z[k]) * (x - c.x[k]) / (c.x[k + 1] - c.x[k]));
  }
  return out;
}

struct Moments {
  double skewness, asymmetry;
};
// Of the series that a gauge sees: time runs against x. Asymmetry: of the Hilbert transform, by a plain DFT.
Moments moments(std::vector<double> z) {
  std::reverse(z.begin(), z.end());
  const int n = static_cast<int>(z.size());
  double mean = 0;
  for (const double v : z) mean += v / n;
  std::vector<double> hilbert(z.size(), 0);
  for (int k = 1; k < n / 2; ++k) {
    std::complex<double> c = 0;
    for (int i = 0; i < n; ++i)
      c += z[static_cast<std::size_t>(i)] *
           std::polar(1.0 / n, -2 * std::numbers::pi * ((int64_t{k} * i) % n) / n);
    for (int i = 0; i < n; ++i)
      hilbert[static_cast<std::size_t>(i)] +=
          2 * (std::complex<double>(0, -1) * c *
               std::polar(1.0, 2 * std::numbers::pi * ((int64_t{k} * i) % n) / n))
                  .real();
  }
  double two = 0, three = 0, turned = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double v = z[i] - mean;
    two += v * v / n;
    three += v * v * v / n;
    turned += hilbert[i] * hilbert[i] * hilbert[i] / n;
  }
  // Ruessink's sign: a wave that is pitched forward has an asymmetry below 0.
  return {three / std::pow(two, 1.5), turned / std::pow(two, 1.5)};
}

// Ruessink et al. 2012, written once more with the library's functions.
Moments ruessink_curves(double ursell) {
  const double b = 0.857 / (1 + std::exp((-0.471 - std::log10(ursell)) / 0.297));
  const double psi = (-90 + 90 * std::tanh(0.815 / std::pow(ursell, 0.672))) * std::numbers::pi / 180;
  return {b * std::cos(psi), b * std::sin(psi)};
}

TEST(Surf, WaveNumberSolvesTheDispersionRelation) {
  for (const double depth : {0.01, 0.3, 2.0, 20.0, 500.0})
    for (const double period : {1.5, 5.0, 12.0, 25.0}) {
      const double omega = 2 * std::numbers::pi / period, k = wave_number(omega, depth, 9.81);
      EXPECT_NEAR(9.81 * k * std::tanh(k * depth) / (omega * omega), 1, 1e-12) << depth << " " << period;
    }
}

TEST(Surf, BirthHasLinearTheorysHeight) {
  for (const SurfModel& m : models()) {
    // Energy flux: cg H^2 is that of deep water.
    const double k = wave_number(m.omega, m.p.birth_depth_m, 9.81), q = k * m.p.birth_depth_m;
    const double cg = 0.5 * m.omega / k * (1 + 2 * q / std::sinh(2 * q)), deep = 0.5 * 9.81 / m.omega;
    EXPECT_NEAR(m.birth_height_m, m.p.height_m * std::sqrt(deep / cg), 1e-9);
  }
}

TEST(Surf, HeightFollowsGreensLawUpToBreaking) {
  for (const SurfModel& m : models()) {
    int tested = 0;
    for (int j = 0; j < kRows; ++j) {
      const double v = v_of(j);
      if (v < m.p.edge + m.p.grow + 1e-9 || v >= m.v_break) continue;
      const double depth = m.p.birth_depth_m * (1 - v / m.v_swash);
      const double green = m.birth_height_m * std::pow(depth / m.p.birth_depth_m, -0.25);
      EXPECT_NEAR(height_of(curve(m, v)) / green, 1, 0.01) << v;
      ++tested;
    }
    EXPECT_GT(tested, 20);
  }
}

TEST(Surf, BreaksWhereHeightOverDepthIsGamma) {
  for (const SurfModel& m : models()) {
    int first_foam = -1, first_over = -1;
    for (int j = 0; j < kRows && (first_foam < 0 || first_over < 0); ++j) {
      const SurfRow row = surf_row(m, v_of(j));
      double foam = 0;
      for (int i = 0; i < kColumns; ++i) foam = std::max(foam, surf_point(m, row, (i + 0.5) / kColumns).foam);
      if (first_foam < 0 && (foam > 0 || row.shear_m > 0)) first_foam = j;
      const double depth = m.p.birth_depth_m * (1 - v_of(j) / m.v_swash);
      const double height = m.birth_height_m * std::pow(m.p.birth_depth_m / depth, 0.25);
      if (first_over < 0 && height / depth >= m.p.gamma) first_over = j;
    }
    EXPECT_NEAR(first_foam, first_over, 1);
    EXPECT_NEAR(m.break_height_m / m.break_depth_m, m.p.gamma, 1e-12);
  }
}

TEST(Surf, SkewnessAndAsymmetryAreRuessinks) {
  for (const SurfModel& m : models()) {
    int tested = 0;
    for (int j = 0; j < kRows; j += 3) {
      const double v = v_of(j);
      if (v < m.p.edge + m.p.grow || v >= m.v_break) continue;
      const double depth = surf_depth(m, v), k = wave_number(m.omega, depth, 9.81);
      const double height = surf_height(m, depth);
      const double ursell = 0.75 * (height / 2) * k / std::pow(k * depth, 3);
      const Moments is = moments(resampled(curve(m, v), 128)), should = ruessink_curves(ursell);
      EXPECT_NEAR(is.skewness, should.skewness, 0.1 * std::abs(should.skewness)) << v << " Ur " << ursell;
      EXPECT_NEAR(is.asymmetry, should.asymmetry, 0.1 * std::abs(should.asymmetry)) << v << " Ur " << ursell;
      ++tested;
    }
    EXPECT_GT(tested, 8);
  }
}

TEST(Surf, CrestMovesTowardTheFront) {
  const SurfModel m = surf_model(sea(1.5, 10, 0.03, false));
  double last = 0.4;
  for (double v = 0.1; v < m.v_break; v += 0.05) {
    const double crest = surf_row(m, v).form.crest;
    EXPECT_GT(crest, last);
    last = crest;
  }
  EXPECT_LT(last, 0.9);
}

TEST(Surf, FoldsOnlyWhenPlunging) {
  for (const SurfModel& m : models()) {
    int folded = 0, folded_outside = 0;
    for (int j = 0; j < kRows; ++j) {
      const Curve c = curve(m, v_of(j), 1024);
      bool folds = false;
      for (std::size_t i = 1; i < c.x.size(); ++i) folds = folds || c.x[i] <= c.x[i - 1];
      folded += folds;
      const double since = (v_of(j) - m.v_break) / m.life_speed();
      folded_outside += folds && (since <= 0 || since > 2 * m.p.lip_periods);
    }
    EXPECT_EQ(folded > 0, m.p.plunging);
    EXPECT_EQ(folded_outside, 0);
    EXPECT_GT(folded, m.p.plunging ? 10 : -1);
  }
}

TEST(Surf, LipOverhangsAndSlopeSaysSo) {
  const SurfModel m = surf_model(sea(1.8, 12, 0.08, true));
  const SurfRow row = surf_row(m, m.v_break + 0.6 * m.p.lip_periods * m.life_speed());
  double steepest = 0;
  for (int i = 0; i < kColumns; ++i)
    steepest = std::max(steepest, std::abs(surf_point(m, row, (i + 0.5) / kColumns).slope));
  EXPECT_GT(steepest, std::numbers::pi / 2);
}

TEST(Surf, NoFoamBeforeBreaking) {
  for (const SurfModel& m : models())
    for (int j = 0; j < kRows; ++j) {
      if (v_of(j) > m.v_break) break;
      const SurfRow row = surf_row(m, v_of(j));
      for (int i = 0; i < 64; ++i) ASSERT_EQ(surf_point(m, row, (i + 0.5) / 64).foam, 0) << j;
    }
}

TEST(Surf, SpillingFoamStartsSoonAndStaysOnTheBeach) {
  const SurfModel m = surf_model(sea(1.5, 10, 0.03, false));
  const auto most = [&](double v) {
    const SurfRow row = surf_row(m, v);
    double foam = 0;
    for (int i = 0; i < kColumns; ++i) foam = std::max(foam, surf_point(m, row, (i + 0.5) / kColumns).foam);
    return foam;
  };
  EXPECT_GT(most(m.v_break + 0.3 * m.life_speed()), 0.9);
  EXPECT_GT(most(m.v_swash), 0.9);
  EXPECT_GT(most(0.5 * (m.v_swash + 1)), 0.3);
  for (int j = 0; j < kRows; ++j) ASSERT_LE(most(v_of(j)), 1);
}

TEST(Surf, EndsAreZeroWithSlopeZero) {
  for (const SurfModel& m : models())
    for (int j = 0; j < kRows; ++j) {
      const SurfRow row = surf_row(m, v_of(j));
      for (const double end : {0.0, 1.0}) {
        const double inside = end == 0 ? 1e-4 : 1 - 1e-4;
        const SurfPoint at = surf_point(m, row, end), near = surf_point(m, row, inside);
        ASSERT_NEAR(at.height_m, 0, 1e-9 * m.break_height_m) << j;
        ASSERT_NEAR(at.forward_m, 0, 1e-9 * m.width_m) << j;
        // C1: the first difference over h is of the order of h.
        ASSERT_LT(std::abs(near.height_m) / 1e-4, 0.06 * m.break_height_m) << j << " " << end;
        ASSERT_LT(std::abs(near.forward_m) / 1e-4, 0.06 * m.width_m) << j << " " << end;
        ASSERT_EQ(at.foam, 0);
      }
    }
}

TEST(Surf, FirstAndLastRowAreFlat) {
  for (const SurfModel& m : models())
    for (const double v : {v_of(0), v_of(kRows - 1)}) {
      const SurfRow row = surf_row(m, v);
      for (int i = 0; i < kColumns; ++i) {
        const SurfPoint p = surf_point(m, row, (i + 0.5) / kColumns);
        EXPECT_NEAR(p.height_m, 0, 1e-6);
        EXPECT_NEAR(p.forward_m, 0, 1e-6);
        ASSERT_NEAR(p.foam, 0, 1e-12);  // v clamps: else it would stand far inland
      }
    }
}

TEST(Surf, SwashReachesTheRunUpAndComesBack) {
  const SurfModel m = surf_model(sea(1.8, 12, 0.08, true));
  double farthest = 0;
  for (double v = m.v_swash; v < 1; v += 0.001) {
    const SurfRow row = surf_row(m, v);
    for (int i = 0; i < kColumns; ++i) {
      const double u = (i + 0.5) / kColumns, x = surf_detail::inland_m(m, row, u);
      // Water above the beach.
      if (x > 0 && surf_point(m, row, u).height_m > m.p.slope * x + 1e-4) farthest = std::max(farthest, x);
    }
  }
  EXPECT_LE(farthest, m.reach_m);
  EXPECT_GT(farthest, 0.6 * m.reach_m);
  EXPECT_NEAR(m.runup_m,
              m.p.slope / std::sqrt(m.p.height_m / (9.81 * 144 / (2 * std::numbers::pi))) * m.p.height_m,
              1e-9);
}

}  // namespace
}  // namespace ocean
