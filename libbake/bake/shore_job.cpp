// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_job.h"

#include <algorithm>
#include <filesystem>

#include "kernels/shore/masks.h"
#include "libbake/bake/output_grid.h"
#include "libbake/bake/shore.h"
#include "libbake/bake/shore_outputs.h"
#include "libbake/bake/shore_preview.h"
#include "libbake/bake/shore_promises.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/load_terrain.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

constexpr int64_t kPreviewBytes = 4 << 20;  // upper estimate
constexpr int64_t kHostBytesPerTexel = 32;  // maps, labels and their scratch: docs/results.md
constexpr int64_t kInputBytesFactor = 4;    // text to vertices, triangles and their topology

// --- Plan
// -----------------------------------------------------------------------------------------------------------------

// The grid as far as it can be told without opening the terrain: exact with --bounds or WxH, else at most.
Grid planned_grid(const ShoreConfig& config, std::vector<std::string>& notes) {
  if (config.bounds) return shore_grid({}, config, nullptr);
  const Resolution resolution = parse_resolution(config.resolution).value();
  if (config.texel_out)
    notes.push_back(
        "The size of the maps depends on the terrain's bounds and --texel-out; pass --bounds for exact "
        "figures.");
  return {0, 0, 1, resolution.width, resolution.height == 0 ? resolution.width : resolution.height};
}

Plan plan_shore(const ShoreConfig& config, const JobSettings& settings) {
  Plan plan;
  plan.inputs = config.terrain;
  const Grid grid = planned_grid(config, plan.notes);
  const ImageFormat format =
      config.format == FormatChoice::automatic ? ImageFormat::exr_float : image_format(config.format);
  const auto add = [&](const std::string& role, const std::string& contents, int32_t channels) {
    plan.outputs.push_back({settings.name + "_" + role + format_extension(format), contents,
                            estimated_bytes(format, grid.width, grid.height, channels)});
  };
  if (config.packed) add("shore", "R signed distance, G and B wave direction, A depth", 4);
  for (const ShoreMap map : config.maps)
    add(map_name(map), map_name(map), map == ShoreMap::direction ? 3 : 1);
  if (config.preview) plan.outputs.push_back({settings.name + "_preview.png", "preview", kPreviewBytes});
  int64_t input_bytes = 0;
  for (const std::string& path : config.terrain) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    if (!error) input_bytes += static_cast<int64_t>(bytes);
  }
  plan.host_bytes = grid.size() * kHostBytesPerTexel + input_bytes * kInputBytesFactor;
  plan.device_bytes = plan.host_bytes;
  return plan;
}

// --- Run
// ------------------------------------------------------------------------------------------------------------------

Terrain read_terrain(const ShoreConfig& config, JobContext& job) {
  const auto stage = job.report().stage("read");
  Terrain terrain = load_terrain(job.exec().pool(), config.input_options());
  for (const std::string& note : terrain.notes) log_info(note);
  if (auto* raster = std::get_if<HeightRaster>(&terrain.shape)) {
    const NodataReport nodata =
        resolve_nodata(job.exec(), *raster, config.nodata, config.sea_level, config.terrain.front());
    if (!nodata.note().empty()) log_info(nodata.note());
    job.report().add("nodata_samples", nodata.samples);
  }
  return terrain;
}

// Warnings that depend on the target rather than on the terrain.
void check_target(const Grid& grid, ImageFormat format, const TargetTraits& target, RunReport& report) {
  const int32_t side = std::max(grid.width, grid.height);
  if (target.max_texture > 0 && side > target.max_texture)
    throw Error(ErrorKind::usage, "--target " + std::string(target.name),
                "a map of " + std::to_string(grid.width) + "x" + std::to_string(grid.height) +
                    " is larger than the " + std::to_string(target.max_texture) +
                    " texels a side that it imports; pass a smaller --resolution, or bake "
                    "parts with --bounds");
  if (target.target == Target::godot && (format == ImageFormat::png16 || format == ImageFormat::tiff_float))
    report.warn("godot reads PNG as 8 bit and no TIFF; --format exr-half survives its import");
}

void record_facts(const ShoreMaps& maps, const ShoreConfig& config, OutputSet& outputs) {
  outputs.fact("no_shoreline", maps.has_shoreline() ? "false" : "true");
  outputs.fact("sea_level_m", shortest(config.sea_level));
  outputs.fact("shoreline_m", shortest(maps.coast.length * maps.grid.texel_m));
  outputs.fact("shoreline_curves", std::to_string(maps.coast.chains.size()));
}

void run_shore(const ShoreConfig& config, JobContext& job) {
  const TargetTraits& target = traits(job.settings().target);
  RunReport& report = job.report();
  const Terrain terrain = read_terrain(config, job);
  ShoreMaps maps = compute_shore(job.exec(), terrain, config, report);

  Picture preview(1, 1);
  if (config.preview) {
    const auto stage = report.stage("preview");
    preview = shore_preview(job.exec(), maps, config.sea_level, job.name(), report.warnings());
  }
  const auto stage = report.stage("encode and write");
  if (config.max_distance)
    limit_distance(job.exec(), static_cast<float>(*config.max_distance / maps.grid.texel_m),
                   maps.distance.view());
  const ImageFormat format = chosen_format(job.exec(), maps, config, target);
  check_target(maps.grid, format, target, report);
  record_facts(maps, config, job.outputs());
  for (const ShoreImage& image : shore_images(maps, config, target))
    write_shore_image(job.exec(), maps, image, config, format, target, job.outputs(), report);
  if (config.preview) write_preview(preview, job.outputs());
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
         .examples = {"oceanbake shore island.obj --up y --resolution 1024 --out bakes",
                      "oceanbake shore dem.tif --target unreal --maps mask --format exr-half",
                      "oceanbake shore height.png --extent 2000,2000 --height-range -50,150"}});
    made.promises = check_shore_promises;
    return made;
  }();
  return job;
}

}  // namespace ocean
