// SPDX-License-Identifier: Apache-2.0
//
// The two passes of a shore bake over its bands: what must be known of the whole map before the first row is
// written, and the writing.
#pragma once

#include <vector>

#include "libbake/bake/job.h"
#include "libbake/bake/shore_preview.h"
#include "libbake/bake/shore_writer.h"

namespace ocean {

// Extremes of every channel of the images, the preview's samples and, for the report, the ridge of the
// directions.
ShoreExtremes measure_bands(ShoreBake& bake, const ShoreConfig& config, const TargetTraits& target,
                            const std::vector<ShoreImage>& images, ShorePreview& preview, JobContext& job);

// Images are written north first, so bands come from the north; each is computed once for all images. Says
// how fine the format holds each channel. Throws Error{usage}, Error{output}, Interrupted.
void write_images(ShoreBake& bake, const ShoreConfig& config, const TargetTraits& target,
                  const std::vector<ShoreImage>& images, const ShoreExtremes& extremes, JobContext& job);

}  // namespace ocean
