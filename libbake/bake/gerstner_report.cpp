// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/gerstner_report.h"

#include <algorithm>
#include <cmath>

#include "libbake/bake/picture_output.h"
#include "libbake/core/error.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr std::size_t kMostLines = 16;  // waves whose costs are logged one by one
constexpr double kLargeChange = 0.1;    // relative, of length or speed
constexpr double kLargeTurn_deg = 5;

std::string rounded(double value) { return shortest(static_cast<float>(value)); }
std::string signed_percent(double share) {
  const double percent = std::floor(share * 1000 + 0.5) / 10;
  return (percent >= 0 ? "+" : "") + shortest(percent) + " %";
}

std::string cost_text(const SetWave& wave, const SnapCost& cost) {
  return "length " + rounded(wave.length()) + " m " + signed_percent(cost.length_change) + ", direction " +
         shortest(std::floor(cost.direction_change * 10 + 0.5) / 10) + " degrees off, speed " +
         signed_percent(cost.speed_change);
}

bool is_large(const SnapCost& cost) {
  return std::abs(cost.length_change) > kLargeChange || std::abs(cost.speed_change) > kLargeChange ||
         cost.direction_change > kLargeTurn_deg;
}

std::string costs_json(const SnappedSet& snapped) {
  JsonWriter w(0);
  w.array();
  for (const SnapCost& c : snapped.costs)
    w.object()
        .member("length_change", c.length_change)
        .member("direction_change_deg", c.direction_change)
        .member("speed_change", c.speed_change)
        .member("into", c.into)
        .end();
  return w.end().text();
}

}  // namespace

WaveBounds wave_bounds(const WaveSet& set, const FlipbookGrid& grid) {
  WaveBounds b;
  const double side = std::min(grid.length_x, grid.length_y);
  for (const SetWave& w : set.waves) {
    const double amplitude = w.amplitude * w.weight, forward = w.steepness * amplitude;
    b.vertical_m += amplitude;
    b.horizontal_m += forward;
    b.vertical_speed += w.omega * amplitude;
    b.horizontal_speed += w.omega * forward;
    b.fold += forward * w.k();
    // Fading waves change their weight too: at most all of their displacement.
    const double turn = static_cast<double>(w.cycles % grid.frames) / grid.frames;
    const double step = w.fade ? 2 * forward : 2 * forward * std::abs(elem::sin(0.5 * kTwoPi * turn));
    b.step_tiles += step / side;
  }
  return b;
}

void check_folds(const WaveSet& set, bool allow_loops, RunReport& report) {
  const FoldLimits limits = fold_limits(set);
  report.add("fold_sum", limits.sum);
  report.add("fold_exact", limits.exact);
  log_info("steepness: sum of Q*k*A " + rounded(limits.sum) + ", limit over all phases " +
           rounded(limits.exact) + " (crests fold above 1)");
  if (limits.exact <= 1 + kFoldSlack) {
    if (limits.sum > 1 + kFoldSlack)
      log_info("the sum is above 1, but the waves' directions keep the surface from folding");
    return;
  }
  const std::string what = "crests fold over themselves: the waves' steepness is " + rounded(limits.exact) +
                           " times what stays single valued; multiply every steepness by " +
                           rounded(std::floor(1e4 / limits.exact) / 1e4) + " or less";
  if (!allow_loops) throw Error(ErrorKind::usage, "--waves", what + ", or pass --allow-loops");
  report.warn(what);
}

