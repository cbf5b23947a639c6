// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/gerstner_job.h"

#include <algorithm>
#include <cmath>

#include "libbake/bake/flipbook_preview.h"
#include "libbake/bake/flipbook_sea.h"
#include "libbake/bake/flipbook_writer.h"
#include "libbake/bake/gerstner_promises.h"
#include "libbake/bake/gerstner_report.h"
#include "libbake/bake/texture_options.h"
#include "libbake/bake/wave_snap.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr const char* kSmaller = "pass a smaller --resolution";
constexpr double kSquareSlack = 1e-9;

// Texels of a frame; they are square. Throws Error{usage}.
Resolution frame_size(const GerstnerConfig& config) {
  const double lx = config.tile[0], ly = config.tile[1];
  Resolution r = *parse_resolution(config.resolution);
  if (r.height == 0) {
    const double other = r.width * std::min(lx, ly) / std::max(lx, ly);
    const auto whole = static_cast<int32_t>(other + 0.5);
    if (whole < 1 || std::abs(whole - other) > kSquareSlack * other)
      throw Error(ErrorKind::usage, "--tile",
                  "of " + shortest(lx) + " x " + shortest(ly) + " m and --resolution " + config.resolution +
                      " give " + shortest(other) +
                      " texels on the shorter side; their ratio must make whole texels");
    return lx >= ly ? Resolution{r.width, whole} : Resolution{whole, r.width};
  }
  if (std::abs(lx / r.width - ly / r.height) > kSquareSlack * lx / r.width)
    throw Error(ErrorKind::usage, "--resolution",
                config.resolution + " on a tile of " + shortest(lx) + " x " + shortest(ly) +
                    " m makes texels of " + shortest(lx / r.width) + " x " + shortest(ly / r.height) +
                    " m; they must be square: change one of them");
  return r;
}

FrameRange frame_range(const GerstnerConfig& config, const JobSettings& settings, bool fades) {
  if (!settings.frames) return {0, config.loop_frames - 1};
  if (!config.grid.empty())
    throw Error(ErrorKind::usage, "--frames",
                "is a part of the loop, but --grid is an atlas of all of it; drop one");
  constexpr int64_t kMostFrame = (int64_t{1} << 31) - 2;
  const FrameRange range = *settings.frames;
  if (range.last > (fades ? kMostFrame : config.loop_frames - 1))
    throw Error(ErrorKind::usage, "--frames",
                std::to_string(range.last) + " is beyond the loop's last frame " +
                    std::to_string(config.loop_frames - 1) + ", after which it repeats; raise --loop-frames");
  return range;
}

FlipbookFormat flipbook_format(const GerstnerConfig& config, Resolution size, FrameRange range) {
  FlipbookFormat format{config.format, config.compression, size.width, size.height, config.singles, {}, 4};
  format.pad = std::max<int32_t>(4, static_cast<int32_t>(std::to_string(range.last).size()));
  if (const auto cells = config.cells()) format.atlas = {*cells, size.width, size.height, config.gutter};
  return format;
}

void check_sizes(const FlipbookFormat& format, const TargetTraits& target) {
  check_texture_size(format.width, format.height, format.format, target, "a frame", kSmaller);
  if (format.atlas)
    check_texture_size(format.atlas->atlas_width(), format.atlas->atlas_height(), format.format, target,
                       "an atlas", std::string(kSmaller) + ", a smaller --gutter or fewer frames");
}

// Foam gathered over a loop needs one.
void check_fades(const GerstnerConfig& config, bool fades) {
  if (fades && config.foam_decay > 0)
    throw Error(ErrorKind::usage, "--foam-decay",
                "gathers foam over a loop, and a set whose waves fade in or out has none; pass 0");
}

