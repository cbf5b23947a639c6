// SPDX-License-Identifier: Apache-2.0
//
// Times the building blocks of kernels/ on both back ends. The rates count the bytes read and written once.
//
//   gpu_bench_base [MILLIONS_OF_ELEMENTS]     default 64; the CPU takes 4 at most
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/hash.h"
#include "kernels/primitives.h"
#include "tests/bench/device_timer.h"
#include "tests/bench/gpu_bench_math.h"

namespace ocean {
namespace {

std::vector<uint32_t> random_keys(int64_t n) {
  std::vector<uint32_t> keys(static_cast<size_t>(n));
  uint64_t x = 1;
  for (uint32_t& k : keys)
    k = static_cast<uint32_t>((x = x * 6364136223846793005u + 1442695040888963407u) >> 32);
  return keys;
}

void bench(const Exec& exec, int64_t n, const std::string& size) {
  const int runs = exec.is_cuda() ? 15 : 3;
  const auto report = [&](const char* name, int64_t bytes, const auto& work) {
    print_timing(name + (", " + size), exec, time_work(exec, 1, runs, work), bytes);
  };
  const Buffer<uint32_t> words(exec, "random words", random_keys(n));
  const View<const float> floats{reinterpret_cast<const float*>(words.data()), n};
  const View<const int32_t> integers{reinterpret_cast<const int32_t*>(words.data()), n};

  Buffer<uint32_t> keys(exec, n);
  Buffer<int32_t> values(exec, n);
  values.fill_zero();
  report("copy", 8 * n, [&] { copy_within(exec, "copy", keys.data(), words.data(), words.bytes()); });
  report("copy and sort by key", 16 * n, [&] {
    copy_within(exec, "copy", keys.data(), words.data(), words.bytes());
    sort_by_key(exec, keys, values);
  });
  Buffer<int64_t> sums(exec, n + 1);
  report("exclusive scan int32 to int64", 12 * n, [&] { exclusive_scan(exec, integers, sums.view()); });
  report("compact int32 flags", 8 * n, [&] { compact(exec, integers); });
  report("sum of floats", 4 * n, [&] { reduce_sum(exec, floats); });
  report("minimum of floats", 4 * n, [&] { reduce_min(exec, floats); });
  report("content hash", 4 * n, [&] { content_hash(exec, words); });
  Buffer<float> out(exec, n);
  report("sin (any angle)", 8 * n, [&] { bench_sin(exec, floats, out.view()); });
  report("8 waves: sin and cos (small angles)", 4 * n, [&] { bench_waves(exec, out.view()); });
  report("exp, log, tanh, atan2, pow", 8 * n, [&] { bench_functions(exec, floats, out.view()); });
}

}  // namespace
}  // namespace ocean

int main(int argc, char** argv) {
  const int64_t millions = argc > 1 ? std::atoll(argv[1]) : 64;
  if (millions < 1 || millions > 1000) {
    std::fprintf(stderr, "gpu_bench_base [MILLIONS_OF_ELEMENTS], 1 to 1000\n");
    return 2;
  }
  for (const ocean::Exec& exec : ocean::bench_backends()) {
    const int64_t size = exec.is_cuda() ? millions : std::min<int64_t>(millions, 4);
    ocean::bench(exec, size << 20, std::to_string(size) + " Mi");
  }
  return 0;
}
