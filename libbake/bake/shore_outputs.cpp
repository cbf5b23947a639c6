// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_outputs.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

using Range = ShoreImage::Channel::Range;

constexpr int64_t kBandBytes = int64_t{64} << 20;
constexpr double kStepWarning = 0.1;  // of a texel

ShoreImage::Channel distance_channel(const ShoreMaps& maps, const TargetTraits& target) {
  const auto scale = static_cast<float>(maps.grid.texel_m / target.unit_m);
  return {{maps.distance.data(), 1, scale, 1, true},
          "signed distance to the shoreline, positive in water",
          std::string(target.unit),
          Range::distance};
}

ShoreImage::Channel direction_channel(const ShoreMaps& maps, const TargetTraits& target, int component) {
  const float* source = reinterpret_cast<const float*>(maps.direction.data()) + component;
  const float sign = component == 0 ? 1 : target.horizontal_sign;
  const std::string axis(target.horizontal_axes.substr(component == 0 ? 0 : 2, 1));
  return {{source, 2, sign, 1, true},
          "wave direction, toward the shore, " + axis + " component",
          "",
          Range::unit_vector};
}

ShoreImage::Channel depth_channel(const ShoreMaps& maps, const TargetTraits& target) {
  return {{maps.depth.data(), 1, static_cast<float>(1 / target.unit_m), 1, true},
          "depth: sea level minus ground, positive under water",
          std::string(target.unit),
          Range::depth};
}

// Constants and masks are packed from the sign of the distance.
ShoreImage::Channel mask_channel(const ShoreMaps& maps, float water_value, const char* meaning) {
  PackChannel pack{maps.distance.data(), 1, water_value, 1, false};
  pack.as_mask = true;
  return {pack, meaning, "", Range::flag};
}

double decode_scale(SampleType type, const PackChannel& channel) {
  const double bits = type == SampleType::u8 ? 8 : 16;
  const double steps = std::ldexp(1.0, static_cast<int>(channel.is_signed ? bits - 1 : bits)) - 1;
  return channel.range / steps;
}

Decode decode_of(SampleType type, const PackChannel& channel) {
  if (type == SampleType::half || type == SampleType::float32) return {};
  const double scale = decode_scale(type, channel);
  const double zero = channel.is_signed ? (type == SampleType::u8 ? 128 : 32768) : 0;
  return {scale, -zero * scale};
}

PackSpec pack_spec(const ShoreMaps& maps, const ShoreImage& image, SampleType type) {
  PackSpec spec;
  spec.type = type;
  spec.channels = static_cast<int32_t>(image.channels.size());
  spec.width = maps.grid.width;
  spec.height = maps.grid.height;
  for (std::size_t c = 0; c < image.channels.size(); ++c) spec.channel[c] = image.channels[c].pack;
  return spec;
}

// Integer formats: the magnitude that the largest code stands for.
float range_of(Range range, const ShoreConfig& config, const TargetTraits& target,
               const ChannelMeasure& measure) {
  const auto largest = [&] { return std::max({std::abs(measure.min), std::abs(measure.max), 1e-6f}); };
  switch (range) {
    case Range::distance:
      return config.distance_range ? static_cast<float>(*config.distance_range / target.unit_m) : largest();
    case Range::depth:
      return config.depth_range ? static_cast<float>(*config.depth_range / target.unit_m) : largest();
    case Range::unit_vector:
    case Range::flag:
      return 1;
  }
  throw Error(ErrorKind::internal, "shore", "unknown channel range");
}

const char* channel_name(std::size_t channels, std::size_t c) {
  if (channels == 1) return "Y";
  static constexpr const char* kNames[] = {"R", "G", "B", "A"};
  return kNames[c];
}

// Half has no code for what lies beyond ±65504; infinity is no distance.
void refuse_half_overflow(const ShoreImage& image, const std::vector<ChannelMeasure>& measures) {
  for (std::size_t c = 0; c < measures.size(); ++c)
    if (measures[c].saturated > 0)
      throw Error(ErrorKind::usage, "--format exr-half",
                  "cannot hold '" + image.channels[c].meaning + "' of " + shortest(measures[c].min) + " to " +
                      shortest(measures[c].max) + " " + image.channels[c].unit +
                      " (half ends at 65504); pass --format exr-float or a smaller --max-distance");
}

