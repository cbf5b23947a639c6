// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <set>

#include "kernels/device.h"
#include "libbake/bake/output_grid.h"
#include "libbake/bake/shore.h"
#include "libbake/bake/shore_curves.h"
#include "libbake/bake/shore_images.h"
#include "libbake/bake/shore_quantisation.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/tile_set.h"

namespace ocean {
namespace {

constexpr int64_t kPreviewBytes = 4 << 20;  // upper estimate
// docs/results.md: of the texels that are computed at a time; of each map's parts on their way to the disk,
// libraries and the coast; of the input: text to vertices, triangles and their topology.
constexpr int64_t kBytesPerTexel = 22, kFixedBytes = 320 << 20, kInputBytesFactor = 4;
constexpr int64_t kMaxBandTexels = int64_t{1} << 30;
constexpr int32_t kLeastDeviceRows = 256;  // fewer do not keep a device busy

constexpr int64_t kSectionBytes = 4;                        // a texel of the whole map, whose depth stays
constexpr int64_t kHaloBytes = 17, kBlurBytes = 256 << 20;  // beyond a band; kernels/shore/blur.h

int32_t reach_of(const ShoreConfig& config, const Grid& grid) {
  return grid.texel_m > 0 ? blur_reach(config, grid) : 0;
}

int64_t bytes_per_texel(const ShoreConfig& config, int32_t reach) {
  const std::set<ShoreChannel> wanted = wanted_channels(config);
  const auto wants = [&](ShoreChannel channel) { return wanted.contains(channel) ? int64_t{1} : int64_t{0}; };
  const int64_t nearest =
      wants(ShoreChannel::shore_length) | wants(ShoreChannel::shore_perimeter) | wants(ShoreChannel::slope);
  return kBytesPerTexel + (reach > 1 ? 12 : 4 * wants(ShoreChannel::confidence)) +
         4 * (nearest + wants(ShoreChannel::shore_length) + wants(ShoreChannel::shore_perimeter) +
              wants(ShoreChannel::slope)) +
         8 * wants(ShoreChannel::bodies);
}

// "R distance, G direction_x": what the packed texture holds.
std::string packed_contents(const ShoreConfig& config) {
  if (config.pack == ShoreConfig().pack) return "R signed distance, G and B wave direction, A depth";
  std::string text;
  for (std::size_t c = 0; c < config.pack.size(); ++c)
    text += (c > 0 ? ", " : "") + (config.pack.size() > 1 ? std::string(1, "RGBA"[c]) + " " : "") +
            std::string(traits(config.pack[c]).word);
  return text;
}

// What is known of the steps before the bake: of formats and ranges that the configuration gives.
void add_steps(const ShoreConfig& config, const TargetTraits& target, double texel_m, Plan& plan) {
  if (config.format == FormatChoice::automatic) return;
  const ImageFormat format = image_format(config.format);
  for (const ShoreChannel channel : wanted_channels(config)) {
    const std::optional<double> given_m = channel == ShoreChannel::depth      ? config.depth_range
                                          : channel != ShoreChannel::distance ? std::nullopt
                                          : config.distance_range             ? config.distance_range
                                                                              : config.max_distance;
    if (!given_m) continue;
    const double most = *given_m / target.unit_m;
    const ChannelPlan steps{channel, format, channel_form(channel, config, format_type(format), target, most),
                            -most,   most,   texel_m / target.unit_m};
    plan.notes.push_back("as the options give it, " + describe_steps(steps, config, target).line);
  }
}

// What a bake of this grid writes and needs; grid unset: of unknown size. input_bytes: of the files to be
// read.
Plan plan_of(const ShoreConfig& config, const JobSettings& settings, const std::optional<Grid>& grid,
             int64_t input_bytes) {
  Plan plan;
  plan.remedy = "pass a smaller --resolution";
  const ImageFormat format =
      config.format == FormatChoice::automatic ? ImageFormat::exr_float : image_format(config.format);
  if (grid) check_map_size(*grid, format, traits(settings.target));
  for (const ShoreLevel& level : config.levels()) {
    const std::string name = settings.name + "_" + level.prefix();
    const auto add = [&](const std::string& role, const std::string& contents, int32_t channels) {
      plan.outputs.push_back({name + role + format_extension(format), contents,
                              grid ? estimated_bytes(format, grid->width, grid->height, channels) : 0});
    };
    if (config.packed) add("shore", packed_contents(config), static_cast<int32_t>(config.pack.size()));
    for (const ShoreMap map : config.maps)
      add(map_name(map), map_name(map), map == ShoreMap::direction ? 3 : 1);
    if (config.preview) plan.outputs.push_back({name + "preview.png", "preview", grid ? kPreviewBytes : 0});
    for (const CurveFormat curves : config.curves)
      plan.outputs.push_back(
          {name + "shoreline." + curve_extension(curves), "curves of the shoreline, size unknown", 0});
  }
  if (grid) {
    const int32_t rows = rows_a_band(config, *grid, input_bytes, available_memory(Exec::cpu(1)));
    plan.host_bytes = shore_bytes(config, *grid, rows, input_bytes);
    plan.device_bytes = shore_bytes(config, *grid, std::min(rows, kLeastDeviceRows), input_bytes);
    if (rows < grid->height)
      plan.notes.push_back("the map is computed by bands of " + std::to_string(rows) + " rows, since " +
                           human_bytes(shore_bytes(config, *grid, grid->height, input_bytes)) +
                           (config.memory || config.tile ? " are not to be used at once" : " are not there"));
  }
  return plan;
}

// The files that the terrain is: of a pattern its tiles.
std::vector<std::string> terrain_files(const ShoreConfig& config) {
  if (config.terrain.size() != 1 || !is_tile_pattern(config.terrain.front())) return config.terrain;
  return find_tiles(config.terrain.front(), config.tile_rows, config.missing_tile).files();
}

int32_t next_pow2(int32_t side) { return static_cast<int32_t>(std::bit_ceil(static_cast<uint32_t>(side))); }

}  // namespace

int64_t shore_bytes(const ShoreConfig& config, const Grid& grid, int32_t rows, int64_t input_bytes) {
  const int32_t reach = reach_of(config, grid);
  const int64_t halo = std::min<int64_t>(2 * std::max(reach - 1, 0), std::max(grid.height - rows, 0));
  return kFixedBytes + input_bytes * kInputBytesFactor +
         int64_t{grid.width} * (rows * bytes_per_texel(config, reach) + halo * kHaloBytes) +
         (reach > 1 ? kBlurBytes : 0) +
         (config.surface == SurfaceChoice::section ? kSectionBytes * grid.size() : 0);
}

int32_t rows_a_band(const ShoreConfig& config, const Grid& grid, int64_t input_bytes,
                    int64_t available_bytes) {
  const int64_t most = std::clamp<int64_t>(kMaxBandTexels / grid.width, 1, grid.height);
  if (config.tile) return static_cast<int32_t>(std::min(*config.tile, most));
  const double budget = config.memory ? *config.memory * 1e9 : 0.8 * static_cast<double>(available_bytes);
  const int64_t least = shore_bytes(config, grid, 1, input_bytes);
  if (most == grid.height &&
      static_cast<double>(shore_bytes(config, grid, grid.height, input_bytes)) <= budget)
    return grid.height;
  const double rows = (budget - static_cast<double>(shore_bytes(config, grid, 0, input_bytes))) /
                      (static_cast<double>(grid.width) *
                       static_cast<double>(bytes_per_texel(config, reach_of(config, grid))));
  if (config.memory && rows < 1)
    throw Error(ErrorKind::usage, "--memory",
                shortest(*config.memory) + " GB is too little for this bake; it needs at least " +
                    shortest(std::ceil(static_cast<double>(least) / 1e7) / 100) + " GB");
  // As few bands as that allows, and equal ones.
  const auto fitting = static_cast<int64_t>(std::clamp<double>(rows, 1, static_cast<double>(most)));
  const int64_t bands = (grid.height + fitting - 1) / fitting;
  return static_cast<int32_t>((grid.height + bands - 1) / bands);
}

Plan plan_shore_grid(const ShoreConfig& config, const JobSettings& settings, const Grid& grid,
                     int64_t input_bytes) {
  return plan_of(config, settings, grid, input_bytes);
}

Plan plan_shore(const ShoreConfig& config, const JobSettings& settings) {
  const Resolution resolution = parse_resolution(config.resolution).value();
  const bool exact = config.bounds || (resolution.height > 0 && !config.texel_out);
  std::optional<Grid> grid;
  std::string inexact;
  if (config.bounds) {
    grid = shore_grid({}, config, nullptr);
  } else if (config.texel_out) {
    inexact =
        "the size of the maps depends on the terrain's bounds and --texel-out; pass --bounds for figures";
  } else {
    grid = Grid{0, 0, 0, resolution.width, exact ? resolution.height : resolution.width};
    if (config.pow2) grid->width = grid->height = next_pow2(resolution.width);
    if (!exact)
      inexact =
          "the shorter side of the maps depends on the terrain's bounds, so these are the figures of a "
          "square; "
          "pass --bounds for exact ones";
  }
  const std::vector<std::string> files = terrain_files(config);
  int64_t input_bytes = 0;
  for (const std::string& path : files) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    if (!error) input_bytes += static_cast<int64_t>(bytes);
  }
  Plan plan = plan_of(config, settings, grid, input_bytes);
  plan.inputs = files;
  add_steps(config, traits(settings.target), grid ? grid->texel_m : config.texel_out.value_or(0), plan);
  plan.inexact = std::move(inexact);
  return plan;
}

}  // namespace ocean
