// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/flipbook_writer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <utility>

#include "libbake/bake/texture_options.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

void set_measures(const std::vector<ChannelMeasure>& measures, OutputRecord& record) {
  for (std::size_t c = 0; c < measures.size(); ++c) {
    record.channels[c].min = static_cast<double>(measures[c].stored_min);
    record.channels[c].max = static_cast<double>(measures[c].stored_max);
    record.channels[c].quantisation_error = static_cast<double>(measures[c].max_error);
  }
}

void widen(std::vector<ChannelMeasure>& all, const std::vector<ChannelMeasure>& frame) {
  if (all.empty()) {
    all = frame;
    return;
  }
  for (std::size_t c = 0; c < all.size(); ++c) {
    all[c].stored_min = std::min(all[c].stored_min, frame[c].stored_min);
    all[c].stored_max = std::max(all[c].stored_max, frame[c].stored_max);
    all[c].max_error = std::max(all[c].max_error, frame[c].max_error);
    all[c].saturated += frame[c].saturated;
  }
}

int32_t texel_bytes(const WaveImage& image, ImageFormat format) {
  return static_cast<int32_t>(image.channels.size()) * sample_bytes(format_type(format));
}

void name_channels(const WrittenImage& written, OutputRecord& record) {
  for (std::size_t c = 0; c < record.channels.size(); ++c) record.channels[c].name = written.channels[c];
  record.content_hash = written.content_hash;
}

// A row of cells whose channels all hold 0.
std::shared_ptr<std::vector<uint8_t>> empty_cells(const WaveImage& image, ImageFormat format,
                                                  const AtlasLayout& layout) {
  const int64_t texels = layout.atlas_width() * layout.cell_height();
  const int32_t bytes = texel_bytes(image, format);
  auto cells = std::make_shared<std::vector<uint8_t>>(static_cast<std::size_t>(texels * bytes));
  if (!has_codes(format)) return cells;
  const int32_t sample = sample_bytes(format_type(format));
  for (int64_t k = 0; k < texels; ++k)
    for (std::size_t c = 0; c < image.channels.size(); ++c) {
      // Signed codes: 0 is 2^(n-1), whose high byte is 0x80 (little endian: the last).
      const auto last = static_cast<std::size_t>(k * bytes + (static_cast<int64_t>(c) + 1) * sample - 1);
      if (image.channels[c].is_signed) (*cells)[last] = 0x80;
    }
  return cells;
}

}  // namespace

void place_cell(const AtlasLayout& layout, const uint8_t* frame, int32_t texel_bytes, int32_t column,
                uint8_t* cells) {
  const int32_t w = layout.width, h = layout.height, g = layout.gutter;
  const auto wrapped = [](int32_t i, int32_t n) { return ((i % n) + n) % n; };
  const int64_t row_bytes = int64_t{w} * texel_bytes, pitch = layout.atlas_width() * texel_bytes;
  for (int32_t y = 0; y < layout.cell_height(); ++y) {
    const uint8_t* from = frame + wrapped(y - g, h) * row_bytes;
    uint8_t* to = cells + y * pitch + int64_t{column} * layout.cell_width() * texel_bytes;
    std::memcpy(to + int64_t{g} * texel_bytes, from, static_cast<std::size_t>(row_bytes));
    for (int32_t x = 0; x < g; ++x) {
      std::memcpy(to + int64_t{x} * texel_bytes, from + int64_t{wrapped(x - g, w)} * texel_bytes,
                  static_cast<std::size_t>(texel_bytes));
      std::memcpy(to + int64_t{g + w + x} * texel_bytes, from + int64_t{wrapped(x, w)} * texel_bytes,
                  static_cast<std::size_t>(texel_bytes));
    }
  }
}

