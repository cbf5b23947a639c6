// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_job.h"

#include <algorithm>
#include <deque>
#include <set>

#include "kernels/shore/masks.h"
#include "libbake/bake/output_grid.h"
#include "libbake/bake/shore.h"
#include "libbake/bake/shore_plan.h"
#include "libbake/bake/shore_preview.h"
#include "libbake/bake/shore_promises.h"
#include "libbake/bake/shore_writer.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/load_terrain.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

// --- Run
// ------------------------------------------------------------------------------------------------------------------

struct ReadTerrain {
  Terrain terrain;
  int64_t nodata_samples = 0;
};

// An option that speaks of the other kind of terrain was meant for something: say that nothing came of it.
void warn_of_idle_options(const ShoreConfig& config, bool is_mesh, RunReport& report) {
  const ShoreConfig defaults;
  const auto warn = [&](const char* option, const char* kind) {
    report.warn(std::string(option) + " has no effect: the terrain is a " + kind);
  };
  if (is_mesh) {
    if (config.nodata != defaults.nodata) warn("--nodata", "mesh; see --holes and --outside");
    return;
  }
  if (config.holes != defaults.holes) warn("--holes", "raster; see --nodata");
  if (config.outside != defaults.outside) warn("--outside", "raster; see --nodata and --edge");
}

ReadTerrain read_terrain(const ShoreConfig& config, JobContext& job) {
  const auto stage = job.report().stage("read");
  ReadTerrain read;
  read.terrain = load_terrain(job.exec().pool(), config.input_options());
  job.add_inputs(read.terrain.files);
  for (const std::string& note : read.terrain.notes) log_info(note);
  auto* raster = std::get_if<HeightRaster>(&read.terrain.shape);
  warn_of_idle_options(config, raster == nullptr, job.report());
  if (raster != nullptr) {
    const NodataReport nodata =
        resolve_nodata(job.exec(), *raster, config.nodata, config.sea_level, config.terrain.front());
    if (!nodata.note().empty()) log_info(nodata.note());
    read.nodata_samples = nodata.samples;
    job.report().add("nodata_samples", nodata.samples);
  }
  return read;
}

void limit_distances(const Exec& exec, const ShoreConfig& config, const Shore& shore, ShoreMaps& maps) {
  if (config.max_distance)
    limit_distance(exec, static_cast<float>(*config.max_distance / shore.grid.texel_m), maps.distance.view());
}

// Decision 0008: for how many texels the surface is a guess.
void record_facts(const Shore& shore, int64_t nodata_samples, OutputSet& outputs) {
  outputs.fact("no_shoreline", shore.has_shoreline() ? "false" : "true");
  outputs.fact("sea_level_m", shortest(shore.sea_level_m));
  outputs.fact("shoreline_m", shortest(shore.coast.length * shore.grid.texel_m));
  outputs.fact("shoreline_curves", std::to_string(shore.coast.chains.size()));
  outputs.fact("outside_texels", std::to_string(shore.counts.outside));
  outputs.fact("hole_texels", std::to_string(shore.counts.holes));
  outputs.fact("nodata_samples", std::to_string(nodata_samples));
}

// What must be known of all bands before the first row is written.
ShoreExtremes measure_bands(ShoreBake& bake, const ShoreConfig& config, const TargetTraits& target,
                            const std::vector<ShoreImage>& images, ShorePreview& preview, JobContext& job) {
  ShoreExtremes extremes;
  const Exec& exec = job.exec();
  for (int32_t k = 0; k < bake.bands().count(); ++k) {
    ShoreMaps& maps = bake.band(k);
    if (config.preview) {
      const auto stage = job.report().stage("preview");
      preview.add(exec, maps);
    }
    const auto stage = job.report().stage("measure");
    limit_distances(exec, config, bake.shore(), maps);
    std::set<ShoreChannel> channels{ShoreChannel::distance,
                                    ShoreChannel::depth};  // --format auto asks for them
    for (const ShoreImage& image : images) channels.insert(image.channels.begin(), image.channels.end());
    for (const ShoreChannel channel : channels)
      extremes.add(exec, maps, bake.shore().grid.texel_m, target, channel);
  }
  return extremes;
}

