// SPDX-License-Identifier: Apache-2.0
#include "kernels/device.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <new>
#include <thread>

#include "kernels/host_pool.h"
#include "kernels/parallel_for.h"

namespace ocean {

struct ExecState {
  Backend backend = Backend::cpu;
  int device = -1;
  void* stream = nullptr;
  std::unique_ptr<HostPool> pool;
  std::mutex mutex;
  std::vector<LaunchCount> counts;
  ~ExecState();
};

namespace {

int default_threads() {
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, unsigned{kMaxPoolThreads}));
}

std::unique_ptr<HostPool> make_pool(int threads) {
  if (threads < 0 || threads > kMaxPoolThreads)
    throw std::invalid_argument("threads must be 0 (one per hardware thread) to " +
                                std::to_string(kMaxPoolThreads));
  return std::make_unique<HostPool>(threads == 0 ? default_threads() : threads);
}

#if defined(__CUDACC__)
void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clears a non-sticky error
  throw DeviceError(std::string("CUDA: ") + what + ": " + cudaGetErrorString(status));
}

// Restores the calling thread's device.
class KeepDevice {
 public:
  KeepDevice() : known_(cudaGetDevice(&device_) == cudaSuccess) {}
  ~KeepDevice() {
    if (known_) cudaSetDevice(device_);
    cudaGetLastError();
  }
  KeepDevice(const KeepDevice&) = delete;
  KeepDevice& operator=(const KeepDevice&) = delete;

 private:
  int device_ = 0;
  bool known_;
};

// Bytes that the device's pool holds and no allocation uses.
int64_t idle_in_pool(int device) {
  cudaMemPool_t pool = nullptr;
  uint64_t reserved = 0, used = 0;
  check(cudaDeviceGetDefaultMemPool(&pool, device), "opening the memory pool");
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved),
        "asking the memory pool");
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "asking the memory pool");
  return static_cast<int64_t>(reserved - used);
}
#endif

// A number that the first line of a system file begins with, after `label` if it is given; -1 where there is
// none.
int64_t system_number(const char* path, const std::string& label = {}) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, label.size(), label) != 0) continue;
    char* end = nullptr;
    const char* digits = line.c_str() + label.size();
    const long long value = std::strtoll(digits, &end, 10);
    return end != digits ? value : -1;
  }
  return -1;
}

