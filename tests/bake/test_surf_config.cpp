// SPDX-License-Identifier: Apache-2.0
//
// Whatever the options: either a refusal, or a texture that keeps the promises of every surf.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "kernels/wave/surf_profile.h"
#include "libbake/bake/surf_config.h"
#include "libbake/core/error.h"

namespace ocean {
namespace {

constexpr int kColumns = 256;

class Dice {
 public:
  explicit Dice(uint64_t seed) : random_(seed) {}
  double between(double low, double high) { return low + (high - low) * unit_(random_); }
  double scale(double low, double high) { return low * std::pow(high / low, unit_(random_)); }
  bool one_in(int n) { return unit_(random_) * n < 1; }

 private:
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> unit_{0, 1};
};

// Inside the options' own ranges; most of them at their defaults.
SurfConfig some_config(Dice& dice) {
  SurfConfig c;
  c.rows = dice.one_in(4) ? 16 : 48;
  c.preset = static_cast<SurfPreset>(static_cast<int>(dice.between(0, 4)));
  if (dice.one_in(2)) c.height = dice.scale(0.01, 50);
  if (dice.one_in(2)) c.period = dice.scale(0.5, 30);
  if (dice.one_in(2)) c.slope = dice.scale(0.001, 1);
  if (dice.one_in(4)) c.birth_depth = dice.scale(0.01, 1000);
  if (dice.one_in(4)) c.width = dice.scale(0.01, 1e4);
  if (dice.one_in(4)) c.v_swash = dice.between(0.2, 0.97);
  if (dice.one_in(4)) c.breaker = static_cast<BreakerChoice>(static_cast<int>(dice.between(0, 3)));
  SurfParams& w = c.wave;
  if (dice.one_in(4)) w.gamma = dice.between(0.3, 1.5);
  if (dice.one_in(4)) w.gravity = dice.scale(0.1, 100);
  if (dice.one_in(4)) w.swash_periods = dice.scale(0.1, 5);
  if (dice.one_in(4)) w.grow = dice.between(0, 0.5);
  if (dice.one_in(4)) w.orbit = dice.between(0, 1);
  if (dice.one_in(4)) w.front = dice.between(0, 0.98);
  if (dice.one_in(4)) w.front_periods = dice.scale(0.01, 5);
  if (dice.one_in(4)) w.lip_throw = dice.scale(0.2, 5);
  if (dice.one_in(4)) w.lip_periods = dice.scale(0.02, 1);
  if (dice.one_in(4)) w.bore_height = dice.between(0, 1);
  if (dice.one_in(4)) w.runup = dice.between(0, 10);
  if (dice.one_in(4)) w.swash_depth = dice.between(0, 1);
  if (dice.one_in(4)) w.foam_rise_periods = dice.scale(0.01, 5);
  if (dice.one_in(4)) w.wet_periods = dice.scale(0.01, 100);
  return c;
}

std::string broken_promise(const SurfModel& m, int rows) {
  for (int j = 0; j < rows; ++j) {
    const double v = (j + 0.5) / rows;
    const SurfRow row = surf_row(m, v);
    const auto here = [&](const char* what, int i) {
      return std::string(what) + " at row " + std::to_string(j) + " column " + std::to_string(i);
    };
    const bool is_flat = j == 0 || j == rows - 1;
    const bool may_fold = m.p.plunging && row.since_break > 0 && row.since_break < 2 * m.p.lip_periods;
    double last = -1e300;
    for (int i = 0; i <= kColumns; ++i) {
      const double u = static_cast<double>(i) / kColumns;
      const SurfPoint p = surf_point(m, row, u);
      for (const double value : {p.forward_m, p.height_m, p.foam, p.slope, p.wetness})
        if (!std::isfinite(value)) return here("no number", i);
      if (p.height_m < -1e-6 * m.break_height_m) return here("below the troughs", i);
      if (p.foam < 0 || p.foam > 1 || p.wetness < 0 || p.wetness > 1) return here("no share", i);
      if (v <= m.v_break && p.foam > 0) return here("foam before breaking", i);
      const bool is_end = i == 0 || i == kColumns;
      if ((is_flat || is_end) && std::max(std::abs(p.forward_m), p.height_m) > 1e-6 * m.width_m)
        return here("not flat", i);
      const double x = u * m.width_m + p.forward_m;
      if (!may_fold && x <= last) return here("folds", i);
      last = x;
    }
  }
  return {};
}

TEST(SurfConfig, IsRefusedOrKeepsEveryPromise) {
  Dice dice(20);
  int kept = 0, plunging = 0, refused = 0;
  for (int k = 0; k < 1500; ++k) {
    const SurfConfig config = some_config(dice);
    Problems problems;
    config.check(problems);
    if (!problems.empty()) {
      ++refused;
      continue;
    }
    const SurfModel m = config.model();
    ++kept;
    plunging += m.p.plunging;
    ASSERT_EQ(broken_promise(m, config.rows), "")
        << k << ": height " << m.p.height_m << " period " << m.p.period_s << " slope " << m.p.slope
        << " birth depth " << m.p.birth_depth_m << " width " << m.width_m;
  }
  EXPECT_GT(kept, 200);
  EXPECT_GT(plunging, 50);
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace ocean
