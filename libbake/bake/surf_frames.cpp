// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/surf_frames.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/shore/blur.h"
#include "libbake/bake/picture_output.h"
#include "libbake/bake/surf_mesh.h"
#include "libbake/bake/surf_preview.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kLoopBar_m = 1e-3;  // of frame N against frame 0
constexpr int kContactFrames = 8;
static_assert(sizeof(Vec3f) == 3 * sizeof(float));

View<Vec3f> vectors(Buffer<float>& map) { return {reinterpret_cast<Vec3f*>(map.data()), map.size() / 3}; }

std::vector<WaveChannel> vector_channels(const TargetTraits& target, double most_m) {
  static constexpr const char* kAxes[] = {"x", "y", "z"};
  std::vector<WaveChannel> channels;
  for (std::size_t c = 0; c < 3; ++c)
    channels.push_back({&FrameMaps::displacement, target.axis[c], 3, target.sign[c] / target.unit_m,
                        most_m / target.unit_m, true, std::string("displacement_") + kAxes[c],
                        std::string("displacement along the target's ") + kAxes[c],
                        std::string(target.unit)});
  return channels;
}

std::vector<WaveChannel> normal_channels(const TargetTraits& target) {
  const auto channel = [](int component, double sign, const char* key, const char* meaning) {
    return WaveChannel{&FrameMaps::normal, component, 3, sign, 1, true, key, meaning, ""};
  };
  return {channel(0, 1, "normal_right", "normal, to the right of the image (east)"),
          channel(1, target.green_up ? 1 : -1, "normal_green",
                  target.green_up ? "normal, up the image (north)" : "normal, down the image (south)"),
          channel(2, 1, "normal_out", "normal, out of the calm surface (up)")};
}

WaveImage image_of(SurfMap map, const TargetTraits& target, double forward_m, double height_m) {
  switch (map) {
    case SurfMap::displacement:
      return {WaveMap::displacement, "displacement", vector_channels(target, std::max(forward_m, height_m)),
              false};
    case SurfMap::normal:
      return {WaveMap::normal, "normal", normal_channels(target), false};
    case SurfMap::height:
      return {WaveMap::height,
              "height",
              {{&FrameMaps::water, 0, 1, 1 / target.unit_m, height_m / target.unit_m, false, "height",
                "upward displacement", std::string(target.unit)}},
              false};
    case SurfMap::foam:
      break;
  }
  return {WaveMap::foam,
          "foam",
          {{&FrameMaps::foam, 0, 1, 1, 1, false, "foam", "foam, 0 none to 1 full", ""}},
          false};
}

// The noise follows the coast's sweep, not its ripples: directions averaged over the width of a wave.
Buffer<Vec2f> smooth_directions(const Exec& exec, const Grid& grid, const Buffer<Vec2f>& direction,
                                double width_m) {
  const auto reach = static_cast<int32_t>(std::clamp(width_m / grid.texel_m, 1.0, double{kMostBlurReach}));
  const Buffer<uint8_t> everywhere(exec, "blurred texels",
                                   std::vector<uint8_t>(static_cast<std::size_t>(grid.size()), 1));
  Buffer<Vec2f> smooth(exec, grid.size());
  Buffer<float> confidence(exec, grid.size());
  const Window map{0, 0, grid.width, grid.height};
  blur_direction(exec, direction.view(), everywhere.view(), map, map, reach, smooth.view(),
                 confidence.view());
  return smooth;
}

struct Largest {
  double forward_m = 0, height_m = 0;
};
Largest largest(const Buffer<SurfTexel>& texture, const SurfConfig& config) {
  Largest most;
  for (const SurfTexel& t : texture.to_host("surf texture")) {
    most.forward_m = std::max(most.forward_m, std::abs(static_cast<double>(t.forward)) * config.scale[0]);
    most.height_m = std::max(most.height_m, static_cast<double>(t.height) * config.scale[1]);
  }
  return most;
}

}  // namespace

SurfFrames::SurfFrames(const Exec& exec, const SurfConfig& config, const SurfModel& model,
                       ShoreBakeMaps shore, const Buffer<SurfTexel>& texture)
    : exec_(exec),
      shore_(std::move(shore)),
      texture_(dense_view(texture.data(), config.columns, config.rows)),
      settings_{config.uv(model), static_cast<float>(config.scale[0]), static_cast<float>(config.scale[1])},
      distance_(exec, "shore distance", shore_.distance_m),
      noise_(exec, shore_.grid.size()),
      direction_(exec, "shore direction", shore_.direction) {
  const double scale = config.noise_factor(model);
  if (config.noise_space == NoiseSpace::world) {
    const Buffer<Vec2f> smooth = smooth_directions(exec, shore_.grid, direction_, settings_.uv.width_m);
    surf_noise_of_world(exec, shore_.grid, smooth.view(), scale, noise_.view());
    return;
  }
  const Buffer<float> arc(exec, "shore length", shore_.arc_m),
      perimeter(exec, "shore perimeter", shore_.perimeter_m);
  Buffer<float> noise(exec, arc.size());
  surf_noise_of_arc(exec, arc.view(), perimeter.view(), scale, noise.view());
  noise_ = Buffer<float>(exec, "surf noise", resample(noise.to_host("noise"), shore_.arc_grid, shore_.grid));
}