int64_t available_host_memory() {
  const int64_t kib = system_number("/proc/meminfo", "MemAvailable:");
  int64_t bytes =
      kib >= 0 ? kib * 1024 : static_cast<int64_t>(sysconf(_SC_AVPHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  const int64_t limit = system_number("/sys/fs/cgroup/memory.max");
  const int64_t used = system_number("/sys/fs/cgroup/memory.current");
  if (limit >= 0 && used >= 0) bytes = std::min(bytes, std::max<int64_t>(0, limit - used));
  return bytes;
}

// Large blocks ask for huge pages: on virtual machines the page faults of a block's first use can cost more
// than the work in it.
void* allocate_host(int64_t bytes) {
  constexpr int64_t kPage = int64_t{2} << 20;
  const int64_t alignment = bytes >= 2 * kPage ? kPage : 256;
  if (bytes > INT64_MAX - alignment) throw std::bad_alloc();
  const int64_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(static_cast<size_t>(alignment), static_cast<size_t>(rounded));
  if (memory == nullptr) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  if (alignment == kPage)
    madvise(memory, static_cast<size_t>(rounded), MADV_HUGEPAGE);  // a wish; refusal is no error
#endif
  return memory;
}

void require_size(const char* what, int64_t bytes) {
  if (bytes < 0) throw std::invalid_argument(std::string(what) + ": a negative size");
}

}  // namespace

ExecState::~ExecState() {
#if defined(__CUDACC__)
  if (stream != nullptr) cudaStreamDestroy(static_cast<cudaStream_t>(stream));
#endif
}

Exec Exec::cpu(int threads) {
  auto state = std::make_shared<ExecState>();
  state->pool = make_pool(threads);
  return Exec(std::move(state));
}

Exec Exec::cuda(int device, int threads) {
  auto pool = make_pool(threads);
#if defined(__CUDACC__)
  check(cudaSetDevice(device), "choosing the device");
  auto state = std::make_shared<ExecState>();
  state->backend = Backend::cuda;
  state->device = device;
  state->pool = std::move(pool);
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
  state->stream = stream;
  // Freed memory stays in the pool, so that a job's buffers cost one allocation.
  cudaMemPool_t memory = nullptr;
  check(cudaDeviceGetDefaultMemPool(&memory, device), "opening the memory pool");
  uint64_t threshold = UINT64_MAX;
  check(cudaMemPoolSetAttribute(memory, cudaMemPoolAttrReleaseThreshold, &threshold),
        "setting up the memory pool");
  return Exec(std::move(state));
#else
  throw DeviceError("CUDA device " + std::to_string(device) + " was asked for, but this build has no CUDA");
#endif
}

Backend Exec::backend() const { return state_->backend; }
int Exec::threads() const { return state_->pool->threads(); }
int Exec::device() const { return state_->device; }
void* Exec::stream() const { return state_->stream; }
HostPool& Exec::pool() const { return *state_->pool; }

void Exec::make_current() const {
#if defined(__CUDACC__)
  if (is_cuda()) check(cudaSetDevice(state_->device), "choosing the device");
#endif
}

void Exec::synchronize() const {
#if defined(__CUDACC__)
  if (is_cuda())
    check(cudaStreamSynchronize(static_cast<cudaStream_t>(state_->stream)), "waiting for the device");
#endif
}

std::vector<LaunchCount> Exec::counts() const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->counts;
}

void Exec::count(const char* name, int64_t bytes) const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  for (LaunchCount& c : state_->counts)
    if (c.name == name) {
      ++c.launches;
      c.bytes += bytes;
      return;
    }
  state_->counts.push_back({name, 1, bytes});
}

void check_launch(const char* what) {
#if defined(__CUDACC__)
  check(cudaGetLastError(), what);
#else
  throw_no_cuda(what);
#endif
}

void check_grid(const char* name, int64_t blocks) {
  if (blocks > INT_MAX) throw std::invalid_argument(std::string(name) + ": too many elements for one launch");
}

void throw_no_cuda(const char* name) {
  throw DeviceError(std::string(name) + ": this kernel was compiled without CUDA");
}

#if defined(__CUDACC__)
namespace {

__global__ void probe_kernel() {}

// Does this build hold code that the current device can run?
bool has_code_for_device() {
  cudaFuncAttributes attributes{};
  if (cudaFuncGetAttributes(&attributes, probe_kernel) == cudaSuccess) return true;
  cudaGetLastError();
  return false;
}

}  // namespace
#endif

std::vector<DeviceInfo> probe_devices(std::string* why_none) {
  std::vector<DeviceInfo> found;
#if defined(__CUDACC__)
  int n = 0;
  const cudaError_t status = cudaGetDeviceCount(&n);
  if (status != cudaSuccess) {
    cudaGetLastError();
    if (why_none != nullptr) *why_none = cudaGetErrorString(status);
    return found;
  }
  const KeepDevice keep;
  for (int i = 0; i < n; ++i) {
    cudaDeviceProp p{};
    size_t free_bytes = 0, total_bytes = 0;
    if (cudaGetDeviceProperties(&p, i) != cudaSuccess || cudaSetDevice(i) != cudaSuccess ||
        cudaMemGetInfo(&free_bytes, &total_bytes) != cudaSuccess) {
      cudaGetLastError();
      continue;
    }
    if (!has_code_for_device()) {
      if (why_none != nullptr)
        *why_none = std::string(p.name) + " has compute capability " + std::to_string(p.major) + "." +
                    std::to_string(p.minor) +
                    ", which this build was not compiled for; set OCEAN_CUDA_ARCHITECTURES";
      continue;
    }
    found.push_back(
        {i, p.name, static_cast<int64_t>(total_bytes), static_cast<int64_t>(free_bytes), p.major, p.minor});
  }
  if (found.empty() && why_none != nullptr && why_none->empty()) *why_none = "no CUDA device answers";
#else
  if (why_none != nullptr) *why_none = "this build has no CUDA";
#endif
  return found;
}

