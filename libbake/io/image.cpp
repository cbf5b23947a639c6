// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/image.h"

#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/io/image_format.h"
#include "libbake/io/image_plugin.h"
#include "libbake/io/safe_sink.h"

namespace ocean {
namespace {

// Hash of what a reader of the file gets, in this order of channels.
std::string hash_of_file(const std::string& path, const std::vector<std::string>& channels) {
  ImageReader reader(path, channels);
  const ImageSpec& spec = reader.spec();
  ContentHash hash(spec.width, spec.height, spec.channels, spec.type);
  std::vector<std::byte> row(static_cast<size_t>(spec.row_bytes()));
  for (int32_t y = 0; y < spec.height; ++y) {
    reader.rows(row.data(), 1);
    hash.update(row.data(), spec.row_bytes());
  }
  return hash.text();
}

std::string read_back(const ByteSink& sink, const std::vector<std::string>& channels) {
  try {
    return hash_of_file(sink.file(), channels);
  } catch (const Error& error) {
    throw Error(ErrorKind::output, sink.final_path(),
                "was not written whole: it " + error.problems().front().what + "; is the disk full?");
  }
}

}  // namespace

struct ImageWriter::State {
  ImageSpec spec;
  SafeSink sink;
  ContentHash hash;
  std::unique_ptr<ImageFileWriter> file;
  int32_t next_row = 0;
  bool lossy;

  State(const std::string& path, ImageFormat format, const ImageSpec& s, Compression compression)
      : spec(s),
        sink(path, s.bytes()),
        hash(s.width, s.height, s.channels, s.type),
        file(image_plugin().open_writer(sink, format, spec, compression)),
        lossy(compression == Compression::dwaa &&
              (format == ImageFormat::exr_half || format == ImageFormat::exr_float)) {}
};

ImageWriter::ImageWriter(const std::string& path, ImageFormat format, ImageSpec spec,
                         Compression compression) {
  check_spec(path, format, spec, compression);
  spec.channels = stored_channels(format, spec.channels);
  spec.attributes = stored_attributes(format, spec.attributes);
  state_ = std::make_unique<State>(path, format, spec, compression);
}

ImageWriter::~ImageWriter() = default;
ImageWriter::ImageWriter(ImageWriter&&) noexcept = default;

void ImageWriter::rows(const void* samples, int32_t count) {
  State& s = *state_;
  if (count < 0 || count > s.spec.height - s.next_row) {
    throw Error(ErrorKind::internal, s.sink.final_path(), "more rows than the image has");
  }
  const auto* from = static_cast<const std::byte*>(samples);
  for_each_band(s.spec, count, [&](int32_t first, int32_t rows_in_band) {
    check_interrupt();
    const std::byte* band = from + s.spec.row_bytes() * first;
    s.file->rows(band, s.next_row + first, rows_in_band);
    s.hash.update(band, s.spec.row_bytes() * rows_in_band);
  });
  s.next_row += count;
}

WrittenImage ImageWriter::end() {
  State& s = *state_;
  if (s.next_row != s.spec.height)
    throw Error(ErrorKind::internal, s.sink.final_path(), "fewer rows than the image has");
  s.file->close();
  WrittenImage written{s.hash.text(), s.spec.channels, 0};
  const bool sees_every_write = s.file->sees_every_write;
  s.file.reset();
  if (s.lossy) {
    written.content_hash = read_back(s.sink, s.spec.channels);
  } else if (!sees_every_write && read_back(s.sink, s.spec.channels) != written.content_hash) {
    throw Error(ErrorKind::output, s.sink.final_path(),
                "was not written whole: other values came back; is the disk full?");
  }
  written.file_bytes = s.sink.commit();
  state_.reset();
  return written;
}

WrittenImage write_image(const std::string& path, ImageFormat format, const ImageSpec& spec,
                         const void* samples, Compression compression) {
  ImageWriter writer(path, format, spec, compression);
  writer.rows(samples, spec.height);
  return writer.end();
}

}  // namespace ocean