std::string frame_file(const std::string& name, const std::string& role, int64_t frame,
                       const FlipbookFormat& format) {
  std::string number = std::to_string(frame);
  if (const auto pad = static_cast<std::size_t>(format.pad); number.size() < pad)
    number.insert(0, pad - number.size(), '0');
  return name + "_" + role + "." + number + format_extension(format.format);
}

std::string atlas_file(const std::string& name, const std::string& role, const FlipbookFormat& format) {
  return name + "_" + role + "_atlas" + format_extension(format.format);
}

// One atlas while its rows of cells fill up.
struct FlipbookWriter::Atlas {
  OutputRecord record;
  std::vector<ChannelMeasure> measures;
  std::shared_ptr<std::vector<uint8_t>> cells;  // of the current row
  int32_t column = 0, rows_done = 0;
  std::optional<ImageWriter> writer;
};

// A frame's file, written by an encoder.
struct FlipbookWriter::Pending {
  OutputRecord record;
  std::optional<ImageWriter> writer;
  std::optional<WrittenImage> written;  // set by the encoder, read once done
  std::atomic<bool> done{false};
  std::size_t encoder = 0;
};

FlipbookWriter::FlipbookWriter(const FlipbookFormat& format, std::vector<WaveImage> images,
                               const WorldRecord& world, JobContext& job)
    : format_(format), images_(std::move(images)), world_(world), job_(job) {
  const int encoders = std::clamp(job.exec().threads(), 1, kMostEncoders);
  for (int i = 0; i < encoders; ++i) encoders_.push_back(std::make_unique<BackgroundQueue>(kFramesInFlight));
  if (!format_.atlas) return;
  const AtlasLayout& layout = *format_.atlas;
  for (const WaveImage& image : images_) {
    auto atlas = std::make_unique<Atlas>();
    atlas->record = wave_record(image, format_.format, world_);
    OutputRecord& r = atlas->record;
    r.file = atlas_file(job_.name(), image.role, format_);
    r.role += "_atlas";
    r.world.reset();
    r.tiles_x = r.tiles_y = false;
    r.width = static_cast<int32_t>(layout.atlas_width());
    r.height = static_cast<int32_t>(layout.atlas_height());
    r.facts["columns"] = std::to_string(layout.cells.columns);
    r.facts["rows"] = std::to_string(layout.cells.rows);
    r.facts["cell_width"] = std::to_string(layout.width);
    r.facts["cell_height"] = std::to_string(layout.height);
    r.facts["gutter"] = std::to_string(layout.gutter);
    r.facts["order"] = "\"left to right, top to bottom\"";
    const WorldRecord& w = world_;
    r.facts["cell_bounds"] = JsonWriter(0).list(std::array<double, 4>{w.x0, w.y0, w.x1, w.y1}).text();
    r.facts["cell_tiles"] = image.tiles ? "true" : "false";
    atlas->writer.emplace(job_.outputs().begin_image(r, format_.compression));
    atlases_.push_back(std::move(atlas));
  }
}

FlipbookWriter::~FlipbookWriter() = default;

std::shared_ptr<std::vector<uint8_t>> FlipbookWriter::pack(const WaveImage& image, const FrameMaps& maps,
                                                           std::vector<ChannelMeasure>& measures) {
  const PackSpec spec = pack_spec(image, maps, format_.format);
  measures = measure_channels(job_.exec(), spec);
  Buffer<uint8_t> packed(job_.exec(), int64_t{maps.width} * maps.height * texel_bytes(image, format_.format));
  pack_rows(job_.exec(), spec, 0, maps.height, packed.view());
  return std::make_shared<std::vector<uint8_t>>(packed.to_host("packed frame"));
}