void report_costs(const WaveSet& wish, const SnappedSet& snapped, RunReport& report) {
  if (snapped.merged > 0)
    log_info("snap: " + std::to_string(snapped.merged) + " of " + std::to_string(wish.waves.size()) +
             " waves share a cell of the tile with another and were merged by energy");
  std::size_t large = 0, worst = 0;
  const auto size = [](const SnapCost& c) {
    return std::max({std::abs(c.length_change), std::abs(c.speed_change), c.direction_change / 60});
  };
  for (std::size_t i = 0; i < snapped.costs.size(); ++i) {
    if (is_large(snapped.costs[i])) ++large;
    if (size(snapped.costs[i]) > size(snapped.costs[worst])) worst = i;
    if (snapped.costs.size() <= kMostLines)
      log_info("snap: wave " + std::to_string(i) + ": " + cost_text(wish.waves[i], snapped.costs[i]));
  }
  report.add("snap_error", snapped.error);
  report.add_json("snap", costs_json(snapped));
  log_info("snap: amplitude-weighted error " + percent_text(snapped.error));
  if (large == 0) return;
  report.warn(std::to_string(large) + " of " + std::to_string(wish.waves.size()) +
              " waves change by more than a tenth or 5 degrees to fit tile and loop; the worst is wave " +
              std::to_string(worst) + ": " + cost_text(wish.waves[worst], snapped.costs[worst]) +
              "; pass --fit 0.2, a larger --tile or a longer --period");
}

void record_proof(const FlipbookSea& sea, const LoopProof& proof, OutputSet& outputs) {
  JsonWriter loop(0);
  loop.object().member("loops", !sea.set().fades()).member("frames", sea.grid().frames);
  loop.member("period_s", sea.grid().period_s);
  if (!sea.set().fades()) loop.member("max_error", proof.loop_error);
  outputs.fact("loop", loop.end().text());
  JsonWriter tile(0);
  tile.object().member("length_x_m", sea.grid().length_x).member("length_y_m", sea.grid().length_y);
  outputs.fact("tile", tile.member("max_error", proof.tile_error).end().text());
}

void record_loop(const FlipbookSea& sea, const SnappedSet& snapped, const WaveBounds& bounds,
                 const TargetTraits& target, OutputSet& outputs) {
  JsonWriter w(0);
  w.object().member("horizontal_m", bounds.horizontal_m).member("vertical_m", bounds.vertical_m);
  w.member("horizontal", bounds.horizontal_m / target.unit_m)
      .member("vertical", bounds.vertical_m / target.unit_m);
  outputs.fact("culling_bounds", w.member("unit", std::string(target.unit)).end().text());
  const FoldLimits limits = fold_limits(sea.set());
  JsonWriter f(0);
  outputs.fact("fold", f.object().member("sum", limits.sum).member("limit", limits.exact).end().text());
  outputs.fact("snap", costs_json(snapped));
  outputs.fact("snap_error", shortest(snapped.error));
  outputs.fact("fps", shortest(sea.grid().frames / sea.grid().period_s));
}

void write_baked_set(const WaveSet& set, OutputSet& outputs) {
  OutputRecord record;
  record.file = outputs.name() + ".waves.json";
  record.role = "waves";
  record.format = "json";
  outputs.write_bytes(std::move(record), wave_set_text(set));
}

void write_pictures(const FlipbookPictures& pictures, OutputSet& outputs) {
  write_picture(pictures.sheet, "preview", outputs);
  OutputRecord animation;
  animation.role = "preview";
  animation.file = outputs.name() + "_preview.gif";
  animation.format = "gif";
  const std::string bytes = gif_bytes(animation.file, pictures.loop, pictures.frames_per_s);
  outputs.write_bytes(std::move(animation), bytes);
}

std::vector<std::string> preview_lines(const FlipbookSea& sea, const SnappedSet& snapped,
                                       const WaveBounds& bounds) {
  const FlipbookGrid& grid = sea.grid();
  const FoldLimits limits = fold_limits(sea.set());
  return {std::to_string(sea.set().waves.size()) + " waves on a tile of " + shortest(grid.length_x) + " x " +
              shortest(grid.length_y) + " m, " + std::to_string(grid.frames) + " frames of " +
              std::to_string(grid.width) + "x" + std::to_string(grid.height) + " in " +
              shortest(grid.period_s) + " s",
          "at most " + rounded(bounds.vertical_m) + " m up or down and " + rounded(bounds.horizontal_m) +
              " m sideways; steepness " + rounded(limits.exact) + " of 1",
          "snapping changed the waves by " + percent_text(snapped.error) + " (weighted by amplitude)"};
}

}  // namespace ocean
