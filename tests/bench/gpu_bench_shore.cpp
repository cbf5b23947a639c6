// SPDX-License-Identifier: Apache-2.0
//
// A shore bake from the resident mesh to the resident packed map, by the kernels that `oceanbake shore` calls
// in its order, on both back ends: times of the stages and the packed map's hash, which must be equal. A
// million triangles of the sample island, packed to half floats.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/coast/map_border.h"
#include "kernels/coast/mesh_coast.h"
#include "kernels/coast/water_bodies.h"
#include "kernels/distance/distance.h"
#include "kernels/hash.h"
#include "kernels/pack/pack.h"
#include "kernels/raster/mask_runs.h"
#include "kernels/raster/top_surface.h"
#include "kernels/shore/masks.h"
#include "kernels/terrain/island.h"
#include "tests/bench/device_timer.h"

namespace ocean {
namespace {

struct Scene {
  int32_t side;
  Buffer<TexelPoint> vertices;
  Buffer<Triangle> triangles;
};

Scene island(const Exec& exec, int32_t side) {
  constexpr int32_t kSide = 708;
  const IslandParams params;
  const Grid grid{-params.extent_m / 2, -params.extent_m / 2, params.extent_m / kSide, kSide, kSide};
  Buffer<float> field(exec, grid.size());
  fill_island(exec, island_layout(params), grid, field.view());
  const std::vector<float> heights = field.to_host("heights");
  std::vector<TexelPoint> points;
  std::vector<Triangle> triangles;
  for (int32_t j = 0; j < kSide; ++j)
    for (int32_t i = 0; i < kSide; ++i)
      points.push_back({double(i) * side / (kSide - 1), double(j) * side / (kSide - 1),
                        static_cast<double>(heights[points.size()])});
  for (int32_t j = 0; j + 1 < kSide; ++j)
    for (int32_t i = 0; i + 1 < kSide; ++i) {
      const int32_t at = j * kSide + i;
      triangles.push_back({at, at + 1, at + kSide + 1});
      triangles.push_back({at, at + kSide + 1, at + kSide});
    }
  return {side, {exec, "vertices", points}, {exec, "triangles", triangles}};
}

// The stages one after the other, each on what the ones before left.
struct Bake {
  const Exec& exec;
  const Scene& scene;
  int32_t side = scene.side;
  Window whole{0, 0, side, side};
  Buffer<float> depth{exec, whole.size()}, distance{exec, whole.size()};
  Buffer<uint8_t> water{exec, whole.size()};
  Buffer<Vec2f> direction{exec, whole.size()};
  Buffer<uint8_t> packed{exec, whole.size() * 8};
  Coastline coast{}, chosen_coast{};
  MaskRuns runs{};

  void surface() {
    rasterize_top_surface(exec, scene.vertices.view(), scene.triangles.view(), side, side, 0, whole,
                          depth.view());
    if (count_uncovered(exec, std::as_const(depth).view()) != 0) std::fprintf(stderr, "uncovered texels\n");
    water_mask(exec, std::as_const(depth).view(), false, whole, side, water.view());
    runs = {};
    runs.width = side;
    append_runs(exec, std::as_const(water).view(), runs);
  }
  void shoreline() {
    MeshCoastOptions options;
    options.outside = Outside::continues;
    coast = mesh_coast(exec, scene.vertices.view(), scene.triangles.view(), options);
  }
  void bodies() {
    const RunComponents components = connect_runs(exec, runs);
    const RunIndex index(exec, runs, components);
    const WaterBodies found = find_water_bodies(exec, coast, runs, components, index);
    const ChosenWater chosen = choose_water(coast, found, {}, side, side);
    chosen_coast = close_at_border(exec, chosen.coast, MapEdge::extend, side, side, false);
    paint_water(exec, index.view(), found, chosen, whole, water.view());
  }
  void distances() {
    const Buffer<CoastSegment> segments(exec, "coast", chosen_coast.segments);
    compute_distance(exec, segments.view(), whole, side, side, std::as_const(water).view(),
                     {distance.view(), direction.view(), {}});
  }
  void pack() {
    PackSpec spec;
    spec.channels = 4;
    spec.width = spec.height = side;
    const auto* d = reinterpret_cast<const float*>(direction.data());
    spec.channel[0] = {distance.data(), 1, 2000.0f / static_cast<float>(side)};
    spec.channel[1] = {d, 2, 1};
    spec.channel[2] = {d + 1, 2, 1};
    spec.channel[3] = {depth.data(), 1, 1};
    pack_rows(exec, spec, 0, side, packed.view());
  }
  void all() {
    surface();
    shoreline();
    bodies();
    distances();
    pack();
  }
};

std::string run(const Exec& exec, int32_t side, int repetitions) {
  const Scene scene = island(exec, side);
  Bake bake{exec, scene};
  const std::string size = std::to_string(side) + "^2, ";
  print_timing(size + "mesh to packed map", exec, time_work(exec, 1, repetitions, [&] { bake.all(); }));
  const std::pair<const char*, void (Bake::*)()> stages[] = {{"surface and water", &Bake::surface},
                                                             {"coast", &Bake::shoreline},
                                                             {"water bodies", &Bake::bodies},
                                                             {"distance", &Bake::distances},
                                                             {"pack", &Bake::pack}};
  for (const auto& [name, stage] : stages)
    print_timing(size + name, exec, time_work(exec, 0, repetitions, [&] { (bake.*stage)(); }));
  return to_hex(content_hash(exec, std::as_const(bake.distance).view())) +
         to_hex(content_hash(exec, std::as_const(bake.direction).view())) +
         to_hex(content_hash(exec, std::as_const(bake.depth).view()));
}

}  // namespace
}  // namespace ocean

// gpu_bench_shore [SIDE...]: 4096 and 16384.
int main(int argc, char** argv) {
  std::vector<int32_t> sides;
  for (int k = 1; k < argc; ++k) sides.push_back(static_cast<int32_t>(std::atoi(argv[k])));
  if (sides.empty()) sides = {4096, 16384};
  std::map<int32_t, std::string> first;
  bool equal = true;
  for (const ocean::Exec& exec : ocean::bench_backends())
    for (const int32_t side : sides) {
      const std::string hashes = ocean::run(exec, side, exec.is_cuda() ? 9 : 1);
      const auto [it, added] = first.emplace(side, hashes);
      equal = equal && it->second == hashes;
    }
  if (!equal) std::fprintf(stderr, "gpu_bench_shore: the back ends' hashes differ\n");
  return equal ? 0 : 1;
}
