// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/thumbnail.h"

#include <stdexcept>

#include "kernels/buffer.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

// Twice the pixel centre keeps the division in whole numbers.
OCEAN_HD inline int64_t texel_under(int64_t pixel, int32_t texels, int32_t pixels) {
  return (2 * pixel + 1) * texels / (2 * int64_t{pixels});
}

template <class T>
struct SamplePixel {
  const T* source;
  int32_t stride, j0;
  ThumbnailShape shape;
  int32_t first_row;
  T* out;
  OCEAN_HD void operator()(int64_t p) const {
    const int64_t x = p % shape.width, y = shape.height - 1 - (first_row + p / shape.width);
    const int64_t i = texel_under(x, shape.map_width, shape.width),
                  j = texel_under(y, shape.map_height, shape.height) - j0;
    out[p] = source[(j * shape.map_width + i) * stride];
  }
};

template <class T>
void sample(const Exec& exec, const T* source, int32_t stride, const Window& w, const ThumbnailShape& s,
            std::vector<T>& picture) {
  if (source == nullptr || stride < 1 || s.map_width < 1 || s.map_height < 1 || s.width < 1 || s.height < 1 ||
      static_cast<int64_t>(picture.size()) != int64_t{s.width} * s.height)
    throw std::invalid_argument("sample_thumbnail: an empty map or picture");
  if (w.i0 != 0 || w.width != s.map_width || w.j0 < 0 || w.height > s.map_height - w.j0)
    throw std::invalid_argument("sample_thumbnail: the window is no band of the map");
  int32_t first = 0, rows = 0;  // of the picture
  for (int32_t row = 0; row < s.height; ++row) {
    const int64_t j = texel_under(s.height - 1 - row, s.map_height, s.height);
    if (j < w.j0 || j >= w.j0 + w.height) continue;
    if (rows++ == 0) first = row;
  }
  Buffer<T> out(exec, int64_t{s.width} * rows);
  parallel_for(exec, "sample_thumbnail", out.size(),
               SamplePixel<T>{source, stride, w.j0, s, first, out.data()});
  if (rows > 0)
    copy_out(exec, "thumbnail", picture.data() + int64_t{first} * s.width, out.data(), out.bytes());
}

}  // namespace

void sample_thumbnail(const Exec& exec, const float* source, int32_t stride, const Window& window,
                      const ThumbnailShape& shape, std::vector<float>& picture) {
  sample(exec, source, stride, window, shape, picture);
}

void sample_thumbnail(const Exec& exec, const uint8_t* source, int32_t stride, const Window& window,
                      const ThumbnailShape& shape, std::vector<uint8_t>& picture) {
  sample(exec, source, stride, window, shape, picture);
}

}  // namespace ocean
