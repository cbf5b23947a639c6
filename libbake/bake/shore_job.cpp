// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_job.h"

#include <algorithm>
#include <map>
#include <optional>

#include "libbake/bake/ground_survey.h"
#include "libbake/bake/output_grid.h"
#include "libbake/bake/shore.h"
#include "libbake/bake/shore_curves.h"
#include "libbake/bake/shore_passes.h"
#include "libbake/bake/shore_plan.h"
#include "libbake/bake/shore_promises.h"
#include "libbake/core/error.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/load_terrain.h"
#include "libbake/io/outputs.h"
#include "libbake/io/tile_set.h"

namespace ocean {
namespace {

// An option that speaks of the other kind of terrain was meant for something: say that nothing came of it.
void warn_of_idle_options(const ShoreConfig& config, bool is_mesh, RunReport& report) {
  const ShoreConfig defaults;
  const bool is_set = config.terrain.size() == 1 && is_tile_pattern(config.terrain.front());
  for (const auto& [option, is_given] :
       {std::pair("--missing-tile", config.missing_tile != defaults.missing_tile),
        std::pair("--tile-rows", config.tile_rows != defaults.tile_rows)})
    if (is_given && !is_set)
      report.warn(std::string(option) + " has no effect: the terrain is no set of tiles");
  if (config.min_lake > 0 && config.lakes == LakesChoice::land)
    report.warn("--min-lake has no effect: without --lakes water every lake is land");
  const auto warn = [&](const char* option, const char* kind) {
    report.warn(std::string(option) + " has no effect: the terrain is a " + kind);
  };
  if (is_mesh) {
    if (config.nodata != defaults.nodata) warn("--nodata", "mesh; see --holes and --outside");
    return;
  }
  if (config.holes != defaults.holes) warn("--holes", "raster; see --nodata");
  if (config.outside != defaults.outside) warn("--outside", "raster; see --nodata and --edge");
  if (config.surface != defaults.surface) warn("--surface", "raster, which has one surface");
}

Terrain read_terrain(const ShoreConfig& config, JobContext& job) {
  const auto stage = job.report().stage("read");
  Terrain terrain = load_terrain(job.exec().pool(), config.input_options());
  job.add_inputs(terrain.files);
  for (const std::string& note : terrain.notes) log_info(note);
  warn_of_idle_options(config, std::holds_alternative<Mesh>(terrain.shape), job.report());
  return terrain;
}

// Samples without a height get one, which depends on the level. Moves the raster out of `read` if no other
// level needs it.
struct LevelTerrain {
  const Terrain* terrain;
  Terrain filled;
  int64_t nodata_samples = 0;
};
void resolve_level(const ShoreConfig& config, double sea_level_m, bool is_last, Terrain& read,
                   LevelTerrain& out, JobContext& job) {
  out.terrain = &read;
  const auto* raster = std::get_if<HeightRaster>(&read.shape);
  if (raster == nullptr) return;
  if (!raster->valid.empty()) {
    const auto stage = job.report().stage("nodata");
    if (is_last) out.filled = std::move(read);
    else out.filled = read;
    out.terrain = &out.filled;
    const NodataReport nodata = resolve_nodata(job.exec(), std::get<HeightRaster>(out.filled.shape),
                                               config.nodata, sea_level_m, config.terrain.front());
    if (!nodata.note().empty()) log_info(nodata.note());
    out.nodata_samples = nodata.samples;
  }
  job.report().add("nodata_samples", out.nodata_samples);
}

// Decision 0008: for how many texels the surface is a guess.
std::map<std::string, std::string> facts_of(const Shore& shore, const ShoreConfig& config,
                                            int64_t nodata_samples) {
  std::map<std::string, std::string> facts{{"no_shoreline", shore.has_shoreline() ? "false" : "true"},
                                           {"sea_level_m", shortest(shore.sea_level_m)},
                                           {"shoreline_m", shortest(shore.coast.length * shore.grid.texel_m)},
                                           {"shoreline_curves", std::to_string(shore.coast.chains.size())},
                                           {"outside_texels", std::to_string(shore.counts.outside)},
                                           {"hole_texels", std::to_string(shore.counts.holes)},
                                           {"nodata_samples", std::to_string(nodata_samples)}};
  if (wanted_channels(config).contains(ShoreChannel::bodies))
    facts["water_bodies"] = water_bodies_json(shore);
  return facts;
}

// Those of the first level as they are, for readers that know one; of a tide set also a list with the prefix
// of each level's files.
class LevelFacts {
 public:
  void add(const Shore& shore, const ShoreConfig& config, int64_t nodata_samples) {
    all_.push_back(facts_of(shore, config, nodata_samples));
    if (shore.level.tide > 0) {
      all_.back()["tide"] = std::to_string(shore.level.tide);
      all_.back()["prefix"] = json_quoted(shore.level.prefix());
    }
  }
  void record(OutputSet& outputs) const {
    for (const auto& [key, value] : all_.front())
      if (key != "tide" && key != "prefix") outputs.fact(key, value);
    if (all_.size() == 1) return;
    JsonWriter w(0);
    w.array();
    for (const auto& facts : all_) {
      w.object();
      for (const auto& [key, value] : facts) w.key(key).raw(value);
      w.end();
    }
    outputs.fact("tides", w.end().text());
  }

