// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/exec.h"

namespace ocean {

// A map as a POD for kernels: width × height elements, row j begins at data + j·pitch (in elements). Rows run
// in the order of the map's owner (south first for maps on a Grid).
template <class T>
struct View2D {
  T* data = nullptr;
  int32_t width = 0, height = 0;
  int64_t pitch = 0;

  OCEAN_HD T& operator()(int32_t i, int32_t j) const { return data[j * pitch + i]; }
};

template <class T>
OCEAN_HD View2D<T> dense_view(T* data, int32_t width, int32_t height) {
  return {data, width, height, width};
}

}  // namespace ocean