void warn_of_losses(const ShoreImage& image, const std::vector<ChannelMeasure>& measures,
                    const ShoreMaps& maps, const TargetTraits& target, RunReport& report) {
  for (std::size_t c = 0; c < measures.size(); ++c) {
    const ShoreImage::Channel& channel = image.channels[c];
    if (measures[c].saturated > 0)
      report.warn(image.role + ": " + std::to_string(measures[c].saturated) + " texels of '" +
                  channel.meaning +
                  "' are beyond the format's range and hold its end; pass a larger range or a float format");
    const double texel = maps.grid.texel_m / target.unit_m;
    if (channel.range == Range::distance && 2 * measures[c].max_error > kStepWarning * texel)
      report.warn(image.role + ": the distance is stored in steps of " + shortest(2 * measures[c].max_error) +
                  " " + channel.unit + ", above a tenth of a texel (" + shortest(static_cast<float>(texel)) +
                  " " + channel.unit +
                  "); pass --max-distance, a smaller --distance-range or --format exr-float");
  }
}

bool is_lossy(ImageFormat format, Compression compression) {
  return compression == Compression::dwaa &&
         (format == ImageFormat::exr_half || format == ImageFormat::exr_float);
}

// Range and error of what a reader gets, against the computed values.
void measure_lossy_file(const Exec& exec, PackSpec spec, const std::string& path, OutputRecord& record) {
  const std::size_t channels = record.channels.size(),
                    samples = channels * static_cast<std::size_t>(spec.width);
  std::vector<std::string> names;
  for (const ChannelRecord& c : record.channels) names.push_back(c.name);
  ImageReader reader(path, names);
  spec.type = SampleType::float32;
  const auto band = static_cast<int32_t>(
      std::clamp<int64_t>(kBandBytes / static_cast<int64_t>(samples * sizeof(float)), 1, spec.height));
  Buffer<uint8_t> packed(exec, int64_t{band} * static_cast<int64_t>(samples * sizeof(float)));
  std::vector<float> computed(samples * static_cast<std::size_t>(band)), stored(computed.size());
  for (ChannelRecord& c : record.channels) {
    c.min.reset();
    c.quantisation_error = 0;
  }
  for (int32_t row = 0; row < spec.height; row += band) {
    const int32_t rows = std::min(band, spec.height - row);
    const std::size_t count = samples * static_cast<std::size_t>(rows);
    pack_rows(exec, spec, row, rows, packed.view());
    copy_out(exec, "computed rows", computed.data(), packed.data(),
             static_cast<int64_t>(count * sizeof(float)));
    reader.rows_float(stored.data(), rows);
    for (std::size_t k = 0; k < count; ++k) {
      ChannelRecord& c = record.channels[k % channels];
      const double value = static_cast<double>(stored[k]);
      if (!std::isfinite(value)) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        throw Error(ErrorKind::usage, "--compression dwaa",
                    "cannot hold '" + c.meaning + "'; choose zip or another lossless one");
      }
      if (!c.min) c.min = c.max = value;
      c.min = std::min(*c.min, value);
      c.max = std::max(*c.max, value);
      c.quantisation_error =
          std::max(*c.quantisation_error, std::abs(value - static_cast<double>(computed[k])));
    }
  }
}

void warn_of_lossy_file(const OutputRecord& record, const ShoreMaps& maps, const TargetTraits& target,
                        RunReport& report) {
  std::string changes;
  for (const ChannelRecord& c : record.channels)
    changes += (changes.empty() ? "" : ", ") + c.name + " " +
               shortest(static_cast<float>(*c.quantisation_error)) + (c.unit.empty() ? "" : " " + c.unit);
  report.warn(record.role + ": --compression dwaa is lossy and changes values by up to " + changes +
              " (a texel is " + shortest(static_cast<float>(maps.grid.texel_m / target.unit_m)) + " " +
              std::string(target.unit) + "); zip keeps them");
}

}  // namespace

