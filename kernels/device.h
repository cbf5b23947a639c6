// SPDX-License-Identifier: Apache-2.0
//
// Device probing and raw device memory, the only place that calls the CUDA runtime for them. Without CUDA
// every device function throws DeviceError and probing finds none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/exec.h"

namespace ocean {

struct DeviceInfo {
  int index = 0;
  std::string name;
  int64_t memory_total = 0, memory_free = 0;  // bytes
  int major = 0, minor = 0;                   // compute capability
};

// The devices that answer. Never throws: no driver, no device and no CUDA in the build all give an empty
// list; why_none, if given, then says which.
std::vector<DeviceInfo> probe_devices(std::string* why_none = nullptr);

enum class Transfer { host_to_device, device_to_host, device_to_device };

// Bytes on the Exec's back end, 256-byte aligned, uninitialised; size 0 gives null. Throws DeviceError
// (device, with the numbers) or std::bad_alloc. Here and below a negative size is std::invalid_argument and
// size 0 does nothing.
void* allocate(const Exec& exec, int64_t bytes);
void release(const Exec& exec, void* memory) noexcept;
// Named and counted copy between host memory and the Exec's back end (a memcpy on the CPU). Synchronous.
void copy_in(const Exec& exec, const char* name, void* to, const void* from_host, int64_t bytes);
void copy_out(const Exec& exec, const char* name, void* to_host, const void* from, int64_t bytes);
// Copy (ranges that do not overlap) and fill within the back end, ordered with the launches.
void copy_within(const Exec& exec, const char* name, void* to, const void* from, int64_t bytes);
void fill_bytes(const Exec& exec, void* memory, int value, int64_t bytes);
// Bytes that can still be allocated on the Exec's back end: free device memory with what this process's pool
// keeps for reuse, or the host memory that the system calls available, within the control group's limit.
int64_t available_memory(const Exec& exec);

}  // namespace ocean
