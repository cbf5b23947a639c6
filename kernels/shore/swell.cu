// SPDX-License-Identifier: Apache-2.0
#include "kernels/shore/swell.h"

#include <stdexcept>

#include "kernels/math/convert.h"
#include "kernels/math/elementary.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

struct BlendTexel {
  const float* distance;
  const float* confidence;  // null: 1
  Swell swell;
  Vec2f* direction;
  OCEAN_HD void operator()(int64_t i) const {
    if (!(distance[i] > 0)) return;
    const float ratio = distance[i] / swell.blend, t = ratio < 1.0f ? ratio : 1.0f;
    const float far = t * t * (3.0f - 2.0f * t);
    const float own = (confidence != nullptr ? confidence[i] : 1.0f) * (1.0f - far), w = 1.0f - own;
    const Vec2f m = (1.0f - w) * direction[i] + w * swell.direction;
    const float length = elem::sqrt(m.x * m.x + m.y * m.y);
    // Below it, rounding says where m points.
    direction[i] = length > 1e-6f ? Vec2f{m.x / length, m.y / length} : swell.direction;
  }
};

}  // namespace

Vec2f compass_direction(double degrees) {
  constexpr double kRadians = 0.017453292519943295;
  const auto turns = floor_to<int64_t>(degrees / 360.0);
  const double within = degrees - 360.0 * static_cast<double>(turns);  // [0, 360]
  const int quarter = static_cast<int>(within / 90.0 + 0.5);           // nearest
  const elem::SinCos<double> a = elem::sincos((within - 90.0 * quarter) * kRadians);
  const auto s = static_cast<float>(a.sin), c = static_cast<float>(a.cos);
  switch (quarter % 4) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

void blend_swell(const Exec& exec, View<const float> distance, View<const float> confidence,
                 const Swell& swell, View<Vec2f> direction) {
  if (distance.size != direction.size || (confidence.size != 0 && confidence.size != direction.size))
    throw std::invalid_argument("blend_swell: maps of different sizes");
  if (!(swell.blend > 0)) throw std::invalid_argument("blend_swell: the blend distance must be above 0");
  parallel_for(
      exec, "blend_swell", direction.size,
      BlendTexel{distance.data, confidence.size > 0 ? confidence.data : nullptr, swell, direction.data},
      1 << 14);
}

}  // namespace ocean