 private:
  std::vector<std::map<std::string, std::string>> all_;
};

// Those of the whole run, then the level's own.
std::vector<std::string> warnings_of_level(const RunReport& report, std::vector<std::string> common,
                                           std::size_t earlier) {
  common.insert(common.end(), report.warnings().begin() + static_cast<std::ptrdiff_t>(earlier),
                report.warnings().end());
  return common;
}

// Do codes stand for ranges that the map itself gives?
bool is_scaled(const ShoreConfig& config) {
  const bool codes = config.format == FormatChoice::png16 || config.format == FormatChoice::png8 ||
                     config.format == FormatChoice::tga8;
  return codes && !(config.distance_range && config.depth_range);
}

// A level that the terrain does not reach is legal; that it was meant is not certain.
void note_level_beyond(const Terrain& terrain, const ShoreLevel& level, RunReport& report) {
  if (level.tide == 0) return;  // the lack of a shoreline is warned about
  const double low = terrain.bounds.min.z, high = terrain.bounds.max.z;
  if (level.sea_level_m >= low && level.sea_level_m <= high) return;
  report.warn("sea level " + shortest(level.sea_level_m) + " m lies " +
              (level.sea_level_m < low ? "below" : "above") + " the terrain's heights of " +
              shortest(static_cast<float>(low)) + " to " + shortest(static_cast<float>(high)) + " m");
}

// None of what the kernels cannot take, which the bake refuses with a reason.
std::optional<GroundSurvey> survey(const Terrain& terrain, const Grid& grid, const ShoreConfig& config,
                                   JobContext& job) {
  const auto stage = job.report().stage("survey");
  try {
    GroundSurvey found = survey_ground(job.exec(), terrain, grid);
    report_survey(found, terrain, config.surface == SurfaceChoice::top, job.report());
    return found;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

std::string preview_title(const std::string& name, const ShoreLevel& level) {
  if (level.tide == 0) return name;
  return name + ", tide " + std::to_string(level.tide) + ": " + shortest(level.sea_level_m) + " m";
}

void run_level(const ShoreConfig& config, const ShoreLevel& level, bool is_last, const Grid& grid,
               Terrain& read, const std::optional<GroundSurvey>& survey, LevelFacts& facts,
               const std::vector<std::string>& common, JobContext& job) {
  const TargetTraits& target = traits(job.settings().target);
  RunReport& report = job.report();
  const std::size_t earlier = level.tide > 1 ? report.warnings().size() : common.size();
  if (level.tide > 0) report.set_scope(level.prefix(), "sea level " + shortest(level.sea_level_m) + " m: ");
  const CurvePlace place{read.coordinates, read.local_metres};
  note_level_beyond(read, level, report);
  LevelTerrain terrain;
  resolve_level(config, level.sea_level_m, is_last, read, terrain, job);
  ShoreBake bake(job.exec(), *terrain.terrain, config, grid,
                 rows_a_band(config, grid, 0, available_memory(job.exec())), level, report);
  check_bodies(config, static_cast<int64_t>(bake.shore().bodies.size()));
  if (survey) report_level(*survey, level.sea_level_m, bake.shore().has_shoreline(), report);
  const std::vector<ShoreImage> images = shore_images(config);
  ShorePreview preview(grid);
  const ShoreExtremes extremes = measure_bands(bake, config, target, images, preview, job);
  facts.add(bake.shore(), config, terrain.nodata_samples);
  write_images(bake, config, target, images, extremes, job);
  if (!config.curves.empty()) {
    const auto stage = report.stage("curves");
    write_curves(job.exec(), bake.shore(), config, target, place, job.outputs());
  }
  if (config.preview) {
    const auto stage = report.stage("preview");
    write_preview(preview.draw(bake.shore(), preview_title(job.name(), level),
                               warnings_of_level(report, common, earlier)),
                  level, job.outputs());
  }
}

void run_shore(const ShoreConfig& config, JobContext& job) {
  Terrain terrain = read_terrain(config, job);
  std::vector<std::string> notes;
  const Grid grid = shore_grid(terrain.bounds, config, &notes);
  for (const std::string& note : notes) log_info(note);
  job.require(plan_shore_grid(config, job.settings(), grid, 0));
  if (config.is_tide_set() && (config.format == FormatChoice::automatic || is_scaled(config)))
    log_info(
        "each level of the tide set has its own --format auto and ranges of codes; pass --format, "
        "--distance-range and --depth-range to decode all levels alike");
  const std::vector<ShoreLevel> levels = config.levels();
  LevelFacts facts;
  const std::optional<GroundSurvey> ground = survey(terrain, grid, config, job);
  const std::vector<std::string> common = job.report().warnings();
  for (const ShoreLevel& level : levels)
    run_level(config, level, level.tide == static_cast<int64_t>(levels.size()) || levels.size() == 1, grid,
              terrain, ground, facts, common, job);
  job.report().set_scope("", "");
  facts.record(job.outputs());
}

}  // namespace

const Job& shore_job() {
  static const Job job = [] {
    Job made = make_job<ShoreConfig, plan_shore, run_shore>(
        {.tool = "oceanbake",
         .name = "shore",
         .summary = "Bakes terrain into packed shoreline textures: signed distance, wave direction, depth.",
         .details = "The shoreline is the exact curve where the terrain's visible surface meets the sea. "
                    "Every texel holds the distance to it in metres (positive in water, negative on land), "
                    "the direction in which waves travel (toward the shore) and the depth of the water. Rows "
                    "are written north first; --target sets axes and units.",
         .textures = true,
         .examples = {"oceanbake shore island.obj --up y --resolution 1024 --out bakes",
                      "oceanbake shore dem.tif --target unreal --maps mask --format exr-half",
                      "oceanbake shore height.png --extent 2000,2000 --height-range -50,150",
                      "oceanbake shore 'tile_{x}_{y}.r16' --raw 513x513:u16le:corners:south --texel 2 "
                      "--height-range 0,600 --sea-level 100,101.5 --curves geojson"}});
    made.promises = check_shore_promises;
    return made;
  }();
  return job;
}

}  // namespace ocean
