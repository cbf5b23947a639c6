// SPDX-License-Identifier: Apache-2.0
//
// Distance and direction maps on both back ends: time and content hashes, which must be equal. The rate
// counts 13 bytes a texel (mask, distance, direction), written or read once.
//
//   gpu_bench_distance [SIZE...]     default 4096 16384 (16384 needs 8 GB of host memory)
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/distance/distance.h"
#include "kernels/hash.h"
#include "tests/bench/device_timer.h"
#include "tests/support/coast_shapes.h"

namespace ocean {
namespace {

// Prints the time; returns the maps' hashes.
std::string bench(const Exec& exec, const std::string& name, const test::Coast& coast, int32_t size,
                  const std::vector<uint8_t>& mask) {
  const int64_t texels = int64_t{size} * size;
  const Buffer<CoastSegment> segments(exec, "segments", coast);
  const Buffer<uint8_t> water(exec, "water", mask);
  Buffer<float> distance(exec, texels);
  Buffer<Vec2f> direction(exec, texels);
  const Timing timing = time_work(exec, 1,
                                  exec.is_cuda() ? 15
                                  : size <= 4096 ? 3
                                                 : 1,
                                  [&] {
                                    compute_distance(exec, segments.view(), {0, 0, size, size}, size, size,
                                                     water.view(), {distance.view(), direction.view(), {}});
                                  });
  print_timing(name, exec, timing, 13 * texels);
  return to_hex(content_hash(exec, distance)) + " " + to_hex(content_hash(exec, direction));
}

bool bench_size(int32_t size) {
  bool equal = true;
  for (const bool fractal : {true, false}) {
    const test::Coast coast =
        fractal ? test::fractal_benchmark_coast(size) : test::circle_benchmark_coast(size);
    const std::vector<uint8_t> mask = test::water_mask(coast, 0, 0, size, size);
    const std::string name = std::string("distance, ") + (fractal ? "fractal " : "circle ") +
                             std::to_string(size) + "^2, " + std::to_string(coast.size()) + " segments";
    std::string first;
    for (const Exec& exec : bench_backends()) {
      const std::string hashes = bench(exec, name, coast, size, mask);
      std::printf("  %s\n", hashes.c_str());
      if (first.empty()) first = hashes;
      equal = equal && hashes == first;
    }
  }
  return equal;
}

}  // namespace
}  // namespace ocean

int main(int argc, char** argv) {
  std::vector<int32_t> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  if (sizes.empty()) sizes = {4096, 16384};
  bool equal = true;
  for (const int32_t size : sizes) {
    if (size < 16 || size > 32768) {
      std::fprintf(stderr, "gpu_bench_distance: a size is a number from 16 to 32768\n");
      return 2;
    }
    equal = ocean::bench_size(size) && equal;
  }
  if (!equal) std::fprintf(stderr, "gpu_bench_distance: the back ends' hashes differ\n");
  return equal ? 0 : 1;
}
