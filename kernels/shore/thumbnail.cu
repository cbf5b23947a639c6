// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/thumbnail.h"

#include <stdexcept>

#include "kernels/buffer.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

template <class T>
struct SamplePixel {
  const T* source;
  int32_t stride, map_width, map_height, width, height;
  T* out;
  OCEAN_HD void operator()(int64_t p) const {
    // Twice the pixel centre keeps the division in whole numbers.
    const int64_t x = p % width, y = height - 1 - p / width;
    const int64_t i = (2 * x + 1) * map_width / (2 * int64_t{width});
    const int64_t j = (2 * y + 1) * map_height / (2 * int64_t{height});
    out[p] = source[(j * map_width + i) * stride];
  }
};

template <class T>
std::vector<T> sample(const Exec& exec, const T* source, int32_t stride, int32_t map_width,
                      int32_t map_height, int32_t width, int32_t height) {
  if (source == nullptr || stride < 1 || map_width < 1 || map_height < 1 || width < 1 || height < 1)
    throw std::invalid_argument("sample_thumbnail: an empty map or picture");
  Buffer<T> out(exec, int64_t{width} * height);
  parallel_for(exec, "sample_thumbnail", out.size(),
               SamplePixel<T>{source, stride, map_width, map_height, width, height, out.data()});
  return out.to_host("thumbnail");
}

}  // namespace

std::vector<float> sample_thumbnail(const Exec& exec, const float* source, int32_t stride, int32_t map_width,
                                    int32_t map_height, int32_t width, int32_t height) {
  return sample(exec, source, stride, map_width, map_height, width, height);
}

std::vector<uint8_t> sample_thumbnail(const Exec& exec, const uint8_t* source, int32_t map_width,
                                      int32_t map_height, int32_t width, int32_t height) {
  return sample(exec, source, 1, map_width, map_height, width, height);
}

}  // namespace ocean
