// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/shore_point.h"

#include <stdexcept>

#include "kernels/math/elementary.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

struct ArcLength {
  const CoastSegment* segments;
  const double* start;
  const int32_t* nearest;
  Window window;
  float* out;
  OCEAN_HD void operator()(int64_t i) const {
    const int32_t s = nearest[i];
    if (s < 0) {
      out[i] = 0;
      return;
    }
    const Vec2d centre{static_cast<double>(window.i0 + i % window.width) + 0.5,
                       static_cast<double>(window.j0 + i / window.width) + 0.5};
    const Vec2d d = segments[s].b - segments[s].a;
    const double length = elem::sqrt(dot(d, d));
    const double along = dot(centre - segments[s].a, d) / length;
    out[i] = static_cast<float>(start[s] + (along > 0 ? (along < length ? along : length) : 0.0));
  }
};

struct SegmentValue {
  const float* value;
  const int32_t* nearest;
  float* out;
  OCEAN_HD void operator()(int64_t i) const { out[i] = nearest[i] < 0 ? 0.0f : value[nearest[i]]; }
};

}  // namespace

void shore_arc_length(const Exec& exec, View<const CoastSegment> segments, View<const double> start,
                      View<const int32_t> nearest, const Window& window, View<float> out) {
  if (segments.size != start.size || nearest.size != window.size() || out.size != window.size())
    throw std::invalid_argument("shore_arc_length: views of different sizes");
  parallel_for(exec, "shore_arc_length", out.size,
               ArcLength{segments.data, start.data, nearest.data, window, out.data}, 1 << 13);
}

void shore_value(const Exec& exec, View<const float> value, View<const int32_t> nearest, View<float> out) {
  if (nearest.size != out.size) throw std::invalid_argument("shore_value: views of different sizes");
  parallel_for(exec, "shore_value", out.size, SegmentValue{value.data, nearest.data, out.data}, 1 << 15);
}

}  // namespace ocean