// Images are written north first, so bands come from the north; each is computed once for all images.
void write_images(ShoreBake& bake, const ShoreConfig& config, const TargetTraits& target,
                  const std::vector<ShoreImage>& images, const ShoreExtremes& extremes, JobContext& job) {
  const Exec& exec = job.exec();
  const Shore& shore = bake.shore();
  const ImageFormat format = chosen_format(config, extremes, shore.grid.texel_m, target);
  if (target.target == Target::godot && (format == ImageFormat::png16 || format == ImageFormat::tiff_float))
    job.report().warn("godot reads PNG as 8 bit and no TIFF; --format exr-half survives its import");
  std::deque<ShoreImageWriter> writers;
  for (const ShoreImage& image : images)
    writers.emplace_back(exec, shore, image, config, format, target, extremes, job.outputs());
  const auto for_bands = [&](const auto& body) {
    for (int32_t k = bake.bands().count() - 1; k >= 0; --k) {
      ShoreMaps& maps = bake.band(k);
      const auto stage = job.report().stage("encode and write");
      limit_distances(exec, config, shore, maps);
      body(maps);
    }
  };
  for_bands([&](const ShoreMaps& maps) {
    const int32_t bands = bake.bands().count(), band = bands - maps.window.j0 / bake.bands().rows;
    job.progress().begin(
        bands > 1 ? "write, band " + std::to_string(band) + " of " + std::to_string(bands) : "write",
        int64_t{maps.window.height} * static_cast<int64_t>(images.size()), "rows");
    for (ShoreImageWriter& writer : writers) writer.write(maps, job.progress());
    job.progress().finish();
  });
  const auto is_lossy = [](const ShoreImageWriter& writer) { return writer.is_lossy(); };
  for (ShoreImageWriter& writer : writers) writer.close();
  if (std::any_of(writers.begin(), writers.end(), is_lossy))
    for_bands([&](const ShoreMaps& maps) {
      for (ShoreImageWriter& writer : writers) writer.compare(maps);
    });
  const auto stage = job.report().stage("encode and write");
  for (ShoreImageWriter& writer : writers) writer.end(job.report());
}

void run_shore(const ShoreConfig& config, JobContext& job) {
  const TargetTraits& target = traits(job.settings().target);
  RunReport& report = job.report();
  const ReadTerrain read = read_terrain(config, job);
  std::vector<std::string> notes;
  const Grid grid = shore_grid(read.terrain.bounds, config, &notes);
  for (const std::string& note : notes) log_info(note);
  job.require(plan_shore_grid(config, job.settings(), grid, 0));
  ShoreBake bake(job.exec(), read.terrain, config, grid,
                 rows_a_band(config, grid, 0, available_memory(job.exec())), config.sea_level, report);
  const std::vector<ShoreImage> images = shore_images(config);
  ShorePreview preview(grid);
  const ShoreExtremes extremes = measure_bands(bake, config, target, images, preview, job);
  record_facts(bake.shore(), read.nodata_samples, job.outputs());
  write_images(bake, config, target, images, extremes, job);
  if (config.preview) {
    const auto stage = report.stage("preview");
    write_preview(preview.draw(bake.shore(), job.name(), report.warnings()), "preview", job.outputs());
  }
}

}  // namespace

const Job& shore_job() {
  static const Job job = [] {
    Job made = make_job<ShoreConfig, plan_shore, run_shore>(
        {.tool = "oceanbake",
         .name = "shore",
         .summary = "Bakes terrain into packed shoreline textures: signed distance, wave direction, depth.",
         .details =
             "The shoreline is the exact curve where the terrain's visible surface meets the sea. Every "
             "texel holds the distance to "
             "it in metres (positive in water, negative on land), the direction in which waves travel "
             "(toward the shore) and the "
             "depth of the water. Rows are written north first; --target sets axes and units.",
         .textures = true,
         .examples = {"oceanbake shore island.obj --up y --resolution 1024 --out bakes",
                      "oceanbake shore dem.tif --target unreal --maps mask --format exr-half",
                      "oceanbake shore height.png --extent 2000,2000 --height-range -50,150"}});
    made.promises = check_shore_promises;
    return made;
  }();
  return job;
}

}  // namespace ocean