void FlipbookWriter::add(const FrameMaps& maps, const TimeRecord& time) {
  for (const auto& atlas : atlases_) {
    if (frames_ == 0) atlas->record.facts["first_frame"] = std::to_string(time.frame);
    atlas->record.facts["step_s"] = shortest(time.step_s);
    atlas->record.facts["period_s"] = shortest(time.period_s);
  }
  for (std::size_t i = 0; i < images_.size(); ++i) {
    std::vector<ChannelMeasure> measures;
    const auto samples = pack(images_[i], maps, measures);
    if (format_.atlas) write_cell(i, *samples, measures);
    if (format_.singles) write_single(i, time, samples, measures);
  }
  ++frames_;
}

void FlipbookWriter::write_single(std::size_t image, const TimeRecord& time,
                                  std::shared_ptr<std::vector<uint8_t>> samples,
                                  const std::vector<ChannelMeasure>& measures) {
  auto pending = std::make_unique<Pending>();
  OutputRecord& r = pending->record;
  r = wave_record(images_[image], format_.format, world_);
  r.file = frame_file(job_.name(), r.role, time.frame, format_);
  r.width = format_.width;
  r.height = format_.height;
  r.time = time;
  set_measures(measures, r);
  pending->writer.emplace(job_.outputs().begin_image(r, format_.compression));
  pending->encoder = next_++ % encoders_.size();
  Pending* const p = pending.get();
  pending_.push_back(std::move(pending));
  encoders_[p->encoder]->push([p, samples] {
    p->writer->rows(samples->data(), p->record.height);
    p->written = p->writer->end();
    p->writer.reset();
    p->done = true;
  });
  collect(encoders_.size() * (kFramesInFlight + 1));
}

void FlipbookWriter::collect(std::size_t most) {
  std::size_t taken = 0;
  while (taken < pending_.size() && (pending_[taken]->done || pending_.size() - taken > most)) {
    Pending& p = *pending_[taken];
    if (!p.done) encoders_[p.encoder]->finish();
    name_channels(*p.written, p.record);
    job_.outputs().add(std::move(p.record));
    ++taken;
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(taken));
}

void FlipbookWriter::write_cell(std::size_t image, const std::vector<uint8_t>& samples,
                                const std::vector<ChannelMeasure>& measures) {
  const AtlasLayout& layout = *format_.atlas;
  const int32_t bytes = texel_bytes(images_[image], format_.format);
  Atlas& atlas = *atlases_[image];
  widen(atlas.measures, measures);
  if (!atlas.cells) atlas.cells = empty_cells(images_[image], format_.format, layout);
  place_cell(layout, samples.data(), bytes, atlas.column, atlas.cells->data());
  if (++atlas.column == layout.cells.columns) flush_cells(atlas);
}

// All atlases go through the first encoder: the rows of one file must come in order.
void FlipbookWriter::flush_cells(Atlas& atlas) {
  const int32_t rows = format_.atlas->cell_height();
  encoders_[0]->push(
      [writer = &*atlas.writer, cells = std::move(atlas.cells), rows] { writer->rows(cells->data(), rows); });
  atlas.cells = nullptr;
  atlas.column = 0;
  ++atlas.rows_done;
}

void FlipbookWriter::finish() {
  for (std::size_t i = 0; i < atlases_.size(); ++i) {
    Atlas& atlas = *atlases_[i];
    while (atlas.rows_done < format_.atlas->cells.rows) {
      if (!atlas.cells) atlas.cells = empty_cells(images_[i], format_.format, *format_.atlas);
      flush_cells(atlas);
    }
  }
  for (const auto& encoder : encoders_) encoder->finish();
  collect(0);
  for (const auto& atlas : atlases_) {
    set_measures(atlas->measures, atlas->record);
    if (frames_ < int64_t{format_.atlas->cells.columns} * format_.atlas->cells.rows)
      for (ChannelRecord& c : atlas->record.channels) {
        c.min = std::min(*c.min, 0.0);
        c.max = std::max(*c.max, 0.0);
      }
    atlas->record.facts["frames"] = std::to_string(frames_);
    job_.outputs().end_image(std::move(atlas->record), std::move(*atlas->writer));
  }
}

}  // namespace ocean
