// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rock_slices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "kernels/pack/pack.h"
#include "kernels/solid/mesh_distance.h"
#include "libbake/bake/texture_options.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

constexpr int32_t kRoom = 1;  // texels beyond the rocks on every side

// Values of a level set at any voxel.
class LevelSetLookup {
 public:
  explicit LevelSetLookup(VdbBlocks<float> blocks) : blocks_(std::move(blocks)) {
    for (size_t b = 0; b < blocks_.blocks.size(); ++b)
      leaves_[key(blocks_.blocks[b].x, blocks_.blocks[b].y, blocks_.blocks[b].z, 8)] = b;
    for (const VdbTile<float>& tile : blocks_.tiles)
      tiles_[key(tile.x, tile.y, tile.z, tile.side)] = tile.value;
  }
  float at(int32_t x, int32_t y, int32_t z) const {
    const auto leaf = leaves_.find(key(x, y, z, 8));
    if (leaf != leaves_.end())
      return blocks_.values[leaf->second * kVdbBlockVoxels +
                            static_cast<size_t>(((x & 7) * 8 + (y & 7)) * 8 + (z & 7))];
    for (const int32_t side : {8, 128, 4096}) {
      const auto tile = tiles_.find(key(x, y, z, side));
      if (tile != tiles_.end()) return tile->second;
    }
    return blocks_.background;
  }
  // Trilinear.
  double at(const Vec3d& p) const {
    const double fx = std::floor(p.x), fy = std::floor(p.y), fz = std::floor(p.z);
    const auto x = static_cast<int32_t>(fx), y = static_cast<int32_t>(fy), z = static_cast<int32_t>(fz);
    double sum = 0;
    for (int32_t c = 0; c < 8; ++c) {
      const int32_t a = c >> 2, b = (c >> 1) & 1, d = c & 1;
      const double w =
          (a ? p.x - fx : 1 - (p.x - fx)) * (b ? p.y - fy : 1 - (p.y - fy)) * (d ? p.z - fz : 1 - (p.z - fz));
      sum += w * static_cast<double>(at(x + a, y + b, z + d));
    }
    return sum;
  }

 private:
  struct Key {
    int32_t x, y, z, side;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& k) const {
      uint64_t h = static_cast<uint32_t>(k.x) * 0x9e3779b97f4a7c15ull + static_cast<uint32_t>(k.side);
      h = (h ^ static_cast<uint32_t>(k.y)) * 0xbf58476d1ce4e5b9ull;
      h = (h ^ (h >> 29) ^ static_cast<uint32_t>(k.z)) * 0x94d049bb133111ebull;
      return static_cast<size_t>(h ^ (h >> 32));
    }
  };
  static Key key(int32_t x, int32_t y, int32_t z, int32_t side) {
    return {x & -side, y & -side, z & -side, side};
  }
  VdbBlocks<float> blocks_;
  std::unordered_map<Key, size_t, Hash> leaves_;
  std::unordered_map<Key, float, Hash> tiles_;
};

// The atlas south first: cells from the top left, slices upward.
std::vector<float> lay_out(const SliceGrid& grid, const std::vector<float>& distances) {
  const float far = *std::max_element(distances.begin(), distances.end());
  std::vector<float> atlas(static_cast<size_t>(grid.width() * grid.height()), far);
  for (int32_t k = 0; k < grid.nz; ++k) {
    const int64_t x0 = int64_t{k % grid.columns} * grid.nx,
                  y0 = int64_t{grid.rows - 1 - k / grid.columns} * grid.ny;
    for (int32_t i = 0; i < grid.nx; ++i)
      for (int32_t j = 0; j < grid.ny; ++j)
        atlas[static_cast<size_t>((y0 + j) * grid.width() + x0 + i)] =
            distances[static_cast<size_t>((int64_t{i} * grid.ny + j) * grid.nz + k)];
  }
  return atlas;
}

std::map<std::string, std::string> facts_of(const SliceGrid& g) {
  const VdbPlace& p = g.place;
  const double half = 0.5 * p.voxel_m;
  const Vec3d low = p.world(0, 0, 0), high = p.world(g.nx - 1, g.ny - 1, g.nz - 1);
  const std::array<double, 4> bounds{low.x - half, low.y - half, high.x + half, high.y + half};
  return {{"columns", std::to_string(g.columns)},
          {"rows", std::to_string(g.rows)},
          {"slices", std::to_string(g.nz)},
          {"cell_width", std::to_string(g.nx)},
          {"cell_height", std::to_string(g.ny)},
          {"order", "\"left to right, top to bottom, from the lowest slice upward\""},
          {"texel_m", shortest(p.voxel_m)},
          {"first_slice_z_m", shortest(low.z)},
          {"cell_bounds", JsonWriter(0).list(bounds).text()}};
}

}  // namespace

