// SPDX-License-Identifier: Apache-2.0
//
// NAME_surf: the displacement animation texture as a file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/wave/surf_texture.h"
#include "libbake/bake/job.h"
#include "libbake/bake/surf_config.h"
#include "libbake/core/target.h"

namespace ocean {

std::string surf_texture_file(const SurfConfig& config, const std::string& name);

// How a sampler reads it and what its coordinates are, as facts of the manifest. uv: unit of its lengths m.
std::map<std::string, std::string> surf_texture_facts(const SurfConfig& config, const SurfModel& model,
                                                      const TargetTraits& target);

// texture: config.columns * config.rows texels on the job's back end. Row 0 of the file is v = 1 for targets
// whose V grows upward, else v = 0, so that V is v.
void write_surf_texture(const SurfConfig& config, const SurfModel& model, Buffer<SurfTexel>& texture,
                        JobContext& job);

}  // namespace ocean
