// SPDX-License-Identifier: Apache-2.0
//
// Writing a packed shore map: 4096 x 4096 RGBA, half, by compression; the content hash alone for comparison.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>

#include "kernels/math/convert.h"
#include "libbake/io/image.h"

namespace ocean {
namespace {

constexpr int32_t kSide = 4096;

// Distance to a wavy coast, direction, depth with some relief: as compressible as a real bake.
const std::vector<uint16_t>& packed() {
  static const std::vector<uint16_t> samples = [] {
    std::vector<uint16_t> out;
    out.reserve(size_t{4} * kSide * kSide);
    for (int32_t y = 0; y < kSide; ++y) {
      for (int32_t x = 0; x < kSide; ++x) {
        const double u = x - 2000.0, v = 1900.0 - y, r = std::hypot(u, v);
        const double distance = r - 900 + 60 * std::sin(7 * std::atan2(v, u));
        const double relief = std::sin(x * 0.05) * std::sin(y * 0.07) + 0.3 * std::sin(x * 0.41 + y * 0.29);
        for (const double value : {distance, -u / r, -v / r, distance * 0.05 + relief}) {
          out.push_back(float_to_half(static_cast<float>(value)));
        }
      }
    }
    return out;
  }();
  return samples;
}

void write_exr_half(benchmark::State& state) {
  const auto compression = static_cast<Compression>(state.range(0));
  const ImageSpec spec{kSide, kSide, {"R", "G", "B", "A"}, SampleType::half, {}};
  const std::string path = (std::filesystem::temp_directory_path() / "ocean_bench_image.exr").string();
  packed();
  int64_t bytes = 0;
  for (auto _ : state)
    bytes = write_image(path, ImageFormat::exr_half, spec, packed().data(), compression).file_bytes;
  state.SetBytesProcessed(state.iterations() * spec.bytes());
  state.counters["file_MB"] = static_cast<double>(bytes) / 1e6;
  std::filesystem::remove(path);
}
BENCHMARK(write_exr_half)
    ->DenseRange(0, 3)
    ->Arg(5)
    ->ArgName("zip_zips_piz_rle_dwaa_none")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void read_exr_half(benchmark::State& state) {
  const ImageSpec spec{kSide, kSide, {"R", "G", "B", "A"}, SampleType::half, {}};
  const std::string path = (std::filesystem::temp_directory_path() / "ocean_bench_image.exr").string();
  write_image(path, ImageFormat::exr_half, spec, packed().data());
  for (auto _ : state) benchmark::DoNotOptimize(read_image(path));
  state.SetBytesProcessed(state.iterations() * spec.bytes());
  std::filesystem::remove(path);
}
BENCHMARK(read_exr_half)->UseRealTime()->Unit(benchmark::kMillisecond);

void content_hash(benchmark::State& state) {
  const int64_t bytes = int64_t{8} * kSide * kSide;
  for (auto _ : state) {
    ContentHash hash(kSide, kSide, {"R", "G", "B", "A"}, SampleType::half);
    hash.update(packed().data(), bytes);
    benchmark::DoNotOptimize(hash.text());
  }
  state.SetBytesProcessed(state.iterations() * bytes);
}
BENCHMARK(content_hash)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ocean

BENCHMARK_MAIN();
