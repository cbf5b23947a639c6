// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/surf_shore.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "kernels/math/elementary.h"
#include "kernels/math/interp.h"
#include "libbake/core/error.h"
#include "libbake/core/target.h"
#include "libbake/core/text.h"
#include "libbake/io/image.h"
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

Place find(const Manifest& manifest, const std::string& key) {
  for (const OutputRecord& o : manifest.outputs) {
    if (!o.world) continue;
    for (std::size_t c = 0; c < o.channels.size(); ++c)
      if (o.channels[c].key == key) return {&o, c};
  }
  return {};
}

Place require(const Manifest& manifest, const std::string& path, const std::string& key, const char* remedy) {
  const Place place = find(manifest, key);
  if (place.image == nullptr)
    throw Error(ErrorKind::input, path,
                "has no image with '" + key + "'; bake the shore again with " + remedy);
  return place;
}

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

Vec2f unit_or_zero(Vec2f d) {
  const float length = elem::sqrt(d.x * d.x + d.y * d.y);
  return length > 0.05f ? Vec2f{d.x / length, d.y / length} : Vec2f{0, 0};  // integer codes leave a rest
}

template <class T>
std::vector<T> resampled(const std::vector<T>& map, const Grid& from, const Grid& to) {
  const View2D<const T> view = dense_view(map.data(), from.width, from.height);
  std::vector<T> out;
  out.reserve(static_cast<std::size_t>(to.size()));
  for (int32_t j = 0; j < to.height; ++j)
    for (int32_t i = 0; i < to.width; ++i)
      out.push_back(
          bilinear(view, static_cast<float>((to.x0 + (i + 0.5) * to.texel_m - from.x0) / from.texel_m - 0.5),
                   static_cast<float>((to.y0 + (j + 0.5) * to.texel_m - from.y0) / from.texel_m - 0.5)));
  return out;
}

constexpr const char* kPacked = "--packed or --maps distance,direction";

}  // namespace

Grid shore_bake_grid(const std::string& path) {
  const Manifest manifest = open_manifest(path);
  return grid_of(*require(manifest, path, "distance", kPacked).image);
}

ShoreBakeMaps read_shore_bake(const std::string& path, bool arc) {
  const Manifest manifest = open_manifest(path);
  const Place distance = require(manifest, path, "distance", kPacked),
              x = require(manifest, path, "direction_x", kPacked),
              y = require(manifest, path, "direction_y", kPacked);
  ShoreBakeMaps maps;
  maps.grid = grid_of(*distance.image);
  const TargetTraits& target = target_of(*distance.image, path);
  const auto curves = manifest.facts.find("shoreline_curves");
  const auto count = curves == manifest.facts.end() ? std::nullopt : parse_real(curves->second);
  if (!count || !(*count >= 0 && *count < 1e15))
    throw Error(
        ErrorKind::input, path,
        "does not say how many shorelines it has (facts/shoreline_curves); the manifest is damaged: run "
        "'oceanbake shore' again with --force");
  maps.coasts = static_cast<int64_t>(*count);
  if (maps.coasts < 1)
    throw Error(ErrorKind::input, path,
                "has no shoreline, so no waves run anywhere; bake a terrain that meets the sea");
  Reader reader(path, manifest, maps.grid, maps);
  maps.distance_m = reader.channel(distance, target.unit_m);
  const std::vector<float> dx = reader.channel(x, 1), dy = reader.channel(y, target.horizontal_sign);
  for (std::size_t i = 0; i < dx.size(); ++i) maps.direction.push_back(unit_or_zero({dx[i], dy[i]}));
  if (!arc) return maps;
  constexpr const char* kRemedy = "--maps shore_length,shore_perimeter, or use --noise-space world";
  maps.arc_grid = maps.grid;
  maps.arc_m = reader.channel(require(manifest, path, "shore_length", kRemedy), target.unit_m);
  maps.perimeter_m = reader.channel(require(manifest, path, "shore_perimeter", kRemedy), target.unit_m);
  return maps;
}

Grid frame_grid(const Grid& grid, std::optional<int64_t> side) {
  if (!side) return grid;
  const int32_t longest = std::max(grid.width, grid.height);
  const double texel = grid.texel_m * longest / static_cast<double>(*side);
  const auto texels = [&](int32_t n) {
    return std::max(1, static_cast<int32_t>(std::lround(n * grid.texel_m / texel)));
  };
  return {grid.x0, grid.y0, texel, texels(grid.width), texels(grid.height)};
}

std::vector<float> resample(std::vector<float> map, const Grid& from, const Grid& to) {
  return to.width == from.width && to.height == from.height ? std::move(map) : resampled(map, from, to);
}

ShoreBakeMaps resample(ShoreBakeMaps maps, const Grid& grid) {
  const Grid from = maps.grid;
  if (grid.width == from.width && grid.height == from.height) return maps;
  maps.distance_m = resampled(maps.distance_m, from, grid);
  maps.direction = resampled(maps.direction, from, grid);
  for (Vec2f& d : maps.direction) d = unit_or_zero(d);
  maps.grid = grid;
  return maps;
}

}  // namespace ocean
