// SPDX-License-Identifier: Apache-2.0
//
// The quantisation planner: how fine a format holds a channel, and what would cure it where that is coarser
// than a tenth of a texel.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/shore_channels.h"
#include "libbake/io/image.h"

namespace ocean {

// Between the two neighbouring values that a form holds around a magnitude; the last two at the end of an
// integer format's range, the two towards 0 where a float format holds the magnitude itself. The form's
// units.
double step_at(const ChannelForm& form, double magnitude);

// All lengths in target units; texel: 0 if it is not known yet.
struct ChannelPlan {
  ShoreChannel channel;
  ImageFormat format;
  ChannelForm form;
  double min, max;  // of the values to be held
  double texel;
};

struct ChannelSteps {
  // "distance: -310 to 618 m in png16, steps of 0.0189 m": range, steps near the shore (distance: one texel
  // from it, depth: at 1 m
  // or a tenth of the largest) and at the largest value, in metres, and where one of them exceeds a tenth of
  // a texel the options that keep it below. Empty for channels that every format holds exactly.
  std::string line;
  bool coarse = false;  // a distance that even at the shore, or without companding, has such steps
};
ChannelSteps describe_steps(const ChannelPlan& plan, const ShoreConfig& config, const TargetTraits& target);

}  // namespace ocean