SliceGrid slice_grid(const Box& bounds, int64_t texels) {
  const Vec3d size = bounds.max - bounds.min;
  SliceGrid g;
  const double texel = std::max({size.x, size.y, size.z}) / static_cast<double>(texels - 2 * kRoom);
  const auto count = [&](double side) {
    const auto n = static_cast<int64_t>(std::ceil(side / texel - 1e-9)) + 2 * kRoom;
    return static_cast<int32_t>(std::clamp<int64_t>(n, 1 + 2 * kRoom, texels));
  };
  g.nx = count(size.x);
  g.ny = count(size.y);
  g.nz = count(size.z);
  const auto first = [&](double low, double high, int32_t n) {
    return 0.5 * (low + high) - 0.5 * (n - 1) * texel;
  };
  g.place = {texel,
             {first(bounds.min.x, bounds.max.x, g.nx), first(bounds.min.y, bounds.max.y, g.ny),
              first(bounds.min.z, bounds.max.z, g.nz)}};
  const double square = std::sqrt(static_cast<double>(g.nz) * g.ny / g.nx);
  g.columns = std::clamp(static_cast<int32_t>(std::ceil(square)), 1, g.nz);
  g.rows = (g.nz + g.columns - 1) / g.columns;
  return g;
}

std::vector<float> slice_distances(const Exec& exec, const SliceGrid& grid, const VdbMesh& solid,
                                   const VdbGridPtr& surface) {
  std::vector<Vec3d> corners;
  for (const Vec3d& corner : solid.corners)
    corners.push_back((1 / grid.place.voxel_m) * (corner - grid.place.origin));
  const WindingTree tree(exec, corners, solid.triangles);
  Buffer<float> sizes(exec, grid.samples());
  lattice_distances(tree, {{0, 0, 0}, grid.nx, grid.ny, grid.nz}, sizes.view());
  std::vector<float> out = sizes.to_host("slice distances");
  const LevelSetLookup signs(blocks_of<float>(surface));
  const VdbPlace voxels = summary_of(surface).place;
  for (int32_t i = 0; i < grid.nx; ++i) {
    check_interrupt();
    for (int32_t j = 0; j < grid.ny; ++j)
      for (int32_t k = 0; k < grid.nz; ++k) {
        float& d = out[static_cast<size_t>((int64_t{i} * grid.ny + j) * grid.nz + k)];
        d = static_cast<float>(static_cast<double>(d) * grid.place.voxel_m);
        if (signs.at((1 / voxels.voxel_m) * (grid.place.world(i, j, k) - voxels.origin)) < 0) d = -d;
      }
  }
  return out;
}

std::string slices_file(const RocksConfig& config, const std::string& name) {
  return name + "_slices" + format_extension(config.format);
}

void write_slices(const RocksConfig& config, const SliceGrid& grid, const std::vector<float>& distances,
                  JobContext& job) {
  const TargetTraits& target = traits(job.settings().target);
  const Buffer<float> atlas(job.exec(), "slices", lay_out(grid, distances));
  PackSpec spec;
  spec.type = format_type(config.format);
  spec.channels = 1;
  spec.width = static_cast<int32_t>(grid.width());
  spec.height = static_cast<int32_t>(grid.height());
  spec.channel[0].source = atlas.data();
  spec.channel[0].scale = static_cast<float>(1 / target.unit_m);
  float most = 0;
  for (const float d : distances) most = std::max(most, std::abs(d));
  spec.channel[0].range = std::max(most * spec.channel[0].scale, 1e-6f);
  const ChannelMeasure measure = measure_channels(job.exec(), spec).front();

  OutputRecord record;
  record.role = "slices";
  record.file = slices_file(config, job.name());
  record.format = format_name(config.format);
  record.width = spec.width;
  record.height = spec.height;
  record.facts = facts_of(grid);
  ChannelRecord channel;
  channel.name = "Y";
  channel.key = "rock_distance";
  channel.meaning = "signed distance to the rocks, negative inside";
  channel.unit = std::string(target.unit);
  const CodeScale code = code_scale(config.format, static_cast<double>(spec.channel[0].range), true);
  channel.decode = {code.scale, code.offset};
  channel.min = static_cast<double>(measure.stored_min);
  channel.max = static_cast<double>(measure.stored_max);
  channel.quantisation_error = static_cast<double>(measure.max_error);
  record.channels = {channel};
  Buffer<uint8_t> packed(job.exec(), int64_t{spec.width} * spec.height * sample_bytes(spec.type));
  pack_rows(job.exec(), spec, 0, spec.height, packed.view());
  job.outputs().write_image(std::move(record), packed.to_host("packed slices").data(), config.compression);
}

}  // namespace ocean
