// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/device_timer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "kernels/device.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

double time_on_host(const Exec& exec, const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  exec.synchronize();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

#if defined(__CUDACC__)
void check(cudaError_t status) {
  if (status != cudaSuccess) throw DeviceError(std::string("CUDA: timing: ") + cudaGetErrorString(status));
}

class EventPair {
 public:
  EventPair() {
    check(cudaEventCreate(&start_));
    check(cudaEventCreate(&stop_));
  }
  ~EventPair() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  EventPair(const EventPair&) = delete;
  EventPair& operator=(const EventPair&) = delete;

  double time(const Exec& exec, const std::function<void()>& work) {
    const auto stream = static_cast<cudaStream_t>(exec.stream());
    check(cudaEventRecord(start_, stream));
    work();
    check(cudaEventRecord(stop_, stream));
    check(cudaEventSynchronize(stop_));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start_, stop_));
    return static_cast<double>(ms);
  }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};
#endif

std::vector<double> measure(const Exec& exec, int repetitions, const std::function<void()>& work) {
  std::vector<double> ms;
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    exec.make_current();
    EventPair events;
    for (int i = 0; i < repetitions; ++i) ms.push_back(events.time(exec, work));
    return ms;
  }
#endif
  for (int i = 0; i < repetitions; ++i) ms.push_back(time_on_host(exec, work));
  return ms;
}

}  // namespace

Timing time_work(const Exec& exec, int warm_ups, int repetitions, const std::function<void()>& work) {
  if (repetitions < 1) throw std::invalid_argument("time_work: at least one repetition");
  for (int i = 0; i < warm_ups; ++i) work();
  exec.synchronize();
  std::vector<double> ms = measure(exec, repetitions, work);
  std::sort(ms.begin(), ms.end());
  const size_t n = ms.size();
  return {(ms[(n - 1) / 2] + ms[n / 2]) / 2, ms.front(), ms.back(), repetitions};
}

std::vector<Exec> bench_backends() {
  std::vector<Exec> all = {Exec::cpu()};
  if (!probe_devices().empty()) all.push_back(Exec::cuda(0));
  return all;
}

void print_timing(const std::string& name, const Exec& exec, const Timing& timing, int64_t bytes) {
  std::string backend = "cuda";
  if (!exec.is_cuda()) backend = "cpu×" + std::to_string(exec.threads());
  std::printf("%-44s %-8s %10.4f ms (%.4f…%.4f, %d runs)", name.c_str(), backend.c_str(), timing.median_ms,
              timing.least_ms, timing.most_ms, timing.repetitions);
  if (bytes > 0) std::printf(" %8.1f GB/s", static_cast<double>(bytes) / timing.median_ms * 1e-6);
  std::printf("\n");
}

}  // namespace ocean
