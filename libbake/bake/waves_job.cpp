// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/waves_job.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "libbake/bake/picture_output.h"
#include "libbake/bake/wave_draw.h"
#include "libbake/bake/wave_spectrum.h"
#include "libbake/bake/wave_table.h"
#include "libbake/bake/wave_timeline.h"
#include "libbake/bake/waves_preview.h"
#include "libbake/bake/waves_promises.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/image.h"
#include "libbake/io/outputs.h"
#include "libbake/io/wave_set.h"

namespace ocean {
namespace {

constexpr std::size_t kMostLogged = 32;
constexpr double kHeightTolerance = 0.01;  // of a spectrum's significant height, before it is warned about
constexpr int64_t kBytesPerWave = 512, kCsvBytesPerWave = 240, kPreviewBytes = 3 << 20;

// To n significant digits, for people.
std::string digits(double value, double per_unit = 1e4) {
  return shortest(std::floor(value * per_unit + 0.5) / per_unit);
}

// The largest steepness that works, rounded down to three digits.
std::string nearest(double steepness, double limit) {
  const double most = steepness / limit;
  double per_unit = 1000;
  while (per_unit * most < 100 && per_unit < 1e12) per_unit *= 10;
  return shortest(std::floor(most * per_unit) / per_unit);
}

std::string remedy(const WavesConfig& c, double limit) {
  if (!c.timeline.empty())
    return "make its sets with " + nearest(1, limit) + " of their steepness, or let them overlap less";
  if (!c.waves.empty()) return "multiply every steepness by " + nearest(1, limit);
  if (c.steepness_range)
    return "use --steepness-range " + nearest((*c.steepness_range)[0], limit) + "," +
           nearest((*c.steepness_range)[1], limit) + " or less";
  return "use --steepness " + nearest(c.steepness, limit) + " or less";
}

const char* steepness_field(const WavesConfig& c) {
  if (!c.timeline.empty()) return "timeline";
  if (!c.waves.empty()) return "waves";
  return c.steepness_range ? "--steepness-range" : "--steepness";
}

void check_folds(const WavesConfig& c, const FoldLimits& folds, RunReport& report) {
  if (folds.exact > 1 + kFoldSlack && !c.allow_loops)
    throw Error(
        ErrorKind::usage, steepness_field(c),
        "makes a surface that folds over itself: the largest eigenvalue of the sum of Q*k*A*d*d^T is " +
            digits(folds.exact) + " (sum of Q*k*A " + digits(folds.sum) + "), above 1; " +
            remedy(c, folds.exact) + ", or pass --allow-loops");
  if (folds.exact > 1 + kFoldSlack)
    report.warn("the surface folds over itself: the largest eigenvalue of the sum of Q*k*A*d*d^T is " +
                digits(folds.exact) + ", above 1");
  else if (folds.sum > 1 + kFoldSlack)
    report.warn("the sum of Q*k*A is " + digits(folds.sum) +
                ", above 1; only the directions keep the surface from folding (largest eigenvalue " +
                digits(folds.exact) + ")");
}

struct Sea {
  WaveSet set;
  SeaSummary summary;
  std::optional<double> spectrum_height_m;
};

Sea make_sea(const WavesConfig& c) {
  Sea sea;
  sea.set = c.timeline.empty() ? make_wave_set(c) : join_timeline(c.timeline);
  sea.summary = summary_of(sea.set);
  if (c.spectrum != SeaSpectrum::none) sea.spectrum_height_m = 4 * elem::sqrt(total_energy(spectrum_of(c)));
  return sea;
}

std::vector<std::string> summary_lines(const Sea& sea) {
  std::vector<std::string> lines;
  lines.push_back(std::to_string(sea.set.waves.size()) + " waves, " + (sea.set.fades() ? "largest " : "") +
                  "significant height " + digits(sea.summary.height_m) + " m" +
                  (sea.spectrum_height_m ? " (spectrum " + digits(*sea.spectrum_height_m) + " m)" : ""));
  lines.push_back("sum of QkA " + digits(sea.summary.folds.sum) + ", largest eigenvalue " +
                  digits(sea.summary.folds.exact) + " (loops above 1)");
  lines.push_back("longest period " + digits(sea.summary.longest_period_s) + " s, sideways at most " +
                  digits(sea.summary.horizontal_m) + " m");
  return lines;
}

void report_sea(const Sea& sea, RunReport& report) {
  const SeaSummary& s = sea.summary;
  report.add("waves", static_cast<int64_t>(sea.set.waves.size()));
  report.add("significant_height_m", s.height_m);
  if (sea.spectrum_height_m) report.add("spectrum_height_m", *sea.spectrum_height_m);
  report.add("sum_qka", s.folds.sum);
  report.add("largest_eigenvalue", s.folds.exact);
  report.add("longest_period_s", s.longest_period_s);
  report.add("horizontal_m", s.horizontal_m);
  report.add_json("table", wave_json(sea.set));
  if (!(s.height_m > 0)) report.warn("no wave has an amplitude: the sea is flat");
  for (const std::string& line : wave_table(sea.set, kMostLogged)) log_info(line);
  for (const std::string& line : summary_lines(sea)) log_info(line);
  if (sea.spectrum_height_m && std::abs(s.height_m / *sea.spectrum_height_m - 1) > kHeightTolerance)
    report.warn("the set's significant height of " + digits(s.height_m) + " m is not the spectrum's " +
                digits(*sea.spectrum_height_m) + " m: --length-range leaves out the rest of its energy");
}

void write_set(const Sea& sea, OutputSet& outputs) {
  OutputRecord record;
  record.file = outputs.name() + ".waves.json";
  record.role = "waves";
  record.format = "json";
  record.facts["waves"] = std::to_string(sea.set.waves.size());
  outputs.write_bytes(std::move(record), wave_set_text(sea.set));
  outputs.fact("significant_height_m", shortest(sea.summary.height_m));
  if (sea.spectrum_height_m) outputs.fact("spectrum_height_m", shortest(*sea.spectrum_height_m));
  outputs.fact("sum_qka", shortest(sea.summary.folds.sum));
  outputs.fact("largest_eigenvalue", shortest(sea.summary.folds.exact));
  outputs.fact("longest_period_s", shortest(sea.summary.longest_period_s));
  outputs.fact("max_horizontal_m", shortest(sea.summary.horizontal_m));
}

void write_table(const WaveSet& set, OutputSet& outputs) {
  OutputRecord record;
  record.file = outputs.name() + "_waves.csv";
  record.role = "table";
  record.format = "csv";
  outputs.write_bytes(std::move(record), wave_csv(set));
}

Plan plan_waves(const WavesConfig& c, const JobSettings& settings) {
  Plan plan;
  for (const TimelineEntry& entry : c.timeline) plan.inputs.push_back(entry.set);
  const int64_t count = c.waves.empty() ? c.wave_count() : static_cast<int64_t>(c.waves.size());
  const bool known = c.timeline.empty();
  if (!known) plan.inexact = "the sets of the timeline say how many waves there are";
  plan.outputs = {{settings.name + ".waves.json", "wave set", known ? 1024 + kBytesPerWave * count : 0}};
  if (c.csv)
    plan.outputs.push_back(
        {settings.name + "_waves.csv", "table", known ? 256 + kCsvBytesPerWave * count : 0});
  if (c.preview) plan.outputs.push_back({settings.name + "_preview.png", "picture", kPreviewBytes});
  return plan;
}

void run_waves(const WavesConfig& c, JobContext& job) {
  Sea sea;
  {
    const auto stage = job.report().stage("waves");
    sea = make_sea(c);
    check_folds(c, sea.summary.folds, job.report());
    report_sea(sea, job.report());
  }
  std::optional<Picture> picture;
  if (c.preview) {
    const auto stage = job.report().stage("preview");
    picture = waves_picture(sea.set, c.preview_time, job.name(), summary_lines(sea), job.report().warnings());
  }
  const auto stage = job.report().stage("write");
  write_set(sea, job.outputs());
  if (c.csv) write_table(sea.set, job.outputs());
  if (picture) write_picture(*picture, "preview", job.outputs());
}

}  // namespace

const Job& waves_job() {
  static const Job job = [] {
    Job made = make_job<WavesConfig, plan_waves, run_waves>(
        {.tool = "oceanbake",
         .name = "waves",
         .summary =
             "Makes a wave set: Gerstner waves from a median, a spectrum, a list, or a timeline of sets.",
         .details =
             "A set is a NAME.waves.json that gerstner, curves, spray and 'oceanbake waves probe' read, so "
             "that all "
             "of them are one sea. It is always in metres and world axes (x east, y north, z up), whatever "
             "the "
             "target. Wave i has the phase k*(x,y) - omega*t + phase; x and y move by Q*A*cos, z by "
             "A*sin.\n\n"
             "Random draws are keyed by the wave's index: more waves or another median leave the others' "
             "direction "
             "and multiplier as they are. A sum of Q*k*A up to 1 cannot fold over itself; above, the largest "
             "eigenvalue of the sum of Q*k*A*d*d^T decides, and a set that folds is refused without "
             "--allow-loops.",
         .examples = {"oceanbake waves --name calm --length-median 6 --amplitude-ratio 0.006 --out out",
                      "oceanbake waves --name north --spectrum jonswap --wind-speed 14 --fetch 200000 "
                      "--direction-from-deg 340 --count 64 --out out",
                      "oceanbake waves probe out/calm.waves.json --at 0,0,12.5,3 --time 4"}});
    made.promises = check_waves_promises;
    return made;
  }();
  return job;
}

}  // namespace ocean
