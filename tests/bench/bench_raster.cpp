// SPDX-License-Identifier: Apache-2.0
//
// Depth maps, labels and hole filling on the CPU and, where one answers, on CUDA device 0. Argument: the
// map's side.
#include <benchmark/benchmark.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "kernels/device.h"
#include "kernels/math/grid.h"
#include "kernels/raster/fill.h"
#include "kernels/raster/height_field.h"
#include "kernels/raster/label.h"
#include "kernels/raster/mask_runs.h"
#include "kernels/raster/top_surface.h"

namespace ocean {
namespace {

// A bumpy island on a square of `side` texels.
double island(double x, double y) {
  const double r = std::sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5));
  return 120 - 300 * r + 9 * std::sin(40 * x + 3 * std::sin(17 * y)) +
         4 * std::sin(150 * y + 2 * std::sin(90 * x));
}

struct Mesh {
  std::vector<TexelPoint> vertices;
  std::vector<Triangle> triangles;
};

// cells * cells * 2 triangles over the whole map, slightly sheared so that no edge is axis-parallel.
Mesh grid_mesh(int32_t cells, double side) {
  Mesh mesh;
  for (int32_t j = 0; j <= cells; ++j)
    for (int32_t i = 0; i <= cells; ++i) {
      const double x = double(i) / cells, y = double(j) / cells;
      mesh.vertices.push_back(
          {side * (1.02 * x - 0.01 + 0.003 * y), side * (1.02 * y - 0.01 + 0.002 * x), island(x, y)});
    }
  for (int32_t j = 0; j < cells; ++j)
    for (int32_t i = 0; i < cells; ++i) {
      const int32_t a = j * (cells + 1) + i, b = a + 1, c = a + cells + 1, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  return mesh;
}

// One Exec a process for each back end; null where there is no device.
const Exec* back_end(bool cuda) {
  static const Exec cpu = Exec::cpu();
  static const std::optional<Exec> device =
      probe_devices().empty() ? std::nullopt : std::optional<Exec>(Exec::cuda(0));
  if (!cuda) return &cpu;
  return device ? &*device : nullptr;
}

template <class Work>
void measure(benchmark::State& state, const Exec& exec, int64_t texels, const Work& work) {
  for (auto _ : state) {
    work();
    exec.synchronize();
  }
  state.SetItemsProcessed(state.iterations() * texels);
}

void bench_top_surface(benchmark::State& state, bool cuda, int32_t cells) {
  const Exec* exec = back_end(cuda);
  if (exec == nullptr) return state.SkipWithError("no CUDA device answers");
  const auto side = static_cast<int32_t>(state.range(0));
  const Mesh mesh = grid_mesh(cells, side);
  const Buffer<TexelPoint> vertices(*exec, "vertices", mesh.vertices);
  const Buffer<Triangle> triangles(*exec, "triangles", mesh.triangles);
  Buffer<float> depth(*exec, int64_t{side} * side);
  measure(state, *exec, depth.size(), [&] {
    rasterize_top_surface(*exec, vertices.view(), triangles.view(), side, side, 0, depth.view());
  });
}

void bench_height_field(benchmark::State& state, bool cuda) {
  const Exec* exec = back_end(cuda);
  if (exec == nullptr) return state.SkipWithError("no CUDA device answers");
  const auto side = static_cast<int32_t>(state.range(0));
  constexpr int32_t samples = 1025;
  std::vector<float> data;
  for (int32_t j = 0; j < samples; ++j)
    for (int32_t i = 0; i < samples; ++i)
      data.push_back(static_cast<float>(island(double(i) / samples, double(j) / samples)));
  const Buffer<float> heights(*exec, "heights", data);
  const double step = double(side) / (samples - 1);
  const HeightField field{heights.data(), samples, samples, 0, 0, step, step};
  Buffer<float> depth(*exec, int64_t{side} * side);
  measure(state, *exec, depth.size(),
          [&] { sample_height_field(*exec, field, side, side, 0, depth.view()); });
}

std::vector<uint8_t> water(int32_t side) {
  std::vector<uint8_t> mask(size_t(side) * side);
  for (int32_t j = 0; j < side; ++j)
    for (int32_t i = 0; i < side; ++i)
      mask[size_t(j) * side + i] = island((i + 0.5) / side, (j + 0.5) / side) < 0;
  return mask;
}

void bench_labels(benchmark::State& state, bool cuda) {
  const Exec* exec = back_end(cuda);
  if (exec == nullptr) return state.SkipWithError("no CUDA device answers");
  const auto side = static_cast<int32_t>(state.range(0));
  const Buffer<uint8_t> mask(*exec, "mask", water(side));
  Buffer<int32_t> labels(*exec, mask.size());
  measure(state, *exec, mask.size(),
          [&] { label_components(*exec, mask.view(), side, side, 1, Connectivity::four, labels.view()); });
}

// What a shore bake does with its water: runs, their components, and the mask painted again.
void bench_runs(benchmark::State& state, bool cuda) {
  const Exec* exec = back_end(cuda);
  if (exec == nullptr) return state.SkipWithError("no CUDA device answers");
  const auto side = static_cast<int32_t>(state.range(0));
  const Buffer<uint8_t> mask(*exec, "mask", water(side));
  Buffer<uint8_t> painted(*exec, mask.size());
  measure(state, *exec, mask.size(), [&] {
    MaskRuns runs;
    runs.width = side;
    append_runs(*exec, mask.view(), runs);
    const RunComponents components = connect_runs(*exec, runs);
    const RunIndex index(*exec, runs, components);
    const Buffer<uint8_t> keep(*exec, "keep", std::vector<uint8_t>(components.table.size(), 1));
    paint_components(*exec, index.view(), keep.view(), uint8_t{0}, {0, 0, side, side}, painted.view());
  });
}

// A tenth of the map is missing, in discs.
void bench_fill(benchmark::State& state, bool cuda) {
  const Exec* exec = back_end(cuda);
  if (exec == nullptr) return state.SkipWithError("no CUDA device answers");
  const auto side = static_cast<int32_t>(state.range(0));
  std::vector<float> data(size_t(side) * side);
  std::vector<uint8_t> valid(data.size(), 1);
  for (int32_t j = 0; j < side; ++j)
    for (int32_t i = 0; i < side; ++i) {
      const double x = (i + 0.5) / side, y = (j + 0.5) / side;
      const double fx = 8 * x - std::floor(8 * x) - 0.5, fy = 8 * y - std::floor(8 * y) - 0.5;
      data[size_t(j) * side + i] = static_cast<float>(island(x, y));
      valid[size_t(j) * side + i] = fx * fx + fy * fy > 0.0318;
    }
  Buffer<float> map(*exec, "map", data);
  const Buffer<uint8_t> mask(*exec, "valid", valid);
  measure(state, *exec, map.size(), [&] { fill_holes(*exec, map.view(), mask.view(), side, side); });
}

void bench_top_surface_1M_triangles(benchmark::State& state, bool cuda) {
  bench_top_surface(state, cuda, 708);
}
void bench_top_surface_2_triangles(benchmark::State& state, bool cuda) { bench_top_surface(state, cuda, 1); }

// Both back ends; the device also at the largest side.
void add(const char* name, void (*bench)(benchmark::State&, bool)) {
  for (const bool cuda : {false, true}) {
    auto* b =
        benchmark::RegisterBenchmark((std::string(name) + (cuda ? "/cuda" : "/cpu")).c_str(), bench, cuda);
    b->Arg(4096)->Unit(benchmark::kMillisecond)->UseRealTime();
    if (cuda) b->Arg(16384);
  }
}

}  // namespace
}  // namespace ocean

int main(int argc, char** argv) {
  using namespace ocean;
  add("top_surface_1M_triangles", bench_top_surface_1M_triangles);
  add("top_surface_2_triangles", bench_top_surface_2_triangles);
  add("height_field", bench_height_field);
  add("label_components", bench_labels);
  add("mask_runs", bench_runs);
  add("fill_holes", bench_fill);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
