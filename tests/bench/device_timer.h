// SPDX-License-Identifier: Apache-2.0
//
// Timings on either back end without Google Benchmark, for machines that have only a compiler: programs named
// gpu_bench_*. Those print one line a case, and scripts/gpu_check.sh runs them all.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/exec.h"

namespace ocean {

struct Timing {
  double median_ms = 0, least_ms = 0, most_ms = 0;
  int repetitions = 0;
};

// Calls work `warm_ups` times, then `repetitions` (>= 1) times between two time stamps: CUDA events on the
// Exec's stream, or the steady clock on the CPU. The stamps bracket what work launched and, where it waits
// for results, its host part too.
Timing time_work(const Exec& exec, int warm_ups, int repetitions, const std::function<void()>& work);

// The CPU with all threads, then CUDA device 0 if a device answers.
std::vector<Exec> bench_backends();

// "sort by key, 16 M uint32              cuda      1.234 ms (1.230…1.300, 9 runs)   103.7 GB/s"; no rate for
// bytes = 0.
void print_timing(const std::string& name, const Exec& exec, const Timing& timing, int64_t bytes = 0);

}  // namespace ocean