void check_map_size(const Grid& grid, ImageFormat format, const TargetTraits& target) {
  constexpr int32_t kMaxTgaSide = 65535;
  const int32_t side = std::max(grid.width, grid.height);
  const std::string size = "a map of " + std::to_string(grid.width) + "x" + std::to_string(grid.height);
  if (target.max_texture > 0 && side > target.max_texture)
    throw Error(ErrorKind::usage, "--target " + std::string(target.name),
                size + " is larger than the " + std::to_string(target.max_texture) +
                    " texels a side that it imports; pass a smaller --resolution, or bake "
                    "parts with --bounds");
  if (format == ImageFormat::tga8 && side > kMaxTgaSide)
    throw Error(ErrorKind::usage, "--format tga8",
                size + " is larger than the " + std::to_string(kMaxTgaSide) +
                    " texels a side that TGA holds; choose another --format or a smaller --resolution");
}

double half_step(double magnitude) {
  if (magnitude < 6.103515625e-05) return std::ldexp(1.0, -24);  // subnormal
  return std::ldexp(1.0, std::ilogb(magnitude) - 10);
}

ImageFormat automatic_format(double largest_distance_m, double largest_depth_m, double texel_m,
                             const TargetTraits& target) {
  constexpr double kLargestHalf = 65504;
  const double largest = std::max(largest_distance_m, largest_depth_m) / target.unit_m;
  if (largest > kLargestHalf) return ImageFormat::exr_float;
  const double step = half_step(largest_distance_m / target.unit_m) * target.unit_m;
  return step > 0.1 * texel_m ? ImageFormat::exr_float : ImageFormat::exr_half;
}

ImageFormat image_format(FormatChoice choice) {
  switch (choice) {
    case FormatChoice::exr_half:
      return ImageFormat::exr_half;
    case FormatChoice::exr_float:
      return ImageFormat::exr_float;
    case FormatChoice::png16:
      return ImageFormat::png16;
    case FormatChoice::png8:
      return ImageFormat::png8;
    case FormatChoice::tiff_float:
      return ImageFormat::tiff_float;
    case FormatChoice::tga8:
      return ImageFormat::tga8;
    case FormatChoice::automatic:
      break;
  }
  throw Error(ErrorKind::internal, "shore", "the automatic format is not resolved");
}

const char* map_name(ShoreMap map) {
  switch (map) {
    case ShoreMap::distance:
      return "distance";
    case ShoreMap::direction:
      return "direction";
    case ShoreMap::depth:
      return "depth";
    case ShoreMap::mask:
      return "mask";
  }
  throw Error(ErrorKind::internal, "shore", "unknown map");
}

ImageFormat chosen_format(const Exec& exec, const ShoreMaps& maps, const ShoreConfig& config,
                          const TargetTraits& target) {
  if (config.format != FormatChoice::automatic) return image_format(config.format);
  PackSpec spec;
  spec.type = SampleType::float32;
  spec.channels = 2;
  spec.channel[0] = {maps.distance.data(), 1, static_cast<float>(maps.grid.texel_m), 1, true, false};
  spec.channel[1] = {maps.depth.data(), 1, 1, 1, true, false};
  spec.width = maps.grid.width;
  spec.height = maps.grid.height;
  const std::vector<ChannelMeasure> measures = measure_channels(exec, spec);
  const auto largest = [](const ChannelMeasure& m) { return std::max(std::abs(m.min), std::abs(m.max)); };
  return automatic_format(largest(measures[0]), largest(measures[1]), maps.grid.texel_m, target);
}

std::vector<ShoreImage> shore_images(const ShoreMaps& maps, const ShoreConfig& config,
                                     const TargetTraits& target) {
  std::vector<ShoreImage> images;
  if (config.packed)
    images.push_back({"shore",
                      {distance_channel(maps, target), direction_channel(maps, target, 0),
                       direction_channel(maps, target, 1), depth_channel(maps, target)}});
  for (const ShoreMap map : config.maps) switch (map) {
      case ShoreMap::distance:
        images.push_back({map_name(map), {distance_channel(maps, target)}});
        break;
      case ShoreMap::direction:
        images.push_back({map_name(map),
                          {direction_channel(maps, target, 0), direction_channel(maps, target, 1),
                           mask_channel(maps, 0, "0; three channels, since not every format has two")}});
        break;
      case ShoreMap::depth:
        images.push_back({map_name(map), {depth_channel(maps, target)}});
        break;
      case ShoreMap::mask:
        images.push_back({map_name(map), {mask_channel(maps, 1, "1 in the ocean, 0 elsewhere")}});
        break;
    }
  return images;
}