void* allocate([[maybe_unused]] const Exec& exec, int64_t bytes) {
  require_size("allocate", bytes);
  if (bytes == 0) return nullptr;
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    exec.make_current();
    void* memory = nullptr;
    const cudaError_t status =
        cudaMallocAsync(&memory, static_cast<size_t>(bytes), static_cast<cudaStream_t>(exec.stream()));
    if (status != cudaSuccess) {
      cudaGetLastError();
      throw DeviceError("CUDA: allocating " + std::to_string(bytes) + " bytes, with " +
                        std::to_string(available_memory(exec)) + " available: " + cudaGetErrorString(status));
    }
    return memory;
  }
#endif
  return allocate_host(bytes);
}

void release([[maybe_unused]] const Exec& exec, void* memory) noexcept {
  if (memory == nullptr) return;
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    cudaFreeAsync(memory, static_cast<cudaStream_t>(exec.stream()));
    return;
  }
#endif
  std::free(memory);
}

void copy_in(const Exec& exec, const char* name, void* to, const void* from_host, int64_t bytes) {
  require_size(name, bytes);
  if (bytes == 0) return;
  exec.count(name, bytes);
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    exec.make_current();
    const auto stream = static_cast<cudaStream_t>(exec.stream());
    check(cudaMemcpyAsync(to, from_host, static_cast<size_t>(bytes), cudaMemcpyHostToDevice, stream), name);
    exec.synchronize();
    return;
  }
#endif
  std::memcpy(to, from_host, static_cast<size_t>(bytes));
}

void copy_out(const Exec& exec, const char* name, void* to_host, const void* from, int64_t bytes) {
  require_size(name, bytes);
  if (bytes == 0) return;
  exec.count(name, bytes);
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    exec.make_current();
    const auto stream = static_cast<cudaStream_t>(exec.stream());
    check(cudaMemcpyAsync(to_host, from, static_cast<size_t>(bytes), cudaMemcpyDeviceToHost, stream), name);
    exec.synchronize();
    return;
  }
#endif
  std::memcpy(to_host, from, static_cast<size_t>(bytes));
}

void copy_within(const Exec& exec, const char* name, void* to, const void* from, int64_t bytes) {
  require_size(name, bytes);
  if (bytes == 0) return;
  exec.count(name, bytes);
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    exec.make_current();
    const auto stream = static_cast<cudaStream_t>(exec.stream());
    check(cudaMemcpyAsync(to, from, static_cast<size_t>(bytes), cudaMemcpyDeviceToDevice, stream), name);
    return;
  }
#endif
  std::memmove(to, from, static_cast<size_t>(bytes));
}

void fill_bytes([[maybe_unused]] const Exec& exec, void* memory, int value, int64_t bytes) {
  require_size("fill_bytes", bytes);
  if (bytes == 0) return;
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    exec.make_current();
    check(
        cudaMemsetAsync(memory, value, static_cast<size_t>(bytes), static_cast<cudaStream_t>(exec.stream())),
        "filling memory");
    return;
  }
#endif
  std::memset(memory, value, static_cast<size_t>(bytes));
}

int64_t available_memory(const Exec& exec) {
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    exec.make_current();
    size_t free_bytes = 0, total_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free memory");
    return static_cast<int64_t>(free_bytes) + idle_in_pool(exec.device());
  }
#endif
  (void)exec;
  return available_host_memory();
}

}  // namespace ocean
