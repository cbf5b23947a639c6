// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_writer.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "kernels/math/convert.h"
#include "libbake/bake/picture_output.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int64_t kPartBytes = int64_t{16} << 20;  // of a band, at a time
constexpr std::size_t kPartsInFlight = 2;          // packed and waiting, or being encoded

Decode decode_of(const ChannelForm& form) {
  if (form.type == SampleType::half || form.type == SampleType::float32 || form.code == SampleCode::whole)
    return {};
  const double bits = form.type == SampleType::u8 ? 8 : 16;
  const double steps = std::ldexp(1.0, static_cast<int>(form.is_signed ? bits - 1 : bits)) - 1;
  const bool square = form.code == SampleCode::square_root;
  const double range = static_cast<double>(form.range);
  const double scale = (square ? std::sqrt(range) : range) / steps;
  const double zero = form.is_signed ? std::ldexp(1.0, static_cast<int>(bits) - 1) : 0;
  return {scale, -zero * scale, square};
}

const char* channel_name(std::size_t channels, std::size_t c) {
  if (channels == 1) return "Y";
  static constexpr const char* kNames[] = {"R", "G", "B", "A"};
  return kNames[c];
}

// Half has no code for what lies beyond ±65504; infinity is no distance.
void refuse_half_overflow(ShoreChannel channel, const ShoreExtremes& extremes, const TargetTraits& target) {
  if (extremes.largest(channel) <= static_cast<double>(kHalfMax)) return;
  const ChannelMeasure& m = extremes.of[static_cast<std::size_t>(channel)];
  throw Error(ErrorKind::usage, "--format exr-half",
              "cannot hold '" + meaning(channel, target) + "' of " + shortest(m.min) + " to " +
                  shortest(m.max) + " " + unit(channel, target) + " (half ends at " + shortest(kHalfMax) +
                  "); pass --format exr-float or a smaller --max-distance");
}

void warn_of_losses(const OutputRecord& record, const std::vector<ChannelMeasure>& measures,
                    RunReport& report) {
  for (std::size_t c = 0; c < measures.size(); ++c) {
    const ChannelRecord& channel = record.channels[c];
    if (measures[c].saturated > 0)
      report.warn(record.role + ": " + std::to_string(measures[c].saturated) + " texels of '" +
                  channel.meaning +
                  "' are beyond the format's range and hold its end; pass a larger range or a float format");
  }
}

void add_level_facts(const ShoreLevel& level, OutputRecord& record) {
  record.facts["sea_level_m"] = shortest(level.sea_level_m);
  if (level.tide > 0) record.facts["tide"] = std::to_string(level.tide);
}

// Blurred directions may cancel; without a shoreline the land has none, while the swell's is everywhere at
// sea.
bool may_vanish(const ShoreImage& image, const Shore& shore, const ShoreConfig& config) {
  const bool has_direction = std::find(image.channels.begin(), image.channels.end(),
                                       ShoreChannel::direction_x) != image.channels.end();
  return has_direction &&
         (blur_reach(config, shore.grid) > 1 || (config.has_swell() && !shore.has_shoreline()));
}

bool is_lossy(ImageFormat format, Compression compression) {
  return compression == Compression::dwaa &&
         (format == ImageFormat::exr_half || format == ImageFormat::exr_float);
}

void warn_of_lossy_file(const OutputRecord& record, double texel, const TargetTraits& target,
                        RunReport& report) {
  std::string changes;
  for (const ChannelRecord& c : record.channels)
    changes += (changes.empty() ? "" : ", ") + c.name + " " +
               shortest(static_cast<float>(*c.quantisation_error)) + (c.unit.empty() ? "" : " " + c.unit);
  report.warn(record.role + ": --compression dwaa is lossy and changes values by up to " + changes +
              " (a texel is " + shortest(static_cast<float>(texel)) + " " + std::string(target.unit) +
              "); zip keeps them");
}

// Calls body(first image row of the window, rows) for parts of at most kPartBytes.
template <class Body>
void for_parts(const ShoreMaps& maps, int64_t row_bytes, const Body& body) {
  const auto most = static_cast<int32_t>(std::clamp<int64_t>(kPartBytes / row_bytes, 1, maps.window.height));
  for (int32_t row = 0; row < maps.window.height; row += most)
    body(row, std::min(most, maps.window.height - row));
}

}  // namespace

ShoreImageWriter::ShoreImageWriter(const Exec& exec, const Shore& shore, const ShoreImage& image,
                                   const ShoreConfig& config, ImageFormat format, const TargetTraits& target,
                                   const ShoreExtremes& extremes, OutputSet& outputs)
    : exec_(exec),
      shore_(shore),
      image_(image),
      config_(config),
      target_(target),
      outputs_(outputs),
      type_(format_type(format)),
      lossy_(ocean::is_lossy(format, config.compression)) {
  const Grid& grid = shore.grid;
  record_.role = image.role;
  record_.file = outputs.name() + "_" + shore.level.prefix() + image.role + format_extension(format);
  add_level_facts(shore.level, record_);
  if (!shore.has_shoreline()) record_.facts["no_shoreline"] = "true";
  if (may_vanish(image, shore, config)) record_.facts["direction_may_vanish"] = "true";
  record_.format = format_name(format);
  record_.width = grid.width;
  record_.height = grid.height;
  record_.world = WorldRecord{grid.x0,
                              grid.y0,
                              grid.x0 + grid.width * grid.texel_m,
                              grid.y0 + grid.height * grid.texel_m,
                              grid.texel_m,
                              std::string(target.name)};
  for (const ShoreChannel c : image.channels) {
    if (type_ == SampleType::half) refuse_half_overflow(c, extremes, target);
    forms_.push_back(channel_form(c, config, type_, target, extremes.largest(c)));
    ChannelRecord channel;
    channel.key = traits(c).word;
    channel.name = channel_name(image.channels.size(), record_.channels.size());
    channel.meaning = meaning(c, target);
    channel.unit = unit(c, target);
    channel.decode = decode_of(forms_.back());
    record_.channels.push_back(std::move(channel));
  }
  if (lossy_) record_.facts["lossy_compression"] = "\"dwaa\"";
  if (shore_.counts.small_islands > 0)
    record_.facts["islands_dropped"] = std::to_string(shore_.counts.small_islands);
  writer_.emplace(outputs.begin_image(record_, config.compression));
  encoder_.emplace(kPartsInFlight);
}

