// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/exec.h"
#include "libbake/config/common_options.h"

namespace ocean {

struct ChosenExec {
  Exec exec;
  std::string device;  // "NVIDIA H200"; empty on the CPU
  std::string why;     // a sentence for the log
};

// auto takes the CUDA device if it answers, else the CPU. Throws Error{device} where CUDA was asked for and
// does not answer, or where --device names one that is not there.
ChosenExec choose_exec(BackendChoice backend, int device, int threads, int64_t device_bytes);

}  // namespace ocean
