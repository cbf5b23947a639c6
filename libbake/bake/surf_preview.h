// SPDX-License-Identifier: Apache-2.0
//
// Pictures of the surf for people: the texture with profiles over the wave's life, and a contact sheet of the
// frames over a shore.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/flipbook_maps.h"
#include "libbake/bake/surf_config.h"
#include "libbake/bake/surf_shore.h"
#include "libbake/io/draw.h"
#include "libbake/io/outputs.h"

namespace ocean {

Picture draw_surf(const SurfModel& model, const std::string& title);

class ContactSheet {
 public:
  ContactSheet(const ShoreBakeMaps& shore, int frames);
  void add(const FrameMaps& maps);  // in order
  Picture picture() const { return picture_; }

 private:
  const ShoreBakeMaps& shore_;
  int32_t width_, height_;  // of a frame's picture
  int columns_, next_ = 0;
  Picture picture_;
};

}  // namespace ocean
