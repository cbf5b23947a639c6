// SPDX-License-Identifier: Apache-2.0
//
// The maps of one band of rows. The blur looks beyond the band, so distance and direction are computed on its
// halo too; both are functions of the texel alone, which is why bands equal the whole.
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/distance/distance.h"
#include "kernels/shore/blur.h"
#include "kernels/shore/shore_point.h"
#include "libbake/bake/shore.h"
#include "libbake/bake/shore_images.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

bool same(const Window& a, const Window& b) {
  return a.i0 == b.i0 && a.j0 == b.j0 && a.width == b.width && a.height == b.height;
}

// The rows of `part`, which lies in `whole`; both have the map's width.
template <class T>
Buffer<T> rows_of(const Exec& exec, const Buffer<T>& whole, const Window& from, const Window& part) {
  Buffer<T> rows(exec, part.size());
  copy_within(exec, "rows of a band", rows.data(), whole.data() + int64_t{part.j0 - from.j0} * from.width,
              rows.bytes());
  return rows;
}

// Of each segment: the length of its chain, texels.
std::vector<float> perimeters(const Coastline& coast) {
  std::vector<float> out(coast.segments.size());
  for (const Chain& chain : coast.chains)
    std::fill_n(out.begin() + chain.first, chain.count, static_cast<float>(chain.length));
  return out;
}

}  // namespace

int32_t blur_reach(const ShoreConfig& config, const Grid& grid) {
  const double texels = config.direction_blur / grid.texel_m;
  if (texels >= kMostBlurReach + 0.5)
    throw Error(ErrorKind::usage, "--direction-blur",
                "of " + shortest(config.direction_blur) + " m is " + std::to_string(std::llround(texels)) +
                    " texels, but at most " + std::to_string(kMostBlurReach) +
                    " are possible; pass a smaller one, a smaller --resolution or a larger --texel-out");
  return static_cast<int32_t>(std::floor(texels + 0.5));
}

void ShoreBake::prepare_maps(const SeaLevel& sea) {
  const std::set<ShoreChannel> wanted = wanted_channels(config_);
  wants_confidence_ = wanted.contains(ShoreChannel::confidence);
  wants_length_ = wanted.contains(ShoreChannel::shore_length);
  wants_perimeter_ = wanted.contains(ShoreChannel::shore_perimeter);
  wants_slope_ = wanted.contains(ShoreChannel::slope);
  wants_bodies_ = wanted.contains(ShoreChannel::bodies);
  if (config_.direction_blur > 0 && reach_ < 2)
    report_.warn("--direction-blur of " + shortest(config_.direction_blur) +
                 " m smooths nothing: it must reach 1.5 texels (" +
                 shortest(static_cast<float>(1.5 * shore_.grid.texel_m)) + " m)");
  if (config_.has_swell())
    swell_ = Swell{compass_direction(config_.swell_toward_deg()),
                   static_cast<float>(config_.swell_blend.value() / shore_.grid.texel_m)};
  if (wants_length_) start_ = Buffer<double>(exec_, "arc lengths", shore_.coast.start);
  if (wants_perimeter_) perimeters_ = Buffer<float>(exec_, "perimeters", perimeters(shore_.coast));
  if (!wants_slope_) return;
  const auto stage = report_.stage("slope");
  slopes_ = Buffer<float>(exec_, "slopes", surface_->slopes(shore_.coast.segments, sea));
}

ShoreMaps& ShoreBake::band(int32_t k) {
  if (band_ == k) return maps_;
  const Window window = bands_.window(k);
  const bool has_depth = bands_.count() == 1;  // the only band is still there
  {
    const auto stage = report_.stage("distance");
    if (!has_depth) {
      band_ = -1;
      maps_ = {};
      maps_.window = window;
      maps_.depth = surface_->depth(window);
    }
    Buffer<int32_t> nearest;
    compute_direction(nearest);
    compute_extras(nearest);
  }
  band_ = k;
  return maps_;
}

// Ocean, distance, direction and confidence of maps_.window, and the nearest segments where they are wanted.
void ShoreBake::compute_direction(Buffer<int32_t>& nearest) {
  const Window window = maps_.window;
  const bool blurs = reach_ > 1;
  const Window from = blurs ? blur_window(window, reach_, bands_.width, bands_.height) : window;
  const bool halo = !same(from, window);
  Buffer<uint8_t> ocean =
      maps_.ocean.size() == from.size() ? std::move(maps_.ocean) : Buffer<uint8_t>(exec_, from.size());
  paint_water(exec_, water_index_->view(), found_, chosen_, from, ocean.view());
  Buffer<float> distance(exec_, from.size());
  Buffer<Vec2f> direction(exec_, from.size());
  if (wants_length_ || wants_perimeter_ || wants_slope_) nearest = Buffer<int32_t>(exec_, from.size());
  compute_distance(exec_, std::as_const(segments_).view(), from, bands_.width, bands_.height,
                   std::as_const(ocean).view(), {distance.view(), direction.view(), nearest.view()});
  if (blurs || wants_confidence_) maps_.confidence = Buffer<float>(exec_, window.size());
  if (blurs) {
    maps_.direction = Buffer<Vec2f>(exec_, window.size());
    blur_direction(exec_, std::as_const(direction).view(), std::as_const(ocean).view(), from, window, reach_,
                   maps_.direction.view(), maps_.confidence.view());
  } else {
    maps_.direction = std::move(direction);
    if (wants_confidence_)
      sharp_confidence(exec_, std::as_const(maps_.direction).view(), maps_.confidence.view());
  }
  maps_.ocean = halo ? rows_of(exec_, ocean, from, window) : std::move(ocean);
  maps_.distance = halo ? rows_of(exec_, distance, from, window) : std::move(distance);
  if (halo && nearest.size() > 0) nearest = rows_of(exec_, nearest, from, window);
  if (swell_)
    blend_swell(exec_, std::as_const(maps_.distance).view(), std::as_const(maps_.confidence).view(), *swell_,
                maps_.direction.view());
  if (!wants_confidence_) maps_.confidence = {};
}

void ShoreBake::compute_extras(const Buffer<int32_t>& nearest) {
  const Window& window = maps_.window;
  if (wants_length_) {
    maps_.shore_length = Buffer<float>(exec_, window.size());
    shore_arc_length(exec_, std::as_const(segments_).view(), std::as_const(start_).view(), nearest.view(),
                     window, maps_.shore_length.view());
  }
  if (wants_perimeter_) {
    maps_.shore_perimeter = Buffer<float>(exec_, window.size());
    shore_value(exec_, std::as_const(perimeters_).view(), nearest.view(), maps_.shore_perimeter.view());
  }
  if (wants_slope_) {
    maps_.slope = Buffer<float>(exec_, window.size());
    shore_value(exec_, std::as_const(slopes_).view(), nearest.view(), maps_.slope.view());
  }
  if (wants_bodies_) {
    maps_.bodies = Buffer<float>(exec_, window.size());
    paint_bodies(exec_, water_index_->view(), found_, chosen_, window, maps_.bodies.view());
  }
}

}  // namespace ocean
