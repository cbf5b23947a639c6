// SPDX-License-Identifier: Apache-2.0
//
// Flipbook frames on both back ends: displacement, normal and Jacobian of 8 snapped waves against copying as
// many bytes within the device; the transform's own time against cuFFT's, where the library was found; a
// frame of 4096 waves. Hashes must be equal.
//
//   gpu_bench_wave [SIZE...]     default 1024 4096
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/hash.h"
#include "kernels/wave/fft.h"
#include "kernels/wave/flipbook.h"
#include "kernels/wave/wave.h"
#include "kernels/wave/wave_spectrum.h"
#include "tests/bench/device_timer.h"

#if defined(OCEAN_CUFFT)
#include <cufft.h>
#endif

namespace ocean {
namespace {

std::vector<SnappedWave> sea(int count, int most) {
  std::vector<SnappedWave> waves;
  for (int i = 0; i < count; ++i) {
    const int n = (i * 37) % (2 * most + 1) - most, m = (i * 53 + 7) % (2 * most + 1) - most;
    waves.push_back({n == 0 && m == 0 ? 1 : n, m, 1 + i % 40, std::fmod(0.618 * i, 1.0),
                     0.3 / (1 + std::hypot(n, m)), 0.2});
  }
  return waves;
}

struct Frame {
  Buffer<float> displacement, normal, jacobian;
  explicit Frame(const Exec& exec, int64_t n)
      : displacement(exec, 3 * n), normal(exec, 3 * n), jacobian(exec, n) {}
  SurfaceMaps maps() { return {displacement.view(), normal.view(), jacobian.view(), {}, {}}; }
  std::string hash(const Exec& exec) {
    return to_hex(content_hash(exec, displacement)) + to_hex(content_hash(exec, normal)) +
           to_hex(content_hash(exec, jacobian));
  }
};

void bench_copy(const Exec& exec, int32_t size) {
  if (!exec.is_cuda()) return;
  const int64_t bytes = int64_t{size} * size * 28;
  Buffer<uint8_t> from(exec, bytes), to(exec, bytes);
  from.fill_zero();
  print_timing("copy of " + std::to_string(size) + "^2 x 28 bytes", exec,
               time_work(exec, 2, 25, [&] { copy_within(exec, "copy", to.data(), from.data(), bytes); }),
               2 * bytes);
}

void bench_fft(const Exec& exec, int32_t size) {
  const int64_t n = int64_t{size} * size;
  constexpr int32_t kBatch = 4;
  Buffer<Vec2f> data(exec, n * kBatch);
  data.fill_zero();
  const Fft2d fft(exec, size, size);
  const int runs = exec.is_cuda() ? 15 : 2;
  print_timing("fft, 4 x " + std::to_string(size) + "^2", exec,
               time_work(exec, 1, runs, [&] { fft.transform(FftDirection::inverse, data.view(), kBatch); }),
               n * kBatch * 8 * 4);
#if defined(OCEAN_CUFFT)
  if (!exec.is_cuda()) return;
  cufftHandle plan;
  int sides[2] = {size, size};
  if (cufftPlanMany(&plan, 2, sides, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, kBatch) != CUFFT_SUCCESS)
    return;
  cufftSetStream(plan, static_cast<CUstream_st*>(exec.stream()));
  auto* const values = reinterpret_cast<cufftComplex*>(data.data());
  print_timing("cuFFT, 4 x " + std::to_string(size) + "^2", exec,
               time_work(exec, 1, runs, [&] { cufftExecC2C(plan, values, values, CUFFT_INVERSE); }),
               n * kBatch * 8 * 4);
  cufftDestroy(plan);
#endif
}

bool bench_size(int32_t size) {
  const FlipbookGrid grid{size, size, 64, 256, 256, 16};
  const int64_t n = int64_t{size} * size;
  bool equal = true;
  std::string first;
  for (const Exec& exec : bench_backends()) {
    bench_copy(exec, size);
    Frame frame(exec, n);
    const int runs = exec.is_cuda() ? 25 : 5;
    const Flipbook direct(exec, grid, sea(8, 30));
    print_timing("frame of 8 waves, " + std::to_string(size) + "^2", exec,
                 time_work(exec, 2, runs, [&] { direct.evaluate(whole_frame(grid, 7), frame.maps()); }),
                 n * 28);
    std::string hashes = frame.hash(exec);
    const WaveSpectrum many(exec, grid, sea(4096, 60));
    print_timing("frame of 4096 waves, " + std::to_string(size) + "^2", exec,
                 time_work(exec, 1, exec.is_cuda() ? 15 : 2,
                           [&] { many.evaluate(whole_frame(grid, 7), frame.maps()); }),
                 n * 28);
    hashes += frame.hash(exec);
    bench_fft(exec, size);
    if (first.empty()) first = hashes;
    equal = equal && hashes == first;
  }
  return equal;
}

}  // namespace
}  // namespace ocean

int main(int argc, char** argv) {
  std::vector<int32_t> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  if (sizes.empty()) sizes = {1024, 4096};
  bool equal = true;
  for (const int32_t size : sizes) {
    if (!ocean::is_fft_size(size) || size < 128) {
      std::fprintf(stderr, "gpu_bench_wave: a size is a power of two from 128 to 16384\n");
      return 2;
    }
    equal = ocean::bench_size(size) && equal;
  }
  if (!equal) std::fprintf(stderr, "gpu_bench_wave: the back ends' hashes differ\n");
  return equal ? 0 : 1;
}
