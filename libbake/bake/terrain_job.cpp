// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/terrain_job.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernels/terrain/island.h"
#include "libbake/bake/terrain_obj.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

constexpr int64_t kBandSamples = int64_t{1} << 22;
constexpr double kLargestCode = 65535;

std::string file_name(const TerrainConfig& c, const std::string& name) {
  switch (c.format) {
    case TerrainFormat::obj:
      return name + "_mesh.obj";
    case TerrainFormat::exr_float:
      return name + "_height.exr";
    case TerrainFormat::png16:
      return name + "_height.png";
  }
  throw Error(ErrorKind::internal, "terrain", "unknown format");
}

ImageFormat image_format(const TerrainConfig& c) {
  return c.format == TerrainFormat::png16 ? ImageFormat::png16 : ImageFormat::exr_float;
}

void write_mesh(const TerrainConfig& c, JobContext& job) {
  const IslandLayout layout = island_layout({static_cast<uint32_t>(c.seed), c.extent});
  OutputRecord record;
  record.file = file_name(c, job.name());
  record.role = "mesh";
  record.format = "obj";
  record.facts["unit"] = "\"m\"";
  record.facts["up"] = c.up == TerrainUp::y ? "\"y\"" : "\"z\"";
  auto stage = job.report().stage("write");
  SafeFile file(job.outputs().path(record.file), estimated_obj_bytes(c));
  const WrittenObjCounts counts = write_terrain_obj(job.exec(), c, layout, file, job.progress());
  file.commit();
  record.facts["vertices"] = std::to_string(counts.vertices);
  record.facts["faces"] = std::to_string(counts.faces);
  job.outputs().add(std::move(record));
}

OutputRecord height_record(const TerrainConfig& c, const std::string& name) {
  const HeightRange range = terrain_height_range(c);
  OutputRecord record;
  record.file = file_name(c, name);
  record.role = "height";
  record.format = format_name(image_format(c));
  record.width = record.height = c.resolution;
  ChannelRecord channel;
  channel.name = "Y";
  channel.meaning = "height of the ground above sea level";
  channel.unit = "m";
  if (c.format == TerrainFormat::png16)
    channel.decode = {(range.high_m - range.low_m) / kLargestCode, range.low_m};
  channel.min = range.low_m;
  channel.max = range.high_m;
  record.channels = {channel};
  const double half = 0.5 * c.extent;
  record.world = WorldRecord{-half, -half, half, half, c.extent / c.resolution, "world"};
  record.facts["height_range"] = "[" + shortest(range.low_m) + ", " + shortest(range.high_m) + "]";
  return record;
}

// Codes of heights and the largest error that they make.
struct Codes {
  HeightRange range;
  double error_m = 0;
  uint16_t operator()(float height) {
    const double h = static_cast<double>(height), span = range.high_m - range.low_m;
    const double code = (h - range.low_m) / span * kLargestCode;
    if (!(code >= 0 && code <= kLargestCode))
      throw Error(ErrorKind::internal, "terrain", "height " + shortest(h) + " m is outside the stated range");
    const auto rounded = static_cast<uint16_t>(code + 0.5);
    const double decoded = range.low_m + rounded * (span / kLargestCode);
    error_m = std::max(error_m, decoded > h ? decoded - h : h - decoded);
    return rounded;
  }
};

void write_heightmap(const TerrainConfig& c, JobContext& job) {
  const IslandLayout layout = island_layout({static_cast<uint32_t>(c.seed), c.extent});
  const int32_t side = c.resolution;
  const Grid grid{-0.5 * c.extent, -0.5 * c.extent, c.extent / side, side, side};
  const auto band = static_cast<int32_t>(std::clamp<int64_t>(kBandSamples / side, 1, side));
  const bool coded = c.format == TerrainFormat::png16;
  OutputRecord record = height_record(c, job.name());
  Codes codes{terrain_height_range(c)};

  auto stage = job.report().stage("write");
  ImageWriter writer = job.outputs().begin_image(record);
  job.progress().begin("heights", side, "rows");
  for (int32_t top = side; top > 0; top -= band) {
    const int32_t rows = std::min(band, top);
    Buffer<float> buffer(job.exec(), int64_t{rows} * side);
    fill_island(job.exec(), layout, grid, top - rows, buffer.view());
    std::vector<float> heights = buffer.to_host("terrain heights");
    for (int32_t south = 0, north = rows - 1; south < north; ++south, --north)
      std::swap_ranges(heights.begin() + int64_t{south} * side, heights.begin() + int64_t{south + 1} * side,
                       heights.begin() + int64_t{north} * side);
    if (coded) {
      std::vector<uint16_t> samples(heights.size());
      for (size_t k = 0; k < heights.size(); ++k) samples[k] = codes(heights[k]);
      writer.rows(samples.data(), rows);
    } else {
      writer.rows(heights.data(), rows);
    }
    job.progress().advance(rows);
  }
  job.progress().finish();
  record.channels[0].quantisation_error = codes.error_m;
  job.outputs().end_image(std::move(record), std::move(writer));
}

Plan plan_terrain(const TerrainConfig& c, const JobSettings& settings) {
  Plan plan;
  const bool mesh = c.format == TerrainFormat::obj;
  const int64_t bytes =
      mesh ? estimated_obj_bytes(c) : estimated_bytes(image_format(c), c.resolution, c.resolution, 1);
  plan.outputs = {{file_name(c, settings.name),
                   mesh ? "ground" + std::string(c.arch ? " and arch" : "") : "height", bytes}};
  plan.host_bytes = 256 << 20;
  plan.remedy = "lower --resolution";
  if (c.format == TerrainFormat::png16) {
    const HeightRange range = terrain_height_range(c);
    plan.notes.push_back("the codes stand for heights: read it with --height-range " + shortest(range.low_m) +
                         "," + shortest(range.high_m) + " --extent " + shortest(c.extent) + "," +
                         shortest(c.extent));
  } else if (!mesh) {
    plan.notes.push_back("read it with --extent " + shortest(c.extent) + "," + shortest(c.extent));
  }
  return plan;
}

void run_terrain(const TerrainConfig& c, JobContext& job) {
  if (c.format == TerrainFormat::obj) write_mesh(c, job);
  else write_heightmap(c, job);
}

}  // namespace

HeightRange terrain_height_range(const TerrainConfig& config) {
  return {kIslandLow * 0.5 * config.extent, kIslandHigh * 0.5 * config.extent};
}

const Job& terrain_job() {
  static const Job job = make_job<TerrainConfig, plan_terrain, run_terrain>(
      {.tool = "oceanbake",
       .name = "terrain",
       .summary = "Makes a sample island from a seed: a mesh or a heightmap for demos, tests and benchmarks.",
       .details = "The island has bays, headlands, cliffs and beaches, a lake that lies below sea level, "
                  "islets, a sand bar and, in "
                  "the mesh, a rock arch. The border of the map is deep water. Sea level is 0. The shape "
                  "depends on the seed "
                  "alone, not on the resolution; it is always written in metres, whatever the target, since "
                  "it is an input "
                  "of the other jobs.",
       .examples = {
           "oceanbake terrain --name island --resolution 1024 --out out",
           "oceanbake terrain --name island --seed 7 --resolution 4096 --format exr-float --out out"}});
  return job;
}

}  // namespace ocean
