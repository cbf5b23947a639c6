// SPDX-License-Identifier: Apache-2.0
//
// Where work runs. An Exec names one back end for a whole job (docs/decisions/0001): the host pool with a
// number of threads, or one CUDA device with one stream. It is a cheap handle: copies share the pool, the
// stream and the counters, and a move copies.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(__CUDACC__)
#define OCEAN_HD __host__ __device__
#else
#define OCEAN_HD
#endif

namespace ocean {

enum class Backend : uint8_t { cpu, cuda };

// A device that is absent, refuses a call or has too little memory. what() says which call and why.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What one named kernel or transfer did so far.
struct LaunchCount {
  std::string name;
  int64_t launches = 0;
  int64_t bytes = 0;  // transfers only
};

class HostPool;
struct ExecState;

class Exec {
 public:
  Exec(const Exec&) = default;
  Exec& operator=(const Exec&) = default;
  // threads = 0: one per hardware thread. Throws std::invalid_argument outside 0…kMaxPoolThreads.
  static Exec cpu(int threads = 0);
  // threads: of the host-side steps, as for cpu(). Throws DeviceError if the device is absent or does not
  // answer, or if the build has no CUDA.
  static Exec cuda(int device = 0, int threads = 0);

  Backend backend() const;
  bool is_cuda() const { return backend() == Backend::cuda; }
  int threads() const;   // host threads (also of a CUDA Exec, for its host-side steps)
  int device() const;    // -1 on the CPU
  void* stream() const;  // cudaStream_t, null on the CPU

  // Makes the Exec's device the calling thread's (CUDA keeps one per host thread); nothing on the CPU.
  // parallel_for and the functions of device.h do it themselves. Throws DeviceError.
  void make_current() const;
  // Waits for everything that was launched. Throws DeviceError for any failure since the last call.
  void synchronize() const;

  // Kernel launches and named transfers since creation, in order of first use; not thread safe against
  // running work.
  std::vector<LaunchCount> counts() const;
  void count(const char* name, int64_t bytes = 0) const;  // from any thread

  HostPool& pool() const;

 private:
  explicit Exec(std::shared_ptr<ExecState> state) : state_(std::move(state)) {}
  std::shared_ptr<ExecState> state_;
};

}  // namespace ocean
