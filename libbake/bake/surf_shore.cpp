// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/surf_shore.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "libbake/core/error.h"
#include "libbake/core/target.h"
#include "libbake/core/text.h"
#include "libbake/io/manifest.h"
#include "libbake/io/verify.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

Manifest open_manifest(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error))
    throw Error(
        ErrorKind::input, path,
        "is not there; bake it with 'oceanbake shore', or name the NAME.manifest.json of a shore bake");
  Manifest manifest = read_manifest(path);
  if (manifest.kind != "shore")
    throw Error(
        ErrorKind::input, path,
        "is the manifest of '" + manifest.kind + "', not of a shore bake; name that of 'oceanbake shore'");
  return manifest;
}

struct Place {
  const OutputRecord* image = nullptr;
  std::size_t channel = 0;
};

double number(const OutputRecord& image, const char* fact) {  // 0: not said
  const auto found = image.facts.find(fact);
  return found == image.facts.end() ? 0 : parse_real(found->second).value_or(0);
}

// A manifest, and of a tide set the level.
class Bake {
 public:
  Bake(const ShoreBakeLevel& level) : path_(level.manifest), manifest_(open_manifest(path_)) {
    std::map<int64_t, double> levels;
    for (const OutputRecord& o : manifest_.outputs)
      if (const auto tide = static_cast<int64_t>(number(o, "tide")); tide > 0)
        levels[tide] = number(o, "sea_level_m");
    choose(levels, level.tide);
  }

  const Manifest& manifest() const { return manifest_; }
  const std::string& path() const { return path_; }

  Place require(const std::string& key, const char* remedy) const {
    for (const OutputRecord& o : manifest_.outputs) {
      if (!o.world || (tide_ > 0 && static_cast<int64_t>(number(o, "tide")) != tide_)) continue;
      for (std::size_t c = 0; c < o.channels.size(); ++c)
        if (o.channels[c].key == key) return {&o, c};
    }
    throw Error(ErrorKind::input, path_,
                "has no image with '" + key + "'; bake the shore again with " + remedy);
  }

 private:
  void choose(const std::map<int64_t, double>& levels, const std::optional<int64_t>& wanted) {
    if (levels.empty()) {
      if (wanted)
        throw Error(ErrorKind::usage, "--tide",
                    "has no effect: " + path_ + " is of one water level; leave it out");
      return;
    }
    if (wanted && levels.contains(*wanted)) {
      tide_ = *wanted;
      return;
    }
    std::vector<std::string> names;
    for (const auto& [tide, sea_level_m] : levels)
      names.push_back(std::to_string(tide) + " (" + shortest(sea_level_m) + " m)");
    throw Error(ErrorKind::usage, "--tide",
                (wanted ? "of " + std::to_string(*wanted) + " is none of " : "is needed for the tide set ") +
                    path_ + ", whose levels are " + join(names, ", ") + "; pass one of these numbers");
  }

  std::string path_;
  Manifest manifest_;
  int64_t tide_ = 0;
};

Grid grid_of(const OutputRecord& image) {
  return {image.world->x0, image.world->y0, image.world->texel_m, image.width, image.height};
}

const TargetTraits& target_of(const OutputRecord& image, const std::string& path) {
  for (const TargetTraits& t : kTargets)
    if (t.name == image.world->target) return t;
  throw Error(ErrorKind::input, path, "was baked for an unknown target, " + in_quotes(image.world->target));
}

class Reader {
 public:
  Reader(const std::string& path, const Manifest& manifest, const Grid& grid, ShoreBakeMaps& maps)
      : path_(path),
        folder_(fs::path(path).parent_path().string()),
        manifest_(manifest),
        grid_(grid),
        maps_(maps) {}

  // Decoded values south first, times factor.
  std::vector<float> channel(const Place& place, double factor) {
    const OutputRecord& image = *place.image;
    const std::string file = (fs::path(folder_) / image.file).string();
    std::error_code error;
    if (!fs::is_regular_file(file, error))
      throw Error(
          ErrorKind::input, path_,
          "names " + in_quotes(image.file) + ", which is gone from its folder; run 'oceanbake shore' again");
    if (image.width != grid_.width || image.height != grid_.height)
      throw Error(ErrorKind::input, path_, "has maps of different sizes; name the manifest of one bake");
    if (std::find(maps_.files.begin(), maps_.files.end(), file) == maps_.files.end()) {
      check_image(image, file);
      maps_.files.push_back(file);
    }
    std::vector<float> out(static_cast<std::size_t>(grid_.size()));
    for_each_decoded_row(image, folder_, [&](int32_t y, std::span<const float> row) {
      const auto first = static_cast<std::size_t>(int64_t{grid_.height - 1 - y} * grid_.width);
      for (std::size_t i = 0; i < static_cast<std::size_t>(grid_.width); ++i) {
        const float v = row[i * image.channels.size() + place.channel];
        out[first + i] = static_cast<float>(static_cast<double>(v) * factor);
      }
    });
    return out;
  }

 private:
  // An image that was baked or painted since would lie about where the shore is.
  void check_image(const OutputRecord& image, const std::string& file) const {
    for (const Check& c : verify_output(manifest_, image, folder_))
      if (!c.ok)
        throw Error(ErrorKind::input, file,
                    "is not what " + path_ + " says (" + c.what + ": expected " + c.expected + ", found " +
                        c.found + "); run 'oceanbake shore' again with --force");
  }

  const std::string& path_;
  std::string folder_;
  const Manifest& manifest_;
  Grid grid_;
  ShoreBakeMaps& maps_;
};

constexpr const char* kPacked = "--packed or --maps distance,direction";

}  // namespace

Grid shore_bake_grid(const ShoreBakeLevel& level) {
  return grid_of(*Bake(level).require("distance", kPacked).image);
}

ShoreBakeMaps read_shore_bake(const ShoreBakeLevel& level, bool arc) {
  const Bake bake(level);
  const std::string& path = bake.path();
  const Place distance = bake.require("distance", kPacked), x = bake.require("direction_x", kPacked),
              y = bake.require("direction_y", kPacked);
  ShoreBakeMaps maps;
  maps.grid = grid_of(*distance.image);
  maps.sea_level_m = number(*distance.image, "sea_level_m");
  const TargetTraits& target = target_of(*distance.image, path);
  Reader reader(path, bake.manifest(), maps.grid, maps);
  maps.distance_m = reader.channel(distance, target.unit_m);
  const std::vector<float> dx = reader.channel(x, 1), dy = reader.channel(y, target.horizontal_sign);
  for (std::size_t i = 0; i < dx.size(); ++i) maps.direction.push_back(unit_or_zero({dx[i], dy[i]}));
  const auto runs = [](Vec2f d) { return d.x != 0 || d.y != 0; };
  if (std::none_of(maps.direction.begin(), maps.direction.end(), runs))
    throw Error(ErrorKind::input, path,
                "has no shoreline, so no waves run anywhere; bake a terrain that meets the sea");
  if (!arc) return maps;
  constexpr const char* kRemedy = "--maps shore_length,shore_perimeter, or use --noise-space world";
  maps.arc_grid = maps.grid;
  maps.arc_m = reader.channel(bake.require("shore_length", kRemedy), target.unit_m);
  maps.perimeter_m = reader.channel(bake.require("shore_perimeter", kRemedy), target.unit_m);
  return maps;
}

}  // namespace ocean