PackSpec ShoreImageWriter::spec_of(const ShoreMaps& maps) const {
  PackSpec spec;
  spec.type = type_;
  spec.channels = static_cast<int32_t>(image_.channels.size());
  spec.width = maps.window.width;
  spec.height = maps.window.height;
  for (std::size_t c = 0; c < image_.channels.size(); ++c) {
    spec.channel[c] = pack_channel(image_.channels[c], maps, shore_.grid.texel_m, target_);
    spec.channel[c].range = forms_[c].range;
    spec.channel[c].code = forms_[c].code;
  }
  return spec;
}

void ShoreImageWriter::add_measures(const std::vector<ChannelMeasure>& band) {
  if (measures_.empty()) {
    measures_ = band;
    return;
  }
  for (std::size_t c = 0; c < band.size(); ++c) {
    ChannelMeasure& m = measures_[c];
    m.min = std::min(m.min, band[c].min);
    m.max = std::max(m.max, band[c].max);
    m.stored_min = std::min(m.stored_min, band[c].stored_min);
    m.stored_max = std::max(m.stored_max, band[c].stored_max);
    m.max_error = std::max(m.max_error, band[c].max_error);
    m.saturated += band[c].saturated;
  }
}

void ShoreImageWriter::write(const ShoreMaps& maps, Progress& progress) {
  const PackSpec spec = spec_of(maps);
  add_measures(measure_channels(exec_, spec));
  const int64_t row_bytes = int64_t{spec.width} * spec.channels * sample_bytes(type_);
  for_parts(maps, row_bytes, [&](int32_t row, int32_t rows) {
    Buffer<uint8_t> packed(exec_, rows * row_bytes);
    pack_rows(exec_, spec, row, rows, packed.view());
    const auto host = std::make_shared<std::vector<uint8_t>>(packed.to_host("packed rows"));
    encoder_->push([this, host, rows] { writer_->rows(host->data(), rows); });
    progress.advance(rows);
  });
}

void ShoreImageWriter::close() {
  encoder_->finish();
  for (std::size_t c = 0; c < record_.channels.size(); ++c) {
    ChannelRecord& channel = record_.channels[c];
    channel.min = measures_[c].stored_min;
    channel.max = measures_[c].stored_max;
    channel.quantisation_error = measures_[c].max_error;
  }
  if (!lossy_) return;
  record_.content_hash = writer_->end().content_hash;
  std::vector<std::string> names;
  for (ChannelRecord& c : record_.channels) {
    names.push_back(c.name);
    c.min.reset();
    c.quantisation_error = 0;
  }
  reader_.emplace(outputs_.path(record_.file), names);
}

void ShoreImageWriter::compare(const ShoreMaps& maps) {
  PackSpec spec = spec_of(maps);
  spec.type = SampleType::float32;
  const std::size_t channels = record_.channels.size(),
                    samples = channels * static_cast<std::size_t>(spec.width);
  std::vector<float> computed, stored;
  for_parts(maps, static_cast<int64_t>(samples * sizeof(float)), [&](int32_t row, int32_t rows) {
    const std::size_t count = samples * static_cast<std::size_t>(rows);
    computed.resize(count);
    stored.resize(count);
    Buffer<uint8_t> packed(exec_, static_cast<int64_t>(count * sizeof(float)));
    pack_rows(exec_, spec, row, rows, packed.view());
    copy_out(exec_, "computed rows", computed.data(), packed.data(), packed.size());
    reader_->rows_float(stored.data(), rows);
    for (std::size_t k = 0; k < count; ++k) {
      ChannelRecord& c = record_.channels[k % channels];
      const double value = static_cast<double>(stored[k]) + 0.0;  // -0 and 0 are one
      if (!std::isfinite(value)) {
        std::error_code ignored;
        std::filesystem::remove(outputs_.path(record_.file), ignored);
        throw Error(ErrorKind::usage, "--compression dwaa",
                    "cannot hold '" + c.meaning + "'; choose zip or another lossless one");
      }
      if (!c.min) c.min = c.max = value;
      c.min = std::min(*c.min, value);
      c.max = std::max(*c.max, value);
      c.quantisation_error =
          std::max(*c.quantisation_error, std::abs(value - static_cast<double>(computed[k])));
    }
  });
}

void ShoreImageWriter::end(RunReport& report) {
  const double texel = shore_.grid.texel_m / target_.unit_m;
  warn_of_losses(record_, measures_, report);
  if (!lossy_) {
    outputs_.end_image(std::move(record_), std::move(*writer_));
    return;
  }
  reader_.reset();
  warn_of_lossy_file(record_, texel, target_, report);
  outputs_.add(std::move(record_));
}

void write_preview(const Picture& picture, const ShoreLevel& level, OutputSet& outputs) {
  OutputRecord record;
  record.file = outputs.name() + "_" + level.prefix() + "preview.png";
  add_level_facts(level, record);
  write_picture(picture, std::move(record), outputs);
}

}  // namespace ocean