void write_shore_image(const Exec& exec, const ShoreMaps& maps, const ShoreImage& image,
                       const ShoreConfig& config, ImageFormat format, const TargetTraits& target,
                       OutputSet& outputs, RunReport& report, Progress& progress) {
  const SampleType type = format_type(format);
  PackSpec spec = pack_spec(maps, image, type);
  if (type == SampleType::u8 || type == SampleType::u16) {
    PackSpec plain = spec;
    plain.type = SampleType::float32;
    const std::vector<ChannelMeasure> extremes = measure_channels(exec, plain);
    for (std::size_t c = 0; c < extremes.size(); ++c)
      spec.channel[c].range = range_of(image.channels[c].range, config, target, extremes[c]);
  }
  const std::vector<ChannelMeasure> measures = measure_channels(exec, spec);
  if (type == SampleType::half) refuse_half_overflow(image, measures);
  warn_of_losses(image, measures, maps, target, report);

  const Grid& grid = maps.grid;
  OutputRecord record;
  record.role = image.role;
  record.file = outputs.name() + "_" + image.role + format_extension(format);
  record.format = format_name(format);
  record.width = grid.width;
  record.height = grid.height;
  record.world = WorldRecord{grid.x0,
                             grid.y0,
                             grid.x0 + grid.width * grid.texel_m,
                             grid.y0 + grid.height * grid.texel_m,
                             grid.texel_m,
                             std::string(target.name)};
  for (std::size_t c = 0; c < image.channels.size(); ++c) {
    ChannelRecord channel;
    channel.name = channel_name(image.channels.size(), c);
    channel.meaning = image.channels[c].meaning;
    channel.unit = image.channels[c].unit;
    channel.decode = decode_of(type, spec.channel[c]);
    channel.min = measures[c].stored_min;
    channel.max = measures[c].stored_max;
    channel.quantisation_error = measures[c].max_error;
    record.channels.push_back(std::move(channel));
  }

  const bool lossy = is_lossy(format, config.compression);
  if (lossy) record.facts["lossy_compression"] = "\"dwaa\"";
  ImageWriter writer = outputs.begin_image(record, config.compression);
  const int64_t row_bytes = int64_t{grid.width} * spec.channels * sample_bytes(type);
  const auto band = static_cast<int32_t>(std::clamp<int64_t>(kBandBytes / row_bytes, 1, grid.height));
  Buffer<uint8_t> packed(exec, band * row_bytes);
  std::vector<uint8_t> host(static_cast<std::size_t>(packed.size()));
  progress.begin("write " + record.file, grid.height, "rows");
  for (int32_t row = 0; row < grid.height; row += band) {
    const int32_t rows = std::min(band, grid.height - row);
    pack_rows(exec, spec, row, rows, packed.view());
    copy_out(exec, "packed rows", host.data(), packed.data(), rows * row_bytes);
    writer.rows(host.data(), rows);
    progress.advance(rows);
  }
  progress.finish();
  if (!lossy) return outputs.end_image(std::move(record), std::move(writer));
  const WrittenImage written = writer.end();
  record.content_hash = written.content_hash;
  measure_lossy_file(exec, spec, outputs.path(record.file), record);
  warn_of_lossy_file(record, maps, target, report);
  outputs.add(std::move(record));
}

void write_preview(const Picture& picture, OutputSet& outputs) {
  OutputRecord record;
  record.role = "preview";
  record.file = outputs.name() + "_preview.png";
  record.format = format_name(ImageFormat::png8);
  record.width = picture.width;
  record.height = picture.height;
  for (const char* name : {"R", "G", "B"}) {
    ChannelRecord channel;
    channel.name = name;
    channel.meaning = "picture for people";
    record.channels.push_back(channel);
  }
  outputs.write_image(std::move(record), picture.pixels.data());
}

}  // namespace ocean
