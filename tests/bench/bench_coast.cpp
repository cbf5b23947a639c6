// SPDX-License-Identifier: Apache-2.0
//
// The coast of a sample island: as a mesh of about a million triangles (indexed, and as a soup of copies),
// and as a height field of 4096 x 4096 samples; and of triangles that overlap. Counters: segments of coast,
// triangles or cells a second.
#include <benchmark/benchmark.h>

#include <random>

#include "kernels/buffer.h"
#include "kernels/coast/field_coast.h"
#include "kernels/coast/mesh_coast.h"
#include "kernels/terrain/island.h"

namespace ocean {
namespace {

std::vector<float> island_heights(const Exec& exec, int32_t n) {
  const IslandParams params;
  const Grid grid{-params.extent_m / 2, -params.extent_m / 2, params.extent_m / n, n, n};
  Buffer<float> heights(exec, grid.size());
  fill_island(exec, island_layout(params), grid, heights.view());
  return heights.to_host("heights");
}

void mesh(benchmark::State& state) {
  const Exec exec = Exec::cpu();
  const bool soup = state.range(0) != 0;
  constexpr int32_t kSide = 708;  // 2 * 707^2 triangles
  const std::vector<float> heights = island_heights(exec, kSide);
  std::vector<TexelPoint> points;
  std::vector<Triangle> triangles;
  const auto add = [&](int32_t i, int32_t j) {
    const double u = (i + 0.5) * 2048 / kSide, v = (j + 0.5) * 2048 / kSide;
    points.push_back(
        {u, v, static_cast<double>(heights[static_cast<size_t>(j) * kSide + static_cast<size_t>(i)])});
    return static_cast<int32_t>(points.size()) - 1;
  };
  if (!soup)
    for (int32_t j = 0; j < kSide; ++j)
      for (int32_t i = 0; i < kSide; ++i) add(i, j);
  for (int32_t j = 0; j + 1 < kSide; ++j)
    for (int32_t i = 0; i + 1 < kSide; ++i) {
      const int32_t at = j * kSide + i;
      if (soup) {
        const int32_t a = add(i, j), b = add(i + 1, j), c = add(i + 1, j + 1), d = add(i, j),
                      e = add(i + 1, j + 1), f = add(i, j + 1);
        triangles.push_back({a, b, c});
        triangles.push_back({d, e, f});
      } else {
        triangles.push_back({at, at + 1, at + kSide + 1});
        triangles.push_back({at, at + kSide + 1, at + kSide});
      }
    }
  const Buffer<TexelPoint> vertices(exec, "vertices", points);
  const Buffer<Triangle> faces(exec, "triangles", triangles);
  MeshCoastOptions options;
  options.outside = Outside::continues;
  options.weld = soup;
  size_t segments = 0;
  for (auto _ : state) segments = mesh_coast(exec, vertices.view(), faces.view(), options).segments.size();
  state.counters["segments"] = static_cast<double>(segments);
  state.SetItemsProcessed(state.iterations() * faces.size());
}
BENCHMARK(mesh)->ArgName("soup")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

// Triangles over 2048 x 2048 texels. random: with corners anywhere, about a tenth of the map each; near: all
// but equal; equal: the same one.
enum class Soup { random, near, equal };

void overlapping(benchmark::State& state, Soup soup) {
  const Exec exec = Exec::cpu();
  std::mt19937 random(1);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  const TexelPoint corners[3] = {{0, 0, -1}, {2048, 0, -1}, {0, 2048, 1}};
  std::vector<TexelPoint> points;
  std::vector<Triangle> triangles;
  for (int32_t t = 0; t < static_cast<int32_t>(state.range(0)); ++t) {
    for (TexelPoint p : corners) {
      if (soup == Soup::random) p = {2048 * uniform(), 2048 * uniform(), 2 * uniform() - 1};
      if (soup == Soup::near) p = {p.x + 1e-3 * uniform(), p.y + 1e-3 * uniform(), p.z + 1e-6 * uniform()};
      points.push_back(p);
    }
    triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  const Buffer<TexelPoint> vertices(exec, "vertices", points);
  const Buffer<Triangle> faces(exec, "triangles", triangles);
  MeshCoastStats stats;
  size_t segments = 0;
  for (auto _ : state) segments = mesh_coast(exec, vertices.view(), faces.view(), {}, &stats).segments.size();
  state.counters["segments"] = static_cast<double>(segments);
  state.counters["overlaps"] = static_cast<double>(stats.overlaps);
  state.SetItemsProcessed(state.iterations() * faces.size());
}
#define OVERLAPPING(soup)                          \
  BENCHMARK_CAPTURE(overlapping, soup, Soup::soup) \
      ->ArgName("triangles")                       \
      ->Arg(2000)                                  \
      ->Arg(20000)                                 \
      ->Unit(benchmark::kMillisecond)              \
      ->UseRealTime()
OVERLAPPING(random);
OVERLAPPING(near);
OVERLAPPING(equal);

void height_field(benchmark::State& state) {
  const Exec exec = Exec::cpu();
  const auto n = static_cast<int32_t>(state.range(0));
  const Buffer<float> heights(exec, "heights", island_heights(exec, n));
  const HeightField field{heights.data(), n, n, 0.5, 0.5, 1, 1};
  size_t segments = 0;
  for (auto _ : state) segments = field_coast(exec, field, {}, n, n).segments.size();
  state.counters["segments"] = static_cast<double>(segments);
  state.SetItemsProcessed(state.iterations() * heights.size());
}
BENCHMARK(height_field)
    ->ArgName("samples")
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace ocean

BENCHMARK_MAIN();
