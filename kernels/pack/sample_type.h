// SPDX-License-Identifier: Apache-2.0
//
// The sample types of image files.
#pragma once

#include <cstdint>

namespace ocean {

enum class SampleType : uint8_t { u8, u16, half, float32 };

constexpr int64_t sample_bytes(SampleType type) {
  return type == SampleType::u8 ? 1 : type == SampleType::float32 ? 4 : 2;
}

}  // namespace ocean