FrameMaps SurfFrames::frame(double periods) const {
  const Grid& grid = shore_.grid;
  FrameMaps maps;
  maps.width = grid.width;
  maps.height = grid.height;
  maps.displacement = Buffer<float>(exec_, 3 * grid.size());
  maps.normal = Buffer<float>(exec_, 3 * grid.size());
  maps.foam = Buffer<float>(exec_, grid.size());
  maps.water = Buffer<float>(exec_, grid.size());
  surf_frame(exec_, {grid, distance_.view(), direction_.view(), noise_.view()}, texture_, settings_, periods,
             vectors(maps.displacement), maps.foam.view());
  const View<Vec3f> displacement = vectors(maps.displacement);
  surf_normals(exec_, grid, displacement, vectors(maps.normal));
  surf_heights(exec_, displacement, maps.water.view());
  return maps;
}

double SurfFrames::loop_error() const {
  const FrameMaps first = frame(0), last = frame(1);
  double most = 0;
  for (auto map : {&FrameMaps::displacement, &FrameMaps::foam}) {
    const std::vector<float> a = (first.*map).to_host("loop"), b = (last.*map).to_host("loop");
    for (std::size_t i = 0; i < a.size(); ++i)
      most = std::max(most, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  }
  return most;
}

AtlasCells surf_cells(const SurfConfig& config, int64_t frames) {
  if (const auto cells = parse_cells(config.cells)) return *cells;
  int32_t columns = 1;
  while (int64_t{columns} * columns < frames) ++columns;
  return {columns, static_cast<int32_t>((frames + columns - 1) / columns)};
}

FlipbookFormat surf_flipbook(const SurfConfig& config, const Grid& grid, int64_t frames) {
  FlipbookFormat format{config.format, config.compression, grid.width,
                        grid.height,   config.singles,     std::nullopt};
  if (config.atlas) format.atlas = AtlasLayout{surf_cells(config, frames), grid.width, grid.height, 0};
  return format;
}

std::vector<WaveImage> surf_images(const SurfConfig& config, const TargetTraits& target, double forward_m,
                                   double height_m) {
  std::vector<WaveImage> images;
  for (const SurfMap map : config.maps) images.push_back(image_of(map, target, forward_m, height_m));
  return images;
}

WorldRecord surf_world(const Grid& grid, const TargetTraits& target) {
  return {grid.x0,
          grid.y0,
          grid.x0 + grid.width * grid.texel_m,
          grid.y0 + grid.height * grid.texel_m,
          grid.texel_m,
          std::string(target.name)};
}

FrameRange surf_range(const SurfConfig& config, const std::optional<FrameRange>& frames) {
  const FrameRange range = frames.value_or(FrameRange{0, config.loop_frames - 1});
  if (range.last >= config.loop_frames)
    throw Error(ErrorKind::usage, "--frames",
                "ends at " + std::to_string(range.last) + ", but the loop has the frames 0 to " +
                    std::to_string(config.loop_frames - 1) + "; end there, or raise --loop-frames");
  return range;
}

void write_surf_frames(const SurfConfig& config, const SurfModel& model, const Buffer<SurfTexel>& texture,
                       JobContext& job) {
  const TargetTraits& target = traits(job.settings().target);
  std::optional<ShoreBakeMaps> maps;
  {
    const auto stage = job.report().stage("read");
    maps = read_shore_bake({config.shore, config.tide}, config.noise_space == NoiseSpace::arc);
    job.add_inputs(maps->files);
    const Grid grid = frame_grid(maps->grid, config.frame_resolution);
    maps = resample(std::move(*maps), grid);
  }
  const SurfFrames frames(job.exec(), config, model, std::move(*maps), texture);
  const Grid& grid = frames.shore().grid;
  const FrameRange range = surf_range(config, job.settings().frames);
  const double error = frames.loop_error(), step = 1.0 / config.loop_frames;
  if (error > kLoopBar_m)
    throw Error(ErrorKind::verify, "loop",
                "frame " + std::to_string(config.loop_frames) + " differs from frame 0 by " +
                    shortest(error) + " m, more than " + shortest(kLoopBar_m) +
                    " m; pass a texture of more --columns");
  job.outputs().fact("loop_error_m", shortest(error));
  job.outputs().fact("loop_frames", std::to_string(config.loop_frames));

  const auto stage = job.report().stage("frames");
  const Largest most = largest(texture, config);
  std::optional<FlipbookWriter> writer;
  if (!config.maps.empty())
    writer.emplace(surf_flipbook(config, grid, range.last - range.first + 1),
                   surf_images(config, target, most.forward_m, most.height_m), surf_world(grid, target), job);
  job.progress().begin("frames", range.last - range.first + 1, "frames");
  for (int64_t frame = range.first; frame <= range.last; ++frame) {
    const FrameMaps computed = frames.frame(static_cast<double>(frame) * step);
    const double period = model.p.period_s;
    const TimeRecord time{frame, static_cast<double>(frame) * step * period, step * period, period};
    if (writer) writer->add(computed, time);
    for (const MeshFormat format : config.mesh)
      write_surf_mesh(format, frames.shore(), computed, time, target, job);
    job.progress().advance();
  }
  if (writer) writer->finish();
  job.progress().finish();
  if (config.preview) {
    ContactSheet sheet(frames.shore(), kContactFrames);
    for (int k = 0; k < kContactFrames; ++k) sheet.add(frames.frame(static_cast<double>(k) / kContactFrames));
    write_picture(sheet.picture(), "frames", job.outputs());
  }
}

}  // namespace ocean
