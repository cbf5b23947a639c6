// SPDX-License-Identifier: Apache-2.0
//
// Rules between the options of `oceanbake shore`.
#include <algorithm>
#include <filesystem>

#include "libbake/bake/shore_channels.h"
#include "libbake/bake/shore_config.h"
#include "libbake/core/text.h"
#include "libbake/io/tile_set.h"

namespace ocean {
namespace {

// A file's name may hold braces; a pattern that cannot be one is said before the file is looked for.
std::string pattern_problem(const std::vector<std::string>& terrain) {
  for (const std::string& path : terrain) {
    std::error_code error;
    if (path.find_first_of("{}") == std::string::npos || std::filesystem::exists(path, error)) continue;
    if (std::string problem = tile_pattern_problem(path); !problem.empty())
      return in_quotes(path) + " is no file, and as a pattern of tiles it " + problem;
    if (terrain.size() > 1)
      return in_quotes(path) + " is a pattern of tiles, which stands alone; name nothing beside it";
  }
  return {};
}

// Two levels are one if they are equal; their outputs would be too.
std::string level_problem(const std::vector<double>& levels) {
  for (std::size_t i = 0; i < levels.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (levels[i] == levels[k]) return "holds " + shortest(levels[i]) + " m twice; give each level once";
  return {};
}

void check_pack(const ShoreConfig& config, Problems& problems) {
  std::vector<ShoreChannel> seen;
  for (const ShoreChannel channel : config.pack) {
    const bool filler = channel == ShoreChannel::zero || channel == ShoreChannel::one;
    if (!filler && std::find(seen.begin(), seen.end(), channel) != seen.end())
      problems.add("pack", "holds " + std::string(traits(channel).word) + " twice; name each channel once");
    seen.push_back(channel);
  }
  if (config.pack.size() == 2 && config.format == FormatChoice::tga8)
    problems.add("pack", "has 2 channels, which TGA cannot hold; add zero, or choose another --format");
  if (!config.packed && config.pack != ShoreConfig().pack)
    problems.add("pack", "has no effect with --no-packed; leave one of them out");
}

void check_swell(const ShoreConfig& config, Problems& problems) {
  if (config.swell_dir && config.swell_from_deg)
    problems.add("swell_from_deg", "and swell_dir both give the swell's direction; give one of them");
  if (config.has_swell() && !config.swell_blend)
    problems.add("swell_blend",
                 "is missing beside the swell's direction; give the distance from the shore at which the "
                 "waves follow the swell, e.g. 200");
  if (!config.has_swell() && config.swell_blend)
    problems.add("swell_blend", "has no effect without a direction of the swell; give swell_dir too");
}

}  // namespace

void ShoreConfig::check(Problems& problems) const {
  if (std::string problem = pattern_problem(terrain); !problem.empty())
    problems.add("terrain", std::move(problem));
  if (bounds && !((*bounds)[0] < (*bounds)[2] && (*bounds)[1] < (*bounds)[3]))
    problems.add("bounds", "must have x0 < x1 and y0 < y1; give the south-west corner first");
  if (height_range && !((*height_range)[0] < (*height_range)[1]))
    problems.add("height_range", "must have LOW < HIGH; swap them");
  if (height_scale && *height_scale == 0)
    problems.add("height_scale", "is 0, which makes every height the same; give a factor other than 0");
  if (texel && extent) problems.add("texel", "and extent both give a raster's size; give one of them");
  if (texel_out && resolution != ShoreConfig().resolution)
    problems.add("texel_out", "and resolution both give the texel size; give one of them");
  if (std::string problem = level_problem(sea_level); !problem.empty())
    problems.add("sea_level", std::move(problem));
  if (!packed && maps.empty() && !preview && curves.empty())
    problems.add("packed",
                 "is off, and neither maps, curves nor preview ask for anything; turn one of them on");
  if (curve_tolerance > 0 && curves.empty())
    problems.add("curve_tolerance", "has no effect without curves; add --curves, or leave it out");
  const bool takes_deflate_alone = format == FormatChoice::tiff_float,
             takes_none_of_them = format == FormatChoice::png16 || format == FormatChoice::png8 ||
                                  format == FormatChoice::tga8;
  if (takes_deflate_alone && compression != Compression::zip && compression != Compression::zips &&
      compression != Compression::none)
    problems.add("compression", "does not exist in TIFF; choose zip, zips or none, or an EXR format");
  if (takes_none_of_them && compression != Compression::zip)
    problems.add("compression", "has no effect on PNG and TGA; leave it out, or choose an EXR format");
  if (tile && memory)
    problems.add("tile", "and memory both say how many rows are computed at a time; give one");
  check_pack(*this, problems);
  check_swell(*this, problems);
  if (pow2 && resolution.find('x') != std::string::npos)
    problems.add("pow2", "rounds the sides that resolution states exactly; give one of them");
}

}  // namespace ocean
