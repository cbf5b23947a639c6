// SPDX-License-Identifier: Apache-2.0
//
// The back ends that a kernel test loops over and whose bits it compares.
#pragma once

#include <string>
#include <vector>

#include "kernels/exec.h"

namespace ocean {

// The CPU with 1, 2 and 3 threads, then CUDA device 0 if a device answers. With OCEAN_REQUIRE_CUDA=1 in the
// environment a missing device is a test failure. The first entry is the one to compare with.
std::vector<Exec> test_backends();

// "cpu, 2 threads" or "cuda 0", for SCOPED_TRACE and messages.
std::string backend_name(const Exec& exec);

}  // namespace ocean
