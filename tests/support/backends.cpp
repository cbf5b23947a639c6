// SPDX-License-Identifier: Apache-2.0
#include "tests/support/backends.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "kernels/device.h"

namespace ocean {

std::vector<Exec> test_backends() {
  std::vector<Exec> all = {Exec::cpu(1), Exec::cpu(2), Exec::cpu(3)};
  std::string why_none;
  if (!probe_devices(&why_none).empty()) {
    all.push_back(Exec::cuda(0));
    return all;
  }
  const char* require = std::getenv("OCEAN_REQUIRE_CUDA");
  if (require != nullptr && std::string(require) == "1")
    ADD_FAILURE() << "OCEAN_REQUIRE_CUDA=1, but no CUDA device answers: " << why_none;
  return all;
}

std::string backend_name(const Exec& exec) {
  if (exec.is_cuda()) return "cuda " + std::to_string(exec.device());
  return "cpu, " + std::to_string(exec.threads()) + (exec.threads() == 1 ? " thread" : " threads");
}

}  // namespace ocean
