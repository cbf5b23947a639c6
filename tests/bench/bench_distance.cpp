// SPDX-License-Identifier: Apache-2.0
//
// Distance and direction maps on the host, per coast, size and instruction set. compare_scipy.sh sets them
// against SciPy, with
//   --write FOLDER SIZE                      the masks for scipy_distance.py: FOLDER/fractal.mask,
//   circle.mask (a byte a texel)
//   --time fractal|circle SIZE REPETITIONS   prints the least time in milliseconds, all threads, default
//   instruction set
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
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

struct Job {
  Job(bool fractal, int32_t map_size)
      : size(map_size),
        coast(coast_of(fractal, size)),
        segments(exec, "segments", coast),
        water(exec, "water", test::water_mask(coast, 0, 0, size, size)),
        distance(exec, int64_t{size} * size),
        direction(exec, int64_t{size} * size) {}
  void run(Simd simd) {
    DistanceOptions options;
    options.simd = simd;
    compute_distance(exec, segments.view(), {0, 0, size, size}, size, size, water.view(),
                     {distance.view(), direction.view(), {}}, options);
  }
  int32_t size;
  Exec exec = Exec::cpu();
  test::Coast coast;
  Buffer<CoastSegment> segments;
  Buffer<uint8_t> water;
  Buffer<float> distance;
  Buffer<Vec2f> direction;
};

void run(benchmark::State& state, bool fractal, int32_t size, Simd simd) {
  Job job(fractal, size);
  for (auto _ : state) {
    job.run(simd);
    benchmark::DoNotOptimize(job.distance.data());
  }
  state.counters["segments"] = static_cast<double>(job.coast.size());
  state.counters["threads"] = job.exec.threads();
}

void print_time(bool fractal, int32_t size, int repetitions) {
  Job job(fractal, size);
  double least = 1e30;
  for (int r = 0; r < repetitions; ++r) {
    const auto start = std::chrono::steady_clock::now();
    job.run(Simd::automatic);
    least = std::min(
        least, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%.1f\n", least);
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
                                     [=](benchmark::State& s) { run(s, fractal, size, simd); })
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
  if (argc == 5 && std::strcmp(argv[1], "--time") == 0) {
    ocean::print_time(std::strcmp(argv[2], "fractal") == 0, std::stoi(argv[3]), std::stoi(argv[4]));
    return 0;
  }
  ocean::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