void warn_of_target(const GerstnerConfig& config, const TargetTraits& target, RunReport& report) {
  if (target.target != Target::godot) return;
  if (config.format == ImageFormat::png16 || config.format == ImageFormat::tiff_float)
    report.warn("godot reads PNG as 8 bit and no TIFF; --format exr-half survives its import");
  if (config.format == ImageFormat::exr_float)
    report.warn("godot imports 32-bit EXR of three channels wrongly; pass --format exr-half");
}

std::string maps_text(const GerstnerConfig& config) {
  std::string text;
  for (const WaveMap map : config.maps) text += (text.empty() ? "" : ", ") + std::string(map_name(map));
  return text;
}

Plan plan_gerstner(const GerstnerConfig& config, const JobSettings& settings) {
  const TargetTraits& target = traits(settings.target);
  const WaveSet set = read_wave_set(config.waves);
  check_fades(config, set.fades());
  const Resolution size = frame_size(config);
  const FrameRange range = frame_range(config, settings, set.fades());
  const FlipbookFormat format = flipbook_format(config, size, range);
  check_sizes(format, target);
  Plan plan;
  plan.inputs = {config.waves};
  const std::vector<WaveImage> images = wave_images(config, target, {});
  for (const WaveImage& image : images) {
    const auto channels = static_cast<int32_t>(image.channels.size());
    const int64_t bytes = estimated_bytes(config.format, size.width, size.height, channels);
    for (int64_t f = range.first; config.singles && f <= range.last; ++f)
      plan.outputs.push_back({frame_file(settings.name, image.role, f, format), image.role, bytes});
    if (format.atlas)
      plan.outputs.push_back(
          {atlas_file(settings.name, image.role, format), image.role + ", all frames",
           estimated_bytes(config.format, static_cast<int32_t>(format.atlas->atlas_width()),
                           static_cast<int32_t>(format.atlas->atlas_height()), channels)});
  }
  plan.outputs.push_back({settings.name + ".waves.json", "the wave set as baked",
                          static_cast<int64_t>(set.waves.size()) * 1024 + 4096});
  if (config.preview) {
    plan.outputs.push_back({settings.name + "_preview.png", "picture for people", 4 << 20});
    plan.outputs.push_back({settings.name + "_preview.gif", "the loop as people see it", 3 << 20});
  }
  const int64_t texels = int64_t{size.width} * size.height;
  plan.device_bytes = texels * 160;
  plan.host_bytes = texels * 160 + texels * 16 * kMostEncoders * static_cast<int64_t>(kFramesInFlight + 1);
  if (format.atlas)
    plan.host_bytes += static_cast<int64_t>(images.size()) * 2 * 16 * format.atlas->atlas_width() *
                       format.atlas->cell_height();
  plan.remedy = "lower --resolution, or bake fewer frames";
  plan.notes.push_back("maps: " + maps_text(config));
  return plan;
}

// Wish → tile and period → the set that repeats over them.
SnappedSet make_loop(const GerstnerConfig& config, const WaveSet& wish, RunReport& report) {
  WaveTile tile{config.tile_origin[0], config.tile_origin[1], config.tile[0], config.tile[1]};
  double period = config.period;
  if (config.fit > 0) {
    const FittedLoop fitted = fit_loop(wish, tile, period, config.fit);
    log_info("fit: tile " + shortest(fitted.tile.length_x) + " x " + shortest(fitted.tile.length_y) +
             " m, period " + shortest(fitted.period_s) + " s");
    tile = fitted.tile;
    period = fitted.period_s;
  }
  SnappedSet snapped = snap_waves(wish, tile, period);
  check_folds(snapped.set, config.allow_loops, report);
  report_costs(wish, snapped, report);
  return snapped;
}

void prove(FlipbookSea& sea, const std::string& name, JobContext& job) {
  const auto stage = job.report().stage("prove");
  const LoopProof proof = prove_loop(sea);
  record_proof(sea, proof, job.outputs());
  if ((proof.loop_error == 0 || sea.set().fades()) && proof.tile_error == 0) return;
  throw Error(ErrorKind::verify, name,
              "does not close: frame " + std::to_string(sea.grid().frames) + " differs from frame 0 by " +
                  shortest(proof.loop_error) + ", opposite edges by " + shortest(proof.tile_error) +
                  "; nothing was written");
}

