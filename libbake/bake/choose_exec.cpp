// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/choose_exec.h"

#include <algorithm>

#include "kernels/device.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

ChosenExec on_cpu(int threads, const std::string& reason) {
  ChosenExec chosen{Exec::cpu(threads), "", ""};
  chosen.why = "running on the CPU, " + std::to_string(chosen.exec.threads()) +
               (chosen.exec.threads() == 1 ? " thread" : " threads") +
               (reason.empty() ? "" : " (" + reason + ")");
  return chosen;
}

}  // namespace

ChosenExec choose_exec(BackendChoice backend, int device, int threads, int64_t device_bytes) {
  if (backend == BackendChoice::cpu) return on_cpu(threads, "");
  std::string why_none;
  const auto devices = probe_devices(&why_none);
  const auto found =
      std::find_if(devices.begin(), devices.end(), [&](const DeviceInfo& d) { return d.index == device; });
  if (found == devices.end()) {
    if (backend == BackendChoice::automatic && devices.empty() && device == 0)
      return on_cpu(threads, "no CUDA device: " + why_none);
    if (devices.empty())
      throw Error(ErrorKind::device, backend == BackendChoice::cuda ? "--backend cuda" : "--device",
                  "no CUDA device answers: " + why_none +
                      "; check the driver, or pass --backend cpu for the same bits");
    throw Error(ErrorKind::device, "--device",
                std::to_string(device) + " does not exist; the devices are 0 to " +
                    std::to_string(devices.size() - 1));
  }
  if (device_bytes > found->memory_free) {
    const std::string numbers = "the job needs about " + human_bytes(device_bytes) + ", device " +
                                std::to_string(device) + " has " + human_bytes(found->memory_free) + " free";
    if (backend == BackendChoice::automatic) return on_cpu(threads, numbers);
    throw Error(ErrorKind::device, "--backend cuda",
                numbers + "; make the job smaller, or pass --backend cpu for the same bits");
  }
  try {
    const Exec exec = Exec::cuda(device, threads);
    return {exec, found->name,
            "running on CUDA device " + std::to_string(device) + " (" + found->name + "), host steps on " +
                std::to_string(exec.threads()) + (exec.threads() == 1 ? " thread" : " threads")};
  } catch (const DeviceError& e) {
    if (backend == BackendChoice::automatic) return on_cpu(threads, e.what());
    throw Error(ErrorKind::device, "--backend cuda",
                std::string(e.what()) + "; pass --backend cpu for the same bits");
  }
}

}  // namespace ocean
