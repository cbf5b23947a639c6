// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake surf --shore`: frames of the surf over a shore map, as maps, atlases and meshes.
#pragma once

#include <vector>

#include "kernels/wave/surf_frame.h"
#include "libbake/bake/flipbook_writer.h"
#include "libbake/bake/job.h"
#include "libbake/bake/surf_config.h"
#include "libbake/bake/surf_shore.h"

namespace ocean {

// Everything that all frames share, on the job's back end.
class SurfFrames {
 public:
  // texture: of the model. shore: with the arc where the configuration asks for noise along it.
  SurfFrames(const Exec& exec, const SurfConfig& config, const SurfModel& model, ShoreBakeMaps shore,
             const Buffer<SurfTexel>& texture);

  const ShoreBakeMaps& shore() const { return shore_; }
  const Buffer<float>& noise() const { return noise_; }  // n at each texel
  // periods: time in wave periods, not wrapped. What FlipbookWriter takes: displacement, normal, foam and
  // `water`, the displacement's height.
  FrameMaps frame(double periods) const;
  // Largest difference of displacement and foam between the times 1 and 0, m.
  double loop_error() const;

 private:
  const Exec& exec_;
  ShoreBakeMaps shore_;
  View2D<const SurfTexel> texture_;
  SurfFrameSettings settings_;
  Buffer<float> distance_, noise_;
  Buffer<Vec2f> direction_;
};

// The cells of the atlas: config.cells, or the squarest grid that holds the frames.
AtlasCells surf_cells(const SurfConfig& config, int64_t frames);
FlipbookFormat surf_flipbook(const SurfConfig& config, const Grid& grid, int64_t frames);
// Largest displacement along and up, m, for integer codes.
std::vector<WaveImage> surf_images(const SurfConfig& config, const TargetTraits& target, double forward_m,
                                   double height_m);
WorldRecord surf_world(const Grid& grid, const TargetTraits& target);

// The range of frames of the run: all of the loop, or --frames.
FrameRange surf_range(const SurfConfig& config, const std::optional<FrameRange>& frames);

// Writes maps and meshes of the range, and with the preview a contact sheet.
void write_surf_frames(const SurfConfig& config, const SurfModel& model, const Buffer<SurfTexel>& texture,
                       JobContext& job);

}  // namespace ocean
