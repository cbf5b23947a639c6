// SPDX-License-Identifier: Apache-2.0
//
// Distance and direction maps on the host, per coast, size and instruction set. compare_scipy.sh sets them
// against SciPy.
// --write FOLDER SIZE: instead writes the masks that scipy_distance.py reads (FOLDER/fractal.mask,
// circle.mask; size*size bytes).
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "kernels/distance/distance.h"
#include "tests/support/coast_shapes.h"

namespace ocean {
namespace {

test::Coast coast_of(bool fractal, int32_t size) {
  return fractal ? test::fractal_benchmark_coast(size) : test::circle_benchmark_coast(size);
}

void run(benchmark::State& state, bool fractal, int32_t size, Simd simd, int threads) {
  const test::Coast coast = coast_of(fractal, size);
  const Exec exec = Exec::cpu(threads);
  const Buffer<CoastSegment> segments(exec, "segments", coast);
  const Buffer<uint8_t> water(exec, "water", test::water_mask(coast, 0, 0, size, size));
  Buffer<float> distance(exec, int64_t{size} * size);
  Buffer<Vec2f> direction(exec, int64_t{size} * size);
  DistanceOptions options;
  options.simd = simd;
  for (auto _ : state) {
    compute_distance(exec, segments.view(), {0, 0, size, size}, size, size, water.view(),
                     {distance.view(), direction.view(), {}}, options);
    benchmark::DoNotOptimize(distance.data());
  }
  state.counters["segments"] = static_cast<double>(coast.size());
  state.counters["threads"] = exec.threads();
}

void write_masks(const std::string& folder, int32_t size) {
  for (bool fractal : {true, false}) {
    const std::vector<uint8_t> mask = test::water_mask(coast_of(fractal, size), 0, 0, size, size);
    std::ofstream file(folder + (fractal ? "/fractal.mask" : "/circle.mask"), std::ios::binary);
    file.write(reinterpret_cast<const char*>(mask.data()), static_cast<std::streamsize>(mask.size()));
  }
}

void register_all() {
  const char* names[] = {"automatic", "baseline", "avx2", "avx512"};
  for (bool fractal : {true, false})
    for (int32_t size : {1024, 4096}) {
      const std::string base =
          std::string("distance/") + (fractal ? "fractal/" : "circle/") + std::to_string(size);
      for (Simd simd : available_simd())
        benchmark::RegisterBenchmark((base + "/" + names[static_cast<int>(simd)]).c_str(),
                                     [=](benchmark::State& s) { run(s, fractal, size, simd, 0); })
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    }
}

}  // namespace
}  // namespace ocean

int main(int argc, char** argv) {
  if (argc == 4 && std::strcmp(argv[1], "--write") == 0) {
    ocean::write_masks(argv[2], std::stoi(argv[3]));
    return 0;
  }
  ocean::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