void write_frames(FlipbookSea& sea, const GerstnerConfig& config, const WaveBounds& bounds, FrameRange range,
                  const FlipbookFormat& format, JobContext& job) {
  const auto stage = job.report().stage("frames");
  const FlipbookGrid& grid = sea.grid();
  const WaveTile& tile = *sea.set().tile;
  const TargetTraits& target = traits(job.settings().target);
  const WorldRecord world{tile.x0,
                          tile.y0,
                          tile.x0 + tile.length_x,
                          tile.y0 + tile.length_y,
                          tile.length_x / grid.width,
                          std::string(target.name)};
  FlipbookWriter writer(format, wave_images(config, target, bounds), world, job);
  job.progress().begin("frames", range.last - range.first + 1, "frames");
  const double step = grid.period_s / grid.frames;
  for_frames(sea, config, range.first, range.last, [&](const FrameMaps& maps, int64_t frame) {
    writer.add(maps, {frame, static_cast<double>(frame) * step, step, sea.set().fades() ? 0 : grid.period_s});
    job.progress().advance(1);
  });
  writer.finish();
  job.progress().finish();
}

void run_gerstner(const GerstnerConfig& config, JobContext& job) {
  const WaveSet wish = read_wave_set(config.waves);
  const TargetTraits& target = traits(job.settings().target);
  warn_of_target(config, target, job.report());
  const SnappedSet snapped = make_loop(config, wish, job.report());
  const Resolution size = frame_size(config);
  const FlipbookGrid grid{size.width,
                          size.height,
                          config.loop_frames,
                          snapped.set.tile->length_x,
                          snapped.set.tile->length_y,
                          *snapped.set.period_s};
  check_resolution(snapped.set, grid);
  FlipbookSea sea(job.exec(), snapped.set, grid);
  prove(sea, job.name(), job);
  const WaveBounds bounds = wave_bounds(snapped.set, grid);
  record_loop(sea, snapped, bounds, target, job.outputs());
  const FrameRange range = frame_range(config, job.settings(), wish.fades());
  if (!config.maps.empty())
    write_frames(sea, config, bounds, range, flipbook_format(config, size, range), job);
  write_baked_set(snapped.set, job.outputs());
  if (config.preview) {
    const auto stage = job.report().stage("preview");
    write_pictures(
        draw_flipbook(job.exec(), snapped.set, config, grid, job.name(), preview_lines(sea, snapped, bounds)),
        job.outputs());
  }
}

}  // namespace

const Job& gerstner_job() {
  static const Job job = [] {
    Job made = make_job<GerstnerConfig, plan_gerstner, run_gerstner>(
        {.tool = "oceanbake",
         .name = "gerstner",
         .summary = "Bakes a wave set into displacement, normal and foam frames that loop in time and tile "
                    "in space.",
         .details =
             "Wave vectors are snapped to the tile and frequencies to the loop, so that the last frame runs "
             "into "
             "the first and opposite edges meet bit for bit; what that changes is printed for every wave, "
             "and "
             "--fit searches the tile and the loop that change least. The set as baked is written beside the "
             "frames: curves, probes and spray that read it see the same sea. Rows are written north first; "
             "--target sets axes and units.",
         .frames = true,
         .textures = true,
         .name_suffix = "_flipbook",
         .examples = {
             "oceanbake gerstner sea.waves.json --tile 64,64 --period 8 --out bakes",
             "oceanbake gerstner sea.waves.json --grid 8x8 --gutter 4 --resolution 256 --target unreal",
             "oceanbake gerstner sea.waves.json --fit 0.1 --maps displacement,normal,foam,motion "
             "--foam-decay 2"}});
    made.promises = check_gerstner_promises;
    return made;
  }();
  return job;
}

}  // namespace ocean
