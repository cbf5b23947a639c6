// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_passes.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

#include "kernels/shore/masks.h"
#include "kernels/shore/ridge.h"
#include "libbake/bake/shore_quantisation.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

// Counts the ridge band by band, from the south.
class RidgeCounter {
 public:
  void add(const Exec& exec, const ShoreMaps& maps) {
    const int32_t width = maps.window.width;
    const RidgeCount count = count_ridge(exec, maps.direction.view(), maps.ocean.view(), width,
                                         std::as_const(direction_).view(), std::as_const(ocean_).view());
    total_.directions += count.directions;
    total_.ridge += count.ridge;
    const int64_t last = maps.window.size() - width;
    direction_ = Buffer<Vec2f>(exec, width);
    ocean_ = Buffer<uint8_t>(exec, width);
    copy_within(exec, "last row of directions", direction_.data(), maps.direction.data() + last,
                direction_.bytes());
    copy_within(exec, "last row of the mask", ocean_.data(), maps.ocean.data() + last, ocean_.bytes());
  }
  double share() const {  // of the ocean's directions
    return total_.directions == 0
               ? 0
               : static_cast<double>(total_.ridge) / static_cast<double>(total_.directions);
  }
  void report(bool blurred, RunReport& report) const {
    if (total_.directions == 0) return;
    report.add("ridge_texels", total_.ridge);
    report.add("ridge_share", share());
    if (total_.ridge > 0)
      log_info(
          shortest(std::round(share() * 1e4) / 100) +
          " % of the ocean's directions lie on a ridge between two shores, where neighbours differ by more "
          "than 90 degrees; " +
          (blurred ? "a larger --direction-blur smooths more of it" : "--direction-blur smooths it"));
  }

 private:
  RidgeCount total_;
  Buffer<Vec2f> direction_;
  Buffer<uint8_t> ocean_;
};

void limit_distances(const Exec& exec, const ShoreConfig& config, const Shore& shore, ShoreMaps& maps) {
  if (config.max_distance)
    limit_distance(exec, static_cast<float>(*config.max_distance / shore.grid.texel_m), maps.distance.view());
}

// How fine the format holds each channel; what is too coarse is a warning.
void report_steps(const ShoreConfig& config, ImageFormat format, const TargetTraits& target, double texel_m,
                  const ShoreExtremes& extremes, RunReport& report) {
  const SampleType type = format_type(format);
  if (config.encode == EncodeChoice::sqrt && (type == SampleType::half || type == SampleType::float32))
    report.warn(std::string("--encode sqrt has no effect on ") + format_name(format) +
                ", which holds the values themselves; it is for png16, png8 and tga8");
  for (const auto& [option, is_given] : {std::pair("--distance-range", config.distance_range.has_value()),
                                         std::pair("--depth-range", config.depth_range.has_value())})
    if (is_given && (type == SampleType::half || type == SampleType::float32))
      report.warn(std::string(option) + " has no effect on " + format_name(format) +
                  ", which holds the values themselves; it is for png16, png8 and tga8");
  for (const ShoreChannel channel : wanted_channels(config)) {
    const ChannelMeasure& m = extremes.of[static_cast<std::size_t>(channel)];
    const ChannelPlan plan{channel,
                           format,
                           channel_form(channel, config, type, target, extremes.largest(channel)),
                           static_cast<double>(m.min),
                           static_cast<double>(m.max),
                           texel_m / target.unit_m};
    const ChannelSteps steps = describe_steps(plan, config, target);
    if (steps.coarse) report.warn(steps.line);
    else if (!steps.line.empty()) log_info(steps.line);
  }
}

}  // namespace

ShoreExtremes measure_bands(ShoreBake& bake, const ShoreConfig& config, const TargetTraits& target,
                            const std::vector<ShoreImage>& images, ShorePreview& preview, JobContext& job) {
  ShoreExtremes extremes;
  const Exec& exec = job.exec();
  RidgeCounter ridge;
  for (int32_t k = 0; k < bake.bands().count(); ++k) {
    ShoreMaps& maps = bake.band(k);
    if (config.preview) {
      const auto stage = job.report().stage("preview");
      preview.add(exec, maps);
    }
    const auto stage = job.report().stage("measure");
    ridge.add(exec, maps);
    limit_distances(exec, config, bake.shore(), maps);
    std::set<ShoreChannel> channels{ShoreChannel::distance,
                                    ShoreChannel::depth};  // --format auto asks for them
    for (const ShoreImage& image : images) channels.insert(image.channels.begin(), image.channels.end());
    for (const ShoreChannel channel : channels)
      extremes.add(exec, maps, bake.shore().grid.texel_m, target, channel);
  }
  ridge.report(config.direction_blur > 0, job.report());
  preview.set_ridge_share(ridge.share());
  return extremes;
}

void write_images(ShoreBake& bake, const ShoreConfig& config, const TargetTraits& target,
                  const std::vector<ShoreImage>& images, const ShoreExtremes& extremes, JobContext& job) {
  const Exec& exec = job.exec();
  const Shore& shore = bake.shore();
  const ImageFormat format = chosen_format(config, extremes, shore.grid.texel_m, target);
  if (target.target == Target::godot && (format == ImageFormat::png16 || format == ImageFormat::tiff_float))
    job.report().warn("godot reads PNG as 8 bit and no TIFF; --format exr-half survives its import");
  report_steps(config, format, target, shore.grid.texel_m, extremes, job.report());
  std::deque<ShoreImageWriter> writers;
  for (const ShoreImage& image : images)
    writers.emplace_back(exec, shore, image, config, format, target, extremes, job.outputs());
  const auto for_bands = [&](const auto& body) {
    for (int32_t k = bake.bands().count() - 1; k >= 0; --k) {
      ShoreMaps& maps = bake.band(k);
      const auto stage = job.report().stage("encode and write");
      limit_distances(exec, config, shore, maps);
      body(maps);
    }
  };
  for_bands([&](const ShoreMaps& maps) {
    const int32_t bands = bake.bands().count(), band = bands - maps.window.j0 / bake.bands().rows;
    job.progress().begin(
        bands > 1 ? "write, band " + std::to_string(band) + " of " + std::to_string(bands) : "write",
        int64_t{maps.window.height} * static_cast<int64_t>(images.size()), "rows");
    for (ShoreImageWriter& writer : writers) writer.write(maps, job.progress());
    job.progress().finish();
  });
  const auto is_lossy = [](const ShoreImageWriter& writer) { return writer.is_lossy(); };
  for (ShoreImageWriter& writer : writers) writer.close();
  if (std::any_of(writers.begin(), writers.end(), is_lossy))
    for_bands([&](const ShoreMaps& maps) {
      for (ShoreImageWriter& writer : writers) writer.compare(maps);
    });
  const auto stage = job.report().stage("encode and write");
  for (ShoreImageWriter& writer : writers) writer.end(job.report());
}

}  // namespace ocean
