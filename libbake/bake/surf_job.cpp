// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/surf_job.h"

#include "libbake/bake/picture_output.h"
#include "libbake/bake/surf_frames.h"
#include "libbake/bake/surf_mesh.h"
#include "libbake/bake/surf_preview.h"
#include "libbake/bake/surf_texture_writer.h"
#include "libbake/bake/texture_options.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

constexpr int64_t kPictureBytes = 4 << 20, kBytesPerTexel = 64, kFixedBytes = 256 << 20;

void plan_frames(const SurfConfig& config, const JobSettings& settings, Plan& plan) {
  const TargetTraits& target = traits(settings.target);
  const Grid grid = frame_grid(shore_bake_grid({config.shore, config.tide}), config.frame_resolution);
  const FrameRange range = surf_range(config, settings.frames);
  const FlipbookFormat format = surf_flipbook(config, grid, range.last - range.first + 1);
  check_texture_size(grid.width, grid.height, config.format, target, "a frame",
                     "pass a smaller --frame-resolution");
  if (format.atlas && !config.maps.empty())
    check_texture_size(format.atlas->atlas_width(), format.atlas->atlas_height(), config.format, target,
                       "the atlas", "pass a smaller --frame-resolution or fewer --loop-frames");
  plan.inputs = {config.shore};
  for (const WaveImage& image : surf_images(config, target, 1, 1)) {
    const auto channels = static_cast<int32_t>(image.channels.size());
    if (format.atlas)
      plan.outputs.push_back(
          {atlas_file(settings.name, image.role, format), image.role + ", all frames",
           estimated_bytes(config.format, static_cast<int32_t>(format.atlas->atlas_width()),
                           static_cast<int32_t>(format.atlas->atlas_height()), channels)});
    for (int64_t f = range.first; format.singles && f <= range.last; ++f)
      plan.outputs.push_back({frame_file(settings.name, image.role, f, format), image.role,
                              estimated_bytes(config.format, grid.width, grid.height, channels)});
  }
  for (const MeshFormat mesh : config.mesh)
    for (int64_t f = range.first; f <= range.last; ++f)
      plan.outputs.push_back({surf_mesh_file(mesh, settings.name, f), "mesh", surf_mesh_bytes(mesh, grid)});
  if (config.preview) plan.outputs.push_back({settings.name + "_frames.png", "contact sheet", kPictureBytes});
  plan.host_bytes += kBytesPerTexel * grid.size() * (config.mesh.empty() ? 1 : 2);
  plan.device_bytes += kBytesPerTexel * grid.size();
}

Plan plan_surf(const SurfConfig& config, const JobSettings& settings) {
  Plan plan;
  plan.remedy = "pass a smaller --frame-resolution";
  plan.host_bytes = plan.device_bytes = kFixedBytes;
  check_texture_size(config.columns, config.rows, config.format, traits(settings.target), "the texture",
                     "pass fewer --columns and --rows");
  plan.outputs.push_back(
      {surf_texture_file(config, settings.name), "R forward, G height, B foam",
       estimated_bytes(config.format, config.columns, config.rows, config.alpha == SurfAlpha::none ? 3 : 4)});
  if (config.preview)
    plan.outputs.push_back({settings.name + "_preview.png", "texture and profiles", kPictureBytes});
  if (!config.shore.empty()) plan_frames(config, settings, plan);
  else if (settings.frames)
    throw Error(ErrorKind::usage, "--frames",
                "has no effect without --shore: the texture holds the whole life of the wave; leave it out");
  const SurfModel m = config.model();
  plan.notes.push_back("waves of " + shortest(m.p.height_m) + " m every " + shortest(m.p.period_s) +
                       " s break in " + shortest(static_cast<float>(m.break_depth_m)) + " m of water, " +
                       (m.p.plunging ? "plunging" : "spilling") + " (Iribarren number " +
                       shortest(static_cast<float>(m.iribarren)) + "); one wave is " +
                       shortest(static_cast<float>(m.width_m)) + " m wide");
  return plan;
}

void run_surf(const SurfConfig& config, JobContext& job) {
  const SurfModel model = config.model();
  Buffer<SurfTexel> texture(job.exec(), int64_t{config.columns} * config.rows);
  {
    const auto stage = job.report().stage("texture");
    fill_surf_texture(job.exec(), model, config.columns, config.rows, texture.view());
    write_surf_texture(config, model, texture, job);
  }
  if (!config.shore.empty()) write_surf_frames(config, model, texture, job);
  if (config.preview) {
    const auto stage = job.report().stage("preview");
    write_picture(draw_surf(model, job.name()), "preview", job.outputs());
  }
}

}  // namespace

const Job& surf_job() {
  static const Job job = make_job<SurfConfig, plan_surf, run_surf>(
      {.tool = "oceanbake",
       .name = "surf",
       .summary = "Bakes a breaking wave into an animation texture, and frames of surf over a shore bake.",
       .details = "The texture holds one wave's surface across (u) and through its life (v): forward "
                  "displacement, height and "
                  "foam. A shader that scrolls it over a shore map animates all shores; --shore does the "
                  "same and writes the "
                  "frames. Swell steepens by Green's law, leans by Ruessink's curves, breaks where height "
                  "over depth reaches "
                  "--gamma, and runs up the beach.",
       .frames = true,
       .textures = true,
       .examples = {"oceanbake surf --preset plunging --out bakes",
                    "oceanbake surf --preset gentle --shore bakes/island.manifest.json --atlas --cells 8x4",
                    "oceanbake surf --config configs/surf_spilling.json --target unreal"}});
  return job;
}

}  // namespace ocean
